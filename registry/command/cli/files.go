package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing/fstest"

	"ebim/experiments"
	"ebim/framework/config"
)

// Files on the command line: patterns, the standard input, and what may have been meant by a name of none.

const shippedFolder = "experiments/"

// IsPattern reports whether a name has wildcards and is not that of a file.
func IsPattern(name string) bool {
	if !strings.ContainsAny(name, "*?[") {
		return false
	}
	_, err := os.Lstat(name)
	return err != nil
}

// Expanded replaces patterns, as in 'zoo/*', by the names of files that they match: on the disk, and of those the
// program comes with, whose folder experiments, or all folders, may be left out, as may the .yaml. A pattern that
// matches nothing is an error.
func Expanded(names, shipped []string) ([]string, error) {
	var all []string
	for _, name := range names {
		if !IsPattern(name) {
			all = append(all, name)
			continue
		}
		found, err := matching(name, shipped)
		if err != nil {
			return nil, err
		}
		all = append(all, slices.DeleteFunc(found, func(one string) bool { return slices.Contains(all, one) })...)
	}
	return all, nil
}

// matching are the files of a pattern, sorted.
func matching(pattern string, shipped []string) ([]string, error) {
	found, err := filepath.Glob(pattern)
	if err != nil {
		return nil, fmt.Errorf("%q is not a pattern (%w); *, ? and [...] are allowed", pattern, err)
	}
	found = slices.DeleteFunc(found, func(name string) bool { return !IsYAML(name) })
	for i := range found {
		found[i] = filepath.ToSlash(found[i])
	}
	slashed := filepath.ToSlash(pattern)
	for _, name := range shipped {
		short := strings.TrimPrefix(name, shippedFolder)
		stem := strings.TrimSuffix(short, path.Ext(short))
		matches := func(called string) bool { ok, _ := path.Match(slashed, called); return ok }
		if slices.ContainsFunc([]string{name, short, stem, path.Base(stem)}, matches) && !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%q matches no YAML file here, and none that the program comes with: these are in %s",
			pattern, strings.Join(foldersOf(shipped), ", "))
	}
	slices.Sort(found)
	return found, nil
}

// IsYAML reports whether a name is that of a YAML file.
func IsYAML(name string) bool { return path.Ext(name) == ".yaml" || path.Ext(name) == ".yml" }

func foldersOf(names []string) []string {
	var folders []string
	for _, name := range names {
		if folder := path.Dir(name); !slices.Contains(folders, folder) {
			folders = append(folders, folder)
		}
	}
	return folders
}

// ShippedFiles lists the experiments that the program comes with, an indented paragraph for each folder.
func ShippedFiles() string {
	var lines []string
	for _, folder := range foldersOf(experiments.Names()) {
		var names []string
		for _, name := range experiments.Names() {
			if path.Dir(name) == folder {
				names = append(names, path.Base(name))
			}
		}
		lines = append(lines, "  "+folder+"/", Columns(names, 110))
	}
	return strings.Join(lines, "\n")
}

// Columns are words in indented lines of a largest width, separated by commas.
func Columns(words []string, width int) string {
	lines := []string{"    " + words[0]}
	for _, word := range words[1:] {
		last := len(lines) - 1
		lines[last] += ","
		if len(lines[last])+len(word)+2 > width {
			lines = append(lines, "    "+word)
		} else {
			lines[last] += " " + word
		}
	}
	return strings.Join(lines, "\n")
}

// FilesOf are the files of shipped names.
func FilesOf(names []string, file func(name string) string) []string {
	files := slices.Clone(names)
	for i, name := range names {
		files[i] = file(name)
	}
	return files
}

// Single is the one file of a pattern, where only one can be taken.
func Single(name string, shipped []string) (string, error) {
	found, err := Expanded([]string{name}, shipped)
	if err == nil && len(found) > 1 {
		err = fmt.Errorf("%q matches %d files; name one of them: %s", name, len(found), strings.Join(found, ", "))
	}
	if err != nil {
		return "", err
	}
	return found[0], nil
}

// meant says which file may have been meant by the name of none: one of the program's experiments, or one beside it.
func meant(file string) string {
	if near := Beside(file); near != "" {
		return "did you mean " + near + "?"
	}
	known := map[string]string{}
	for _, name := range experiments.Names() {
		known[strings.TrimSuffix(path.Base(name), path.Ext(name))] = name
	}
	base := path.Base(filepath.ToSlash(file))
	if near, ok := config.Nearest(strings.TrimSuffix(base, path.Ext(base)), slices.Sorted(maps.Keys(known))); ok {
		return "did you mean " + known[near] + ", which the program comes with?"
	}
	return "the program comes with those in " + strings.Join(foldersOf(experiments.Names()), ", ")
}

// Beside is the file whose name is nearest to that of a file that is not there, in its folder; empty for none.
func Beside(file string) string {
	folder, base := filepath.Split(file)
	entries, _ := os.ReadDir(filepath.Clean(folder)) // none without a folder
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			names = append(names, entry.Name())
		}
	}
	if near, ok := config.Nearest(base, names); ok {
		return folder + near
	}
	return ""
}

// Hinted adds to an error that a file is not there which one may have been meant.
func Hinted(err error, files ...string) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, file := range files {
		if _, missing := os.Stat(file); missing != nil && Beside(file) != "" {
			return fmt.Errorf("%w; did you mean %s?", err, Beside(file))
		}
	}
	return err
}

// standardInput is what `validate` calls the experiment that it reads from there.
const standardInput = "standard_input"

// withInput opens files, and the standard input under its name, which is read once.
type withInput struct {
	fs.FS
	text []byte
}

// Open implements fs.FS.
func (w withInput) Open(name string) (fs.File, error) {
	if name == standardInput {
		return fstest.MapFS{name: {Data: w.text}}.Open(name)
	}
	return w.FS.Open(name)
}

// MostInput bounds what is read of the standard input; files of settings are shorter.
const MostInput = 16 << 20

// readInput reads the standard input.
func (p *Program) readInput() (fs.FS, error) {
	if p.In == nil {
		return nil, errors.New("there is no standard input to read")
	}
	text, err := io.ReadAll(io.LimitReader(p.In, MostInput+1))
	if err == nil && len(text) > MostInput {
		return nil, fmt.Errorf("the standard input is longer than %d bytes: is it a file of settings?", MostInput)
	}
	return withInput{experiments.Files, text}, err
}
