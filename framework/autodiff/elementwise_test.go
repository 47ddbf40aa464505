package autodiff_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
)

func TestElementwiseDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(33, 34))
	x, positive := networktest.Normal(rng, 3, 4), networktest.Normal(rng, 3, 4)
	for i, v := range positive.Data {
		positive.Data[i] = 0.3 + v*v
	}
	row := networktest.Array{Dimensions: []int{3, 1}, Data: []float64{0.7, -1.3, 2.1}}
	for _, test := range []struct {
		name   string
		f      func(in []*graph.Node) *graph.Node
		inputs []networktest.Array
	}{
		{"reciprocal root", func(in []*graph.Node) *graph.Node { return graph.Rsqrt(in[0]) },
			[]networktest.Array{positive}},
		{"exponential less one", func(in []*graph.Node) *graph.Node { return graph.Expm1(in[0]) },
			[]networktest.Array{x}},
		{"identity", func(in []*graph.Node) *graph.Node { return graph.Identity(graph.Square(in[0])) },
			[]networktest.Array{x}},
		{"larger", func(in []*graph.Node) *graph.Node { return graph.Max(graph.Square(in[0]), in[1]) },
			[]networktest.Array{x, positive}},
		{"smaller", func(in []*graph.Node) *graph.Node { return graph.Min(graph.Square(in[0]), in[1]) },
			[]networktest.Array{x, positive}},
		{"larger than repeated values", func(in []*graph.Node) *graph.Node { return graph.Max(in[0], in[1]) },
			[]networktest.Array{x, row}},
		{"smaller than a scalar", func(in []*graph.Node) *graph.Node { return graph.Min(in[0], in[1]) },
			[]networktest.Array{x, {Data: []float64{0.1}}}},
		{"remainder", func(in []*graph.Node) *graph.Node { return graph.Rem(graph.MulScalar(in[0], 5), in[1]) },
			[]networktest.Array{x, positive}},
		{"remainder by repeated values", func(in []*graph.Node) *graph.Node {
			return graph.Rem(graph.MulScalar(in[0],
				5), in[1])
		}, []networktest.Array{x, row}},
		{"remainder by a scalar", func(in []*graph.Node) *graph.Node {
			return graph.Rem(graph.MulScalar(in[0], 5), in[1])
		},
			[]networktest.Array{x, {Data: []float64{0.9}}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			onEngines(t, func(t *testing.T, engine compute.Backend) {
				checkDerivatives(t, engine, test.f,
					test.inputs...)
			})
		})
	}
}

// Of equal operands the first is chosen, also when they are infinite.
func TestEqualOperands(t *testing.T) {
	infinity := math.Inf(1)
	x := networktest.Array{Dimensions: []int{5}, Data: []float64{0, infinity, -infinity, 1, 2}}
	y := networktest.Array{Dimensions: []int{5}, Data: []float64{0, infinity, -infinity, 2, 1}}
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		got := compile(t, engine, func(in []*graph.Node) []*graph.Node {
			return append(graph.Gradient(graph.ReduceAllSum(graph.Max(in[0], in[1])), in...),
				graph.Gradient(graph.ReduceAllSum(graph.Min(in[0], in[1])), in...)...)
		})(x, y)
		near(t, "larger, first", got[0].Data, []float64{1, 1, 1, 0, 1}, 0)
		near(t, "larger, second", got[1].Data, []float64{0, 0, 0, 1, 0}, 0)
		near(t, "smaller, first", got[2].Data, []float64{1, 1, 1, 1, 0}, 0)
		near(t, "smaller, second", got[3].Data, []float64{0, 0, 0, 0, 1}, 0)
	})
}

// Steps have the derivative 0, also where a comparison is used as a number.
func TestStepsHaveNoDerivative(t *testing.T) {
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		got := compile(t, engine, func(in []*graph.Node) []*graph.Node {
			x := in[0]
			number := func(condition *graph.Node) *graph.Node { return graph.ConvertDType(condition, x.DType()) }
			steps := []*graph.Node{graph.Floor(x), graph.Ceil(x), graph.Round(x), graph.Sign(x),
				number(graph.IsFinite(x)),
				number(graph.GreaterThan(x, graph.ZerosLike(x))), number(graph.Equal(x, x)),
				graph.ConvertDType(graph.ArgMax(x, 0), x.DType())}
			sum := graph.ReduceAllSum(graph.Square(x))
			for _, step := range steps {
				sum = graph.Add(sum, graph.ReduceAllSum(step))
			}
			return graph.Gradient(sum, x)
		})(networktest.Array{Dimensions: []int{3}, Data: []float64{1.5, -2, 0.25}})
		near(t, "derivative", got[0].Data, []float64{3, -4, 0.5}, 1e-15)
	})
}
