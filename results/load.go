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

	"ebim/framework/stage"
)

// Load reads the run records below one or more roots, sorted by experiment, model and seed. Of a run that is there more
// than once the newest record counts, and a note says which. A root that doesn't exist is an error (fs.ErrNotExist); so
// are records that are damaged, of another format or in another run's folder, with all of them named.
func Load(roots ...string) (records []stage.Record, notes []string, err error) {
	var problems []error
	newest := map[run]located{}
	for _, root := range roots {
		paths, err := recordPaths(root)
		if err != nil {
			return nil, nil, err
		}
		for _, path := range paths {
			record, err := stage.ReadRecord(path)
			if err == nil {
				err = checkPlace(record)
			}
			if err != nil {
				problems = append(problems, err)
				continue
			}
			id := run{record.Experiment, record.Model, record.Seed}
			found, other := located{record, path}, newest[id]
			if other.record != nil {
				if other.record.Started.After(record.Started) {
					found, other = other, found
				}
				notes = append(notes, fmt.Sprintf("%s is there twice: %s (%s) counts, the older %s does not",
					id, found.path, found.record.Started.Format("2006-01-02 15:04:05"), other.path))
			}
			newest[id] = found
		}
	}
	for _, found := range newest {
		records = append(records, *found.record)
	}
	slices.SortFunc(records, func(a, b stage.Record) int {
		return cmp.Or(cmp.Compare(a.Experiment, b.Experiment), cmp.Compare(a.Model, b.Model), cmp.Compare(a.Seed, b.Seed))
	})
	return records, notes, errors.Join(problems...)
}

// checkPlace refuses a record that says it is of another run than the one in whose folder it lies: what is read or written by
// its names would be elsewhere, even outside of the folder of runs.
func checkPlace(record *stage.Record) error {
	elements := strings.Split(filepath.ToSlash(record.Folder), "/")
	wanted := []string{record.Experiment, record.Model, fmt.Sprintf("seed-%d", record.Seed)}
	if n := len(elements); n < 3 || !slices.Equal(elements[n-3:], wanted) {
		return fmt.Errorf("%s is the record of %q, which is not its folder: move the folder back, or run again",
			filepath.Join(record.Folder, "record.json"), strings.Join(wanted, "/"))
	}
	return nil
}

// missingError is the root that doesn't exist.
type missingError string

func (e missingError) Error() string {
	return fmt.Sprintf("there are no runs in %s yet; `ebim run` makes them, `--runs` says where they are", string(e))
}

func (e missingError) Is(target error) bool { return target == fs.ErrNotExist }

type run struct {
	experiment, model string
	seed              int
}

func (r run) String() string { return fmt.Sprintf("%s, %s, seed %d", r.experiment, r.model, r.seed) }

type located struct {
	record *stage.Record
	path   string
}

// recordPaths lists ROOT/<experiment>/<model>/seed-<n>/record.json, sorted. Names that start with a dot are temporary.
func recordPaths(root string) ([]string, error) {
	if info, err := os.Stat(root); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil, missingError(root)
		}
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s is not a folder of runs", root)
	}
	folders := []string{root}
	for range 3 {
		var below []string
		for _, folder := range folders {
			entries, err := os.ReadDir(folder)
			if errors.Is(err, fs.ErrNotExist) {
				continue // a run beside this one has renamed or removed it since it was listed
			}
			if err != nil {
				return nil, err
			}
			for _, entry := range entries {
				if entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
					below = append(below, filepath.Join(folder, entry.Name()))
				}
			}
		}
		folders = below
	}
	var paths []string
	for _, folder := range folders {
		path := filepath.Join(folder, "record.json")
		if _, err := os.Stat(path); err == nil && strings.HasPrefix(filepath.Base(folder), "seed-") {
			paths = append(paths, path)
		}
	}
	return paths, nil
}
