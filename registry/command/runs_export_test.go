package command

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is exported and imported makes the same tables, is computed no more, and draws its figures; a second import changes nothing.
func TestExportAndImportRuns(t *testing.T) {
	file, runs, folder := write(t, "circle.yaml", circle), t.TempDir(), t.TempDir()
	must(t, "run", file, "--runs", runs)
	all := list(t, "--runs", runs)
	mine := filepath.Join(runs, all[0].Run, "mine.txt")
	if err := os.WriteFile(mine, []byte("m"), 0o644); err != nil {
		t.Fatal(err)
	}
	archive := filepath.Join(folder, "some", "circle.tar.gz")
	out := must(t, "runs", "export", "--runs", runs, "--output", archive)
	if !strings.Contains(out, archive+": 2 runs, ") {
		t.Error(out)
	}
	if code, _, messages := ebim(t, "runs", "export", "--runs", runs, "--output", archive); code != ExitUsage || !strings.Contains(messages, "is not replaced") {
		t.Errorf("code %d, %s", code, messages)
	}
	other, third := filepath.Join(folder, "other"), filepath.Join(folder, "third")
	if out := must(t, "runs", "import", archive, "--runs", other); !strings.Contains(out, "imported       "+all[0].Run+"\n") || !strings.Contains(out, "2 of 2 runs imported\n") {
		t.Error(out)
	}
	if diff := cmp.Diff(list(t, "--runs", runs), list(t, "--runs", other)); diff != "" {
		t.Error(diff)
	}
	if _, err := os.Stat(filepath.Join(other, all[0].Run, "mine.txt")); err == nil {
		t.Error("the user's file is exported")
	}
	if code, _, messages := ebim(t, "run", file, "--runs", other); code != 0 || !strings.Contains(messages, "Nothing was left to compute") {
		t.Errorf("code %d, %s", code, messages)
	}
	if entries, _ := filepath.Glob(filepath.Join(other, "figures", "circle", "*.png")); len(entries) == 0 {
		t.Error("no pictures")
	}
	must(t, "runs", "export", "circle/ebm", "--runs", other, "--output", third)
	before := listing(t, third)
	for _, source := range []string{archive, other} { // the second has nothing new
		must(t, "runs", "import", source, "--runs", third)
		if names := list(t, "--runs", third); len(names) != 2 {
			t.Errorf("%s: %+v", source, names)
		}
		after := listing(t, third)
		for path, time := range before {
			if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() && !strings.HasSuffix(path, ".lock") && after[path] != time {
				t.Errorf("%s has replaced %s", source, path)
			}
		}
		before = after
	}
	linked, err := os.Stat(filepath.Join(other, all[0].Run, "data", "train.npy"))
	stages, _ := filepath.Glob(filepath.Join(other, "stages", "data-*", "train.npy"))
	if own, second := os.Stat(stages[0]); err != nil || second != nil || !os.SameFile(linked, own) {
		t.Errorf("a stage's file is there twice (%v, %v)", err, second)
	}
}

// archived is a .tar.gz of the given entries.
func archived(t *testing.T, headers ...tar.Header) string {
	t.Helper()
	var out bytes.Buffer
	packed := gzip.NewWriter(&out)
	archive := tar.NewWriter(packed)
	for _, header := range headers {
		if err := archive.WriteHeader(&header); err != nil {
			t.Fatal(err)
		}
	}
	archive.Close()
	packed.Close()
	return write(t, "bad.tar.gz", out.String())
}

func TestHostileArchives(t *testing.T) {
	whole := write(t, "w.tar.gz", "")
	for want, file := range map[string]string{
		"outside of its folder":        archived(t, tar.Header{Name: "../up.txt", Typeflag: tar.TypeReg, Mode: 0o644}),
		"it has a file \"/root\"":      archived(t, tar.Header{Name: "/root", Typeflag: tar.TypeReg, Mode: 0o644}),
		"neither a file nor a folder":  archived(t, tar.Header{Name: "a", Linkname: "/etc", Typeflag: tar.TypeSymlink, Mode: 0o644}),
		"which it does not hold":       archived(t, tar.Header{Name: "a", Linkname: "../../b", Typeflag: tar.TypeLink, Mode: 0o644}),
		"it is not a .tar.gz archive":  whole,
		"file exists":                  archived(t, tar.Header{Name: "a", Typeflag: tar.TypeReg, Mode: 0o644}, tar.Header{Name: "a", Typeflag: tar.TypeReg, Mode: 0o644}),
		"no such file or directory":    filepath.Join(t.TempDir(), "none.tar.gz"),
		"it has no runs that have end": t.TempDir(),
	} {
		runs := t.TempDir()
		code, out, messages := ebim(t, "runs", "import", file, "--runs", runs)
		if code != ExitFailed || !strings.Contains(messages, want) || !strings.HasPrefix(out, "0 of 0 runs") {
			t.Errorf("want %q: code %d, %s%s", want, code, out, messages)
		}
		for path := range listing(t, runs) {
			if relative, _ := filepath.Rel(runs, path); !slices.Contains([]string{".", "locks", "stages"}, relative) {
				t.Errorf("%q leaves %s", want, path)
			}
		}
	}
}

// A stage whose files have changed on the way is not believed, and what is running is not taken along.
func TestDamagedAndRunningRunsOfExports(t *testing.T) {
	runs, copied, third := twoSettings(t), filepath.Join(t.TempDir(), "copied"), t.TempDir()
	all := list(t, "--runs", runs)
	record := filepath.Join(runs, all[0].Run, "record.json")
	text, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(record, bytes.Replace(text, []byte(`"status": "done"`), []byte(`"status": "running"`), 1), 0o644); err != nil {
		t.Fatal(err)
	}
	var answer runsExportAnswer
	if err := json.Unmarshal([]byte(must(t, "runs", "export", "--runs", runs, "--output", copied, "--format", "json")), &answer); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{all[0].Run}, answer.LeftOut); diff != "" || len(answer.Exported) != 2 {
		t.Errorf("%+v", answer)
	}
	archive := filepath.Join(t.TempDir(), "a.tgz")
	must(t, "runs", "export", "--runs", copied, "--output", archive)
	stages, _ := filepath.Glob(filepath.Join(copied, "stages", "data-*", "train.npy"))
	if err := os.Truncate(stages[0], 20); err != nil {
		t.Fatal(err)
	}
	name := filepath.Base(filepath.Dir(stages[0]))
	for _, arguments := range [][]string{{"export", "--runs", copied, "--output", filepath.Join(t.TempDir(), "b.tgz")}, {"import", copied, "--runs", third}} {
		code, _, messages := ebim(t, append([]string{"runs"}, arguments...)...) // without the stage that is not whole
		if code != 0 || !strings.Contains(messages, "its files have changed") || !strings.Contains(messages, name) {
			t.Errorf("runs %s: code %d, %s", arguments[0], code, messages)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(third, "stages", "data-*")); len(found) != 0 || len(list(t, "--runs", third)) != 2 {
		t.Errorf("%q", found)
	}
	must(t, "runs", "import", archive, "--runs", third) // has it
	if found, _ := filepath.Glob(filepath.Join(third, "stages", "data-*")); len(found) != 1 {
		t.Errorf("%q", found)
	}
}
