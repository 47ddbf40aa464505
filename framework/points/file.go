package points

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// ReadFile reads a set by the file's extension: .npy as a NumPy array, .csv, .tsv and .txt as text tables, with '#'
// comments, and header and delimiter detected (.tsv: tabs). Errors name the path.
func ReadFile(path string) (*Set, error) {
	var read func(io.Reader) (*Set, error)
	switch extension := strings.ToLower(filepath.Ext(path)); extension {
	case ".npy":
		read = ReadNPY
	case ".csv", ".txt":
		read = func(r io.Reader) (*Set, error) { return ReadCSV(r, CSVOptions{Comment: '#'}) }
	case ".tsv":
		read = func(r io.Reader) (*Set, error) { return ReadCSV(r, CSVOptions{Comment: '#', Delimiter: '\t'}) }
	default:
		return nil, fmt.Errorf("%s: the extension %q is unknown; .csv, .tsv, .txt and .npy can be read", path, extension)
	}
	file, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	set, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return set, nil
}

// MostBytes bounds the size of a data file.
const MostBytes = 8 << 30

// Open opens a data file for reading: a regular file of at most MostBytes. A pipe, which may make the reader wait forever, a
// device, which may have no end, and a folder are errors that name the path.
func Open(path string) (*os.File, error) {
	info, err := os.Stat(path) // before it is opened: opening a pipe waits, too
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is %s; a regular file is needed", path, kindOf(info.Mode()))
	}
	if info.Size() > MostBytes {
		return nil, fmt.Errorf("%s has %d bytes; at most %d (8 GiB) are read", path, info.Size(), int64(MostBytes))
	}
	return os.Open(path)
}

func kindOf(mode os.FileMode) string {
	switch {
	case mode.IsDir():
		return "a folder"
	case mode&os.ModeNamedPipe != 0:
		return "a pipe"
	case mode&os.ModeSocket != 0:
		return "a socket"
	case mode&os.ModeDevice != 0:
		return "a device"
	}
	return "no regular file"
}
