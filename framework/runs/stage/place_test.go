package stage

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// versioned returns a run of one stage whose code has a version.
func versioned(version int) Run {
	data := fake("data", new(counter))
	data.Version = version
	return newRun("ebim", 0, data)
}

func TestOtherSettingsReplaceNothing(t *testing.T) {
	root := t.TempDir()
	first := execute(t, engine(t, root), versioned(1))[0]
	before := times(t, first.Folder)
	second := execute(t, engine(t, root), versioned(2))[0]
	elsewhere := versioned(1)
	elsewhere.Stages[0].Backend = "xla:cpu"
	third := execute(t, engine(t, root), elsewhere)[0]
	if first.Folder == second.Folder || second.Folder == third.Folder || third.Folder == first.Folder {
		t.Errorf("%s, %s and %s are not three folders", first.Folder, second.Folder, third.Folder)
	}
	if diff := cmp.Diff(before, times(t, first.Folder)); diff != "" {
		t.Error(diff)
	}
	for _, result := range []Result{first, second, third} {
		record, err := ReadRecord(filepath.Join(result.Folder, RecordFile))
		if err != nil || record.Settings != result.Record.Settings || !record.InPlace() ||
			filepath.Base(result.Folder) != "seed-0-"+record.Settings[:8] {
			t.Errorf("%s: %+v, %v", result.Folder, record, err)
		}
	}
	if other := Recorded(root, &elsewhere); other == nil || other.Settings != third.Record.Settings {
		t.Errorf("%+v", other)
	}
}

// Of settings with the same first digits, which are one in four billion pairs, both are kept.
func TestSettingsWithTheSameFirstDigits(t *testing.T) {
	root := t.TempDir()
	first := execute(t, engine(t, root), versioned(1))[0]
	forged := first.Record
	forged.Settings = forged.Settings[:shownDigits] + "000000000000"
	if err := os.WriteFile(filepath.Join(first.Folder, RecordFile), jsonLines(forged), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		second := execute(t, engine(t, root), versioned(1))[0]
		if filepath.Base(second.Folder) != "seed-0-"+first.Record.Settings ||
			recordIn(first.Folder).Settings != forged.Settings {
			t.Errorf("%s, and in the other %+v", second.Folder, recordIn(first.Folder))
		}
		if record := recordIn(second.Folder); record == nil || !record.InPlace() {
			t.Errorf("%+v", record)
		}
	}
}

// former makes the folder of a run as an earlier program would have, with files of the user's.
func former(t *testing.T, root string, run Run) (folder string, record Record) {
	t.Helper()
	result := execute(t, engine(t, root), run)[0]
	folder = filepath.Join(filepath.Dir(result.Folder), formerName(run.Seed))
	if err := os.Rename(result.Folder, folder); err != nil {
		t.Fatal(err)
	}
	put(t, folder, own)
	return folder, result.Record
}

// A run that an earlier program has recorded stays in its folder, and other settings have one of their own.
func TestFormerFolders(t *testing.T) {
	root := t.TempDir()
	old, record := former(t, root, versioned(1))
	before := times(t, root)
	result := execute(t, engine(t, root), versioned(1))[0]
	if diff := cmp.Diff(before, times(t, root)); diff != "" || result.Folder != old ||
		!result.Record.Started.Equal(record.Started) {
		t.Errorf("%+v; written: %s", result, diff)
	}
	if other := execute(t, engine(t, root), versioned(2))[0]; other.Folder == old || !recordIn(old).InPlace() ||
		!recordIn(other.Folder).InPlace() {
		t.Errorf("other settings are recorded in %s", other.Folder)
	}
	afresh(t, root, versioned(1))
	kept(t, "afresh", old, own)
}

func TestFormerFoldersWithoutAWholeRecordStay(t *testing.T) {
	for what, text := range map[string]string{"half": `{"format": 1, "sett`, "format 99": `{"format": 99}`,
		"no settings": `{"format": 1, "experiment": "circle", "model": "ebim"}`,
		"of another": `{"format": 1, "experiment": "circle", "model": "ebim", "seed": 4, ` +
			`"settings": "0123456789abcdef0123"}`} {
		root := t.TempDir()
		old := filepath.Join(root, "circle", "ebim", "seed-0")
		files := map[string]string{RecordFile: text, "mine.txt": "m"}
		put(t, old, files)
		if result := execute(t, engine(t, root), versioned(1))[0]; result.Record.Status != Done {
			t.Errorf("%s: %+v", what, result)
		}
		kept(t, what, old, files)
	}
}

func TestIdenticalSettingsAtOnce(t *testing.T) {
	root := t.TempDir()
	former(t, root, versioned(1))
	var group sync.WaitGroup
	errs := make([]error, 4)
	for i := range errs {
		group.Go(func() {
			e := engine(t, root)
			e.Fresh = i%2 == 0
			_, errs[i] = e.Execute(context.Background(), []Run{versioned(1)})
		})
	}
	group.Wait()
	folder := folderOf(root, versioned(1))
	if err := errors.Join(errs...); err != nil || recordIn(folder) == nil || recordIn(folder).Status != Done ||
		len(leftovers(t, root)) > 0 {
		t.Errorf("%v, %q", err, tree(t, root))
	}
	kept(t, "at once", folder, own)
	if read(t, folder, "data", "result.txt") != "data" {
		t.Error("the run lost its stage")
	}
}
