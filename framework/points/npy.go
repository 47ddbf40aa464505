package points

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"

	"github.com/sbinet/npyio/npy"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/plaintext"
)

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
	if array.kind() == nil {
		return nil, fmt.Errorf("of type %q", clip(array.Type))
	}
	return array.Shape, nil
}

// kind is the type of an array's numbers; nil for one that can't be read.
func (a *npyArray) kind() reflect.Type {
	if kind := npy.TypeFrom(a.Type); kind != nil && numbers[kind.Kind()] != nil {
		return kind
	}
	return nil
}

// npyTable is an array as a table.
type npyTable struct {
	*npyArray
	rows, columns int
	kind          reflect.Type // of its numbers
}

// tableOfNPY reads the header of an array that is a table of numbers.
func tableOfNPY(r io.Reader) (*npyTable, error) {
	a, err := openNPY(r)
	if err != nil {
		return nil, err
	}
	shape := a.Shape
	switch len(shape) {
	case 1:
		shape = append(slices.Clone(shape), 1)
	case 2:
	default:
		return nil, fmt.Errorf("the npy array has shape %s; [rows, columns] or [rows] is needed",
			clip(fmt.Sprint(shape)))
	}
	kind := a.kind()
	if kind == nil {
		advice := ""
		if a.Type == "|O" {
			advice = ": write it by numpy.asarray(array, dtype=float)"
		}
		return nil, fmt.Errorf("the npy array's type is %q; floats of 32 or 64 bits or integers are needed%s",
			clip(a.Type), advice)
	}
	return &npyTable{a, shape[0], shape[1], kind}, nil
}

// whole reads all rows.
func (t *npyTable) whole() (*Set, error) {
	body, err := t.body(int(t.kind.Size()))
	if err != nil {
		return nil, err
	}
	data, err := t.decoded(body, t.Shape, t.kind)
	if err != nil {
		return nil, err
	}
	if t.Fortran {
		data = transpose(data, t.rows, t.columns)
	}
	return &Set{Dim: t.columns, Data: data}, nil
}

// part reads the next rows of an array in C order, which begin at a row.
func (t *npyTable) part(from, count int) (*Set, error) {
	size := int(t.kind.Size())
	if t.columns > MostRowBytes/size {
		return nil, fmt.Errorf("a row of the npy array has %d numbers; at most %d bytes are read", t.columns,
			MostRowBytes)
	}
	body := make([]byte, count*t.columns*size)
	if n, err := io.ReadFull(t.rest, body); err != nil {
		return nil, fmt.Errorf("the npy file, of shape %v, ends in row %d", t.Shape, from+n/(t.columns*size))
	}
	data, err := t.decoded(body, []int{count, t.columns}, t.kind)
	if err != nil {
		return nil, err
	}
	return &Set{Dim: t.columns, Data: data}, nil
}

// decoded is the numbers of a shape in bytes.
func (a *npyArray) decoded(body []byte, shape []int, kind reflect.Type) ([]float64, error) {
	*a.stream = *bytes.NewBuffer(body)
	a.Reader.Header.Descr.Shape = shape
	return numbers[kind.Kind()](a.Reader)
}

// npyArray is an array whose header has been read.
type npyArray struct {
	Type    string
	Fortran bool
	Shape   []int
	rest    io.Reader // the file after the header
	*npy.Reader
	stream *bytes.Buffer // that Reader reads the numbers from
}

// openNPY reads the header of an array with a positive shape.
func openNPY(r io.Reader) (array *npyArray, err error) {
	defer func() { // the npy library panics on damaged headers
		if failure := recover(); failure != nil {
			array, err = nil, errors.New("the npy header is damaged")
		}
	}()
	header, err := readNPYHeader(r)
	if err != nil {
		return nil, err
	}
	stream := bytes.NewBuffer(header)
	reader, err := npy.NewReader(stream)
	if err != nil {
		return nil, fmt.Errorf("the npy header is damaged: %s", plaintext.Escape(clip(err.Error())))
	}
	d := reader.Header.Descr
	npy.TypeFrom(d.Type) // may panic, too
	for _, n := range d.Shape {
		if n < 0 {
			return nil, fmt.Errorf("the npy array has the negative shape %v", d.Shape)
		}
		if n == 0 {
			return nil, fmt.Errorf("the npy array has shape %v: there are no rows of data", d.Shape)
		}
	}
	return &npyArray{d.Type, d.Fortran, d.Shape, r, reader, stream}, nil
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

// readNPYHeader reads magic string, version, header length and header.
func readNPYHeader(r io.Reader) ([]byte, error) {
	const start = 8 // magic string and version
	prefix := make([]byte, start)
	if _, err := io.ReadFull(r, prefix); err != nil || !bytes.HasPrefix(prefix, npy.Magic[:]) {
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
	header := append(prefix, length[:width]...)
	rest := make([]byte, count)
	if _, err := io.ReadFull(r, rest); err != nil {
		return nil, errors.New("the npy file ends within its header")
	}
	return append(header, rest...), nil
}

// numbers read the types that are understood.
var numbers = map[reflect.Kind]func(*npy.Reader) ([]float64, error){
	reflect.Int8: readAs[int8], reflect.Int16: readAs[int16], reflect.Int32: readAs[int32],
	reflect.Int64: readAs[int64],
	reflect.Uint8: readAs[uint8], reflect.Uint16: readAs[uint16], reflect.Uint32: readAs[uint32],
	reflect.Uint64: readAs[uint64], reflect.Float32: readAs[float32], reflect.Float64: readAs[float64],
}

func readAs[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64 | float32 | float64](r *npy.Reader) (
	[]float64, error) {
	var stored []T
	if err := r.Read(&stored); err != nil {
		return nil, err
	}
	if data, same := any(stored).([]float64); same {
		return data, nil
	}
	data := make([]float64, len(stored))
	for i, value := range stored {
		data[i] = float64(value)
	}
	return data, nil
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
	scratch  []byte
}

// npyHeaderBytes is the length of a header with room for any number of rows.
const npyHeaderBytes = 128

// NewNPYRows begins an array whose rows have the given number of numbers, at the beginning of a file.
func NewNPYRows(to io.WriteSeeker, width int) (*NPYRows, error) {
	w := &NPYRows{to: to, buffered: bufio.NewWriterSize(to, 1<<16), width: width}
	_, err := w.buffered.Write(w.header())
	return w, err
}

func (w *NPYRows) header() []byte {
	text := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", w.rows, w.width)
	const begin = 10 // magic string, version and length
	header := append([]byte{}, npy.Magic[:]...)
	header = append(header, 1, 0)
	header = binary.LittleEndian.AppendUint16(header, npyHeaderBytes-begin)
	return fmt.Appendf(header, "%-*s\n", npyHeaderBytes-begin-1, text)
}

// Write appends rows.
func (w *NPYRows) Write(rows []float64) error {
	w.rows += len(rows) / w.width
	for _, v := range rows {
		w.scratch = binary.LittleEndian.AppendUint64(w.scratch[:0], math.Float64bits(v))
		if _, err := w.buffered.Write(w.scratch); err != nil {
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
	buffered := bufio.NewWriter(w)
	if err := npy.Write(buffered, mat.NewDense(set.Len(), set.Dim, set.Data)); err != nil {
		return err
	}
	return buffered.Flush()
}
