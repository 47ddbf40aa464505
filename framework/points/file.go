package points

import (
	"errors"
	"fmt"
	"io"
	"os"

	"ebim/framework/regular"
)

// MostBytes bounds the size of a data file.
const MostBytes = 8 << 30

// Open opens a data file for reading: a regular file of at most MostBytes. Errors name the path.
func Open(path string) (*os.File, error) {
	file, err := regular.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && info.Size() > MostBytes {
		err = fmt.Errorf("%s has %d bytes; at most %d (8 GiB) are read", path, info.Size(), int64(MostBytes))
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

// ReadFile reads what a data file holds with read; errors name the path.
func ReadFile[T any](path string, read func(io.Reader) (T, error)) (T, error) {
	var none T
	file, err := Open(path)
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

// Stream reads the rows of a table part by part.
type Stream struct {
	Names []string // of the file's columns, "" for one without; nil without a header
	Width int      // number of the file's columns
	Usual []int    // as of the table
	// Next gives at most the given number of rows, with the columns taken; io.EOF after the last.
	Next func(most int) (*Set, error)
	take func(columns []int)
}

// Take chooses the columns that Next gives, by index from 0 and in this order. It is called before Next, and other
// columns are not looked at: they may hold texts.
func (s *Stream) Take(columns []int) { s.take(columns) }

// Stream gives the rows that are left.
func (t *Table) Stream() *Stream {
	reader := &tableReader{Table: t, columns: Range(0, t.Width)}
	s := &Stream{Names: t.Names, Width: t.Width, Usual: t.Usual, take: func(columns []int) { reader.columns = columns }}
	s.Next = func(most int) (*Set, error) {
		reader.data = make([]float64, 0, most*len(reader.columns))
		for range most {
			if err := reader.one(); err != nil {
				if errors.Is(err, io.EOF) && len(reader.data) > 0 {
					break
				}
				return nil, t.located(err)
			}
		}
		return &Set{Dim: len(reader.columns), Data: reader.data}, nil
	}
	return s
}
