// Package supporttest helps to test supports and the densities on them: it makes worlds without a training, of
// formulas as if they had been learned, and has numbers to compare with.
package supporttest

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/train"
)

// Square is the box [-1.5, 1.5]^2.
var Square = points.Box{{-1.5, 1.5}, {-1.5, 1.5}}

// Environment has data and a box, on the default engine.
func Environment(tb testing.TB, data *points.Set, box points.Box) train.Environment {
	tb.Helper()
	engine, err := backend.Open(backend.Default)
	if err != nil {
		tb.Fatal(err)
	}
	return train.Environment{Engine: engine, Data: data, Box: box, Seed: 1}
}

// Fixed is a formula as a trained network.
func Fixed(f networktest.Formula) network.Trained {
	n := networktest.Fixed{Formula: f}
	return network.Trained{Network: n, Parameters: n.Initialize(0, 0, nil)}
}

// Slope is the energy coefficients.x.
func Slope(coefficients ...float64) network.Trained {
	return Fixed(func(x *graph.Node) *graph.Node { return networktest.Combination(x, coefficients) })
}

// Hollow is |x|^2 + 1, which has no zero.
func Hollow(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Square(x), 1) }

// Learned is what zeroset.New takes: a known manifold as if it had been learned, with points of it as data.
func Learned(tb testing.TB, m networktest.Manifold) (env train.Environment, f network.Trained, codimension int) {
	tb.Helper()
	return Environment(tb, Drawn(m, 100, 1), m.Box), Fixed(m.Formula), m.Codimension
}

// Drawn is n points of a manifold.
func Drawn(m networktest.Manifold, n int, seed uint64) *points.Set {
	rng, set := rand.New(rand.NewPCG(seed, 1)), points.New(n, m.Ambient)
	for i := range n {
		copy(set.At(i), m.Draw(rng))
	}
	return set
}

// Rows is a point set of the given rows.
func Rows(tb testing.TB, x ...[]float64) *points.Set {
	tb.Helper()
	set, err := points.FromRows(x)
	if err != nil {
		tb.Fatal(err)
	}
	return set
}

// Residual is the largest |F| over the points.
func Residual(tb testing.TB, m networktest.Manifold, set *points.Set) float64 {
	tb.Helper()
	values := networktest.Evaluate(tb, func(in []*graph.Node) []*graph.Node { return []*graph.Node{m.Formula(in[0])} },
		networktest.Array{Dimensions: []int{set.Len(), set.Dim}, Data: set.Data})[0]
	largest := 0.0
	for _, v := range values.Data {
		if !(math.Abs(v) <= largest) {
			largest = math.Abs(v)
		}
	}
	return largest
}

// Distance of two points.
func Distance(a, b []float64) float64 { return math.Sqrt(points.SquaredDistance(a, b)) }

// CloseTo fails the test where numbers are farther from what is wanted than the tolerance, together.
func CloseTo(tb testing.TB, what string, got, want []float64, tolerance float64) {
	tb.Helper()
	if len(got) != len(want) || !(Distance(got, want) <= tolerance) {
		tb.Errorf("%s is %v, want %v", what, got, want)
	}
}

// ToCircle is the distance to the unit circle, times a slope: with slope 1 a step x - J^T F leads to the nearest
// point, whatever the noise.
func ToCircle(slope float64) networktest.Formula {
	return func(x *graph.Node) *graph.Node {
		r := graph.Sqrt(graph.AddScalar(networktest.Square(x), 1e-12))
		return graph.MulScalar(graph.AddScalar(r, -1), slope)
	}
}
