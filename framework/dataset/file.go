package dataset

import (
	"errors"
	"fmt"
	"io"
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

// ReadFile reads what a file holds with read; errors name the path.
func ReadFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	file, err := points.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return none,
			fmt.Errorf("there is no file %s; a relative path starts at the experiment file's folder, not where the "+
				"program is called", path)
	}
	if err != nil {
		return none, err
	}
	defer file.Close()
	found, err := read(file)
	if err != nil {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return found, nil
}
