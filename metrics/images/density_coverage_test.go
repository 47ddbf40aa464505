package images

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"ebim/metrics"

	"ebim/framework/points"
)

// On a line, with balls to the nearest other point: of 0, 1, 3, 10 they reach 1, 1, 2, 7 far, and what lies on their
// edge is outside.
func TestDensityCoverageOfFewPoints(t *testing.T) {
	truth := onLine(0, 1, 3, 10)
	density, coverage, err := densityCoverage(t.Context(), onLine(0.5, 4, 3, 20, 17), truth, 1)
	if err != nil {
		t.Fatal(err)
	}
	// 0.5 is in the balls of 0 and 1; 4 in those of 3 and 10; 3 in its own, and on the edge of 10's; 17 on an edge.
	near(t, "density", density, 5./5, 1e-15)
	near(t, "coverage", coverage, 1, 1e-15)
	density, coverage, err = densityCoverage(t.Context(), onLine(0.9, 0.9, 0.9, 100), truth, 1)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "density", density, 6./4, 1e-15)
	near(t, "coverage", coverage, 0.5, 1e-15)
}

// Of equal distributions, means over many sets come within 4 standard errors of 1 and of PerfectCoverage but in 1.3e-4
// of all seeds.
func TestDensityCoverageOfOneDistribution(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 23))
	var densities, coverages []float64
	for range 300 {
		density, coverage, err := densityCoverage(t.Context(), gaussian(rng, 20, 4, 0, 1),
			gaussian(rng, 30, 4, 0, 1), 3)
		if err != nil {
			t.Fatal(err)
		}
		densities, coverages = append(densities, density), append(coverages, coverage)
	}
	mean, standardError := metrics.MeanAndError(densities)
	near(t, "density", mean, 1, 4*standardError)
	mean, standardError = metrics.MeanAndError(coverages)
	near(t, "coverage", mean, PerfectCoverage(30, 20, 3), 4*standardError)
	near(t, "one neighbor", PerfectCoverage(2, 1, 1), 0.5, 1e-15)
}

func TestDensityCoverageRejectsBadInput(t *testing.T) {
	for name, c := range badPairs() {
		_, _, err := densityCoverage(t.Context(), c.a, c.b, 1)
		wantError(t, name, err, c.want)
	}
	_, _, err := densityCoverage(t.Context(), points.New(9, 2), points.New(5, 2), 5)
	wantError(t, "few points", err, "there are 5 true points")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := densityCoverage(ctx, points.New(9, 2), points.New(9, 2), 5); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context gives %v", err)
	}
}

// A model of one class covers half of the images.
func TestDensityCoverageOfImages(t *testing.T) {
	m := &DensityCoverageComparison{imageComparison{imageFeatures{Features: "pixels", Components: 10},
		"held_out"}, 1000, 3}
	all, half := measured(t, m, pictured(stripes(100, 3).Set(nil))),
		measured(t, m, pictured(stripes(200, 3).Where(7).Set(nil)))
	if !(all["coverage"] > 0.8) || !(half["coverage"] < 0.7) {
		t.Errorf("all classes cover %v, one of two %v", all["coverage"], half["coverage"])
	}
	if floor := all["coverage_noise_floor"]; !(floor > 0.8) {
		t.Errorf("training images cover %v of the held-out ones", floor)
	}
}

func densityCoverage(ctx context.Context, samples, truth *points.Set, k int) (density, coverage float64, err error) {
	b, err := fillBalls(ctx, samples, truth, k)
	if err == nil {
		density, coverage = b.densityCoverage()
	}
	return density, coverage, err
}

func clippedDensityCoverage(ctx context.Context, samples, truth *points.Set, k int) (density,
	coverage float64, err error) {
	b, err := fillBalls(ctx, samples, truth, k)
	if err == nil {
		density, coverage = b.clippedDensity(), b.clippedCoverage()
	}
	return density, coverage, err
}
