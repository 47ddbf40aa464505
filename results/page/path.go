package page

import (
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
)

// errNoFile is the error of a file that the page does not show.
var errNoFile = fmt.Errorf("there is no such file of the run: %w", fs.ErrNotExist)

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
		return "", errNoFile
	}
	return within(root, filepath.Join(folder, filepath.FromSlash(rest)))
}

// within returns a path if it stays below the root even where links lead.
func within(root, file string) (string, error) {
	whole, err := filepath.EvalSymlinks(file)
	if err != nil {
		return "", errNoFile
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
