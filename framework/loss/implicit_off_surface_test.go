package loss_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network/networktest"
)

// The terms at the negative samples have the weights that are given, and are absent without: |F| there is 12 and
// sqrt(13), and |v^T J| is 5 and 3.4.
func TestOffSurfaceByHand(t *testing.T) {
	near := (math.Exp(-12/4.0) + math.Exp(-math.Sqrt(13)/4)) / 2
	for _, test := range []struct {
		name      string
		rank, off float64 // weights
		names     []string
		terms     []float64
	}{
		{"rank", 3, 0, []string{"negative_rank"}, []float64{0.6 * 0.6 / 2}},
		{"off surface", 0, 5, []string{"off_surface"}, []float64{near}},
		{"both", 3, 5, []string{"negative_rank", "off_surface"}, []float64{0.6 * 0.6 / 2, near}},
		{"none", 0, 0, nil, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := loss.Implicit{NegativeWeight: 0.3, RankWeight: 2, MinSingularValue: 4, PositiveNorm: "l2",
				NegativeNorm:       "l2",
				NegativeRankWeight: test.rank, OffSurfaceWeight: test.off, OffSurfaceScale: 4}
			if names := l.Terms(); !slices.Equal(names[3:], test.names) {
				t.Errorf("the terms are named %v", names)
			}
			got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
				return l.Value(linear, loss.ManifoldInputs{Data: in[0], Negatives: in[1], Cotangents: in[2]})
			}, data, negatives, cotangents)
			negative := (12 + math.Sqrt(13)) / 2
			total := 2.5 - 0.3*negative + 2*0.18 + 3*0.18*boolean(test.rank > 0) + 5*near*boolean(test.off > 0)
			check(t, got, append([]float64{total, 2.5, negative, 0.18}, test.terms...))
			l.NegativeWeight = 0
			if l.Needs().Negatives != (test.rank > 0 || test.off > 0) {
				t.Errorf("negative samples are asked for: %v", l.Needs().Negatives)
			}
		})
	}
}

func boolean(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// Of the distance to a circle the off-surface term over a fine grid is its length times 2 s over the area, and the
// singular values are 1 everywhere.
func TestOffSurfaceMeasuresLength(t *testing.T) {
	const side, cells, scale, radius = 4.0, 400, 0.05, 1.0
	distance := networktest.Formula(func(x *graph.Node) *graph.Node {
		return graph.AddScalar(graph.Sqrt(graph.ReduceAndKeep(graph.Mul(x, x), graph.ReduceSum, 1)), -radius)
	})
	var grid [][]float64
	for i := range cells {
		for j := range cells {
			grid = append(grid, []float64{side * ((float64(i)+0.5)/cells - 0.5), side * ((float64(j)+0.5)/cells - 0.5)})
		}
	}
	l := loss.Implicit{RankWeight: 1, MinSingularValue: 1, MaxSingularValue: number(1), PositiveNorm: "l2",
		NegativeNorm:       "l2",
		NegativeRankWeight: 1, OffSurfaceWeight: 1, OffSurfaceScale: scale}
	ones := networktest.Array{Dimensions: []int{len(grid), 1}, Data: slices.Repeat([]float64{1}, len(grid))}
	got := values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Value(distance, loss.ManifoldInputs{Data: in[0], Negatives: in[0], Cotangents: in[1]})
	}, networktest.Matrix(grid...), ones)
	if rank := got[4]; rank > 1e-12 {
		t.Errorf("singular values deviate from 1 by %v", rank)
	}
	want := 2 * math.Pi * radius * 2 * scale / (side * side)
	if off := got[5]; math.Abs(off-want) > 1e-3*want {
		t.Errorf("the off-surface term is %v, want %v", off, want)
	}
}

// Gradients by every parameter, with the bounds in force at the negative samples.
func TestOffSurfaceGradients(t *testing.T) {
	for _, codimension := range []int{1, 2} {
		rng := rand.New(rand.NewPCG(31, uint64(codimension)))
		l := defaults()
		l.NegativeRankWeight, l.OffSurfaceWeight, l.OffSurfaceScale = 100, 2, 0.3
		l.MinSingularValue, l.MaxSingularValue = 0.03, number(0.05)
		checkParameterGradients(t, l, codimension, rng)
	}
}
