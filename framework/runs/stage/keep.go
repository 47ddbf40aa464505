package stage

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// wrote is the set of files that the engine has written into a folder, by slash-separated path.
type wrote map[string]bool

// below reports whether some of the files lie in a folder.
func (w wrote) below(folder string) bool {
	for file := range w {
		if strings.HasPrefix(file, folder+"/") {
			return true
		}
	}
	return false
}

// clear deletes the replaced folder old with what the engine wrote there. Everything else, such as a user's notes, moves to
// the folder in its place, under another name where the engine has taken its name.
func (w wrote) clear(old, place string) error { return w.clearBelow(old, place, "") }

func (w wrote) clearBelow(old, place, folder string) error {
	entries, err := os.ReadDir(filepath.Join(old, filepath.FromSlash(folder)))
	if err != nil {
		return err
	}
	listsLast(entries)
	var errs []error
	for _, entry := range entries {
		name := path.Join(folder, entry.Name())
		from, to := filepath.Join(old, filepath.FromSlash(name)), filepath.Join(place, filepath.FromSlash(name))
		switch {
		case entry.IsDir() && (w.below(name) || isFolder(to)):
			errs = append(errs, w.clearBelow(old, place, name))
		case w[name] && !entry.IsDir():
			errs = append(errs, os.Remove(from))
		default:
			errs = append(errs, moveAside(from, to))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return os.Remove(filepath.Join(old, filepath.FromSlash(folder)))
}

// listsLast puts the files that list what the engine has written at the end, so that who is killed before leaves the list.
func listsLast(entries []os.DirEntry) {
	list := func(entry os.DirEntry) int {
		if entry.Name() == recordFile || entry.Name() == stageFile {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(entries, func(a, b os.DirEntry) int { return list(a) - list(b) })
}

func isFolder(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.IsDir()
}

// moveAside renames a file or a folder, to a name that is free in both folders where there is another.
func moveAside(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
		return err
	}
	free := func(path string) bool {
		_, err := os.Lstat(path)
		return err != nil // if not because there is nothing, renaming will say why
	}
	suffix := ""
	for i := 1; !free(to+suffix) || suffix != "" && !free(from+suffix); i++ {
		suffix = fmt.Sprintf(".kept-%d", i)
	}
	return os.Rename(from, to+suffix)
}

// written returns the files of a finished stage's folder or, where its list is gone, those of the folder in its place.
func written(folder, place string) wrote {
	w := wrote{stageFile: true}
	known, err := readFinished(folder)
	if err != nil {
		known, err = readFinished(place)
	}
	if err != nil {
		return w
	}
	for _, file := range known.Files {
		w[file.Path] = true
	}
	return w
}

// written returns what lists the files of a run's folder, as its record does. For a record of an older program, which has no
// list, they are those of its stages; where no record can be read, those of the given stages.
func (x *execution) written(stages []*Stage) func(folder string) wrote {
	return func(folder string) wrote {
		w := wrote{recordFile: true, configFile: true, metricsFile: true, samplesFile: true}
		record, err := ReadRecord(filepath.Join(folder, recordFile))
		switch {
		case err != nil:
			for _, stage := range stages {
				w.addStage(x.store(), stage.label(), stage.Key())
			}
		case record.Files == nil:
			if record.Failure != nil {
				w[panicLog(record.Failure.Stage)] = true
			}
			for _, stage := range record.Stages {
				w.addStage(x.store(), stage.Name, stage.Key)
			}
		default:
			for _, file := range record.Files {
				w[file] = true
			}
		}
		return w
	}
}

// addStage adds the files of the finished stage with a key, under the name that a run has for it.
func (w wrote) addStage(s store, name, key string) {
	entries, _ := os.ReadDir(filepath.Join(s.root, stagesFolder)) // without it nothing is known
	for _, entry := range entries {
		if folder := filepath.Join(s.root, stagesFolder, entry.Name()); strings.HasSuffix(entry.Name(), "-"+key) {
			for file := range written(folder, folder) {
				w[path.Join(name, file)] = true
			}
		}
	}
}
