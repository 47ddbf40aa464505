package manifold

import (
	"math"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
)

// moved is points of a manifold, each moved by so much in some direction across it.
func moved(m networktest.Manifold, n int, by float64) *points.Set {
	set := supporttest.Drawn(m, n, 3)
	out := supporttest.Drawn(networktest.Sphere(m.Ambient, by), n, 4)
	for i := range n {
		x, nearest := set.At(i), m.Nearest
		for j, v := range out.At(i) {
			x[j] += v
		}
		foot, length := nearest(x), 0.0
		for j := range x {
			length += (x[j] - foot[j]) * (x[j] - foot[j])
		}
		for j := range x {
			x[j] = foot[j] + (x[j]-foot[j])*by/math.Sqrt(length)
		}
	}
	return set
}

// To first order the mean distance is the one that the points were moved by, in any codimension, also of many points.
func TestValidationOfManifolds(t *testing.T) {
	const by = 1e-3
	for _, m := range []networktest.Manifold{networktest.Sphere(3, 2), networktest.Torus(2, 1), networktest.Ring()} {
		n := supporttest.Fixed(m.Formula)
		task := train.Task{Environment: supporttest.Environment(t, supporttest.Drawn(m, 10, 1), m.Box),
			Validation: moved(m, network.EvaluationBatch+50, by)}
		p := &train.Problem{Name: "manifold"}
		if err := validateDistance(t.Context(), task, p, n); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			got, err := p.Validate(backend.NewState(n.Array()))
			// The second order is by^2, and points are known to 1e-7.
			if err != nil || math.Abs(got-by) > 0.01*by {
				t.Errorf("%s: %v (%v), want %v", m.Name, got, err, by)
			}
		}
	}
}
