package network

import "github.com/gomlx/gomlx/core/graph"

// Placement puts some columns of a matrix [batch, width] into the columns of one [batch, n], and back. It multiplies by
// constant matrices, because slices and concatenations have no second derivative on the pure-Go backend.
type Placement struct {
	matrix     *graph.Node // [n, width]
	transposed *graph.Node // [width, n]
}

// NewPlacement puts column first + i into column at[i], with the graph and type of another node.
func NewPlacement(like *graph.Node, n int, at []int, first, width int) Placement {
	matrix, transposed := zeros(n, width), zeros(width, n)
	for i, j := range at {
		matrix[j][first+i], transposed[first+i][j] = 1, 1
	}
	return Placement{
		matrix:     graph.ConstAsDType(like.Graph(), like.DType(), matrix),
		transposed: graph.ConstAsDType(like.Graph(), like.DType(), transposed),
	}
}

// Place maps y [batch, width] to [batch, n], 0 in the columns that get nothing.
func (p Placement) Place(y *graph.Node) *graph.Node { return product(y, p.matrix) }

// Pick returns the transpose of Place, from [batch, n] to [batch, width].
func (p Placement) Pick(x *graph.Node) *graph.Node { return product(x, p.transposed) }

func zeros(rows, columns int) [][]float64 {
	matrix := make([][]float64, rows)
	for i := range matrix {
		matrix[i] = make([]float64, columns)
	}
	return matrix
}
