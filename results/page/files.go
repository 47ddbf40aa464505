package page

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"

	"ebim/framework/points"
	"ebim/framework/points/files"
)

// Files of a run that views and projections are made of.
const (
	boxFile     = "data/box.json"
	trainFile   = "data/train.npy"
	meshFile    = "mesh/mesh.ply"
	samplesFile = "samples.npy"
)

// mostPointBytes bounds a file of points that is read for the page.
const mostPointBytes = 512 << 20

// readPoints reads a set of at least the given number of points.
func readPoints(path string, least int) (*points.Set, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > mostPointBytes {
		return nil, fmt.Errorf("%s has %d MB; the page shows points of files up to %d MB", path, info.Size()>>20,
			mostPointBytes>>20)
	}
	set, err := files.ReadFile(path)
	if err == nil && set.Len() < least {
		err = fmt.Errorf("%s has %d points; at least %d are needed", path, set.Len(), least)
	}
	return set, err
}

// readBox reads the box that an experiment's models cover; nil without one.
func readBox(path string) ([][2]float64, error) {
	encoded, err := ReadSmall(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var box [][2]float64
	if err := json.Unmarshal(encoded, &box); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w): run again with --fresh", path, err)
	}
	for _, side := range box {
		if width := side[1] - side[0]; !(width > 0 && width < math.MaxFloat32) {
			return nil, fmt.Errorf("%s is damaged (a side from %v to %v): run again with --fresh", path,
				side[0], side[1])
		}
	}
	return box, nil
}
