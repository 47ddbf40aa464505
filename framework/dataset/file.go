package dataset

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"

	"ebim/framework/dataset/download"
	"ebim/framework/points"
)

// Resolve is the path of the user's own file: relative paths start at the experiment's folder.
func (e Env) Resolve(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(e.Dir, path)
}

// Find is the path of the user's own file, if given, or else of a known file in the data folders.
func (e Env) Find(own *string, known string) (string, error) {
	if own != nil {
		return e.Resolve(*own), nil
	}
	file, err := download.Find(known)
	if err != nil {
		return "", err
	}
	return download.Locate(file, e.Folders)
}

// ReadFile is points.ReadFile; its error says where a file is looked for that is not there.
func ReadFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	found, err := points.ReadFile(path, read)
	return found, explained(err, path)
}

// explained says where a file is looked for that is not there.
func explained(err error, path string) error {
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("there is no file %s; a relative path starts at the experiment file's folder, not where the "+
			"program is called", path)
	}
	return err
}

// NPY is an own NumPy array, of shape [points, dimension] or [points].
type NPY struct {
	File    string `yaml:"file" doc:"path of the array, relative to the experiment file"`
	Columns []int  `yaml:"columns" default:"null" range:"[0, inf)" doc:"columns to take, in this order, by index from 0; all unless given"`
}

var _ FileSource = (*NPY)(nil)

// Load reads the array; see points.ReadNPY for what it may hold.
func (n *NPY) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	set, err := ReadFile(env.Resolve(n.File), points.ReadNPY)
	if err != nil {
		return nil, err
	}
	if len(n.Columns) > 0 {
		if set, err = columns(set, n.Columns); err != nil {
			return nil, fmt.Errorf("%s: %w", env.Resolve(n.File), err)
		}
	}
	return subset(set, rng, size)
}

func columns(set *points.Set, chosen []int) (*points.Set, error) {
	for _, column := range chosen {
		if column < 0 || column >= set.Dim {
			return nil, fmt.Errorf("there is no column %d; the columns are 0 to %d", column, set.Dim-1)
		}
	}
	narrow := points.New(set.Len(), len(chosen))
	for i := range set.Len() {
		for k, column := range chosen {
			narrow.At(i)[k] = set.At(i)[column]
		}
	}
	return narrow, nil
}

// Files is the one file that is read.
func (n *NPY) Files(env Env) ([]string, error) { return []string{env.Resolve(n.File)}, nil }
