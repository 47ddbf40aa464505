package autodiff_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network/networktest"
)

var paddings = map[string][]compute.PadAxis{
	"around":               {{Start: 1, End: 2}, {Start: 0, End: 1}},
	"between":              {{Interior: 2}, {Start: 2, End: 1, Interior: 1}},
	"cropped":              {{Start: -1, End: -2}, {Start: -2}},
	"cropped between":      {{Start: -1, End: -2, Interior: 1}, {Start: -4, End: 3, Interior: 2}},
	"only the first axis":  {{Start: 1, End: 1, Interior: 1}},
	"wider than the array": {{Start: 6, End: 7}, {}},
}

// The fill value's derivative too, unless it is a constant.
func TestPadDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(37, 38))
	x, fill := networktest.Normal(rng, 5, 4), networktest.Normal(rng)
	for name, axes := range paddings {
		t.Run(name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, engine compute.Backend) {
				if strings.HasPrefix(name, "cropped") && engine.String() == backend.Reference {
					t.Skip("GoMLX's own backend of v0.28.2 fails where Pad takes elements away")
				}
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
					return graph.Pad(in[0], in[1],
						axes...)
				}, x, fill)
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
					return graph.Pad(in[0], graph.Scalar(in[0].Graph(), in[0].DType(), 0.5), axes...)
				}, x)
			}, compute.OpTypePad)
		})
	}
}

func TestReverseDerivatives(t *testing.T) {
	x := networktest.Normal(rand.New(rand.NewPCG(39, 40)), 3, 4, 2)
	for _, axes := range [][]int{{0}, {1, 2}, {-1}} {
		onEngines(t, func(t *testing.T, engine compute.Backend) {
			checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node { return graph.Reverse(in[0], axes...) }, x)
		}, compute.OpTypeReverse)
	}
}

// Bounds are scalars or arrays; all of x stays away from them.
func TestClampDerivatives(t *testing.T) {
	x := networktest.Array{Dimensions: []int{2, 3}, Data: []float64{-2, -0.5, 0.25, 0.5, 1.5, 3}}
	scalars := []networktest.Array{{Data: []float64{-1}}, {Data: []float64{1}}}
	// The last bounds cross, and the upper one counts.
	arrays := []networktest.Array{{Dimensions: []int{2, 3}, Data: []float64{-1, -1, 1, -3, 1, 2}},
		{Dimensions: []int{2, 3}, Data: []float64{0, 0, 2, 0, 2, -1}}}
	for name, bounds := range map[string][]networktest.Array{"scalars": scalars, "arrays": arrays} {
		t.Run(name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, engine compute.Backend) {
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
					return graph.Clamp(in[1], in[0],
						in[2])
				}, x, bounds[0], bounds[1])
			}, compute.OpTypeClamp)
		})
	}
}

// On a bound the cotangent stays with x.
func TestClampOnItsBounds(t *testing.T) {
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		got := compile(t, engine, func(in []*graph.Node) []*graph.Node {
			return graph.Gradient(graph.ReduceAllSum(graph.Clamp(in[1], in[0], in[2])), in...)
		})(networktest.Array{Dimensions: []int{4}, Data: []float64{-1, 1, -2, 2}},
			networktest.Array{Data: []float64{-1}}, networktest.Array{Data: []float64{1}})
		near(t, "by x", got[0].Data, []float64{1, 1, 0, 0}, 0)
		near(t, "by the lower bound", got[1].Data, []float64{1}, 0)
		near(t, "by the upper bound", got[2].Data, []float64{1}, 0)
	}, compute.OpTypeClamp)
}
