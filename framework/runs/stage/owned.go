package stage

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// owned is the set of files that the program has written into a folder, by slash-separated path. All else in it is the
// user's.
type owned map[string]bool

func ownedOf(files ...string) owned {
	o := owned{}
	for _, file := range files {
		o[file] = true
	}
	return o
}

// makeWay makes the folders above a file that is to be written into a folder, and moves aside what the user has in its
// place.
func (o owned) makeWay(folder, name string) error {
	at, elements := folder, strings.Split(name, "/")
	for i, element := range elements {
		at = filepath.Join(at, element)
		info, err := os.Lstat(at)
		last := i == len(elements)-1
		switch {
		case errors.Is(err, fs.ErrNotExist) && last:
			return nil
		case errors.Is(err, fs.ErrNotExist):
			err = os.Mkdir(at, 0o777)
		case err == nil && (last && (info.IsDir() || !o[name]) || !last && !info.IsDir()):
			if err = moveAside(at); err == nil && !last {
				err = os.Mkdir(at, 0o777)
			}
		}
		if err != nil && !errors.Is(err, fs.ErrExist) { // another process has made the folder
			return err
		}
	}
	return nil
}

// moveAside renames a user's file or folder.
func moveAside(place string) error {
	for i := 1; ; i++ {
		to := fmt.Sprintf("%s.kept-%d", place, i)
		if _, err := os.Lstat(to); err != nil { // if not because there is nothing, renaming will say why
			return os.Rename(place, to)
		}
	}
}

// drop deletes those of the files that are not to stay, and the folders that they leave empty.
func (o owned) drop(folder string, stay owned) error {
	var errs []error
	for name := range o {
		if stay[name] || !filepath.IsLocal(filepath.FromSlash(name)) {
			continue
		}
		file := filepath.Join(folder, filepath.FromSlash(name))
		if info, err := os.Lstat(file); err != nil || info.IsDir() {
			continue
		}
		errs = append(errs, os.Remove(file))
		for above := path.Dir(name); above != "."; above = path.Dir(above) {
			if os.Remove(filepath.Join(folder, filepath.FromSlash(above))) != nil {
				break
			}
		}
	}
	return errors.Join(errs...)
}

// remove deletes the files, but the list of them last, and the folder unless files of the user stay, which it returns.
func (o owned) remove(folder, list string) (kept []string, err error) {
	if err := errors.Join(o.drop(folder, owned{list: true}), o.drop(folder, owned{})); err != nil {
		return nil, err
	}
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			kept = append(kept, path)
		}
		return err
	})
	if err != nil || len(kept) > 0 {
		return kept, err
	}
	return nil, os.RemoveAll(folder) // empty folders
}
