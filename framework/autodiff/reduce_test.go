package autodiff_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
)

func TestExtremesShareTheCotangent(t *testing.T) {
	x := networktest.Matrix([]float64{3, 1, 3, 2}, []float64{-1, -1, -1, -1}, []float64{0, 5, 4, 0})
	onEngines(t, func(t *testing.T, engine compute.Backend) {
		got := compile(t, engine, func(in []*graph.Node) []*graph.Node {
			most, least := graph.ReduceMax(in[0], 1), graph.ReduceMin(in[0], 1)
			all := graph.ReduceAllMin(in[0])
			return []*graph.Node{graph.Gradient(weightedSum(most), in[0])[0],
				graph.Gradient(weightedSum(least), in[0])[0], graph.Gradient(all, in[0])[0]}
		})(x)
		const a, b, c = 0.8414709848078965, 0.9092974268256817, 0.1411200080598672 // sin 1, sin 2, sin 3
		near(t, "maximum", got[0].Data, []float64{a / 2, 0, a / 2, 0, b / 4, b / 4, b / 4, b / 4, 0, c, 0, 0}, 1e-15)
		near(t, "minimum", got[1].Data, []float64{0, a, 0, 0, b / 4, b / 4, b / 4, b / 4, c / 2, 0, 0, c / 2}, 1e-15)
		near(t, "minimum of all", got[2].Data, []float64{0, 0, 0, 0, 0.25, 0.25, 0.25, 0.25, 0, 0, 0, 0}, 1e-15)
	})
}

func TestExtremeDerivatives(t *testing.T) {
	x := networktest.Normal(rand.New(rand.NewPCG(31, 32)), 3, 4, 2)
	for _, axes := range [][]int{{0}, {1}, {0, 2}, {0, 1, 2}} {
		t.Run(fmt.Sprint(axes), func(t *testing.T) {
			onEngines(t, func(t *testing.T, engine compute.Backend) {
				checkDerivatives(t, engine, func(in []*graph.Node) *graph.Node {
					y := graph.Mul(in[0], in[0])
					return graph.Mul(graph.ReduceMax(y, axes...), graph.ReduceMin(graph.Exp(in[0]), axes...))
				}, x)
			})
		})
	}
}
