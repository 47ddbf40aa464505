package train

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/regular"
	"ebim/framework/runs/disk"
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

// sealFile marks a folder as complete. It begins with sealFormat, and the digest of all other files follows.
const (
	sealFile   = "seal.txt"
	sealFormat = "ebim checkpoint 2, sha256 " // 1 had no seal
)

// Seal marks a folder as whole, and flushes it, so that CheckSeal finds whatever happens to its files later.
func Seal(folder string) error {
	digest, err := digestOf(folder)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, sealFile), []byte(sealFormat+digest+"\n"), 0o644); err != nil {
		return err
	}
	return disk.FlushTree(folder)
}

// damage says why a checkpoint can't be used. Other errors, such as those of a disk, may pass.
type damage struct{ reason string }

func (d *damage) Error() string { return d.reason }

// CheckSeal returns an error if a folder is not as Seal left it; IsDamage then holds of it.
func CheckSeal(folder string) error {
	if info, err := os.Stat(filepath.Join(folder, sealFile)); err == nil {
		if err := regular.Check(info.Mode()); err != nil {
			return &damage{fmt.Sprintf("its seal can't be read: %v", err)}
		}
	}
	file, err := os.Open(filepath.Join(folder, sealFile))
	if errors.Is(err, fs.ErrNotExist) {
		return &damage{"it has no seal: it was never whole, or an older version wrote it"}
	}
	if err != nil {
		return err
	}
	defer file.Close()
	digest, err := digestOf(folder)
	if err != nil {
		return err
	}
	want := sealFormat + digest + "\n"
	found, err := io.ReadAll(io.LimitReader(file, int64(len(want))+1))
	if err != nil {
		return err
	}
	if string(found) != want {
		return &damage{"its files are not those that were written"}
	}
	return nil
}

// IsDamage reports whether an error is about a folder's content, and not about reading it.
func IsDamage(err error) bool {
	var d *damage
	return errors.As(err, &d)
}

// digestOf returns the SHA-256 of the names, lengths and contents of a folder's files, but for the seal.
func digestOf(folder string) (string, error) {
	sum := sha256.New()
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path == filepath.Join(folder, sealFile) {
			return err
		}
		if err := regular.Check(entry.Type()); err != nil {
			return &damage{fmt.Sprintf("%s: %v", path, err)}
		}
		name, err := filepath.Rel(folder, path)
		if err != nil {
			return err
		}
		file, err := os.Open(path)
		if err != nil {
			return err
		}
		defer file.Close()
		content := sha256.New()
		size, err := io.Copy(content, file)
		fmt.Fprintf(sum, "%q %d %x\n", filepath.ToSlash(name), size, content.Sum(nil))
		return err
	})
	return hex.EncodeToString(sum.Sum(nil)), err
}
