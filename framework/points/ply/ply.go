// Package ply reads the tables of PLY files, in text or binary, whatever they hold: vertices, faces, edges and others.
package ply

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/points"
)

var types = map[string]points.Number{
	"char": {Kind: 'i', Size: 1}, "short": {Kind: 'i', Size: 2}, "int": {Kind: 'i', Size: 4},
	"uchar": {Kind: 'u', Size: 1}, "ushort": {Kind: 'u', Size: 2}, "uint": {Kind: 'u', Size: 4},
	"float": {Kind: 'f', Size: 4}, "double": {Kind: 'f', Size: 8},
}

// newer are newer names of the types.
var newer = map[string]string{"int8": "char", "uint8": "uchar", "int16": "short", "uint16": "ushort",
	"int32": "int", "uint32": "uint", "float32": "float", "float64": "double"}

// Table is what PLY calls an element: rows of numbers and lists.
type Table struct {
	Name    string
	Count   int // of rows, as the header claims
	Columns []Column
}

// Column is a property, of a number or a list in each row.
type Column struct {
	Property     string
	kind, length points.Number // length has no size unless the column is of lists
}

// List says that the column is of lists.
func (c *Column) List() bool { return c.length.Size > 0 }

// Reader is a file whose header has been read. Its tables follow one another.
type Reader struct {
	Tables []Table
	in     *bufio.Reader
	format string
	order  binary.ByteOrder // nil in text
	word   []byte
}

// Open reads a header. It calls info, unless that is nil, with the words after obj_info and the number of tables before
// them. Errors name the line.
func Open(r io.Reader, info func(words []string, tables int) error) (*Reader, error) {
	f := &Reader{in: bufio.NewReader(r)}
	for number := 1; ; number++ {
		line, err := f.in.ReadSlice('\n') // no longer than the buffer: a file of another format may lack newlines
		words := strings.Fields(string(line))
		if err == nil && len(words) > 1 && words[0] == "obj_info" && info != nil {
			err = info(words[1:], len(f.Tables))
		} else if err == nil {
			err = f.take(number, words)
		}
		if errors.Is(err, errEnd) {
			return f, nil
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
	}
}

var errEnd = errors.New("the header's last line")

// take reads a line of the header.
func (f *Reader) take(number int, words []string) error {
	line := strings.Join(words, " ")
	switch keyword := append(words, "")[0]; {
	case number == 1 && line != "ply":
		return errors.New(`the file does not begin with the line "ply"`)
	case number == 1 || keyword == "comment" || keyword == "obj_info":
	case keyword == "format" && len(words) == 3:
		f.format = words[1]
	case keyword == "element" && len(words) == 3:
		count, err := strconv.ParseUint(words[2], 10, 31)
		if err != nil {
			return fmt.Errorf("%q is not a number of elements", words[2])
		}
		if f.Table(words[1]) != nil {
			return fmt.Errorf("there are two elements %s", words[1])
		}
		f.Tables = append(f.Tables, Table{Name: words[1], Count: int(count)})
	case keyword == "property" && len(f.Tables) > 0 && (len(words) == 3 || len(words) == 5 && words[1] == "list"):
		return f.Tables[len(f.Tables)-1].add(words[1:len(words)-1], words[len(words)-1])
	case line == "end_header":
		return f.start()
	default:
		return fmt.Errorf("%q is not understood", line)
	}
	return nil
}

// add adds a column of a type, or of "list" and two types.
func (t *Table) add(names []string, property string) error {
	c := Column{Property: property}
	if len(names) == 3 {
		names = names[1:]
	}
	for _, name := range names {
		c.length, c.kind = c.kind, types[cmp.Or(newer[name], name)]
		if c.kind.Size == 0 {
			return fmt.Errorf("the type of property %s is unknown", property)
		}
	}
	same := func(other Column) bool { return other.Property == property && other.List() == c.List() }
	if slices.ContainsFunc(t.Columns, same) || !IsName(property) {
		return fmt.Errorf("there are two properties %s, or it is no name", property)
	}
	t.Columns = append(t.Columns, c)
	return nil
}

// IsName reports whether a text can stand as one word in the header.
func IsName(text string) bool {
	return text != "" && len(text) <= 100 && !strings.ContainsFunc(text,
		func(r rune) bool { return r <= ' ' || r > '~' })
}

func (f *Reader) start() error {
	orders := map[string]binary.ByteOrder{
		"ascii": nil, "binary_little_endian": binary.LittleEndian, "binary_big_endian": binary.BigEndian}
	order, known := orders[f.format]
	if !known {
		return fmt.Errorf("the format %q is unknown", f.format)
	}
	f.order = order
	return errEnd
}

// Table is the one of a name; nil without.
func (f *Reader) Table(name string) *Table {
	for i := range f.Tables {
		if f.Tables[i].Name == name {
			return &f.Tables[i]
		}
	}
	return nil
}

// Column is the one of a property, in lists or not; nil without.
func (t *Table) Column(property string, list bool) *Column {
	for i := range t.Columns {
		if c := &t.Columns[i]; c.Property == property && c.List() == list {
			return c
		}
	}
	return nil
}

// Read appends a column's number, or those of its list, of the next row: columns are read in their order.
func (f *Reader) Read(c *Column, values []float64) ([]float64, error) {
	length := 1.0
	if c.List() {
		var err error
		if length, err = f.number(c.length); err != nil {
			return values, err
		}
		if !(length >= 0 && length <= math.MaxInt32) || length != math.Trunc(length) {
			return values, fmt.Errorf("a list has length %v", length)
		}
	}
	for range int(length) {
		v, err := f.number(c.kind)
		if err != nil {
			return values, err
		}
		values = append(values, v)
	}
	return values, nil
}

// End is an error unless all has been read, but for blanks in text.
func (f *Reader) End() error {
	var err error
	if f.order != nil {
		_, err = f.in.ReadByte()
	} else {
		err = f.next()
	}
	if errors.Is(err, io.EOF) {
		return nil
	}
	return cmp.Or(err, errors.New("the PLY file continues after its last element"))
}

// RowError is what went wrong in a row of a table, from 0. The end of the file is an unexpected one.
func RowError(table *Table, row int, err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("PLY %s %d of %d: %w", table.Name, row, table.Count, err)
}

func (f *Reader) number(kind points.Number) (v float64, err error) {
	if f.order == nil {
		if err := f.next(); err != nil {
			return 0, err
		}
		return strconv.ParseFloat(string(f.word), 64)
	}
	b, err := f.in.Peek(kind.Size)
	if err != nil {
		return 0, err
	}
	v = kind.Decode(b, f.order)
	_, err = f.in.Discard(kind.Size)
	return v, err
}

// mostWord bounds a number in text.
const mostWord = 1000

// next reads the next word of a text; io.EOF where none is left.
func (f *Reader) next() error {
	f.word = f.word[:0]
	for {
		b, err := f.in.ReadByte()
		blank := b == ' ' || b == '\n' || b == '\r' || b == '\t'
		switch {
		case errors.Is(err, io.EOF) && len(f.word) > 0:
			return nil
		case err != nil:
			return err
		case blank && len(f.word) > 0:
			return nil
		case blank:
		case len(f.word) == mostWord:
			return fmt.Errorf("a number has more than %d characters", mostWord)
		default:
			f.word = append(f.word, b)
		}
	}
}
