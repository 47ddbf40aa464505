// Package experiments holds the experiments and tables that the program ships with, so that the binary alone can run
// them.
package experiments

import (
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"ebim/framework/config"
)

//go:embed *.yaml outline.csv paper ablations tuned search datasets default ridges zoo unfit small images tables figures
var shipped embed.FS

// Files opens paths on the disk and, where there is nothing, the shipped files below experiments/.
var Files fs.FS = layered{}

type layered struct{}

func (layered) Open(name string) (fs.File, error) {
	file, err := config.Disk.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		if inside, ok := strings.CutPrefix(name, folder+"/"); ok {
			if file, missing := shipped.Open(inside); missing == nil {
				return file, nil
			}
		}
	}
	return file, err
}

// Outline is the name of the file of points that the tutorial begins with.
const Outline = "outline.csv"

// OutlinePoints returns the points of Outline as they are in the program, whatever lies on the disk: a shell that
// writes them to a file of that name empties it first.
func OutlinePoints() []byte {
	text, err := shipped.ReadFile(Outline)
	if err != nil {
		panic(err) // the file is embedded above
	}
	return text
}

// Names are the shipped experiments, by the names that Files opens them with.
func Names() []string {
	return slices.Concat(below("."), below("paper"), below("paper/images"), below("tuned"), below("search"),
		below("datasets"), below("default"), below("ridges"), below("zoo"), below("unfit"), below("small"),
		below("images"), below("ablations"))
}

// Tables are the names of the shipped table files.
func Tables() []string { return names("tables") }

// TableFile is the name that Files opens a shipped table with.
func TableFile(name string) string { return path.Join(folder, "tables", name+extension) }

// Figures are the names of the shipped figure files, by the paper's numbers.
func Figures() []string {
	figures := names("figures")
	slices.SortFunc(figures, func(a, b string) int { return cmp.Or(len(a)-len(b), strings.Compare(a, b)) })
	return figures
}

// FigureFile is the name that Files opens a shipped figure with.
func FigureFile(name string) string { return path.Join(folder, "figures", name+extension) }

// names are the files of an embedded folder without folder and extension.
func names(inside string) []string {
	files := below(inside)
	for i, file := range files {
		files[i] = strings.TrimSuffix(path.Base(file), extension)
	}
	return files
}

const (
	folder    = "experiments"
	extension = ".yaml"
)

// below lists the YAML files of an embedded folder.
func below(inside string) []string {
	entries, err := shipped.ReadDir(inside)
	if err != nil {
		panic(err) // the folder is embedded above
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && path.Ext(entry.Name()) == extension {
			names = append(names, path.Join(folder, inside, entry.Name()))
		}
	}
	return names
}
