package files

import (
	"fmt"
	"slices"
	"strings"

	"ebim/framework/points"
)

// isOBJ reports whether a text begins with vertices, some of them, and nothing but what else such files have.
func isOBJ(head []byte) bool {
	const least = 3
	vertices := 0
	for line := range completeLines(head) {
		text, _, _ := strings.Cut(line, "#")
		words := strings.Fields(text)
		switch {
		case len(words) == 0:
		case words[0] == "v" && len(words) >= 4 && allNumbers(words[1:]):
			vertices++
		case !slices.Contains(statements, words[0]):
			return false
		}
	}
	return vertices >= least
}

// statements of such files that are not vertices.
var statements = []string{"f", "g", "l", "mtllib", "o", "p", "s", "usemtl", "vn", "vp", "vt"}

// openOBJ reads the vertices of a Wavefront file: lines of v and three coordinates, which a weight or a color may
// follow.
func openOBJ(in *input, _ Options) (*points.Table, error) {
	l := linesOf(in)
	next := func() ([]float64, error) {
		for {
			words, err := l.next()
			if err != nil {
				return nil, err
			}
			if words[0] != "v" {
				continue
			}
			if len(words) < 4 {
				return nil, fmt.Errorf("line %d: a vertex has %d numbers; three or more are needed", l.number,
					len(words)-1)
			}
			return l.numbers(words[1:])
		}
	}
	return numbered(next, l.at, func(width int) []string {
		switch width {
		case 3, 4:
			return []string{"x", "y", "z", "w"}[:width]
		case 6, 7:
			return []string{"x", "y", "z", "red", "green", "blue", "alpha"}[:width]
		}
		return append(position[:3:3], make([]string, width-3)...)
	})
}
