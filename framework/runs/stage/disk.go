package stage

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/regular"
	"ebim/framework/runs/disk"
)

// fileSystem is the part of the file system that may fail halfway; tests replace it.
type fileSystem struct {
	rename func(from, to string) error
	link   func(from, to string) error
	write  func(path string, data []byte) error
}

func realDisk() fileSystem {
	return fileSystem{
		rename: os.Rename,
		link:   os.Link,
		write:  func(path string, data []byte) error { return os.WriteFile(path, data, 0o644) },
	}
}

// linkOrCopy makes to the same file as from, or a copy where links aren't possible.
func (d fileSystem) linkOrCopy(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	if d.link(from, to) == nil {
		return nil
	}
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(target, source)
	return errors.Join(err, target.Close())
}

// replace puts the finished folder fresh at place. The folder that was there waits at old meanwhile, and is put back if the
// renaming fails; otherwise what the engine wrote in it is deleted, and the rest moves to fresh.
func (d fileSystem) replace(fresh, place, old string, written func(folder string) wrote) error {
	existed := true
	if err := d.rename(place, old); errors.Is(err, fs.ErrNotExist) {
		existed = false
	} else if err != nil {
		return err
	}
	if err := d.rename(fresh, place); err != nil {
		if existed {
			err = errors.Join(err, d.rename(old, place))
		}
		return err
	}
	_ = disk.Flush(filepath.Dir(place))
	if !existed {
		return nil
	}
	return written(old).clear(old, place)
}

// putBack ends a replacement that was cut short: it puts old back where nothing has taken its place, and otherwise clears it.
func (d fileSystem) putBack(place, old string, written func(folder string) wrote) error {
	if !isFolder(old) {
		return nil
	}
	if isFolder(place) {
		return written(old).clear(old, place)
	}
	return d.rename(old, place)
}

// files lists the regular files below a folder with their sizes and digests, by slash-separated path, sorted.
func files(dir string) ([]fileInfo, error) {
	var found []fileInfo
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if err := regular.Check(info.Mode()); err != nil {
			return fmt.Errorf("%s: %w", relative, err)
		}
		digest, err := regular.SHA256(path)
		found = append(found, fileInfo{filepath.ToSlash(relative), info.Size(), digest})
		return err
	})
	return found, err
}

type fileInfo struct {
	Path   string `json:"path"`
	Bytes  int64  `json:"bytes"`
	SHA256 string `json:"sha256,omitempty"` // not checked when empty
}

// withPrefix lists the full paths of a folder's entries whose names start with prefix, sorted.
func withPrefix(dir, prefix string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var paths []string
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), prefix) {
			paths = append(paths, filepath.Join(dir, entry.Name()))
		}
	}
	slices.Sort(paths)
	return paths, err
}

func isEmpty(dir string) bool {
	entries, err := os.ReadDir(dir)
	return err != nil || len(entries) == 0
}

// WriteFile writes a file beside its place and renames it, so that an earlier one stays until the new one is whole. It deletes
// what killed processes left of theirs.
func WriteFile(path string, write func(io.Writer) error) error {
	const prefix = ".writing-"
	disk.Sweep(filepath.Dir(path), prefix)
	temporary, err := disk.File(filepath.Dir(path), prefix)
	if err != nil {
		return err
	}
	defer temporary.Remove()
	file, err := os.OpenFile(temporary.Path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(write(file), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return temporary.Rename(path)
}
