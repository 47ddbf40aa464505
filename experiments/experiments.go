// Package experiments holds the experiments and tables that the program ships with, so that the binary alone can run them.
package experiments

import (
	"embed"
	"errors"
	"io/fs"
	"strings"

	"ebim/framework/config"
)

//go:embed *.yaml paper tables
var shipped embed.FS

// Files opens paths on the disk and, where there is nothing, the shipped files below experiments/.
var Files fs.FS = layered{}

type layered struct{}

func (layered) Open(name string) (fs.File, error) {
	file, err := config.Disk.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		if inside, ok := strings.CutPrefix(name, "experiments/"); ok {
			if file, missing := shipped.Open(inside); missing == nil {
				return file, nil
			}
		}
	}
	return file, err
}

// Tables are the names of the shipped table files.
func Tables() []string { return names("tables") }

func names(folder string) []string {
	entries, err := shipped.ReadDir(folder)
	if err != nil {
		panic(err) // the folder is embedded above
	}
	var list []string
	for _, entry := range entries {
		list = append(list, strings.TrimSuffix(entry.Name(), ".yaml"))
	}
	return list
}
