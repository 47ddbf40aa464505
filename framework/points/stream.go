package points

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sbinet/npyio/npy"
)

// Stream reads the rows of a table or an array part by part. It holds the rows of one part, and so takes the same
// memory however long the file is; an array in Fortran order, in which rows do not lie together, is read whole.
type Stream struct {
	Names []string // of the file's columns, "" for one without; nil without a header
	Width int      // number of the file's columns
	// Next gives at most the given number of rows, with the columns taken; io.EOF after the last.
	Next func(most int) (*Set, error)
	take func(columns []int)
}

// Take chooses the columns that Next gives, by index from 0 and in this order. It is called before Next, and other
// columns are not looked at: they may hold texts.
func (s *Stream) Take(columns []int) { s.take(columns) }

// OpenStream reads a file by its extension, as ReadFile does; Close the file afterward. Errors name the path.
func OpenStream(path string) (*Stream, io.Closer, error) {
	extension := strings.ToLower(filepath.Ext(path))
	if !slices.Contains([]string{".npy", ".csv", ".txt", ".tsv"}, extension) {
		return nil, nil, unknownExtension(path, extension)
	}
	file, err := Open(path)
	if err != nil {
		return nil, nil, err
	}
	var s *Stream
	switch extension {
	case ".npy":
		s, err = streamNPY(bufio.NewReader(file))
	case ".tsv":
		s, err = streamCSV(file, '\t')
	default:
		s, err = streamCSV(file, 0)
	}
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s: %w", path, err)
	}
	next := s.Next
	s.Next = func(most int) (*Set, error) {
		rows, err := next(most)
		if err != nil && !errors.Is(err, io.EOF) {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return rows, err
	}
	return s, file, nil
}

// StreamOf reads a text table, or an array: what begins as a NumPy file does.
func StreamOf(r io.Reader) (*Stream, error) {
	buffered := bufio.NewReader(r)
	if begin, err := buffered.Peek(len(npy.Magic)); err == nil && bytes.Equal(begin, npy.Magic[:]) {
		return streamNPY(buffered)
	}
	return streamCSV(buffered, 0)
}

func streamCSV(r io.Reader, delimiter rune) (*Stream, error) {
	reader := &tableReader{options: CSVOptions{Comment: '#', Delimiter: delimiter}}
	rows, err := reader.begin(r)
	if err != nil {
		return nil, err
	}
	s := &Stream{Names: reader.names, Width: reader.width, take: func(columns []int) { reader.columns = columns }}
	s.Next = func(most int) (*Set, error) {
		reader.data = make([]float64, 0, most*len(reader.columns))
		for range most {
			if err := reader.one(rows, reader.take); err != nil {
				if errors.Is(err, io.EOF) && len(reader.data) > 0 {
					break
				}
				return nil, err
			}
		}
		return &Set{Dim: len(reader.columns), Data: reader.data}, nil
	}
	return s, nil
}

func streamNPY(r *bufio.Reader) (*Stream, error) {
	array, err := openNPY(r)
	if err != nil {
		return nil, err
	}
	rows, columns, kind, err := array.table()
	if err != nil {
		return nil, err
	}
	s := &Stream{Width: columns}
	chosen := Range(0, columns)
	s.take = func(columns []int) { chosen = columns }
	var whole *Set // of an array in Fortran order
	done := 0
	s.Next = func(most int) (*Set, error) {
		count := min(most, rows-done)
		if count <= 0 {
			return nil, io.EOF
		}
		if array.Fortran && whole == nil {
			if whole, err = array.whole(rows, columns, kind); err != nil {
				return nil, err
			}
		}
		var part *Set
		if array.Fortran {
			part = whole.Slice(done, done+count)
		} else if part, err = array.part(done, count, columns, kind); err != nil {
			return nil, err
		}
		if done += count; done == rows && !array.Fortran {
			if _, err := r.ReadByte(); err == nil {
				return nil, fmt.Errorf("more follows the %d rows that the npy array should have", rows)
			}
		}
		return part.columns(chosen), nil
	}
	return s, nil
}

// columns copies the chosen ones.
func (s *Set) columns(chosen []int) *Set {
	narrow := New(s.Len(), len(chosen))
	for i := range s.Len() {
		for k, column := range chosen {
			narrow.At(i)[k] = s.At(i)[column]
		}
	}
	return narrow
}
