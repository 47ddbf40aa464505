package autodiff_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
)

func TestSliceDerivatives(t *testing.T) {
	x := networktest.Normal(rand.New(rand.NewPCG(29, 30)), 7, 5)
	for name, ranges := range map[string][]graph.SliceAxisSpec{
		"inside":              {graph.AxisRange(2, 5), graph.AxisRange(1, 4)},
		"everything":          {graph.AxisRange(), graph.AxisRange()},
		"strided to the end":  {graph.AxisRange(1).Stride(3), graph.AxisRange().Stride(2)},
		"strided, cut short":  {graph.AxisRange(0, 6).Stride(4), graph.AxisRange(1, 5).Stride(3)},
		"stride of one value": {graph.AxisRange(3, 4).Stride(5), graph.AxisRange(4)},
	} {
		t.Run(name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, engine compute.Backend) {
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
					return graph.Slice(in[0],
						ranges...)
				}, x)
			})
		})
	}
}

// Each element of the cotangent goes where the slice took its value, and zeros elsewhere.
func TestSliceCotangentInClosedForm(t *testing.T) {
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		got := compile(t, engine, func(in []*graph.Node) []*graph.Node {
			taken := graph.Slice(in[0], graph.AxisRange(1, 6).Stride(2))
			return graph.Gradient(graph.ReduceAllSum(graph.Mul(taken, in[1])), in[0])
		})(networktest.Array{Dimensions: []int{7}, Data: make([]float64, 7)},
			networktest.Array{Dimensions: []int{3}, Data: []float64{3, 4, 5}})
		near(t, "cotangent", got[0].Data, []float64{0, 3, 0, 4, 0, 5, 0}, 0)
	})
}
