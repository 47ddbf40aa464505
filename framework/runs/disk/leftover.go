package disk

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/gofrs/flock"
)

// Temporary is a file or a folder that is in use: its process holds a lock on it, which dies with the process.
type Temporary struct {
	Path string
	lock *flock.Flock // nil where the file system has no locks: then nobody takes it for a leftover
}

// File makes an empty temporary file in a folder. Its name is the prefix and a random number.
func File(folder, prefix string) (*Temporary, error) {
	return create(func() (string, error) {
		file, err := os.CreateTemp(folder, prefix+"*")
		if err != nil {
			return "", err
		}
		return file.Name(), file.Close()
	})
}

// Folder makes an empty temporary folder in another.
func Folder(folder, prefix string) (*Temporary, error) {
	return create(func() (string, error) { return os.MkdirTemp(folder, prefix+"*") })
}

// create makes and locks: another process may have swept what was not yet locked.
func create(make func() (string, error)) (*Temporary, error) {
	for range 10 {
		path, err := make()
		if err != nil {
			return nil, err
		}
		lock, err := hold(path)
		if err == nil && lock == nil { // another process sweeps it
			continue
		}
		if _, gone := os.Lstat(path); gone == nil {
			return &Temporary{path, lock}, nil
		}
		if lock != nil {
			lock.Close()
		}
	}
	return nil, errors.New("can't keep a temporary file in the folder: another process deletes them")
}

// hold locks a file or a folder; the lock is nil if another process has it.
func hold(path string) (*flock.Flock, error) {
	lock := flock.New(path, flock.SetFlag(os.O_RDONLY))
	taken, err := lock.TryLock()
	if err != nil || !taken {
		return nil, errors.Join(err, lock.Close())
	}
	return lock, nil
}

// Rename moves the file or folder to its place, where it is no longer temporary.
func (t *Temporary) Rename(place string) error {
	if runtime.GOOS == "windows" { // which renames no open files
		t.release()
	}
	err := os.Rename(t.Path, place)
	t.release()
	return err
}

// Remove deletes what is still there. It may be called again, and after Rename.
func (t *Temporary) Remove() error {
	if runtime.GOOS == "windows" {
		t.release()
	}
	err := os.RemoveAll(t.Path)
	t.release()
	return err
}

func (t *Temporary) release() {
	if t.lock != nil {
		t.lock.Close()
	}
}

// Sweep deletes the files and folders with a prefix that ended processes have left in a folder. What can't be deleted stays.
func Sweep(folder, prefix string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	for _, entry := range entries {
		number, ours := strings.CutPrefix(entry.Name(), prefix)
		if !ours || number == "" || strings.Trim(number, "0123456789") != "" || !entry.IsDir() && !entry.Type().IsRegular() {
			continue
		}
		left := Temporary{Path: filepath.Join(folder, entry.Name())}
		if left.lock, err = hold(left.Path); err == nil && left.lock != nil {
			_ = left.Remove()
		}
	}
}
