package ir_test

import (
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

func TestGraphAsText(t *testing.T) {
	g := &ir.Graph{}
	row, square, scalar := shapes.Make(dtypes.Float32, 3), shapes.Make(dtypes.Float32, 2, 3),
		shapes.Make(dtypes.Float32)
	x := g.Add(compute.OpTypeParameter, square, ir.Parameter{Name: "x"})
	c := g.Add(compute.OpTypeConstant, row, ir.Constant{Flat: []float32{1, 2, 3}})
	c = g.Add(compute.OpTypeBroadcastInDim, square, ir.BroadcastInDim{Axes: []int{1}}, c)
	y := g.Add(ir.OpFusedMultiplyAdd, square, nil, x, c, c)
	sum := g.Add(compute.OpTypeReduceSum, scalar, ir.Reduce{Axes: []int{0, 1}}, y)
	long := g.Add(compute.OpTypeConstant, shapes.Make(dtypes.Int8, 9), ir.Constant{Flat: make([]int8, 9)})
	g.Outputs = []*ir.Node{sum, long, sum}
	want := `%0 = Parameter(){Name:x Index:0} (Float32)[2, 3]
%1 = Constant()[1 2 3] (Float32)[3]
%2 = BroadcastInDim(%1){Axes:[1]} (Float32)[2, 3]
%3 = FusedMultiplyAdd(%0, %2, %2) (Float32)[2, 3]
%4 = ReduceSum(%3){Axes:[0 1]} (Float32)
%5 = Constant()[0 0 0 0 0 0 0 0]... (Int8)[9]
outputs %4, %5, %4
`
	if got := g.String(); got != want {
		t.Errorf("the graph is written\n%swant\n%s", got, want)
	}
}
