package files

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/points"
)

// isCounted reports whether a text begins with a count, and then has rows of as many numbers each, as scanners write:
// places, and an intensity, a color, or both.
func isCounted(head []byte) bool {
	const least = 5
	rows, width := 0, 0
	for line := range completeLines(head) {
		words := strings.Fields(line)
		switch {
		case rows == 0:
			if count, err := strconv.ParseUint(strings.TrimSpace(line), 10, 62); err != nil || count < least {
				return false
			}
		case rows == 1:
			width = len(words)
			if !slices.Contains([]int{3, 4, 6, 7}, width) {
				return false
			}
		}
		if rows > 0 && (len(words) != width || !allNumbers(words)) {
			return false
		}
		rows++
	}
	return rows > least
}

// scanned are the columns of a scanner's points that have as many.
var scanned = map[int][]string{
	4: {"x", "y", "z", "intensity"},
	7: {"x", "y", "z", "intensity", "red", "green", "blue"},
}

// openXYZ reads points, a line each, whose first three numbers are coordinates; or, where the first line is a count,
// as many points, or the atoms of a molecule after a line of comment.
func openXYZ(in *input, o Options) (*points.Table, error) {
	head, _ := in.Peek(headBytes)
	first, _, _ := strings.Cut(string(head), "\n")
	count, err := strconv.ParseUint(strings.TrimSpace(first), 10, 62)
	if err != nil {
		return openPlaced(in, o, position)
	}
	l := linesOf(in)
	_, _ = l.next()
	l.Scan() // the comment, which may be empty, or the first point
	l.number++
	pending := strings.Fields(l.Text())
	if _, err := l.numbers(pending); err != nil || len(pending) < len(position) {
		pending = nil
	}
	done, atoms := uint64(0), false
	next := func() ([]float64, error) {
		words := pending
		if pending = nil; words == nil {
			var err error
			words, err = l.next()
			switch {
			case errors.Is(err, io.EOF) && done < count:
				return nil, fmt.Errorf("the file ends after %d of %d points", done, count)
			case err == nil && done == count:
				return nil, fmt.Errorf("line %d: more follows the %d points; a file of several frames can't be read: "+
					"write a table with one point a line", l.number, count)
			case err != nil:
				return nil, err
			}
		}
		done++
		if _, err := strconv.ParseFloat(words[0], 64); err != nil {
			words, atoms = words[1:], true // the element
		}
		if len(words) < len(position) {
			return nil, fmt.Errorf("line %d: a point has %d numbers; three or more are needed", l.number, len(words))
		}
		return l.numbers(words)
	}
	return numbered(next, l.at, func(width int) []string {
		if names, known := scanned[width]; known && !atoms {
			return names
		}
		return named(position, width)
	})
}

// openNormals reads points with their normals.
func openNormals(in *input, o Options) (*points.Table, error) {
	return openPlaced(in, o, []string{"x", "y", "z", "nx", "ny", "nz"})
}

// openPlaced reads a table of text, whose first columns have these names unless there is a header.
func openPlaced(in *input, o Options, names []string) (*points.Table, error) {
	t, err := openText(in, o)
	if err == nil && t.Names == nil {
		t.Names = named(names, t.Width)
	}
	if err != nil {
		return nil, err
	}
	return cloud(t), nil
}

// named are the names of as many columns, the last ones empty where there are more.
func named(names []string, width int) []string {
	return append(slices.Clone(names[:min(width, len(names))]), make([]string, max(0, width-len(names)))...)
}

func openText(in *input, o Options) (*points.Table, error) {
	if o.Delimiter == 0 && strings.EqualFold(filepath.Ext(in.name), ".tsv") {
		o.Delimiter = '\t'
	}
	return points.OpenCSV(in, o.TableOptions)
}
