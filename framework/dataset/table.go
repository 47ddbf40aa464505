package dataset

import (
	"fmt"
	"io"
	"math/rand/v2"
	"unicode/utf8"

	"ebim/framework/config"
	"ebim/framework/points"
)

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

// Load reads the table; mistakes in it are reported by line and column.
func (c *CSV) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	options, err := c.options(c.Columns)
	if err != nil {
		return nil, err
	}
	set, err := ReadFile(env.Resolve(c.File), func(r io.Reader) (*points.Set,
		error) {
		return points.ReadCSV(r, options)
	})
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
