package points

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// NPYMagic begins NumPy's files of arrays.
const NPYMagic = "\x93NUMPY"

// maxNPYHeader bounds the header of an npy file, in bytes; a table's header takes about a hundred.
const maxNPYHeader = 1 << 16

// ReadNPY reads a NumPy array (file format 1 or 2) of floats of 32 or 64 bits or of integers: [rows, columns] gives
// points in R^columns, [rows] points in R^1; in C or Fortran order. Memory grows with the bytes that are there, not
// with the shape that the header claims. A damaged, truncated or overlong file, another type or shape, an array
// without numbers, NaN and infinities (named by row and column, from 0) are errors.
func ReadNPY(r io.Reader) (*Set, error) {
	array, err := tableOfNPY(r)
	if err != nil {
		return nil, err
	}
	set, err := array.whole()
	if err != nil {
		return nil, err
	}
	return finite(set)
}

// OpenNPY begins to read a NumPy array, of what ReadNPY can read, row by row: a few thousand at a time, or all at once
// in Fortran order. Numbers may be NaN.
func OpenNPY(r io.Reader) (*Table, error) {
	array, err := tableOfNPY(r)
	if err != nil {
		return nil, err
	}
	rows, columns := array.rows, array.columns
	var held *Set
	done, from := 0, 0 // rows that were given, and the first that is held
	return &Table{Width: columns, Next: func() (Row, error) {
		switch {
		case done == rows && !array.Fortran:
			if n, err := io.ReadFull(r, make([]byte, 1)); n > 0 {
				return Row{}, fmt.Errorf("more follows the %d rows that the npy array should have", rows)
			} else if err != io.EOF {
				return Row{}, err
			}
			return Row{}, io.EOF
		case done == rows:
			return Row{}, io.EOF
		case held == nil && array.Fortran:
			held, err = array.whole()
		case held == nil || done == from+held.Len():
			from = done
			held, err = array.part(done, min(rows-done, max(1, npyPart/columns)))
		}
		if err != nil {
			return Row{}, err
		}
		done++
		return Row{Numbers: held.At(done - 1 - from)}, nil
	}}, nil
}

// npyPart is how many numbers of an array are held.
const npyPart = 1 << 16

// ShapeOfNPY is the shape of an array of numbers.
func ShapeOfNPY(r io.Reader) ([]int, error) {
	array, err := openNPY(r)
	if err != nil {
		return nil, err
	}
	if array.numbers.Size == 0 {
		return nil, fmt.Errorf("of type %q", clip(array.Type))
	}
	return array.Shape, nil
}

// tableOfNPY reads the header of an array that is a table of numbers.
func tableOfNPY(r io.Reader) (*npyArray, error) {
	a, err := openNPY(r)
	if err != nil {
		return nil, err
	}
	switch len(a.Shape) {
	case 1:
		a.rows, a.columns = a.Shape[0], 1
	case 2:
		a.rows, a.columns = a.Shape[0], a.Shape[1]
	default:
		return nil, fmt.Errorf("the npy array has shape %s; [rows, columns] or [rows] is needed",
			clip(fmt.Sprint(a.Shape)))
	}
	if a.numbers.Size == 0 {
		advice := ""
		if a.Type == "|O" {
			advice = ": write it by numpy.asarray(array, dtype=float)"
		}
		return nil, fmt.Errorf("the npy array's type is %q; floats of 32 or 64 bits or integers are needed%s",
			clip(a.Type), advice)
	}
	return a, nil
}

// whole reads all rows.
func (a *npyArray) whole() (*Set, error) {
	body, err := a.body(a.numbers.Size)
	if err != nil {
		return nil, err
	}
	data := a.decoded(body)
	if a.Fortran {
		data = transpose(data, a.rows, a.columns)
	}
	return &Set{Dim: a.columns, Data: data}, nil
}

// part reads the next rows of an array in C order, which begin at a row.
func (a *npyArray) part(from, count int) (*Set, error) {
	size := a.numbers.Size
	if a.columns > MostRowBytes/size {
		return nil, fmt.Errorf("a row of the npy array has %d numbers; at most %d bytes are read", a.columns,
			MostRowBytes)
	}
	body := make([]byte, count*a.columns*size)
	if n, err := io.ReadFull(a.rest, body); err != nil {
		return nil, fmt.Errorf("the npy file, of shape %v, ends in row %d", a.Shape, from+n/(a.columns*size))
	}
	return &Set{Dim: a.columns, Data: a.decoded(body)}, nil
}

// decoded is the numbers in bytes.
func (a *npyArray) decoded(body []byte) []float64 {
	data := make([]float64, len(body)/a.numbers.Size)
	for i := range data {
		data[i] = a.numbers.Decode(body[i*a.numbers.Size:], a.order)
	}
	return data
}

// npyArray is an array whose header has been read.
type npyArray struct {
	Type    string
	Fortran bool
	Shape   []int
	rest    io.Reader // the file after the header
	numbers Number    // without a size for those that can't be read
	order   binary.ByteOrder

	rows, columns int // of a table
}

// npyKeys are what a header says of an array, in any order; of a table with names, the type is a list.
var npyKeys = [3]*regexp.Regexp{
	regexp.MustCompile(`(?s)['"]descr['"]\s*:\s*(\[.*\]|['"][^'"]*['"])`),
	regexp.MustCompile(`['"]fortran_order['"]\s*:\s*(True|False)`),
	regexp.MustCompile(`['"]shape['"]\s*:\s*\(([^()]*)\)`),
}

// openNPY reads the header of an array.
func openNPY(r io.Reader) (*npyArray, error) {
	header, err := readNPYHeader(r)
	if err != nil {
		return nil, err
	}
	var parts [len(npyKeys)]string
	for k, key := range npyKeys {
		found := key.FindSubmatch(header)
		if found == nil {
			return nil, fmt.Errorf("the npy header is damaged: %q", clip(string(header)))
		}
		parts[k] = string(found[1])
	}
	a := &npyArray{Type: strings.Trim(parts[0], `'"`), Fortran: parts[1] == "True", rest: r, order: binary.LittleEndian}
	a.numbers = npyNumbers[strings.TrimLeft(a.Type, "<>|")]
	if strings.HasPrefix(a.Type, ">") {
		a.order = binary.BigEndian
	}
	for axis := range strings.SplitSeq(parts[2], ",") {
		if axis = strings.TrimSpace(axis); axis == "" {
			continue
		}
		n, err := strconv.Atoi(axis)
		if err != nil {
			return nil, fmt.Errorf("the npy header is damaged: %q is not the length of an axis", clip(axis))
		}
		a.Shape = append(a.Shape, n)
	}
	switch least := slices.Min(append([]int{1}, a.Shape...)); {
	case least < 0:
		return nil, fmt.Errorf("the npy array has the negative shape %v", a.Shape)
	case least == 0:
		return nil, fmt.Errorf("the npy array has shape %v: there are no rows of data", a.Shape)
	}
	return a, nil
}

// npyNumbers are the types that can be read, without the sign that tells the order of bytes.
var npyNumbers = map[string]Number{
	"i1": {'i', 1}, "i2": {'i', 2}, "i4": {'i', 4}, "i8": {'i', 8}, "f4": {'f', 4}, "f8": {'f', 8},
	"u1": {'u', 1}, "u2": {'u', 2}, "u4": {'u', 4}, "u8": {'u', 8}, "float32": {'f', 4}, "float64": {'f', 8},
	"int8": {'i', 1}, "int16": {'i', 2}, "int32": {'i', 4}, "int64": {'i', 8},
	"uint8": {'u', 1}, "uint16": {'u', 2}, "uint32": {'u', 4}, "uint64": {'u', 8},
}

// body reads the array's numbers of the given bytes, neither fewer nor more.
func (a *npyArray) body(size int) ([]byte, error) {
	for _, n := range a.Shape {
		if n > math.MaxInt64/2/size {
			return nil, fmt.Errorf("the npy header claims the impossible shape %s", clip(fmt.Sprint(a.Shape)))
		}
		size *= n
	}
	body, err := ReadBytes(a.rest, size)
	if err != nil {
		return nil, fmt.Errorf("the npy file, of shape %v: %w", a.Shape, err)
	}
	return body, nil
}

// readNPYHeader reads magic string, version, header length and header, and returns the last.
func readNPYHeader(r io.Reader) ([]byte, error) {
	const start = 8 // magic string and version
	prefix := make([]byte, start)
	if _, err := io.ReadFull(r, prefix); err != nil || !bytes.HasPrefix(prefix, []byte(NPYMagic)) {
		return nil, errors.New("this is not an npy file: it doesn't start with the format's magic string")
	}
	var width int
	switch prefix[6] {
	case 1:
		width = 2
	case 2:
		width = 4
	default:
		return nil, fmt.Errorf("npy format version %d is unknown; versions 1 and 2 can be read", prefix[6])
	}
	length := make([]byte, 4)
	if _, err := io.ReadFull(r, length[:width]); err != nil {
		return nil, errors.New("the npy file ends within its header")
	}
	count := binary.LittleEndian.Uint32(length)
	if count == 0 {
		return nil, errors.New("the npy header is damaged: it is empty")
	}
	if count > maxNPYHeader {
		return nil, fmt.Errorf("the npy header claims %d bytes; at most %d are allowed", count, maxNPYHeader)
	}
	header := make([]byte, count)
	if _, err := io.ReadFull(r, header); err != nil {
		return nil, errors.New("the npy file ends within its header")
	}
	return header, nil
}

// transpose turns a column-major table into a row-major one.
func transpose(stored []float64, rows, columns int) []float64 {
	data := make([]float64, len(stored))
	for i := range rows {
		for j := range columns {
			data[i*columns+j] = stored[j*rows+i]
		}
	}
	return data
}

// finite refuses other numbers.
func finite(set *Set) (*Set, error) {
	for i, value := range set.Data {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return nil, fmt.Errorf("row %d, column %d (both from 0): found %v; a finite number is needed",
				i/set.Dim, i%set.Dim, value)
		}
	}
	return set, nil
}

// NPYRows writes a NumPy array of 64-bit floats row by row. How many rows there are stands in the header, which is
// written again at the end.
type NPYRows struct {
	to       io.WriteSeeker
	buffered *bufio.Writer
	width    int
	rows     int
}

// npyHeaderBytes is the length of a header with room for any number of rows.
const npyHeaderBytes = 128

// NewNPYRows begins an array whose rows have the given number of numbers, at the beginning of a file.
func NewNPYRows(to io.WriteSeeker, width int) (*NPYRows, error) {
	w := &NPYRows{to: to, buffered: bufio.NewWriterSize(to, 1<<16), width: width}
	_, err := w.buffered.Write(w.header())
	return w, err
}

func (w *NPYRows) header() []byte { return NPYStart(describeNPY(w.rows, w.width), npyHeaderBytes) }

// NPYStart is what an array of file format 1 begins with, up to its numbers, which begin at a multiple of some bytes.
func NPYStart(text string, alignment int) []byte {
	const begin = 10 // magic string, version and length
	length := (begin+len(text)+alignment)/alignment*alignment - begin
	start := binary.LittleEndian.AppendUint16([]byte(NPYMagic+"\x01\x00"), uint16(length))
	return fmt.Appendf(start, "%-*s\n", length-1, text)
}

// describeNPY is the header's text for a table.
func describeNPY(rows, width int) string {
	return fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", rows, width)
}

// Write appends rows.
func (w *NPYRows) Write(rows []float64) error {
	w.rows += len(rows) / w.width
	return writeFloats(w.buffered, rows)
}

func writeFloats(w *bufio.Writer, numbers []float64) error {
	for _, v := range numbers {
		if _, err := w.Write(binary.LittleEndian.AppendUint64(w.AvailableBuffer(), math.Float64bits(v))); err != nil {
			return err
		}
	}
	return nil
}

// Close writes what is left, and the header; it leaves the file open.
func (w *NPYRows) Close() error {
	if err := w.buffered.Flush(); err != nil {
		return err
	}
	if _, err := w.to.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err := w.to.Write(w.header())
	return err
}

// WriteNPY writes the set as a NumPy array of 64-bit floats, shape [points, dimension], C order. A set without points
// is an error.
func WriteNPY(w io.Writer, set *Set) error {
	if set.Len() == 0 {
		return errors.New("a set without points can't be written as npy")
	}
	const begin, alignment = 12, 16
	text := describeNPY(set.Len(), set.Dim)
	text += strings.Repeat(" ", (begin+len(text)+1)%alignment) + "\n" // as files have always had it
	start := binary.LittleEndian.AppendUint32([]byte(NPYMagic+"\x02\x00"), uint32(len(text)))
	buffered := bufio.NewWriter(w)
	buffered.Write(append(start, text...))
	if err := writeFloats(buffered, set.Data); err != nil {
		return err
	}
	return buffered.Flush() // which reports what went wrong before
}
