package dataset

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"unicode/utf8"

	"ebim/framework/config"
	"ebim/framework/dataset/download"
	"ebim/framework/points"
)

// Resolve is the path of the user's own file: relative paths start at the experiment's folder.
func (e Env) Resolve(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(e.Dir, path)
}

// Find is the path of the user's own file, if given, or else of a known file in the data folders.
func (e Env) Find(own *string, known string) (string, error) {
	if own != nil {
		return e.Resolve(*own), nil
	}
	file, err := download.Find(known)
	if err != nil {
		return "", err
	}
	return download.Locate(file, e.Folders)
}

// ReadFile reads what a file holds with read; errors name the path.
func ReadFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	file, err := points.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return none,
			fmt.Errorf("there is no file %s; a relative path starts at the experiment file's folder, not where the "+
				"program is called", path)
	}
	if err != nil {
		return none, err
	}
	defer file.Close()
	found, err := read(file)
	if err != nil {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return found, nil
}

// NPY is an own NumPy array, of shape [points, dimension] or [points].
type NPY struct {
	File    string `yaml:"file" doc:"path of the array, relative to the experiment file"`
	Columns []int  `yaml:"columns" default:"null" range:"[0, inf)" doc:"columns to take, in this order, by index from 0; all unless given"`
}

var _ FileSource = (*NPY)(nil)

// Load reads the array; see points.ReadNPY for what it may hold.
func (n *NPY) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	set, err := ReadFile(env.Resolve(n.File), points.ReadNPY)
	if err != nil {
		return nil, err
	}
	if len(n.Columns) > 0 {
		if set, err = columns(set, n.Columns); err != nil {
			return nil, fmt.Errorf("%s: %w", env.Resolve(n.File), err)
		}
	}
	return subset(set, rng, size)
}

func columns(set *points.Set, chosen []int) (*points.Set, error) {
	for _, column := range chosen {
		if column < 0 || column >= set.Dim {
			return nil, fmt.Errorf("there is no column %d; the columns are 0 to %d", column, set.Dim-1)
		}
	}
	narrow := points.New(set.Len(), len(chosen))
	for i := range set.Len() {
		for k, column := range chosen {
			narrow.At(i)[k] = set.At(i)[column]
		}
	}
	return narrow, nil
}

// Files is the one file that is read.
func (n *NPY) Files(env Env) ([]string, error) { return []string{env.Resolve(n.File)}, nil }

// HeaderRow says whether a table's first row holds the columns' names.
type HeaderRow string

// Choices are those of the reader.
func (HeaderRow) Choices() []config.Choice {
	return []config.Choice{
		{Name: string(points.HeaderAuto), Doc: "a first row without any number is the header"},
		{Name: string(points.HeaderYes), Doc: "the first row is the header"},
		{Name: string(points.HeaderNo), Doc: "there is no header"},
	}
}

// MissingFields says what becomes of rows without a number in a field.
type MissingFields string

// Choices are to refuse such rows and to drop them.
func (MissingFields) Choices() []config.Choice {
	return []config.Choice{
		{Name: "refuse", Doc: "a missing field is a mistake, named by line and column"},
		{Name: "drop", Doc: "rows in which a field that is taken is empty, NA, NaN, null, none or ? are left out"},
	}
}

// TableFormat says how a text table is written.
type TableFormat struct {
	Header    HeaderRow     `yaml:"header" default:"auto" doc:"whether the first row holds the columns' names"`
	Comment   string        `yaml:"comment" default:"'#'" doc:"character that starts a line of comment; empty for none"`
	Delimiter string        `yaml:"delimiter" default:"auto" doc:"character between fields: comma, semicolon, tab, blanks, or auto"`
	Missing   MissingFields `yaml:"missing" default:"refuse" doc:"what becomes of rows with missing fields"`
}

// CSV is an own text table: one point a row.
type CSV struct {
	File    string   `yaml:"file" doc:"path of the table, relative to the experiment file"`
	Columns []string `yaml:"columns" default:"null" doc:"columns to take, in this order, by name or by index from 0; all unless given"`
	TableFormat
}

var (
	_ FileSource = (*CSV)(nil)
	_ Named      = (*CSV)(nil)
)

var delimiters = map[string]rune{"auto": 0, "comma": ',', "semicolon": ';', "tab": '\t', "blanks": points.Whitespace}

// Check refuses comments and delimiters that aren't one character.
func (c *TableFormat) Check() error {
	_, err := c.options(nil)
	return err
}

func (c *TableFormat) options(columns []string) (points.CSVOptions, error) {
	options := points.CSVOptions{Header: points.Header(c.Header), Columns: columns, Drop: c.Missing == "drop"}
	if c.Comment != "" {
		comment, size := utf8.DecodeRuneInString(c.Comment)
		if size != len(c.Comment) || comment == utf8.RuneError {
			return options, &config.FieldError{
				Field: "comment", Found: fmt.Sprintf("%q", c.Comment), Allowed: "one character, or none",
			}
		}
		options.Comment = comment
	}
	delimiter, named := delimiters[c.Delimiter]
	if !named {
		var size int
		delimiter, size = utf8.DecodeRuneInString(c.Delimiter)
		if size == 0 || size != len(c.Delimiter) || delimiter == utf8.RuneError {
			return options, &config.FieldError{
				Field: "delimiter", Found: fmt.Sprintf("%q", c.Delimiter),
				Allowed: "one character, or comma, semicolon, tab, blanks or auto",
			}
		}
	}
	options.Delimiter = delimiter
	return options, nil
}

// readTable reads a text table.
func readTable(path string, o points.CSVOptions) (*points.Set, error) {
	return ReadFile(path, func(r io.Reader) (*points.Set, error) { return points.ReadCSV(r, o) })
}

// Load reads the table; mistakes in it are reported by line and column.
func (c *CSV) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	options, err := c.options(c.Columns)
	if err != nil {
		return nil, err
	}
	set, err := readTable(env.Resolve(c.File), options)
	if err != nil {
		return nil, err
	}
	return subset(set, rng, size)
}

// ColumnNames are those of the table's header.
func (c *CSV) ColumnNames(env Env) ([]string, error) {
	options, err := c.options(c.Columns)
	if err != nil {
		return nil, err
	}
	return ReadFile(env.Resolve(c.File), func(r io.Reader) ([]string, error) { return points.ReadHeader(r, options) })
}

// Files is the one file that is read.
func (c *CSV) Files(env Env) ([]string, error) { return []string{env.Resolve(c.File)}, nil }
