package points

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/bits"

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
func ReadNPY(r io.Reader) (set *Set, err error) {
	defer func() { // the npy library panics on damaged headers
		if failure := recover(); failure != nil {
			set, err = nil, errors.New("the npy header is damaged")
		}
	}()
	header, err := readNPYHeader(r)
	if err != nil {
		return nil, err
	}
	stream := bytes.NewBuffer(header)
	array, err := npy.NewReader(stream) // takes the header; the body follows once its size is known to be right
	if err != nil {
		return nil, fmt.Errorf("the npy header is damaged: %s", plaintext.Escape(clip(err.Error())))
	}
	description := array.Header.Descr
	rows, columns, err := tableShape(description.Shape)
	if err != nil {
		return nil, err
	}
	size, err := numberSize(description.Type)
	if err != nil {
		return nil, err
	}
	body, err := readExactly(r, rows, columns, size)
	if err != nil {
		return nil, err
	}
	*stream = *bytes.NewBuffer(body)
	data, err := readNumbers(array)
	if err != nil {
		return nil, err
	}
	if description.Fortran {
		data = transpose(data, rows, columns)
	}
	return finite(&Set{Dim: columns, Data: data})
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

func tableShape(shape []int) (rows, columns int, err error) {
	switch len(shape) {
	case 1:
		rows, columns = shape[0], 1
	case 2:
		rows, columns = shape[0], shape[1]
	default:
		return 0, 0, fmt.Errorf("the npy array has shape %s; [rows, columns] or [rows] is needed",
			clip(fmt.Sprint(shape)))
	}
	if rows < 0 || columns < 0 {
		return 0, 0, fmt.Errorf("the npy array has the negative shape %v", shape)
	}
	if rows == 0 || columns == 0 {
		return 0, 0, fmt.Errorf("the npy array has shape %v: there are no rows of data", shape)
	}
	return rows, columns, nil
}

// numberSize returns the size in bytes of a supported element type.
func numberSize(descriptor string) (int, error) {
	if kind := npy.TypeFrom(descriptor); kind != nil {
		switch kind.String() {
		case "int8", "uint8", "int16", "uint16", "int32", "uint32", "int64", "uint64", "float32", "float64":
			return int(kind.Size()), nil
		}
	}
	return 0, fmt.Errorf("the npy array's type is %q; floats of 32 or 64 bits or integers are needed", clip(descriptor))
}

// readExactly reads the array's bytes, neither fewer nor more.
func readExactly(r io.Reader, rows, columns, size int) ([]byte, error) {
	high, count := bits.Mul64(uint64(rows), uint64(columns))
	high2, need := bits.Mul64(count, uint64(size))
	if high != 0 || high2 != 0 || need >= math.MaxInt64 {
		return nil, fmt.Errorf("the npy header claims the impossible shape [%d, %d]", rows, columns)
	}
	body, err := io.ReadAll(io.LimitReader(r, int64(need)+1))
	if err != nil {
		return nil, err
	}
	if uint64(len(body)) < need {
		return nil, fmt.Errorf("the npy file is truncated: shape [%d, %d] needs %d bytes, %d are there",
			rows, columns, need, len(body))
	}
	if uint64(len(body)) > need {
		return nil, fmt.Errorf("the npy file holds more than its array: shape [%d, %d] needs %d bytes", rows,
			columns, need)
	}
	return body, nil
}

func readNumbers(r *npy.Reader) ([]float64, error) {
	switch npy.TypeFrom(r.Header.Descr.Type).String() {
	case "int8":
		return readAs[int8](r)
	case "uint8":
		return readAs[uint8](r)
	case "int16":
		return readAs[int16](r)
	case "uint16":
		return readAs[uint16](r)
	case "int32":
		return readAs[int32](r)
	case "uint32":
		return readAs[uint32](r)
	case "int64":
		return readAs[int64](r)
	case "uint64":
		return readAs[uint64](r)
	case "float32":
		return readAs[float32](r)
	}
	var data []float64
	err := r.Read(&data)
	return data, err
}

func readAs[T int8 | uint8 | int16 | uint16 | int32 | uint32 | int64 | uint64 | float32](r *npy.Reader) (
	[]float64, error) {
	var stored []T
	if err := r.Read(&stored); err != nil {
		return nil, err
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

func finite(set *Set) (*Set, error) {
	for i, value := range set.Data {
		if math.IsNaN(value) || math.IsInf(value, 0) {
			return nil, fmt.Errorf("row %d, column %d (both from 0): found %v; a finite number is needed",
				i/set.Dim, i%set.Dim, value)
		}
	}
	return set, nil
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
