package points

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"ebim/framework/regular"
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
		return nil, unknownExtension(path, extension)
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

func unknownExtension(path, extension string) error {
	return fmt.Errorf("%s: the extension %q is unknown; .csv, .tsv, .txt and .npy can be read", path, extension)
}

// MostBytes bounds the size of a data file.
const MostBytes = 8 << 30

// Open opens a data file for reading: a regular file of at most MostBytes. Errors name the path.
func Open(path string) (*os.File, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > MostBytes {
		err = fmt.Errorf("%s has %d bytes; at most %d (8 GiB) are read", path, info.Size(), int64(MostBytes))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}
