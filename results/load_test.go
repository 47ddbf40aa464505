package results

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebim/framework/runs/stage"
)

// save writes a record where a run's would be.
func save(t *testing.T, root string, r stage.Record, folder string) {
	t.Helper()
	dir := filepath.Join(root, r.Experiment, r.Model, folder)
	data, err := json.Marshal(r)
	if err == nil {
		err = errors.Join(os.MkdirAll(dir, 0o755), os.WriteFile(filepath.Join(dir, "record.json"), data, 0o644))
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestLoadMergesRootsAndTakesTheNewest(t *testing.T) {
	here, there := t.TempDir(), t.TempDir()
	newer := record("mixture", "ebim", 1, "w", "value", 2.0)
	newer.Started = newer.Started.Add(time.Hour)
	save(t, here, record("mixture", "ebim", 1, "w", "value", 1.0), "seed-1")
	save(t, here, record("mixture", "ebim", 0), "seed-0")
	save(t, here, record("mixture", "ebim", 7), ".seed-7.tmp") // left by a killed process
	save(t, there, newer, "seed-1")
	save(t, there, record("floods", "ebim", 0), "seed-0")
	os.MkdirAll(filepath.Join(there, "stages", "data-1", "seed-0"), 0o755)
	os.WriteFile(filepath.Join(there, "stages", "data-1", "seed-0", "record.json"),
		[]byte("a file of the stage"), 0o644)
	os.MkdirAll(filepath.Join(there, "mixture", "ebim", "seed-own"), 0o755) // the user's
	for _, roots := range [][]string{{here, there}, {there, here}} {
		records, notes, err := Load(roots...)
		if err != nil {
			t.Fatal(err)
		}
		if len(records) != 3 || records[0].Experiment != "floods" || records[1].Seed != 0 ||
			*records[2].Metrics["w"]["value"] != 2 {
			t.Errorf("records %+v", records)
		}
		if len(notes) != 1 || !strings.Contains(notes[0], "mixture, ebim, seed 1 is there twice: "+there) {
			t.Errorf("notes %q", notes)
		}
	}
}

// A record that names another place would lead its readers there.
func TestRecordsOfOtherFoldersAreRefused(t *testing.T) {
	for _, forged := range []stage.Record{record("../../x", "ebim", 0), record("mixture", "..", 0),
		record("mixture", "ebim", 1), record("", "ebim", 0)} {
		root := t.TempDir()
		data, err := json.Marshal(forged)
		dir := filepath.Join(root, "mixture", "ebim", "seed-0")
		if err := errors.Join(err, os.MkdirAll(dir, 0o755),
			os.WriteFile(filepath.Join(dir, "record.json"), data, 0o644)); err != nil {
			t.Fatal(err)
		}
		save(t, root, record("mixture", "ebim", 5), "seed-5")
		records, _, err := Load(root)
		if err == nil || !strings.Contains(err.Error(), filepath.Join("seed-0", "record.json")+" is the record of") ||
			len(records) != 1 {
			t.Errorf("%q of %q: %d records, %v", forged.Experiment, forged.Model, len(records), err)
		}
	}
}

func TestLoadErrors(t *testing.T) {
	if _, _, err := Load(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) ||
		!strings.Contains(err.Error(), "ebim run") {
		t.Errorf("no root: %v", err)
	}
	root := t.TempDir()
	old := record("mixture", "ebim", 0)
	old.Format = 99
	save(t, root, old, "seed-0")
	save(t, root, record("mixture", "ebim", 1), "seed-1")
	os.Truncate(filepath.Join(root, "mixture", "ebim", "seed-1", "record.json"), 30)
	_, _, err := Load(root)
	if err == nil || !strings.Contains(err.Error(), "format 99") || !strings.Contains(err.Error(), "seed-1") {
		t.Errorf("damaged records: %v", err)
	}
	if _, _, err := Load(filepath.Join(root, "mixture", "ebim", "seed-1", "record.json")); err == nil {
		t.Error("a file as root is no error")
	}
}
