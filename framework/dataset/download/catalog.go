// Package download knows the public data files that experiments use, fetches them when asked to, and checks them.
package download

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// File is a public data file.
type File struct {
	Name        string // as in `ebim data get NAME`
	Set         string // of the files that belong together, as a name for all of them; empty for one by itself
	FileName    string // in a data folder, with slashes
	URL         string
	SHA256      string // of the contents, in lower-case hexadecimal
	Size        int64  // bytes
	Description string
	Source      string // who publishes it, and on what terms
}

// In returns the file's path in a data folder.
func (f File) In(folder string) string { return filepath.Join(folder, filepath.FromSlash(f.FileName)) }

//go:embed catalog.json
var catalog []byte

var parsed = sync.OnceValue(func() (files []File) {
	if err := json.Unmarshal(catalog, &files); err != nil {
		panic(err)
	}
	return files
})

// Catalog lists the known files.
func Catalog() []File { return slices.Clone(parsed()) }

// Find is the catalog's file of that name; the error of an unknown one lists the known names.
func Find(name string) (File, error) {
	var names []string
	for _, file := range Catalog() {
		if file.Name == name {
			return file, nil
		}
		names = append(names, file.Name)
	}
	return File{}, fmt.Errorf("there is no known data file %q; known are %s", name, strings.Join(names, ", "))
}

// Names lists what may be asked for: sets of files, and files that belong to none.
func Names() []string {
	var names []string
	for _, file := range Catalog() {
		if name := cmp.Or(file.Set, file.Name); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Named are the catalog's files of a set, or the one file of that name; the error is Find's.
func Named(name string) ([]File, error) {
	var files []File
	for _, file := range Catalog() {
		if file.Set == name {
			files = append(files, file)
		}
	}
	if len(files) > 0 {
		return files, nil
	}
	file, err := Find(name)
	return []File{file}, err
}

// Variable is the environment variable that says where data files are.
const Variable = "EBIM_DATA"

// Folders are the folders in which data files are looked for, in order; downloads go to the first. They are those of
// EBIM_DATA, a list such as PATH, or else the folder ebim in the user's cache folder. getenv is os.Getenv, and cache
// os.UserCacheDir, except in tests.
func Folders(getenv func(string) string, cache func() (string, error)) ([]string, error) {
	var folders []string
	for _, folder := range filepath.SplitList(getenv(Variable)) {
		if folder != "" {
			folders = append(folders, folder)
		}
	}
	if len(folders) > 0 {
		return folders, nil
	}
	base, err := cache()
	if err != nil {
		return nil, fmt.Errorf("there is no folder for data files: %w; set %s to one", err, Variable)
	}
	return []string{filepath.Join(base, "ebim")}, nil
}

// MissingError says that a known file is in none of the folders, and how to get it.
type MissingError struct {
	File    File
	Folders []string // where it was looked for
}

func (e *MissingError) Error() string {
	return fmt.Sprintf("the data file %s is in none of the data folders (%s); get it with `ebim data get %s`, "+
		"or set %s to a folder that has it; by hand, put the %d bytes of %s there under that name",
		e.File.FileName, strings.Join(e.Folders, ", "), cmp.Or(e.File.Set, e.File.Name), Variable,
		e.File.Size, e.File.URL)
}

// Locate is the path of the file in the first folder that has it. The contents are checked: a file that isn't the
// published one is an error, as is one that is in none of the folders (*MissingError).
func Locate(file File, folders []string) (string, error) {
	for _, folder := range folders {
		path := file.In(folder)
		err := Check(file, path)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		return path, err
	}
	return "", &MissingError{file, folders}
}
