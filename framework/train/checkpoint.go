package train

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"ebim/framework/backend"
	"ebim/framework/network"
)

// SaveArrays writes named arrays into a new folder, which appears whole or not at all. Names may have
// slashes. Empty arrays are left out.
func SaveArrays(folder string, arrays map[string]backend.Array) (err error) {
	defer catch(&err, func(err error) error { return fmt.Errorf("checkpoint %s can't be written: %w", folder, err) })
	return newFolder(folder, func(temporary string) error { return writeArrays(temporary, arrays) })
}

// partialSuffix ends the names of folders that are being written.
const partialSuffix = ".partial"

// newFolder calls write on a folder beside its place and moves it there, replacing what was there before.
func newFolder(folder string, write func(temporary string) error) error {
	temporary := folder + partialSuffix
	if err := errors.Join(os.RemoveAll(temporary), os.MkdirAll(temporary, 0o777)); err != nil {
		return err
	}
	if err := write(temporary); err != nil {
		return err
	}
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	return os.Rename(temporary, folder)
}

// catch turns a panic or an error over a checkpoint's files into one error, in words of its own.
func catch(err *error, word func(error) error) {
	if caught := recover(); caught != nil {
		*err = fmt.Errorf("%v", caught)
	}
	if *err != nil {
		*err = word(*err)
	}
}

// SaveParameters writes a network's trained parameters.
func SaveParameters(folder string, parameters []network.Parameter) error {
	arrays := map[string]backend.Array{}
	for _, p := range parameters {
		arrays[p.Name] = backend.Array{Dimensions: p.Dimensions, Data: p.Values}
	}
	return SaveArrays(folder, arrays)
}

// LoadParameters fills parameters of known names and dimensions with the values that SaveParameters wrote.
func LoadParameters(folder string, parameters []network.Parameter) error {
	arrays, err := LoadArrays(folder)
	if err != nil {
		return err
	}
	for i, p := range parameters {
		a, found := arrays[p.Name]
		if !found || !slices.Equal(a.Dimensions, p.Dimensions) {
			return fmt.Errorf("checkpoint %s has no array %s of dimensions %v; it belongs to another network", folder,
				p.Name, p.Dimensions)
		}
		parameters[i].Values = a.Data
	}
	return nil
}

// ParametersFolder is where a part keeps its trained parameters, below its folder.
const ParametersFolder = "parameters"
