package model

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/train"
)

// setting is a world without training: data and a box.
func setting(tb testing.TB, data *points.Set, box [][2]float64) train.Environment {
	tb.Helper()
	engine, err := backend.Open(backend.Default)
	if err != nil {
		tb.Fatal(err)
	}
	return train.Environment{Engine: engine, Data: data, Box: box, Seed: 1}
}

// fixed is a formula as a trained network.
func fixed(f networktest.Formula) network.Trained {
	n := networktest.Fixed{Formula: f}
	return network.Trained{Network: n, Parameters: n.Initialize(0, 0, nil)}
}

// learned is a known manifold as if it had been learned, with points of it as data.
func learned(tb testing.TB, m networktest.Manifold) *learnedManifold {
	return &learnedManifold{setting: setting(tb, drawn(m, 100, 1), m.Box), network: fixed(m.Formula), codimension: m.Codimension}
}

func drawn(m networktest.Manifold, n int, seed uint64) *points.Set {
	rng, set := rand.New(rand.NewPCG(seed, 1)), points.New(n, m.Ambient)
	for i := range n {
		copy(set.At(i), m.Draw(rng))
	}
	return set
}

// rows is a point set of the given rows.
func rows(tb testing.TB, x ...[]float64) *points.Set {
	tb.Helper()
	set, err := points.FromRows(x)
	if err != nil {
		tb.Fatal(err)
	}
	return set
}

// slope is the energy slope.x.
func slope(coefficients ...float64) network.Trained {
	return fixed(func(x *graph.Node) *graph.Node { return networktest.Combination(x, coefficients) })
}

// residuals is the largest |F| over the points.
func residuals(t *testing.T, m networktest.Manifold, set *points.Set) float64 {
	t.Helper()
	values := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node { return []*graph.Node{m.Formula(in[0])} },
		networktest.Array{Dimensions: []int{set.Len(), set.Dim}, Data: set.Data})[0]
	largest := 0.0
	for _, v := range values.Data {
		if !(math.Abs(v) <= largest) {
			largest = math.Abs(v)
		}
	}
	return largest
}

// chiSquare compares counts with expected ones. Of the tests that use it each states its limit's false-alarm rate.
func chiSquare(counts, expected []float64) float64 {
	sum := 0.0
	for i, e := range expected {
		sum += (counts[i] - e) * (counts[i] - e) / e
	}
	return sum
}

// integral is the trapezoidal rule for a function of period or support [from, to].
func integral(f func(x float64) float64, from, to float64) float64 {
	const n = 20000
	sum, h := (f(from)+f(to))/2, (to-from)/n
	for i := 1; i < n; i++ {
		sum += f(from + float64(i)*h)
	}
	return sum * h
}

var background = context.Background()
