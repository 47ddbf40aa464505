package download

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"

	"ebim/framework/regular"
)

// DamagedError says that a file isn't the published one.
type DamagedError struct {
	File   File
	Path   string
	Size   int64  // found
	SHA256 string // found; empty if the size already differs
}

func (e *DamagedError) Error() string {
	found := fmt.Sprintf("%d bytes instead of %d", e.Size, e.File.Size)
	if e.SHA256 != "" {
		found = fmt.Sprintf("SHA-256 %s instead of %s", e.SHA256, e.File.SHA256)
	}
	return fmt.Sprintf("%s is not the published %s: %s; `ebim data get %s` replaces it",
		e.Path, e.File.FileName, found, e.File.Name)
}

// Check compares the file at path with the published one: nil if they are equal, *DamagedError if not, another error if
// it can't be read (os.ErrNotExist if there is none).
func Check(file File, path string) error {
	stored, err := regular.Open(path)
	if err != nil {
		return err
	}
	defer stored.Close()
	info, err := stored.Stat()
	if err != nil {
		return err
	}
	if info.Size() != file.Size {
		return &DamagedError{File: file, Path: path, Size: info.Size()}
	}
	hash := sha256.New()
	if _, err := io.Copy(hash, stored); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if sum := hex.EncodeToString(hash.Sum(nil)); sum != file.SHA256 {
		return &DamagedError{File: file, Path: path, Size: info.Size(), SHA256: sum}
	}
	return nil
}

// State says how a known file stands in a folder.
type State string

const (
	Present State = "present" // there, and the published one
	Absent  State = "absent"
	Damaged State = "damaged" // there, but not the published one, or not readable
)

// Status is how one known file stands in one folder.
type Status struct {
	File  File
	Path  string
	State State
	Err   error // why it is damaged
}

// Verify reads and checks each known file in the folder, in the catalog's order.
func Verify(folder string) []Status {
	return inspect(folder, Check)
}

// List looks for the known files in the folder, without reading them: a file of the right size counts as present.
func List(folder string) []Status {
	return inspect(folder, func(file File, path string) error {
		info, err := os.Stat(path)
		if err == nil && info.Size() != file.Size {
			return &DamagedError{File: file, Path: path, Size: info.Size()}
		}
		return err
	})
}

func inspect(folder string, check func(File, string) error) []Status {
	var all []Status
	for _, file := range Catalog() {
		status := Status{File: file, Path: file.In(folder), State: Present}
		if err := check(file, status.Path); errors.Is(err, os.ErrNotExist) {
			status.State = Absent
		} else if err != nil {
			status.State, status.Err = Damaged, err
		}
		all = append(all, status)
	}
	return all
}
