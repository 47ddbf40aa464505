package loss_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// With F = x on the line and margin 1/2, a point on the side of most others is charged what it lacks of 1/2, and one
// on the other side what it lacks beyond 0 too. In codimension 2 what counts is F along the mean of its directions: of
// (1, 0) twice, (-1, 0) and (0, 1) along (1, 1)/sqrt 2.
func TestBoundaryByHand(t *testing.T) {
	l := defaults()
	l.BoundaryMargin = 0.5
	line := networktest.Formula(func(x *graph.Node) *graph.Node { return x })
	for _, test := range []struct {
		name   string
		points networktest.Array
		want   float64
	}{
		{"positive", networktest.Matrix([]float64{2}, []float64{0.25}, []float64{-0.125}), (0 + 0.25 + 0.625) / 3},
		{"negative", networktest.Matrix([]float64{-2}, []float64{-0.25}, []float64{0.125}), (0 + 0.25 + 0.625) / 3},
		{"codimension 2", networktest.Matrix([]float64{4, 0}, []float64{0.1, 0}, []float64{-3, 0}, []float64{0, 0.2}),
			(3*0.5 + (3-0.1-0.2)/math.Sqrt2) / 4},
		{"codimension 2, at zero", networktest.Matrix([]float64{3, 4}, []float64{0, 0}), 0.25},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := boundaryOf(t, &l, line, test.points); math.Abs(got-test.want) > 1e-12 {
				t.Errorf("the boundary term is %v, want %v", got, test.want)
			}
		})
	}
}

func boundaryOf(t *testing.T, l *loss.Implicit, f network.Function, points networktest.Array) float64 {
	return values(t, func(in []*graph.Node) (*graph.Node, []*graph.Node) {
		return l.Boundary(f, in[0]),
			nil
	}, points)[0]
}

func TestBoundaryGradient(t *testing.T) {
	l := defaults()
	l.BoundaryMargin = 0.7
	rng := rand.New(rand.NewPCG(21, 22))
	for _, codimension := range []int{1, 2} {
		points, weights := networktest.Normal(rng, 6, 3), networktest.Normal(rng, codimension, 3)
		networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
			f := networktest.Formula(func(x *graph.Node) *graph.Node {
				return graph.DotGeneral(x, []int{1}, nil, in[1],
					[]int{1}, nil)
			})
			return l.Boundary(f, in[0])
		}, points, weights)
	}
}
