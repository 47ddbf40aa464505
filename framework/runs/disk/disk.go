// Package disk replaces files whole, makes them outlive a crash of the machine, and reads only regular ones.
package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"

	"ebim/framework/regular"
)

// Writing is how the names of files begin that are not whole yet. A killed process leaves them; `ebim runs gc` removes
// them.
const Writing = ".writing-"

// WriteFile writes a file beside its place and renames it, so that an earlier one stays until the new one is whole. The
// umask decides who may read it.
func WriteFile(path string, write func(io.Writer) error) error { return replace(path, write, false) }

// WriteDurable is WriteFile for bytes that must outlive a crash of the machine once it has returned.
func WriteDurable(path string, data []byte) error {
	return replace(path, func(w io.Writer) error { return writeAll(w, data) }, true)
}

// WriteBytes is WriteFile for bytes.
func WriteBytes(path string, data []byte) error {
	return replace(path, func(w io.Writer) error { return writeAll(w, data) }, false)
}

func writeAll(w io.Writer, data []byte) error {
	_, err := w.Write(data)
	return err
}

func replace(path string, write func(io.Writer) error, durable bool) error {
	temporary := filepath.Join(filepath.Dir(path), fmt.Sprint(Writing, rand.Uint64()))
	file, err := os.OpenFile(temporary, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil && durable {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	if durable {
		return Flush(filepath.Dir(path))
	}
	return nil
}

// Read returns the content of a regular file of at most the given number of bytes.
func Read(path string, most int64) ([]byte, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	var data bytes.Buffer
	if info, err := file.Stat(); err == nil { // so that most files are read in one go
		data.Grow(int(min(info.Size(), most)) + bytes.MinRead)
	}
	if _, err = data.ReadFrom(io.LimitReader(file, most+1)); err == nil && int64(data.Len()) > most {
		err = fmt.Errorf("%s is longer than %d bytes", path, most)
	}
	return data.Bytes(), err
}

// Flush writes a file's content, or the names in a folder, to the disk. Not every system can flush folders, so their
// errors are ignored.
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

// Scratch makes a folder for temporary files, which the caller removes. It removes those with the same prefix that
// killed processes have left, once they are a day old.
func Scratch(prefix string) (folder string, err error) {
	entries, _ := os.ReadDir(os.TempDir()) // without it there is nothing to remove
	for _, entry := range entries {
		info, err := entry.Info()
		if err == nil && entry.IsDir() && strings.HasPrefix(entry.Name(), prefix) &&
			time.Since(info.ModTime()) > 24*time.Hour {
			_ = os.RemoveAll(filepath.Join(os.TempDir(), entry.Name()))
		}
	}
	return os.MkdirTemp("", prefix)
}
