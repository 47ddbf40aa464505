package files

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"ebim/framework/points"
)

// isJSON reports whether a file begins as an object, or an array of values, objects or arrays.
func isJSON(head []byte) bool {
	const tokens = 4 // as [ { "name" "a", which no text table begins with
	head = bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\ufeff")), " \t\r\n")
	if len(head) == 0 || head[0] != '{' && head[0] != '[' {
		return false
	}
	decoder := json.NewDecoder(bytes.NewReader(head))
	for range tokens {
		if _, err := decoder.Token(); err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
	return true
}

// openJSON reads rows, each an object or an array: of an array, or one after another, as in lines. One object of arrays
// of equal length has columns instead.
func openJSON(in *input, _ Options) (*points.Table, error) {
	if mark, err := in.Peek(3); err == nil && string(mark) == "\ufeff" {
		_, _ = in.Discard(3)
	}
	head, _ := in.Peek(headBytes)
	f := &jsonFile{decoder: json.NewDecoder(in)}
	if head = bytes.TrimLeft(head, " \t\r\n"); bytes.HasPrefix(head, []byte("[")) {
		if inner := bytes.TrimLeft(head[1:], " \t\r\n"); bytes.HasPrefix(inner, []byte("[")) ||
			bytes.HasPrefix(inner, []byte("{")) {
			_, _ = f.decoder.Token()
			f.within = true
		}
	}
	first, err := f.next()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("there are no rows of data")
	}
	if err != nil {
		return nil, err
	}
	if !f.within {
		if table := byColumns(first); table != nil {
			return table, nil
		}
	}
	t := &points.Table{Names: first.keys, Width: len(first.values)}
	if t.Width == 0 {
		return nil, errors.New("the first row of the JSON file has no values")
	}
	pending := true
	t.Next = func() (points.Row, error) {
		row := first
		if !pending {
			if row, err = f.next(); err != nil {
				return points.Row{}, err
			}
		}
		pending = false
		return f.row(row, t)
	}
	return t, nil
}

type jsonFile struct {
	decoder *json.Decoder
	within  bool // rows are within an array
	read    int
}

// jsonRow is an object with its keys in order, or an array, without keys.
type jsonRow struct {
	keys   []string
	values []any
}

// next reads a row; io.EOF after the last.
func (f *jsonFile) next() (row jsonRow, err error) {
	if f.within && !f.decoder.More() {
		if _, err := f.decoder.Token(); err != nil {
			return row, f.damaged(err)
		}
		return row, io.EOF
	}
	token, err := f.decoder.Token()
	if errors.Is(err, io.EOF) && !f.within {
		return row, io.EOF
	}
	opened, isDelim := token.(json.Delim)
	if err == nil && (!isDelim || opened != '[' && opened != '{') {
		return row, fmt.Errorf("row %d (from 0) is %v; an object or an array is needed", f.read, token)
	}
	for err == nil && f.decoder.More() {
		if opened == '{' {
			var key json.Token
			if key, err = f.decoder.Token(); err != nil {
				break
			}
			row.keys = append(row.keys, key.(string)) // which the decoder sees to
		}
		var value any
		err = f.decoder.Decode(&value)
		row.values = append(row.values, value)
	}
	if err == nil {
		_, err = f.decoder.Token() // the end
	}
	if err != nil {
		return row, f.damaged(err)
	}
	f.read++
	return row, nil
}

func (f *jsonFile) damaged(err error) error {
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return fmt.Errorf("row %d (from 0), near byte %d: %w", f.read, f.decoder.InputOffset(), err)
}

// row takes the columns of a table from a row. What an object lacks is missing.
func (f *jsonFile) row(row jsonRow, t *points.Table) (points.Row, error) {
	if t.Names == nil && len(row.values) != t.Width || (t.Names == nil) != (row.keys == nil) {
		return points.Row{}, fmt.Errorf("row %d (from 0) is an array of %d values or an object, unlike the first, "+
			"of %d", f.read-1, len(row.values), t.Width)
	}
	found := points.Row{Numbers: make([]float64, t.Width), Texts: make([]string, t.Width)}
	for i := range t.Width {
		at := i
		if t.Names != nil && (i >= len(row.keys) || row.keys[i] != t.Names[i]) {
			at = slices.Index(row.keys, t.Names[i])
		}
		found.Numbers[i] = math.NaN()
		if at >= 0 {
			found.Numbers[i], found.Texts[i] = jsonValue(row.values[at])
		}
	}
	return found, nil
}

func jsonValue(value any) (float64, string) {
	switch v := value.(type) {
	case float64:
		return v, ""
	case nil:
		return math.NaN(), ""
	case string:
		return math.NaN(), v
	}
	return math.NaN(), fmt.Sprint(value)
}

// byColumns is the table of an object of arrays of equal length; nil for others.
func byColumns(object jsonRow) *points.Table {
	var columns [][]any
	for _, value := range object.values {
		column, ok := value.([]any)
		if !ok || len(column) != len(object.values[0].([]any)) {
			return nil
		}
		columns = append(columns, column)
	}
	if object.keys == nil || len(columns) == 0 {
		return nil
	}
	done := 0
	t := &points.Table{Names: object.keys, Width: len(columns)}
	t.Next = func() (points.Row, error) {
		if done == len(columns[0]) {
			return points.Row{}, io.EOF
		}
		row := points.Row{Numbers: make([]float64, t.Width), Texts: make([]string, t.Width)}
		for i, column := range columns {
			row.Numbers[i], row.Texts[i] = jsonValue(column[done])
		}
		done++
		return row, nil
	}
	return t
}
