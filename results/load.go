package results

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/parallel"
	"ebim/framework/runs/stage"
)

// Load reads the run records below one or more roots, sorted by experiment, model, seed and start. Each settings of a
// run have a record of their own: Pick takes those that a table is about. Of settings that are there more than once
// the newest record counts, and a note says which. A root that doesn't exist is an error (fs.ErrNotExist); so are
// records that are damaged, of another format or in another run's folder, with all of them named.
func Load(roots ...string) (records []stage.Record, notes []string, err error) {
	var problems []error
	newest := map[run]*stage.Record{}
	for _, root := range roots {
		found, err := readAll(root)
		if err != nil {
			return nil, nil, err
		}
		for _, one := range found {
			record := one.record
			if one.err != nil {
				problems = append(problems, one.err)
				continue
			}
			id := runOf(record)
			if other := newest[id]; other != nil {
				if other.Started.After(record.Started) {
					record, other = other, record
				}
				notes = append(notes, fmt.Sprintf("%s is there twice: %s (%s) counts, the older %s does not",
					id, filepath.Join(record.Folder, recordFile), record.Started.Format("2006-01-02 15:04:05"),
					filepath.Join(other.Folder, recordFile)))
			}
			newest[id] = record
		}
	}
	for _, record := range newest {
		records = append(records, *record)
	}
	slices.SortFunc(records, func(a, b stage.Record) int {
		return cmp.Or(cmp.Compare(a.Experiment, b.Experiment), cmp.Compare(a.Model, b.Model),
			cmp.Compare(a.Seed, b.Seed),
			a.Started.Compare(b.Started), cmp.Compare(a.Settings, b.Settings))
	})
	return records, notes, errors.Join(problems...)
}

// Read reads the record of one run as Load does. A file that isn't there any more is an error that is fs.ErrNotExist.
func Read(path string) (*stage.Record, error) {
	one := readRecord(path)
	if one.err != nil {
		return nil, one.err
	}
	return one.record, nil
}

// loaded is the record of a folder, or why it can't be read.
type loaded struct {
	folder string
	record *stage.Record
	err    error
}

// moved reports whether there is no record any more because there is no folder.
func (l loaded) moved() bool {
	if !errors.Is(l.err, fs.ErrNotExist) {
		return false
	}
	_, err := os.Stat(l.folder)
	return errors.Is(err, fs.ErrNotExist)
}

// readAll reads the records below a root, side by side. Folders that are renamed meanwhile, by a run of theirs, are
// looked for again.
func readAll(root string) ([]loaded, error) {
	for again := 0; ; again++ {
		paths, err := Paths(root)
		if err != nil {
			return nil, err
		}
		found := make([]loaded, len(paths))
		parallel.Each(len(paths), func(i int) { found[i] = readRecord(paths[i]) })
		if again == mostLooks || !slices.ContainsFunc(found, loaded.moved) {
			return slices.DeleteFunc(found, func(one loaded) bool { return errors.Is(one.err, fs.ErrNotExist) }), nil
		}
	}
}

// mostLooks bounds how often folders that vanish while they are read are listed again.
const mostLooks = 5

// readRecord refuses a record that says it is of another run than the one in whose folder it lies: what is read or
// written by its names would be elsewhere, even outside of the folder of runs.
func readRecord(path string) loaded {
	record, err := stage.ReadRecord(path)
	if err == nil && !record.InPlace() {
		err = fmt.Errorf("%s is the record of %q, seed %d, which is not its folder: move the folder back, or run again",
			path, record.Experiment+"/"+record.Model, record.Seed)
	}
	return loaded{filepath.Dir(path), record, err}
}

const recordFile = "record.json"

// missingError is the root that doesn't exist.
type missingError string

func (e missingError) Error() string {
	return fmt.Sprintf("there are no runs in %s yet; `ebim run` makes them, `--runs` says where they are", string(e))
}

func (e missingError) Is(target error) bool { return target == fs.ErrNotExist }

// run is what a record is one of.
type run struct {
	experiment, model string
	seed              int
	settings          string
}

func runOf(record *stage.Record) run {
	return run{record.Experiment, record.Model, record.Seed, record.Settings}
}

func (r run) String() string { return fmt.Sprintf("%s, %s, seed %d", r.experiment, r.model, r.seed) }

// listed lists a folder, again where something in it has been renamed meanwhile: a listing may then have neither the
// old name nor the new.
func listed(folder string) ([]fs.DirEntry, error) {
	for again := 0; ; again++ {
		before, err := os.Stat(folder)
		if err != nil {
			return nil, err
		}
		entries, err := os.ReadDir(folder)
		if err != nil || again == mostLooks {
			return entries, err
		}
		if after, err := os.Stat(folder); err != nil || after.ModTime().Equal(before.ModTime()) {
			return entries, err
		}
	}
}

// Paths lists the files of the run records below a root, ROOT/<experiment>/<model>/seed-<n>-<settings>/record.json,
// sorted, whether they can be read or not. Names that start with a dot are temporary. A root that doesn't exist is an
// error (fs.ErrNotExist).
func Paths(root string) ([]string, error) {
	if info, err := os.Stat(root); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, missingError(root)
		}
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder of runs", root)
	}
	folders := []string{root}
	for level := range 3 {
		var below []string
		for _, folder := range folders {
			entries, err := listed(folder)
			if errors.Is(err, fs.ErrNotExist) {
				continue // a run beside this one has renamed or removed it since it was listed
			}
			if err != nil {
				return nil, err
			}
			for _, entry := range entries {
				if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") &&
					(level > 0 || stage.CheckExperiment(entry.Name()) == nil) {
					below = append(below, filepath.Join(folder, entry.Name()))
				}
			}
		}
		folders = below
	}
	var paths []string
	for _, folder := range folders {
		if strings.HasPrefix(filepath.Base(folder), "seed-") {
			paths = append(paths, filepath.Join(folder, recordFile))
		}
	}
	return paths, nil
}
