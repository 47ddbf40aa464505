package files

import (
	"fmt"

	"ebim/framework/points"
)

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
