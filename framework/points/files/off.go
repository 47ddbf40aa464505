package files

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"ebim/framework/points"
)

// beginsOFF says that the first word is OFF, or a form of it such as nOFF or COFF.
func beginsOFF(head []byte) bool {
	line, _, _ := bytes.Cut(head, []byte("\n"))
	words := strings.Fields(string(line))
	return len(words) > 0 && offForm(words[0])
}

func offForm(word string) bool {
	rest, ok := strings.CutSuffix(word, "OFF")
	for _, part := range []string{"ST", "C", "N", "4", "n"} {
		rest = strings.TrimPrefix(rest, part)
	}
	return ok && rest == ""
}

// mostAxes bounds the dimension of an nOFF file.
const mostAxes = 1 << 16

// openOFF reads the vertices of an Object File Format, in text: of OFF in space, 4OFF in R^4 or nOFF in R^n; normals
// and colors after the coordinates are left out.
func openOFF(in *input, _ Options) (*points.Table, error) {
	l := linesOf(in)
	dimension, count, err := offHeader(l)
	if err != nil {
		return nil, err
	}
	done := uint64(0)
	next := func() ([]float64, error) {
		if done == count {
			return nil, io.EOF
		}
		words, err := l.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, fmt.Errorf("the OFF file ends after %d of %d vertices", done, count)
		case err != nil:
			return nil, err
		case len(words) < dimension:
			return nil, fmt.Errorf("line %d: a vertex has %d numbers; %d are needed", l.number, len(words), dimension)
		}
		done++
		return l.numbers(words[:dimension])
	}
	return numbered(next, l.at, func(width int) []string {
		if dimension == len(position) {
			return position
		}
		return nil
	})
}

// offHeader is the dimension and number of vertices that a header claims.
func offHeader(l *lines) (dimension int, count uint64, err error) {
	words, err := l.next()
	if err != nil {
		return 0, 0, err
	}
	form := "OFF"
	if offForm(words[0]) {
		form, words = words[0], words[1:]
	}
	if len(words) > 0 && words[0] == "BINARY" {
		return 0, 0, errors.New("binary OFF files can't be read; write it as text, or as PLY")
	}
	dimension, counts := 3, 2
	if strings.Contains(form, "4") {
		dimension = 4
	}
	if strings.Contains(form, "n") {
		counts = 3
	}
	for len(words) < counts {
		more, err := l.next()
		if err != nil {
			return 0, 0, errors.New("the OFF file ends within its header")
		}
		words = append(words, more...)
	}
	if counts == 3 {
		if dimension, err = strconv.Atoi(words[0]); err != nil || dimension < 1 || dimension > mostAxes {
			return 0, 0, fmt.Errorf("%q is not the dimension of an nOFF file, 1 to %d", words[0], mostAxes)
		}
		words = words[1:]
	}
	if count, err = strconv.ParseUint(words[0], 10, 62); err != nil {
		return 0, 0, fmt.Errorf("%q is not the number of vertices", words[0])
	}
	return dimension, count, nil
}
