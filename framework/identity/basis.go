package identity

import (
	"slices"

	"gonum.org/v1/gonum/floats"
)

// basis are columns none of which the others give, by Gram and Schmidt.
type basis struct {
	columns []int
	lengths []float64   // that they had
	axes    [][]float64 // orthonormal
	parts   [][]float64 // of each column, with length 1, along the axes up to its own
}

// split takes from a vector what the basis gives, which it returns along the axes, and the length of the rest.
func (b *basis) split(v []float64) (along []float64, rest float64) {
	along = make([]float64, len(b.axes))
	for range 2 { // once leaves what rounding makes of nearly equal columns
		for k, axis := range b.axes {
			part := floats.Dot(axis, v)
			along[k] += part
			floats.AddScaled(v, -part, axis)
		}
	}
	return along, floats.Norm(v, 2)
}

// weights are those of the columns, with length 1, in what is given along the axes.
func (b *basis) weights(along []float64) []float64 {
	weights := slices.Clone(along)
	for k := len(weights) - 1; k >= 0; k-- {
		weights[k] /= b.parts[k][k]
		for j := range k {
			weights[j] -= weights[k] * b.parts[k][j]
		}
	}
	return weights
}

// add adds a column of a length that was split.
func (b *basis) add(column int, length float64, v, along []float64, rest float64) {
	floats.Scale(1/rest, v)
	b.columns, b.lengths = append(b.columns, column), append(b.lengths, length)
	b.axes, b.parts = append(b.axes, v), append(b.parts, append(along, rest))
}
