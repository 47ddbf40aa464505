package files

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/points"
)

// position are the names of columns that say where points of a cloud are.
var position = []string{"x", "y", "z"}

// cloud completes a table of points that may have more than their places.
func cloud(t *points.Table) *points.Table {
	var usual []int
	for _, axis := range position {
		if column := slices.Index(t.Names, axis); column >= 0 {
			usual = append(usual, column)
		}
	}
	if len(usual) > 1 && len(usual) < t.Width {
		t.Usual = usual
	}
	return t
}

// numbered is a table of rows that are all as long as the first; names gives their columns' for a length. Mistakes are
// reported at the line that at returns.
func numbered(next func() ([]float64, error), at func() int, names func(width int) []string) (*points.Table, error) {
	first, err := next()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("there are no points")
	}
	if err != nil {
		return nil, err
	}
	first = slices.Clone(first)
	width, line, pending := len(first), at(), true
	return cloud(&points.Table{Names: names(width), Width: width, Next: func() (points.Row, error) {
		row := first
		if !pending {
			if row, err = next(); err != nil {
				return points.Row{}, err
			}
			line = at()
		}
		pending = false
		if len(row) != width {
			return points.Row{}, &points.CSVError{Line: line, Reason: fmt.Sprintf("this point has %d numbers, the "+
				"first has %d", len(row), width)}
		}
		return points.Row{Line: line, Numbers: row}, nil
	}}), nil
}

// completeLines are those of a text's beginning, without the last, which may be cut.
func completeLines(head []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for rest := string(head); ; {
			line, more, complete := strings.Cut(rest, "\n")
			if !complete || !yield(line) {
				return
			}
			rest = more
		}
	}
}

func allNumbers(words []string) bool {
	return !slices.ContainsFunc(words, func(word string) bool {
		_, err := strconv.ParseFloat(word, 64)
		return err != nil
	})
}

// lines are those of a text that have words; # begins a comment.
type lines struct {
	*bufio.Scanner
	number int // of the last one
	values []float64
}

func linesOf(in *input) *lines {
	l := &lines{Scanner: bufio.NewScanner(in)}
	l.Buffer(nil, points.MostRowBytes)
	return l
}

// next is the next line's words; io.EOF after the last.
func (l *lines) next() ([]string, error) {
	for l.Scan() {
		l.number++
		text, _, _ := strings.Cut(l.Text(), "#")
		if words := strings.Fields(text); len(words) > 0 {
			return words, nil
		}
	}
	if err := l.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", l.number+1, err)
	}
	return nil, io.EOF
}

// numbers are the numbers of words; the error names the line. They are valid until the next call.
func (l *lines) numbers(words []string) ([]float64, error) {
	l.values = l.values[:0]
	for i, word := range words {
		value, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return nil, &points.CSVError{Line: l.number, Column: strconv.Itoa(i), Text: word,
				Reason: "this is not a number"}
		}
		l.values = append(l.values, value)
	}
	return l.values, nil
}

func (l *lines) at() int { return l.number }
