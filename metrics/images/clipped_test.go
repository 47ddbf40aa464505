package images

import (
	"math/rand/v2"
	"testing"

	"ebim/metrics"

	"ebim/framework/points"
)

// Of 0, 1, 3, 10 the balls reach 1, 1, 2, 7 far, no more than the median 1.5 for density. Among themselves 0 and 1 are
// in one ball each, 3 and 10 in none: a mean of 1/2.
func TestClippedDensityCoverageOfFewPoints(t *testing.T) {
	truth := onLine(0, 1, 3, 10)
	for _, test := range []struct {
		name              string
		samples           *points.Set
		density, coverage float64
	}{
		{"0.5 is in two balls, which count once; 4 in that of 3; the others in none", onLine(0.5, 4, 20, 17, 30),
			2. / 5 / 0.5, 1},
		{"better than true points", onLine(0.5, 0.5, 3), 1, 1},
		{"far", onLine(50, 60), 0, 0},
		{"2 is on an edge, for density within; a perfect model covers as much, a quarter, by one sample",
			onLine(2, 60, 61, 62), 1. / 4 / 0.5, 1. / 4},
	} {
		density, coverage, err := clippedDensityCoverage(t.Context(), test.samples, truth, 1)
		if err != nil {
			t.Fatal(err)
		}
		near(t, test.name+": density", density, test.density, 1e-15)
		near(t, test.name+": coverage", coverage, test.coverage, 1e-15)
	}
}

// One neighbor makes the cover coverage; the closed form is that of one sample, and the mean over many sets comes
// within 4 standard errors of it but in 6e-5 of all seeds.
func TestExpectedCover(t *testing.T) {
	for _, n := range []int{2, 3, 17} {
		for m := range 30 {
			near(t, "one neighbor", ExpectedCover(n, m, 1), PerfectCoverage(n, m, 1), 1e-14)
		}
	}
	// it is before the 4th of 10 others at 4 of 11 places
	near(t, "one sample", ExpectedCover(11, 1, 4), 4./11/4, 1e-15)
	near(t, "as many others as neighbors", ExpectedCover(5, 1, 4), 4./5/4, 1e-15)
	near(t, "many samples", ExpectedCover(50, 1<<40, 5), 1, 1e-9)
	rng := rand.New(rand.NewPCG(1, 24))
	var covers []float64
	for range 300 {
		b, err := fillBalls(t.Context(), gaussian(rng, 25, 3, 0, 1), gaussian(rng, 30, 3, 0, 1), 4)
		if err != nil {
			t.Fatal(err)
		}
		covers = append(covers, meanShare(b.within, 4))
	}
	mean, standardError := metrics.MeanAndError(covers)
	near(t, "mean cover", mean, ExpectedCover(30, 25, 4), 4*standardError)
}

// The share that covers as much as m of M samples do in the mean is m/M, and grows between.
func TestEquivalentShare(t *testing.T) {
	const n, most, k = 40, 25, 5
	last := -1.0
	for m := range most + 1 {
		found := equivalentShare(ExpectedCover(n, m, k), n, most, k)
		near(t, "share", found, float64(m)/most, 1e-12)
		if m > 0 {
			middle := equivalentShare((ExpectedCover(n, m, k)+ExpectedCover(n, m-1, k))/2, n, most, k)
			near(t, "share between", middle, (float64(m)-0.5)/most, 1e-12)
		}
		if !(found > last) {
			t.Errorf("%d samples have the share %v, fewer %v", m, found, last)
		}
		last = found
	}
	near(t, "more than a perfect model", equivalentShare(1, n, most, k), 1, 0)
}

// With a share of the samples far away both fall by that share, which density and coverage do not: means over 40 sets,
// whose standard error is below 0.008, come within 0.05 but in 6e-5 of all seeds: of a perfect model, those of an
// upper bound of 1 lie below it by up to 0.03.
func TestClippedFiguresAreSharesOfGoodSamples(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 24))
	for _, good := range []int{300, 225, 150, 75, 0} {
		var densities, coverages []float64
		for range 40 {
			samples := gaussian(rng, 300, 2, 0, 1)
			for i := good; i < 300; i++ {
				samples.At(i)[0] += 1000
			}
			density, coverage, err := clippedDensityCoverage(t.Context(), samples, gaussian(rng, 300, 2, 0, 1), 5)
			if err != nil {
				t.Fatal(err)
			}
			densities, coverages = append(densities, density), append(coverages, coverage)
		}
		mean, deviation := metrics.MeanAndError(densities)
		near(t, "standard error of the density", deviation, 0, 0.008)
		near(t, "clipped density", mean, float64(good)/300, 0.05)
		mean, deviation = metrics.MeanAndError(coverages)
		near(t, "standard error of the coverage", deviation, 0, 0.008)
		near(t, "clipped coverage", mean, float64(good)/300, 0.05)
	}
}

// The ball of an outlier among the true points is huge: samples in it are as dense as any, but not by clipped balls.
func TestClippedDensityIgnoresOutliersOfTheTruth(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 24))
	truth, samples := gaussian(rng, 101, 2, 0, 1), gaussian(rng, 50, 2, 0, 0.01)
	for j := range 2 {
		truth.At(100)[j] = 100
		for i := range 50 {
			samples.At(i)[j] += 50
		}
	}
	density, _, err := densityCoverage(t.Context(), samples, truth, 1)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "density", density, 1, 1e-12)
	clipped, _, err := clippedDensityCoverage(t.Context(), samples, truth, 1)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "clipped density", clipped, 0, 0)
}

// Of equal points all balls are points: copies of them are as good, and their open balls hold nothing.
func TestClippedDensityCoverageOfEqualPoints(t *testing.T) {
	density, coverage, err := clippedDensityCoverage(t.Context(), points.New(3, 2), points.New(6, 2), 2)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "density", density, 1, 1e-15)
	near(t, "coverage", coverage, 0, 0)
	_, _, err = clippedDensityCoverage(t.Context(), points.New(9, 2), points.New(5, 2), 5)
	wantError(t, "few points", err, "there are 5 true points")
}
