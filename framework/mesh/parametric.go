package mesh

import (
	"fmt"

	"ebim/framework/points"
)

// Parametric returns the curve through points in their order (one count, of the points), or the surface through a grid
// of them (two counts, of rows and columns, the points of a row following each other), each quadrilateral cut along
// its shorter diagonal. It does not close: first and last are not connected, even where they coincide.
func Parametric(set *points.Set, counts []int) (*Mesh, error) {
	if len(counts) != 1 && len(counts) != 2 {
		return nil, fmt.Errorf("mesh: a grid of points has %d axes; a mesh has 1 or 2", len(counts))
	}
	total := 1
	for _, count := range counts {
		if count < 2 || count > set.Len() {
			return nil, fmt.Errorf("mesh: a grid of %v points of a set of %d; 2 or more are needed along each axis",
				counts, set.Len())
		}
		total *= count
	}
	if total != set.Len() {
		return nil, fmt.Errorf("mesh: a grid of %v points has %d; there are %d", counts, total, set.Len())
	}
	m := &Mesh{Dimension: len(counts), Vertices: set}
	if m.Dimension == 1 {
		for i := range total - 1 {
			m.Elements = append(m.Elements, int32(i), int32(i+1))
		}
		return m, nil
	}
	columns := counts[1]
	for row := range counts[0] - 1 {
		for column := range columns - 1 {
			a := int32(row*columns + column)
			b, c, d := a+1, a+1+int32(columns), a+int32(columns)
			if measure(set, []int32{a, c}) <= measure(set, []int32{b, d}) {
				m.Elements = append(m.Elements, a, b, c, a, c, d)
			} else {
				m.Elements = append(m.Elements, a, b, d, b, c, d)
			}
		}
	}
	return m, nil
}
