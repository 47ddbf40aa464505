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
	file, err := os.Open(path)
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
