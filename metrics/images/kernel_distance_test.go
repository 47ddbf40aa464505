package images

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/metrics"

	"ebim/framework/points"
	"ebim/framework/statistics"
)

func kernelDistance(t *testing.T, a, b *points.Set) float64 {
	t.Helper()
	d, _, err := KernelDistance(t.Context(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The distance is a mean over pairs of different points, whatever the blocks in which they are summed.
func TestKernelDistanceIsAMeanOverPairs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 21))
	a, b := gaussian(rng, 600, 3, 0, 1), gaussian(rng, 520, 3, 0.5, 1)
	mean := func(x, y *points.Set) float64 {
		sum, pairs := 0.0, 0.0
		for i := range x.Len() {
			for j := range y.Len() {
				if x == y && i == j {
					continue
				}
				product := 0.0
				for k, v := range x.At(i) {
					product += v * y.At(j)[k]
				}
				sum += math.Pow(product/3+1, 3)
				pairs++
			}
		}
		return sum / pairs
	}
	near(t, "distance", kernelDistance(t, a, b), mean(a, a)+mean(b, b)-2*mean(a, b), 1e-10)
}

// On a line, k(x, y) = (x y + 1)^3 has the features x sqrt 3, x^2 sqrt 3 and x^3, so that the distance of normal laws is
// 3 (m1 - n1)^2 + 3 (m2 - n2)^2 + (m3 - n3)^2 with their moments. The estimate is unbiased: its mean over many samples comes within 4
// standard errors but in 6e-5 of all seeds, twice.
func TestKernelDistanceOfNormals(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 21))
	for _, shift := range []float64{0, 0.5} {
		m, s := shift, 0.8
		second, third := m*m+s*s, m*m*m+3*m*s*s
		want := 3*m*m + 3*(second-0.64)*(second-0.64) + third*third
		var found, squares []float64
		for range 400 {
			distance, standardError, err := KernelDistance(t.Context(), gaussian(rng, 30, 1, shift, s), gaussian(rng, 20, 1, 0, 0.8))
			if err != nil {
				t.Fatal(err)
			}
			found, squares = append(found, distance), append(squares, standardError*standardError)
		}
		mean, standardError := metrics.MeanAndError(found)
		near(t, "mean distance", mean, want, 4*standardError)
		// Of heavy tails both vary by some 15 %.
		if ratio := math.Sqrt(statistics.Mean(squares)) / statistics.StandardDeviation(found); !(ratio > 0.7 && ratio < 2.2) {
			t.Errorf("shifted by %v, the standard error is %v of what distances vary by", shift, ratio)
		}
	}
}

func TestKernelDistanceRejectsBadInput(t *testing.T) {
	for name, c := range badPairs() {
		_, _, err := KernelDistance(t.Context(), c.a, c.b)
		wantError(t, name, err, c.want)
	}
	_, _, err := KernelDistance(t.Context(), points.New(1, 2), points.New(5, 2))
	wantError(t, "one point", err, "1 and 5 points")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := KernelDistance(ctx, points.New(3, 2), points.New(3, 2)); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context gives %v", err)
	}
}
