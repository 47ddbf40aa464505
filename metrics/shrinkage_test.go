package metrics

import (
	"context"
	"math"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
	exact "ebim/framework/support/known"
)

// A circle or sphere of another radius is stretched by the ratio in each dimension.
func TestShrinkageOfRadii(t *testing.T) {
	for _, test := range []struct {
		truth  dataset.Distribution
		factor float64
	}{{vonMises(1, 1), 0.97}, {vonMises(1, 1), 1.25},
		{&dataset.ProjectedNormal{Mean: []float64{1, 1, 0}, StandardDeviation: 1}, 0.9}} {
		manifold, density := exact.New(test.truth)
		s := learned(density, test.truth)
		s.Trained.Support = manifold.Moved(support.Similarity{Factor: test.factor})
		x := test.truth.Sample(random.New(0, "test", 0), 100)
		got, err := shrinkage(t.Context(), s, test.truth, x)
		if err != nil {
			t.Fatal(err)
		}
		_, m := test.truth.Dimensions()
		near(t, "shrinkage", got, -float64(m)*math.Log(test.factor), 1e-3)
	}
}

// squareOutline is that with corners at (+-1, +-1).
type squareOutline struct{ dataset.Manifold }

func (squareOutline) Dimensions() (ambient, manifold int) { return 2, 1 }

func (squareOutline) Nearest(x []float64) []float64 {
	a, b := math.Abs(x[0]), math.Abs(x[1])
	switch {
	case a > 1 || b > 1:
		return []float64{max(-1, min(1, x[0])), max(-1, min(1, x[1]))}
	case a > b:
		return []float64{math.Copysign(1, x[0]), x[1]}
	}
	return []float64{x[0], math.Copysign(1, x[1])}
}

// octagon is the square with diagonals in place of what lies within cut of a corner.
type octagon struct {
	meshed
	cut float64
}

func (o octagon) Nearest(_ context.Context, x *points.Set) (*support.Projection, error) {
	found := &support.Projection{Points: x.Select(points.Range(0, x.Len())), Residual: make([]float64, x.Len())}
	for i := range x.Len() {
		at := found.Points.At(i)
		if excess := math.Abs(at[0]) + math.Abs(at[1]) - (2 - o.cut); excess > 0 {
			for j := range at {
				at[j] -= math.Copysign(excess/2, at[j])
			}
		}
	}
	return found, nil
}

// A share cut of the square lies at its cut corners, where the projection shortens by sqrt(2).
func TestShrinkageOfCutCorners(t *testing.T) {
	const n, cut = 200, 0.2
	x := points.New(n, 2)
	for i := range n {
		copy(x.At(i), []float64{1, -1 + 2*(float64(i)+0.5)/n})
	}
	s := learned(known{law: vonMises(1, 1)}, vonMises(1, 1))
	s.Trained.Support = octagon{cut: cut}
	got, err := shrinkage(t.Context(), s, squareOutline{}, x)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "shrinkage", got, cut*math.Log(2)/2, 0.005)
}
