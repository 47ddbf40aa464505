package network

import (
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// Placement puts some columns of a matrix [batch, width] into the columns of one [batch, n], and back. It multiplies by
// constant matrices, because slices and concatenations have no second derivative on the pure-Go backend.
type Placement struct {
	matrix     *graph.Node // [n, width]
	transposed *graph.Node // [width, n]
}

// NewPlacement puts column first + i into column at[i], with the graph and type of another node.
func NewPlacement(like *graph.Node, n int, at []int, first, width int) Placement {
	matrix, transposed := make([]float32, n*width), make([]float32, width*n)
	for i, j := range at {
		matrix[j*width+first+i], transposed[(first+i)*n+j] = 1, 1
	}
	// Of nested slices GoMLX makes constants element by element, by reflection.
	constant := func(flat []float32, dimensions ...int) *graph.Node {
		tensor := tensors.FromFlatDataAndDimensions(flat, dimensions...)
		return graph.ConvertDType(graph.ConstTensor(like.Graph(), tensor), like.DType())
	}
	return Placement{matrix: constant(matrix, n, width), transposed: constant(transposed, width, n)}
}

// Place maps y [batch, width] to [batch, n], 0 in the columns that get nothing.
func (p Placement) Place(y *graph.Node) *graph.Node { return product(y, p.matrix) }

// Pick returns the transpose of Place, from [batch, n] to [batch, width].
func (p Placement) Pick(x *graph.Node) *graph.Node { return product(x, p.transposed) }
