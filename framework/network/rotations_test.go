package network_test

import (
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// The values are 0 at a rotation, where their gradients are orthonormal, and products of rows elsewhere.
func TestRotations(t *testing.T) {
	r := network.Rotations{}
	parameters, values := r.Initialize(9, r.Codimension(), nil), r.Codimension()
	sine, cosine := math.Sincos(0.7)
	rotation := []float64{cosine, 0, sine, 0, 1, 0, -sine, 0, cosine}
	var each [][]float64 // once for each value, with the cotangent that picks it
	picks := networktest.Array{Dimensions: []int{values, values}, Data: make([]float64, values*values)}
	for k := range values {
		each = append(each, rotation)
		picks.Data[k*values+k] = 1
	}
	got := networktest.Bound(t, r, func(f network.Function, in []*graph.Node) []*graph.Node {
		y, linear := f.Linearize(in[0])
		gradients := linear.VJP(in[1])
		return []*graph.Node{y, graph.MatMul(gradients, graph.Transpose(gradients, 0, 1)), f.Apply(in[2])}
	}, parameters, networktest.Matrix(each...), picks, networktest.Matrix([]float64{2, 0, 0, 1, 1, 0, 0, 0, 3}))
	zero := networktest.Array{Dimensions: picks.Dimensions, Data: make([]float64, values*values)}
	networktest.Near(t, "values at a rotation", got[0], zero, 1e-6)
	networktest.Near(t, "products of gradients", got[1], picks, 1e-6)
	networktest.Near(t, "products of rows", got[2], networktest.Matrix([]float64{1.5, math.Sqrt2, 0, 0.5, 0, 4}), 1e-6)
}
