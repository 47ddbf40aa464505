package autodiff_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/support/exceptions"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/network/networktest"
)

// originalFails are what is wrong with those of GoMLX's own rules (v0.28.2) that this package replaces: each function
// tells whether it still is. All other rules of the package are for operations that GoMLX has none for. A rule of
// which this test says that GoMLX mended it can be dropped.
var originalFails = map[graph.NodeType]func(t *testing.T, engine compute.Backend) bool{
	// It is a product now, but takes the contracted axes for increasing: the cotangent is transposed, or its shape
	// wrong.
	graph.NodeTypeDotGeneral: func(t *testing.T, engine compute.Backend) bool {
		by := gradientOf(t, engine, func(in []*graph.Node) *graph.Node {
			return graph.ReduceAllSum(graph.DotGeneral(in[1], []int{1, 0}, nil, in[0], []int{0, 1}, nil))
		}, networktest.Matrix([]float64{0, 0}, []float64{0, 0}),
			networktest.Array{Dimensions: []int{2, 2, 1}, Data: []float64{1, 2, 3, 4}})
		return !slices.Equal(by, []float64{1, 3, 2, 4})
	},
	// A kernel of even length is padded by too much or too little.
	graph.NodeTypeConvGeneral: func(t *testing.T, engine compute.Backend) bool {
		by := gradientOf(t, engine, func(in []*graph.Node) *graph.Node {
			return weightedSum(graph.Convolve(in[0], in[1]).NoPadding().Done())
		}, image(4, 4), networktest.Array{Dimensions: []int{2, 2, 1, 1}, Data: []float64{1, 2, 3, 4}})
		// the first element meets the kernel's first only, in the first result
		return math.Abs(by[0]-math.Sin(1)) > 1e-12
	},
	// It has no derivative of its own: that of a maximum is a SelectAndScatterMax, which has none, and which the engine
	// lacks.
	graph.NodeTypeReduceWindow: func(_ *testing.T, engine compute.Backend) bool {
		g := graph.NewGraph(engine, "pool")
		defer g.Finalize()
		x := graph.Parameter(g, "x", shapes.Make(dtypes.Float64, 1, 4, 4, 1))
		return graph.VJPRegistration[graph.NodeTypeSelectAndScatterMax] == nil &&
			exceptions.TryCatch[error](func() {
				first := graph.Gradient(graph.ReduceAllSum(graph.Square(graph.MaxPool(x).Window(2).Done())), x)[0]
				graph.Gradient(graph.ReduceAllSum(graph.Square(first)), x)
			}) != nil
	},
	graph.NodeTypeReduceMax: sharesNot(graph.ReduceMax),
	graph.NodeTypeReduceMin: sharesNot(graph.ReduceMin),
	graph.NodeTypeMax:       failsAtInfinity(graph.Max),
	graph.NodeTypeMin:       failsAtInfinity(graph.Min),
}

// image is [1, height, width, 1] of 1, 2, ...
func image(height, width int) networktest.Array {
	a := networktest.Array{Dimensions: []int{1, height, width, 1}}
	for i := range height * width {
		a.Data = append(a.Data, float64(i+1))
	}
	return a
}

// gradientOf is that of a scalar by the first input.
func gradientOf(t *testing.T, engine compute.Backend, f func(in []*graph.Node) *graph.Node,
	inputs ...networktest.Array) []float64 {
	t.Helper()
	return compile(t, engine, func(in []*graph.Node) []*graph.Node { return graph.Gradient(f(in), in[0]) })(
		inputs...)[0].Data
}

// sharesNot: equal extremes each get the whole cotangent.
func sharesNot(reduce func(*graph.Node, ...int) *graph.Node) func(t *testing.T, engine compute.Backend) bool {
	return func(t *testing.T, engine compute.Backend) bool {
		by := gradientOf(t, engine, func(in []*graph.Node) *graph.Node { return reduce(in[0], 0) },
			networktest.Array{Dimensions: []int{2}, Data: []float64{3, 3}})
		return by[0]+by[1] != 1
	}
}

// failsAtInfinity: the derivative where both are infinite is NaN.
func failsAtInfinity(extreme func(x, y *graph.Node) *graph.Node) func(t *testing.T, engine compute.Backend) bool {
	return func(t *testing.T, engine compute.Backend) bool {
		infinite := networktest.Array{Data: []float64{math.Inf(1)}}
		by := gradientOf(t, engine, func(in []*graph.Node) *graph.Node { return extreme(in[0], in[1]) },
			infinite, infinite)
		return math.IsNaN(by[0])
	}
}

func TestRulesAreStillNeeded(t *testing.T) {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	defer engine.Finalize()
	for kind, original := range autodiff.Originals {
		if fails := originalFails[kind]; (fails == nil) != (original == nil) {
			t.Errorf("%s: GoMLX has a rule: %v, and this test has something against it: %v", kind,
				original != nil, fails != nil)
			continue
		} else if fails == nil {
			continue
		}
		t.Run(fmt.Sprint(kind), func(t *testing.T) {
			own := graph.VJPRegistration[kind]
			defer func() { graph.VJPRegistration[kind] = own }()
			if originalFails[kind](t, engine) {
				t.Error("the package's own rule is not right here")
			}
			graph.VJPRegistration[kind] = original
			if !originalFails[kind](t, engine) {
				t.Error("GoMLX mended its rule: the package's own can be dropped")
			}
		})
	}
}
