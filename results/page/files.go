package page

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/points"
	"ebim/framework/points/files"
	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
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

// errNoFile is the error of a file that the page does not show.
var errNoFile = fmt.Errorf("there is no such file of the run: %w", fs.ErrNotExist)

// errGone is that of a file that is not there now: a stage may have ended since the page heard of it.
var errGone = fmt.Errorf("it is gone: %w", errNoFile)

// pathOf is Store.Path.
func pathOf(root string, stages stageFolders, record *stage.Record, file string) (string, error) {
	if name, ok := strings.CutPrefix(file, figuresPrefix); ok {
		if name != path.Base(name) || !filepath.IsLocal(name) {
			return "", errNoFile
		}
		return within(root, filepath.Join(Album(root, record), name))
	}
	first, rest, ok := strings.Cut(file, "/")
	if !ok || !filepath.IsLocal(filepath.FromSlash(file)) || !filepath.IsLocal(filepath.FromSlash(rest)) {
		return "", errNoFile
	}
	if !slices.Contains(record.Pending, first) {
		return within(root, filepath.Join(record.Folder, filepath.FromSlash(file)))
	}
	var finished, alive string
	for _, folder := range stages[first] {
		if strings.HasSuffix(folder, live.Suffix) {
			alive = folder
		} else {
			finished = folder
		}
	}
	folder := cmp.Or(alive, finished)
	if folder == "" {
		return "", errGone
	}
	return within(root, filepath.Join(folder, filepath.FromSlash(rest)))
}

// within returns a path if it stays below the root even where links lead.
func within(root, file string) (string, error) {
	whole, err := filepath.EvalSymlinks(file)
	if err != nil {
		return "", errGone
	}
	base, err := filepath.EvalSymlinks(root)
	if err != nil {
		return "", errNoFile
	}
	if relative, err := filepath.Rel(base, whole); err != nil || !filepath.IsLocal(relative) {
		return "", errNoFile
	}
	return file, nil
}

// figuresPrefix begins the paths of pictures that are not in the run's folder, but in that of its experiment's figures.
const figuresPrefix = "figures:"

// Album returns the folder of the figures that show a run.
func Album(root string, record *stage.Record) string {
	return filepath.Join(root, stage.FiguresFolder, filepath.FromSlash(stage.Album(experimentOf(record),
		record.Overrides)))
}

// experimentOf is the name of the experiment in whose folder a run lies, which its record may be shown without.
func experimentOf(record *stage.Record) string {
	return filepath.Base(filepath.Dir(filepath.Dir(record.Folder)))
}
