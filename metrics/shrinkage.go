package metrics

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/statistics"
	"ebim/framework/support"
)

const (
	// shrunkPoints are the points of the truth at which shrinkage looks.
	shrunkPoints = 200
	// shrunkStep is how far its differences reach, as a share of the data's scale: farther than projections are
	// inexact, and less than corners are cut.
	shrunkStep = 3e-3
	// mostStretch bounds stretches: beyond, or below its inverse, neighbors were projected to different sheets, or to
	// one point.
	mostStretch = 10
)

// shrinkage is by how many nats a model's log density at x is too high because its support is smaller than the truth:
// a support that cuts corners is shorter, and the same mass on it denser. With the projection P to the support, the
// density on the true manifold is p(P(x)) |det DP| along the manifold (change of variables), so that the score is off
// by minus the mean of log |det DP|. The determinant is taken from differences: m+1 near points of the truth.
func shrinkage(ctx context.Context, s *experiment.Subject, truth dataset.Manifold, x *points.Set) (float64, error) {
	rng := random.New(s.Seed, "metric/shrinkage", 0)
	_, m := truth.Dimensions()
	x = x.Slice(0, min(x.Len(), shrunkPoints))
	near := nearPoints(rng, truth, x, m, shrunkStep*x.Scale())
	feet, err := support.Nearest(ctx, s.Trained.Support, near)
	if err != nil {
		return 0, err
	}
	var logs []float64
	for i := range x.Len() {
		at := i * (m + 1)
		stretch := logVolume(feet.Points, at, m) - logVolume(near, at, m)
		if !math.IsNaN(stretch) && math.Abs(stretch) < float64(m)*math.Log(mostStretch) {
			logs = append(logs, stretch)
		}
	}
	return -statistics.Mean(logs), nil
}

// nearPoints gives, for each x, the truth's point and m more a step away, in random directions.
func nearPoints(rng *rand.Rand, truth dataset.Manifold, x *points.Set, m int, step float64) *points.Set {
	near := points.New(x.Len()*(m+1), x.Dim)
	moved := make([]float64, x.Dim)
	for i := range x.Len() {
		foot := near.At(i * (m + 1))
		copy(foot, truth.Nearest(x.At(i)))
		for k := 1; k <= m; k++ {
			for j := range moved {
				moved[j] = foot[j] + step*rng.NormFloat64()
			}
			copy(near.At(i*(m+1)+k), truth.Nearest(moved))
		}
	}
	return near
}

// logVolume is the logarithm of the m-volume of the parallelepiped from a point to the m after it.
func logVolume(x *points.Set, at, m int) float64 {
	edges := mat.NewDense(m, x.Dim, nil)
	for k := range m {
		for j, v := range x.At(at + 1 + k) {
			edges.Set(k, j, v-x.At(at)[j])
		}
	}
	var gram mat.Dense
	gram.Mul(edges, edges.T())
	logarithm, sign := mat.LogDet(&gram)
	if sign <= 0 {
		return math.NaN()
	}
	return logarithm / 2
}
