// Package disk makes files and folders outlive a crash of the machine, and sweeps what killed processes leave.
package disk

import (
	"io/fs"
	"os"
	"path/filepath"
)

// Flush writes a file's content, or the names in a folder, to the disk. Not every system can flush folders, so their errors are
// ignored.
func Flush(path string) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if err := file.Sync(); err != nil && !info.IsDir() {
		return err
	}
	return nil
}

// FlushTree is Flush for a folder and all that is below it.
func FlushTree(folder string) error {
	return filepath.WalkDir(folder, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return Flush(path)
	})
}
