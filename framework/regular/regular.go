// Package regular keeps programs from opening what only looks like a file: reading may wait for ever for a pipe, and a
// device may have no end.
package regular

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Open opens a regular file, or a link to one, for reading. Its errors are *fs.PathError.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path) // before it is opened: opening a pipe waits, too
	if err != nil {
		return nil, err
	}
	if err := Check(info.Mode()); err != nil {
		return nil, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return os.Open(path)
}

// SHA256 returns the digest of what is in a regular file, or a link to one, in hexadecimal.
func SHA256(path string) (string, error) {
	file, err := Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(hash.Sum(nil)), nil
}

// Check returns nil for the mode of a regular file, and else an error that says what it is the mode of.
func Check(mode fs.FileMode) error {
	if mode.IsRegular() {
		return nil
	}
	return fmt.Errorf("it is %s; a regular file is needed", Kind(mode))
}

// Kind names what has a mode: "a file", "a folder", "a link", "a pipe", "a socket" or "a device".
func Kind(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "a file"
	case mode.IsDir():
		return "a folder"
	case mode&fs.ModeSymlink != 0:
		return "a link"
	case mode&fs.ModeNamedPipe != 0:
		return "a pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	}
	return "a device"
}
