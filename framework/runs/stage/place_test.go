package stage

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
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
		record, err := ReadRecord(filepath.Join(result.Folder, recordFile))
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
	if err := os.WriteFile(filepath.Join(first.Folder, recordFile), jsonLines(forged), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		second := execute(t, engine(t, root), versioned(1))[0]
		if filepath.Base(second.Folder) != "seed-0-"+first.Record.Settings || recordIn(first.Folder).Settings != forged.Settings {
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

func TestFormerFoldersMoveOnce(t *testing.T) {
	for what, run := range map[string]Run{"the same": versioned(1), "other settings": versioned(2), "another seed": func() Run { r := versioned(1); r.Seed = 3; return r }()} {
		root := t.TempDir()
		old, record := former(t, root, versioned(1))
		listed := len(tree(t, old))
		var said lines
		e := engine(t, root)
		e.Log = said.add
		execute(t, e, run)
		moved := folderOf(root, versioned(1))
		kept(t, what, moved, own)
		if exists(old) || len(tree(t, moved)) != listed || !recordIn(moved).Started.Equal(record.Started) {
			t.Errorf("%s: %q", what, tree(t, root))
		}
		if len(said.list()) != 1 || !strings.HasPrefix(said.list()[0], "Note: run folders below ") || !strings.Contains(said.list()[0], ": 1; ") {
			t.Errorf("%s: said %q", what, said.list())
		}
		if left := leftovers(t, root); len(left) > 0 {
			t.Errorf("%s: left over %q", what, left)
		}
	}
}

// An earlier program has gone on beside this one: the newer of the two records stays, with the user's files of both folders.
func TestFormerFolderOfARunThatIsThere(t *testing.T) {
	for _, newer := range []bool{false, true} {
		root := t.TempDir()
		old, record := former(t, root, versioned(1))
		aside := filepath.Join(t.TempDir(), "aside")
		if err := os.Rename(old, aside); err != nil {
			t.Fatal(err)
		}
		here := execute(t, engine(t, root), versioned(1))[0]
		put(t, here.Folder, map[string]string{"here.txt": "h", "notes.txt": "other"})
		record.Started, record.Files = here.Record.Started.AddDate(-1, 0, 0), recordIn(aside).Files
		if newer {
			record.Started = here.Record.Started.AddDate(1, 0, 0)
		}
		err := errors.Join(os.WriteFile(filepath.Join(aside, recordFile), jsonLines(record), 0o644), os.Rename(aside, old))
		if err != nil {
			t.Fatal(err)
		}
		execute(t, engine(t, root), versioned(1))
		first, second := "other", "n"
		if newer {
			first, second = second, first
		}
		kept(t, "of both", here.Folder, map[string]string{"here.txt": "h", "mine/deep/x.txt": "x", "notes.txt": first, "notes.txt.kept-1": second})
		if counts := recordIn(here.Folder).Started.Equal(record.Started); counts != newer || exists(old) {
			t.Errorf("newer %v: %+v, %q", newer, recordIn(here.Folder), tree(t, root))
		}
		if left := leftovers(t, root); len(left) > 0 {
			t.Errorf("newer %v: left over %q", newer, left)
		}
	}
}

// errKilled stands for the end of the process.
var errKilled = errors.New("killed")

// A process may be killed before each renaming of a move, and before it an earlier program while it replaced the folder.
func TestFormerFoldersSurviveAKill(t *testing.T) {
	for _, there := range []bool{false, true} { // a newer record
		for _, aside := range []bool{false, true} { // what the earlier program was replacing
			for allowed := range 3 { // renamings
				root := t.TempDir()
				old, _ := former(t, root, versioned(1))
				if there {
					hidden := filepath.Join(filepath.Dir(root), filepath.Base(root)+"-hidden")
					os.Rename(old, hidden)
					execute(t, engine(t, root), versioned(1))
					os.Rename(hidden, old)
				}
				if aside {
					put(t, filepath.Join(filepath.Dir(old), ".seed-0.tmp"), map[string]string{"config.yaml": "half"})
					os.Rename(old, filepath.Join(filepath.Dir(old), ".seed-0.old"))
				}
				e := engine(t, root)
				e.disk = realDisk()
				left := allowed
				e.disk.rename = func(from, to string) error {
					if left--; left < 0 {
						return errKilled
					}
					return os.Rename(from, to)
				}
				e.Log = func(string) {}
				e.begin(t.Context(), nil).adopt([]Run{versioned(1)})
				execute(t, engine(t, root), versioned(1))
				folder := folderOf(root, versioned(1))
				if kept(t, "killed", folder, own); exists(old) || recordIn(folder) == nil || len(leftovers(t, root)) > 0 {
					t.Errorf("there %v, aside %v, %d renamings: %q", there, aside, allowed, tree(t, root))
				}
			}
		}
	}
}

// What can't be moved is found where it is.
func TestFormerFolderThatCannotBeMoved(t *testing.T) {
	root := t.TempDir()
	old, record := former(t, root, versioned(1))
	before := tree(t, root)
	e := engine(t, root)
	e.disk = realDisk()
	e.disk.rename = func(from, _ string) error { return &fs.PathError{Op: "rename", Path: from, Err: fs.ErrPermission} }
	var said lines
	e.Log = said.add
	result := execute(t, e, versioned(1))[0]
	if result.Folder != old || !result.Record.Started.Equal(record.Started) || len(said.list()) > 0 {
		t.Errorf("%+v, said %q", result, said.list())
	}
	if diff := cmp.Diff(before, tree(t, root)); diff != "" {
		t.Error(diff)
	}
}

func TestFormerFoldersWithoutAWholeRecordStay(t *testing.T) {
	for what, text := range map[string]string{"half": `{"format": 1, "sett`, "format 99": `{"format": 99}`, "no settings": `{"format": 1, "experiment": "circle", "model": "ebim"}`,
		"of another": `{"format": 1, "experiment": "circle", "model": "ebim", "seed": 4, "settings": "0123456789abcdef0123"}`} {
		root := t.TempDir()
		old := filepath.Join(root, "circle", "ebim", "seed-0")
		files := map[string]string{recordFile: text, "mine.txt": "m"}
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
	if err := errors.Join(errs...); err != nil || recordIn(folder) == nil || recordIn(folder).Status != Done || len(leftovers(t, root)) > 0 {
		t.Errorf("%v, %q", err, tree(t, root))
	}
	kept(t, "at once", folder, own)
	if read(t, folder, "data", "result.txt") != "data" {
		t.Error("the run lost its stage")
	}
}
