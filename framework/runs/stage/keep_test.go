package stage

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// own are a user's files in a folder of the engine's, by path.
var own = map[string]string{"notes.txt": "n", "data/notes.txt": "d", "mine/deep/x.txt": "x", "result.txt": "r",
	"data.zip": "z"}

func put(t *testing.T, folder string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(folder, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text),
			0o600)); err != nil {
			t.Fatal(err)
		}
	}
}

// kept fails the test unless the user's files are as they were.
func kept(t *testing.T, when, folder string, files map[string]string) {
	t.Helper()
	found := map[string]string{}
	for name := range files {
		data, _ := os.ReadFile(filepath.Join(folder, name))
		found[name] = string(data)
	}
	if diff := cmp.Diff(files, found); diff != "" {
		t.Errorf("%s: %s", when, diff)
	}
}

func TestRunKeepsWhatItDidNotWrite(t *testing.T) {
	root := t.TempDir()
	data := fake("data", new(counter))
	broken := true
	mass := measuring("mass", new(counter), func() error {
		if broken {
			panic("no mass")
		}
		return nil
	}, data)
	folder := execute(t, engine(t, root), newRun("ebim", 0, data, mass))[0].Folder
	put(t, folder, own)
	if err := errors.Join(os.Symlink("nowhere", filepath.Join(folder, "link")), os.Mkdir(filepath.Join(folder, "empty"),
		0o700)); err != nil {
		t.Fatal(err)
	}
	fresh := engine(t, root)
	fresh.Fresh = true
	for _, step := range []struct {
		when   string
		engine *Engine
		mended bool
	}{
		{"with a log", engine(t, root), false},
		{"again", engine(t, root), false},
		{"without one", engine(t, root), true},
		{"afresh", fresh, true},
	} {
		broken = !step.mended
		if result := execute(t, step.engine, newRun("ebim", 0, data, mass))[0]; result.Folder != folder ||
			exists(folder, "panic-metric_mass.log") == step.mended {
			t.Errorf("%s: %s holds %q", step.when, result.Folder, tree(t, folder))
		}
		kept(t, step.when, folder, own)
		if target, err := os.Readlink(filepath.Join(folder, "link")); err != nil || target != "nowhere" {
			t.Errorf("%s: link %s, %v", step.when, target, err)
		}
		if info, err := os.Stat(filepath.Join(folder, "empty")); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: empty folder %v, %v", step.when, info, err)
		}
	}
	want := []string{".", "config.yaml", "data", "data.zip", "data/notes.txt", "data/result.txt", "empty", "link",
		"metric_mass", "metric_mass/metrics.json",
		"metrics.json", "mine", "mine/deep", "mine/deep/x.txt", "notes.txt", "record.json", "result.txt"}
	if diff := cmp.Diff(want, tree(t, folder)); diff != "" {
		t.Errorf("in the end: %s", diff)
	}
}

// Where a user's file has a name that the engine takes later, both are kept.
func TestTakenNamesAreKeptAside(t *testing.T) {
	root := t.TempDir()
	data := fake("data", new(counter))
	failing := fake("energy", new(counter), data)
	failing.Run = func(context.Context, *Work) error { return errors.New("not yet") }
	folder := execute(t, engine(t, root), newRun("ebim", 0, data, failing))[0].Folder
	put(t, folder, map[string]string{"energy/result.txt": "mine", "energy/result.txt.kept-1": "older"})
	execute(t, engine(t, root), newRun("ebim", 0, data, fake("energy", new(counter), data)))
	kept(t, "taken", folder, map[string]string{"energy/result.txt": "energy(data)", "energy/result.txt.kept-1": "older",
		"energy/result.txt.kept-2": "mine"})
}

// Records of older programs don't list files, and some folders have no whole record: what their stages wrote is known
// then.
func TestFoldersWithoutAListKeepWhatIsNotTheirs(t *testing.T) {
	for when, edit := range map[string]func(record string) error{
		"older": func(path string) error {
			record, err := ReadRecord(path)
			if err != nil {
				return err
			}
			record.Files = nil
			return os.WriteFile(path, jsonLines(record), 0o644)
		},
		"damaged": func(path string) error { return os.Truncate(path, 30) },
	} {
		root := t.TempDir()
		data := fake("data", new(counter))
		folder := execute(t, engine(t, root), newRun("ebim", 0, data))[0].Folder
		put(t, folder, own)
		if err := edit(filepath.Join(folder, "record.json")); err != nil {
			t.Fatal(err)
		}
		fresh := engine(t, root)
		fresh.Fresh = true
		execute(t, fresh, newRun("ebim", 0, data))
		kept(t, when, folder, own)
		want := []string{".", "config.yaml", "data", "data.zip", "data/notes.txt", "data/result.txt", "mine",
			"mine/deep", "mine/deep/x.txt",
			"notes.txt", "record.json", "result.txt"}
		if diff := cmp.Diff(want, tree(t, folder)); diff != "" {
			t.Errorf("%s: %s", when, diff)
		}
	}
}

func TestStageFoldersKeepWhatTheyDidNotWrite(t *testing.T) {
	mine := maps.Clone(own)
	delete(mine, "result.txt") // the stage's
	for when, damage := range map[string]func(dir string) error{
		"whole":        func(string) error { return nil },
		"without list": func(dir string) error { return os.Remove(filepath.Join(dir, "stage.json")) },
	} {
		root := t.TempDir()
		data := fake("data", new(counter))
		execute(t, engine(t, root), newRun("ebim", 0, data))
		folder := stageFolder(root, "data", data.Key())
		put(t, folder, mine)
		backup := folder + ".tmp-backup" // not as the engine names its own
		put(t, backup, mine)
		if err := damage(folder); err != nil {
			t.Fatal(err)
		}
		fresh := engine(t, root)
		fresh.Fresh = true
		execute(t, fresh, newRun("ebim", 0, data))
		kept(t, when, folder, mine)
		kept(t, when+", beside it", backup, mine)
		if _, ok := whole(folder, "data", data.Key()); !ok || exists(folder, "result.txt.kept-1") {
			t.Errorf("%s: %q", when, tree(t, root))
		}
	}
}

// times are when everything below a root was changed, but for who is executing runs.
func times(t *testing.T, root string) map[string]time.Time {
	t.Helper()
	found := map[string]time.Time{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && path == filepath.Join(root, "locks") {
			return filepath.SkipDir
		}
		info, err := entry.Info()
		found[path] = info.ModTime()
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestFinishedRunWritesNothing(t *testing.T) {
	root := t.TempDir()
	data := fake("data", new(counter))
	runs := []Run{newRun("ebim", 0, data, fake("energy", new(counter), data)), newRun("ebm", 0, data)}
	first := execute(t, engine(t, root), runs...)
	before := times(t, root)
	later := engine(t, root)
	later.Versions = map[string]string{"ebim": "later"}
	again := execute(t, later, runs...)
	if diff := cmp.Diff(before, times(t, root)); diff != "" {
		t.Errorf("written: %s", diff)
	}
	if !again[0].Record.Stages[0].Reused || again[0].Record.Versions["ebim"] != "test" ||
		!again[0].Record.Started.Equal(first[0].Record.Started) {
		t.Errorf("%+v", again[0].Record)
	}
	for name, damage := range map[string]func(path string) error{ // which is mended
		"config.yaml":       func(path string) error { return os.Truncate(path, 1) },
		"energy/result.txt": os.Remove,
		"data/result.txt": func(path string) error {
			return errors.Join(os.Remove(path), os.WriteFile(path, []byte("dada"), 0o644))
		},
	} {
		if err := damage(filepath.Join(first[0].Folder, name)); err != nil {
			t.Fatal(err)
		}
		execute(t, engine(t, root), runs...)
		if read(t, first[0].Folder, "config.yaml") != "model: ebim\n" || read(t, first[0].Folder,
			"energy/result.txt") != "energy(data)" ||
			read(t, first[0].Folder, "data/result.txt") != "data" {
			t.Errorf("a damaged %s is not mended", name)
		}
	}
}

func TestCopiesCountAsTheStagesFiles(t *testing.T) {
	root := t.TempDir()
	e := engine(t, root)
	e.disk.link = func(string, string) error { return errors.ErrUnsupported }
	run := newRun("ebim", 0, fake("data", new(counter)))
	execute(t, e, run)
	before := times(t, root)
	execute(t, e, run)
	if diff := cmp.Diff(before, times(t, root)); diff != "" {
		t.Errorf("written: %s", diff)
	}
}

// A run that is finished but for its title shows, and says so, where it can't be written.
func TestFinishedRunInAFolderThatCannotBeWritten(t *testing.T) {
	root := t.TempDir()
	data := fake("data", new(counter))
	execute(t, engine(t, root), newRun("ebim", 0, data))
	var said lines
	e := engine(t, root)
	e.Log = said.add
	e.disk.write = func(path string, _ []byte) error {
		return &fs.PathError{Op: "write", Path: path, Err: fs.ErrPermission}
	}
	renamed := newRun("ebim", 0, data)
	renamed.Config = []byte("title: another\n")
	if result := execute(t, e, renamed)[0]; result.Record.Status != Done || len(said.list()) != 1 {
		t.Errorf("%+v; said %q", result.Record, said.list())
	}
	others := []Run{newRun("new", 0, data), newRun("new", 1, data), newRun("new", 2, data)}
	_, err := e.Execute(t.Context(), others)
	if !errors.Is(err, fs.ErrPermission) || strings.Count(err.Error(), "can't be written") != 1 {
		t.Errorf("runs that are not recorded yet: %v", err)
	}
}
