package sampler_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
)

func number(v float64) *float64 { return &v }

func engine(tb testing.TB) compute.Backend {
	tb.Helper()
	opened, err := backend.Open(backend.Default)
	if err != nil {
		tb.Fatal(err)
	}
	return opened
}

// on binds a sampler to a fixed system.
func on(s sampler.Constrained, system sampler.System) sampler.Process {
	return sampler.OnManifold(s, func([]*graph.Node) sampler.System { return system })
}

// free binds a sampler to a fixed energy.
func free(s sampler.Ambient, energy network.Function) sampler.Process {
	return sampler.Free(s, func([]*graph.Node) network.Function { return energy })
}

// chain compiles a process.
func chain(tb testing.TB, p sampler.Process, batch, dim int) *sampler.Chain {
	tb.Helper()
	c, err := sampler.NewChain(engine(tb), p, batch, dim, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// run is the ends and statistics of chains from x.
func run(tb testing.TB, c *sampler.Chain, x []float32, rng *rand.Rand) ([]float32, []float64) {
	tb.Helper()
	ends, statistics, err := c.Run(nil, x, rng)
	if err != nil {
		tb.Fatal(err)
	}
	return append([]float32(nil), ends...), statistics
}

// step is one transition in double precision: the next points and the statistics.
func step(tb testing.TB, s sampler.Constrained, system sampler.System, x,
	noise networktest.Array) (networktest.Array, []float64) {
	tb.Helper()
	return moved(tb, x, noise, func(from sampler.Phase, draws sampler.Draws) (sampler.Phase, sampler.Info) {
		return s.Move(system, from, draws)
	})
}

// moved is the outcome of a transition in double precision.
func moved(tb testing.TB, x, noise networktest.Array, move func(sampler.Phase, sampler.Draws) (sampler.Phase,
	sampler.Info)) (networktest.Array, []float64) {
	tb.Helper()
	got := networktest.Evaluate(tb, func(in []*graph.Node) []*graph.Node {
		next, info := move(sampler.Phase{X: in[0]}, sampler.Draws{Normal: in[1]})
		return append([]*graph.Node{next.X}, info.Statistics...)
	}, x, noise)
	var statistics []float64
	for _, a := range got[1:] {
		statistics = append(statistics, a.Data[0])
	}
	return got[0], statistics
}

// slope is an energy of which only the gradient is known.
type slope func(x *graph.Node) *graph.Node

func (s slope) Apply(x *graph.Node) *graph.Node {
	return graph.InsertAxes(graph.ReduceSum(graph.ZerosLike(x), 1), -1)
}

func (s slope) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	return s.Apply(x), autodiff.Linear{VJP: func(cotangent *graph.Node) *graph.Node {
		return graph.Mul(s(x), cotangent)
	}}
}

// along is the gradient of the energy slope.x.
func along(direction ...float64) slope {
	return func(x *graph.Node) *graph.Node {
		return graph.BroadcastToDims(graph.ConstAsDType(x.Graph(), x.DType(), [][]float64{direction}),
			x.Shape().Dimensions...)
	}
}

// flat is the gradient of no energy.
func flat(x *graph.Node) *graph.Node { return graph.ZerosLike(x) }

// draws is n points of a manifold.
func draws(m networktest.Manifold, rng *rand.Rand, n int) networktest.Array {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = m.Draw(rng)
	}
	return networktest.Matrix(rows...)
}

func float32s(values []float64) []float32 {
	narrow := make([]float32, len(values))
	for i, v := range values {
		narrow[i] = float32(v)
	}
	return narrow
}

func float64s(values []float32) []float64 {
	wide := make([]float64, len(values))
	for i, v := range values {
		wide[i] = float64(v)
	}
	return wide
}

// residual is the largest |F| of the points.
func residual(tb testing.TB, m networktest.Manifold, x []float64) float64 {
	tb.Helper()
	values := networktest.Evaluate(tb, func(in []*graph.Node) []*graph.Node { return []*graph.Node{m.Formula(in[0])} },
		networktest.Array{Dimensions: []int{len(x) / m.Ambient, m.Ambient}, Data: x})[0]
	largest := 0.0
	for _, v := range values.Data {
		if math.IsNaN(v) {
			return v
		}
		largest = max(largest, math.Abs(v))
	}
	return largest
}

func near(t *testing.T, what string, got, want []float64, tolerance float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s has %d numbers, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= tolerance) {
			t.Fatalf("%s: number %d is %v, want %v (within %v)", what, i, got[i], want[i], tolerance)
		}
	}
}

// The test problems: manifolds of codimension 1, 2 and, above what dense solvers take, 5.
var (
	circle = networktest.Sphere(2, 1)
	torus  = networktest.Torus(3, 1)
	ring   = networktest.Ring()
	wave   = networktest.Wave(6, 0.5)
	all    = []networktest.Manifold{circle, networktest.Sphere(3, 2), torus, ring, networktest.Wave(3, 0.7), wave}
)
