package dataset

import (
	"fmt"
	"math/rand/v2"

	"ebim/framework/points"
)

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
