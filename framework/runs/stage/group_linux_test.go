package stage

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ebim/framework/runs/disk"
	"ebim/framework/runs/lease"
)

// A pipe in place of a file of the program's holds nobody up: the file is written anew.
func TestPipes(t *testing.T) {
	root := t.TempDir()
	var count counter
	s := fake("data", &count)
	run := newRun("ebim", 0, s)
	folder := execute(t, engine(t, root), run)[0].Folder
	leave, _ := join(root, lease.Options{})
	defer leave()
	holders, err := filepath.Glob(filepath.Join(usersFolder(root), "*", "*", "holder.json"))
	if err != nil || len(holders) != 1 {
		t.Fatal(holders, err)
	}
	finished := filepath.Join(stageFolder(root, "data", s.Key()), FinishedFile)
	for _, path := range []string{filepath.Join(folder, RecordFile), finished, filepath.Join(folder, "config.yaml"),
		holders[0]} {
		if err := errors.Join(os.Remove(path), syscall.Mkfifo(path, 0o600)); err != nil {
			t.Fatal(err)
		}
		if _, err := LookForLiving(root, time.Now()); err != nil {
			t.Error(err)
		}
		if result := execute(t, engine(t, root), run)[0]; result.Record.Status != Done || recordIn(folder) == nil {
			t.Errorf("%s: %+v", path, result.Record)
		}
	}
	if _, ok := whole(filepath.Dir(finished), "data", s.Key()); !ok || count.n.Load() != 2 {
		t.Errorf("computed %d times", count.n.Load())
	}
}

// Who lets a group write lets it write into the folders of runs.
func TestFoldersFollowTheUmask(t *testing.T) {
	defer syscall.Umask(syscall.Umask(0o002))
	root := filepath.Join(t.TempDir(), "runs")
	s := fake("data", new(counter))
	result := execute(t, engine(t, root), newRun("ebim", 0, s))[0]
	for _, folder := range []string{root, filepath.Join(root, "stages"), usersFolder(root), stageFolder(root, "data",
		s.Key()), filepath.Dir(result.Folder), result.Folder} {
		if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o775 {
			t.Errorf("%s: %v, %v", folder, info.Mode(), err)
		}
	}
	figure := filepath.Join(root, "figure.png")
	if err := disk.WriteFile(figure, func(io.Writer) error { return nil }); err != nil {
		t.Error(err)
	}
	for _, file := range []string{figure, filepath.Join(result.Folder, RecordFile), filepath.Join(result.Folder,
		"config.yaml"),
		filepath.Join(stageFolder(root, "data", s.Key()), FinishedFile)} {
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o664 {
			t.Errorf("%s: %v, %v", file, info.Mode(), err)
		}
	}
}
