package suite

import (
	"fmt"
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
)

// sumTolerance bounds the rounding of sums of 10^3 numbers in any order, and longTolerance of 10^5: one after another, each adds
// a rounding of up to 6e-8 of the sum, in either direction.
const (
	sumTolerance  = 2e-5
	longTolerance = 1e-3
)

// reductions of each axis and of all, against loops in Go.
func reductions() []Case {
	var all []Case
	for _, d := range [][]int{{5, 7, 11}, {1000, 33}, {33, 1000}, {100000}} {
		c := Case{Group: "reductions", Name: fmt.Sprintf("of %v", d), Inputs: [][]int{d}, Low: -1, High: 2, Tolerance: sumTolerance, Floor: 1}
		if size(d) == d[0] {
			c.Tolerance = longTolerance
		}
		for axis := range d {
			for _, r := range []struct {
				name  string
				build func(x *graph.Node, axes ...int) *graph.Node
				start float64
				join  func(sum, x float64) float64
			}{
				{"sum", graph.ReduceSum, 0, func(sum, x float64) float64 { return sum + x }},
				{"maximum", graph.ReduceMax, math.Inf(-1), math.Max},
				{"minimum", graph.ReduceMin, math.Inf(1), math.Min},
				{"sum of squares", func(x *graph.Node, axes ...int) *graph.Node { return graph.ReduceSum(graph.Square(x), axes...) }, 0,
					func(sum, x float64) float64 { return sum + x*x }},
			} {
				c.Parts = append(c.Parts, Part{fmt.Sprintf("%s over axis %d", r.name, axis), func(in []*graph.Node) *graph.Node { return r.build(in[0], axis) },
					func(in [][]float32) []float64 { return reduced(in[0], d, axis, r.start, r.join) }, nil})
			}
		}
		c.Parts = append(c.Parts,
			Part{Name: "mean of all", Build: func(in []*graph.Node) *graph.Node { return graph.ReduceAllMean(in[0]) }},
			Part{Name: "softmax", Build: func(in []*graph.Node) *graph.Node { return graph.Softmax(graph.MulScalar(in[0], 5)) }},
			Part{Name: "place of the minimum", Build: func(in []*graph.Node) *graph.Node {
				return graph.ConvertDType(graph.ArgMin(in[0], 0, dtypes.Int32), dtypes.Float32)
			}},
			Part{Name: "variance", Build: func(in []*graph.Node) *graph.Node { return graph.ReduceVariance(in[0], 0) }})
		all = append(all, c)
	}
	return all
}

// reduced reduces one axis.
func reduced(data []float32, dimensions []int, axis int, start float64, join func(sum, x float64) float64) []float64 {
	inner := size(dimensions[axis+1:])
	outer := size(dimensions[:axis])
	out := make([]float64, outer*inner)
	for i := range out {
		out[i] = start
		for k := range dimensions[axis] {
			out[i] = join(out[i], float64(data[(i/inner*dimensions[axis]+k)*inner+i%inner]))
		}
	}
	return out
}
