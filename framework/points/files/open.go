package files

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ebim/framework/points"
)

// File is an open file of points.
type File struct {
	*points.Table
	Format string // what it is, as in sentences: "NumPy array"
	Named  bool   // whether its extension says so
	Cloud  bool   // whether it has points of space or a mesh
	Array  string // of an .npz file
	Sheet  string // of an .xlsx file
	file   *os.File
}

// Close closes the file.
func (f *File) Close() error {
	if f.file == nil {
		return nil
	}
	return f.file.Close()
}

// Open opens a file of points; Close it afterward. Errors, those of its rows too, name the path.
func Open(path string, o Options) (*File, error) {
	file, err := points.Open(path)
	if err != nil {
		return nil, err
	}
	found, err := open(&input{Reader: bufio.NewReaderSize(file, headBytes), name: path, file: file}, o)
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	found.file, found.Table.File = file, path
	return found, nil
}

// From reads points from a pipe, in the format that its content begins as: a table of text unless another is
// recognized.
func From(r io.Reader, o Options) (*points.Table, error) {
	found, err := open(&input{Reader: bufio.NewReaderSize(r, headBytes)}, o)
	if err != nil {
		return nil, err
	}
	return found.Table, nil
}

func open(in *input, o Options) (*File, error) {
	in, err := decompressed(in)
	if err != nil {
		return nil, err
	}
	f, err := formatOf(in)
	if err != nil {
		return nil, err
	}
	switch {
	case o.Array != "" && f.name != archive:
		return nil, fmt.Errorf("an array is named, %q, but this is a %s; only .npz files have several", o.Array, f.name)
	case o.Sheet != "" && f.name != workbook:
		return nil, fmt.Errorf("a sheet is named, %q, but this is a %s; only .xlsx files have several", o.Sheet, f.name)
	}
	table, err := f.open(in, o)
	if err != nil {
		return nil, err
	}
	extension := strings.ToLower(filepath.Ext(in.name))
	return &File{Table: table, Format: f.name, Named: f.name == TextTable || slices.Contains(f.extensions, extension),
		Cloud: f.cloud, Array: in.array, Sheet: in.sheet}, nil
}

// ReadFile reads all points of a file by the format's defaults, with '#' for comments in text.
func ReadFile(path string) (*points.Set, error) {
	return Read(path, Options{TableOptions: points.TableOptions{Comment: '#'}})
}

// Read reads all points of a file that are chosen by the options.
func Read(path string, o Options) (*points.Set, error) {
	file, err := Open(path, o)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return file.Read(o.TableOptions)
}
