package dataset

import (
	"fmt"
	"math/rand/v2"
	"unicode/utf8"

	"ebim/framework/config"
	"ebim/framework/points"
	"ebim/framework/points/files"
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
		{Name: "drop", Doc: "rows are left out in which such a field is empty, NA, null, n.d., a dash or the like"},
	}
}

// TableFormat says how a text table is written.
type TableFormat struct {
	Header    HeaderRow     `yaml:"header" default:"auto" doc:"whether the first row holds the columns' names"`
	Comment   string        `yaml:"comment" default:"'#'" doc:"character that starts a line of comment; empty for none"`
	Delimiter string        `yaml:"delimiter" default:"auto" doc:"character between fields: comma, semicolon, tab, blanks, or auto; or the character itself, such as '|'"`
	Missing   MissingFields `yaml:"missing" default:"refuse" doc:"what becomes of rows with missing fields"`
	Codes     []float64     `yaml:"missing_codes" default:"null" doc:"numbers that stand for missing ones, such as 999: rows with one in a column that is taken are left out"`
	Marks     []string      `yaml:"missing_marks" default:"null" doc:"texts that stand for missing numbers, such as MM or DNF, beside those that missing knows: rows with one in a column that is taken are left out"`
	Rounding
}

// CSV is an own text table: one point a row.
type CSV struct {
	File    string   `yaml:"file" doc:"path of the table, relative to the experiment file"`
	Columns []string `yaml:"columns" default:"null" doc:"columns to take, in this order, by name or by index from 0; all unless given"`
	ColumnBlocks
	TableFormat
}

var (
	_ FileSource = (*CSV)(nil)
	_ Named      = (*CSV)(nil)
	_ Blocked    = (*CSV)(nil)
)

// Table is an own file in any format that package files reads: one point a row.
type Table struct {
	File    string   `yaml:"file" doc:"path of the file, relative to the experiment file"`
	Columns []string `yaml:"columns" default:"null" doc:"columns to take, in this order, by name or by index from 0; unless given all, or the coordinates x, y and z of a scan or mesh"`
	ColumnBlocks
	FilePart
	TableFormat
}

// FilePart names one of several tables of a file.
type FilePart struct {
	Array *string `yaml:"array" doc:"array of an .npz file, by name; the only one with two axes unless given"`
	Sheet *string `yaml:"sheet" doc:"sheet of an .xlsx file, by name; the first unless given"`
}

var (
	_ FileSource = (*Table)(nil)
	_ Named      = (*Table)(nil)
	_ Blocked    = (*Table)(nil)
)

var delimiters = map[string]rune{"auto": 0, "comma": ',', "semicolon": ';', "tab": '\t', "blanks": points.Whitespace}

// Check refuses comments and delimiters that aren't one character, and steps that are none.
func (c *TableFormat) Check() error {
	if _, err := c.options(nil); err != nil {
		return err
	}
	return c.check()
}

func (c *TableFormat) options(columns []string) (points.TableOptions, error) {
	options := points.TableOptions{Header: points.Header(c.Header), Columns: columns, Drop: c.Missing == "drop",
		Codes: c.Codes, Marks: c.Marks}
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

// readTable reads the points of a file.
func readTable(path string, o files.Options) (*points.Set, error) {
	set, err := files.Read(path, o)
	return set, explained(err, path)
}

// placed is loadPlaced of the table.
func (t *Table) placed(env Env, rng *rand.Rand, size int, place func(row []float64) ([]float64, error)) (
	*points.Set, error) {
	options, err := t.options(t.Columns)
	if err != nil {
		return nil, err
	}
	return loadPlaced(env.Resolve(t.File), t.with(options), &t.Rounding, rng, size, place)
}

// loadPlaced reads the rows of a file and takes size of the points that place makes of them. An error of place gets its
// row's line.
func loadPlaced(path string, o files.Options, rounding *Rounding, rng *rand.Rand, size int,
	place func(row []float64) ([]float64, error)) (*points.Set, error) {
	o.Check = func(row []float64) error {
		_, err := place(row)
		return err
	}
	rows, err := readTable(path, o)
	if err != nil {
		return nil, err
	}
	isPlace := func(row []float64) bool { return o.Check(row) == nil }
	if err := rounding.spread(rows, o.Columns, rng, isPlace); err != nil {
		return nil, err
	}
	set := &points.Set{}
	for i := range rows.Len() {
		point, err := place(rows.At(i))
		if err != nil {
			return nil, err
		}
		set.Dim, set.Data = len(point), append(set.Data, point...)
	}
	return subset(set, rng, size)
}

// table is the same source without a part of the file.
func (c *CSV) table() *Table {
	return &Table{File: c.File, Columns: c.Columns, ColumnBlocks: c.ColumnBlocks, TableFormat: c.TableFormat}
}

// Check is that of the table.
func (c *CSV) Check() error { return c.table().Check() }

// Blocks implements Blocked.
func (c *CSV) Blocks() []int { return c.BlockSizes }

// Load reads the table; mistakes in it are reported by line and column.
func (c *CSV) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	return c.table().Load(env, rng, size)
}

// ColumnNames are those of the table's header.
func (c *CSV) ColumnNames(env Env) ([]string, error) { return c.table().ColumnNames(env) }

// Files is the one file that is read.
func (c *CSV) Files(env Env) ([]string, error) { return c.table().Files(env) }

// tableOf is a table without blocks.
func tableOf(file string, columns []string, part FilePart, format TableFormat) *Table {
	return &Table{File: file, Columns: columns, FilePart: part, TableFormat: format}
}

// Check refuses blocks that are not the columns, beside what TableFormat refuses.
func (t *Table) Check() error {
	if err := t.checkBlocks(t.Columns, nil); err != nil {
		return err
	}
	return t.TableFormat.Check()
}

// Blocks implements Blocked.
func (t *Table) Blocks() []int { return t.BlockSizes }

// with adds the part of a file.
func (p FilePart) with(o points.TableOptions) files.Options {
	options := files.Options{TableOptions: o}
	if p.Array != nil {
		options.Array = *p.Array
	}
	if p.Sheet != nil {
		options.Sheet = *p.Sheet
	}
	return options
}

// Load reads the file; mistakes in it are reported by line or row, and column.
func (t *Table) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	options, err := t.options(t.Columns)
	if err != nil {
		return nil, err
	}
	set, err := readTable(env.Resolve(t.File), t.with(options))
	if err != nil {
		return nil, err
	}
	if err := t.spread(set, t.Columns, rng, func([]float64) bool { return true }); err != nil {
		return nil, err
	}
	return subset(set, rng, size)
}

// ColumnNames are those that the file gives.
func (t *Table) ColumnNames(env Env) ([]string, error) {
	options, err := t.options(t.Columns)
	if err != nil {
		return nil, err
	}
	path := env.Resolve(t.File)
	file, err := files.Open(path, t.with(options))
	if err != nil {
		return nil, explained(err, path)
	}
	defer file.Close()
	return file.ColumnNames(options)
}

// Files is the one file that is read.
func (t *Table) Files(env Env) ([]string, error) { return []string{env.Resolve(t.File)}, nil }
