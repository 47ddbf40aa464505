package points

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/sbinet/npyio/npy"
	"gonum.org/v1/gonum/mat"
)

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
