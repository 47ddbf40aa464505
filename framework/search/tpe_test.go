package search_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/random"
	"ebim/framework/search"
)

var usual = search.TPE{Startup: 8, Batch: 4, Quantile: 0.25, Candidates: 24}

// TestDensities compares with (c+1)/(n+k), and sums over all points.
func TestDensities(t *testing.T) {
	p := search.Densities([]int{3, 2}, []search.Trial{{Point: []int{0, 1}}, {Point: []int{0, -1}}, {Point: []int{2, 1}}})
	first, second := []float64{3. / 6, 1. / 6, 2. / 6}, []float64{1. / 4, 3. / 4}
	sum := 0.0
	for i := range 3 {
		for j := range 2 {
			density := math.Exp(p.LogDensity([]int{i, j}))
			if want := first[i] * second[j]; math.Abs(density-want) > 1e-12 {
				t.Errorf("the density at %d, %d is %v, want %v", i, j, density, want)
			}
			sum += density
		}
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("the densities' sum is %v", sum)
	}
}

// TestNextHasTheLargestRatio: with many candidates the proposal is the untried point with the largest l/g, found by trying all.
func TestNextHasTheLargestRatio(t *testing.T) {
	sizes := []int{4, 3}
	trials := []search.Trial{{[]int{0, 0}, 1}, {[]int{1, 0}, 5}, {[]int{2, 2}, 7}, {[]int{3, 1}, 6}, {[]int{0, 1}, 2}, {[]int{-1, -1}, 3}, {[]int{2, 0}, 9}, {[]int{3, 2}, math.Inf(1)}}
	tpe := usual
	tpe.Candidates = 5000
	l := search.Densities(sizes, []search.Trial{trials[0], trials[4]})
	g := search.Densities(sizes, []search.Trial{trials[1], trials[2], trials[3], trials[5], trials[6], trials[7]})
	var want []int
	highest := math.Inf(-1)
	for i := range 4 {
		for j := range 3 {
			point := []int{i, j}
			known := slices.ContainsFunc(trials, func(t search.Trial) bool { return slices.Equal(t.Point, point) })
			if ratio := l.LogDensity(point) - g.LogDensity(point); !known && ratio > highest {
				want, highest = point, ratio
			}
		}
	}
	for seed := range 5 {
		if got := tpe.Next(sizes, trials, random.New(uint64(seed), "test", 0)); !slices.Equal(got, want) {
			t.Errorf("the proposal is %v, want %v", got, want)
		}
	}
}

// TestAllPointsAreTriedOnce: until none is left, whatever the values; then one comes again.
func TestAllPointsAreTriedOnce(t *testing.T) {
	sizes := []int{3, 2, 2}
	var trials []search.Trial
	stream := rand.New(rand.NewPCG(1, 2))
	for n := range 12 {
		point := usual.Next(sizes, trials, stream)
		if slices.ContainsFunc(trials, func(t search.Trial) bool { return slices.Equal(t.Point, point) }) {
			t.Fatalf("proposal %d, %v, has been tried", n, point)
		}
		trials = append(trials, search.Trial{Point: point, Value: []float64{1, math.Inf(1)}[n%2]})
	}
	if point := usual.Next(sizes, trials, stream); len(point) != 3 {
		t.Errorf("the proposal is %v", point)
	}
}

// value is a known function, lowest (0) at one of 4^5 points, with an interaction that a product of densities does not see.
func value(point []int) float64 {
	sum := 0.0
	for i, v := range point {
		sum += math.Abs(float64(v-i%4)) * float64(i+1)
	}
	if point[0] != point[4] {
		sum++
	}
	return sum
}

// found is the lowest value in a search of so many trials, proposed in batches after the first ones, which are random.
func found(seed, count int, tpe *search.TPE) float64 {
	sizes := []int{4, 4, 4, 4, 4}
	stream := random.New(uint64(seed), "test", 0)
	lowest := math.Inf(1)
	var trials, batch []search.Trial
	for n := range count {
		point := make([]int, len(sizes))
		if tpe != nil && n >= tpe.Startup {
			point = tpe.Next(sizes, trials, stream)
		} else {
			for i, size := range sizes {
				point[i] = stream.IntN(size)
			}
		}
		batch = append(batch, search.Trial{Point: point, Value: value(point)})
		lowest = min(lowest, value(point))
		if tpe == nil || n < tpe.Startup || len(batch) == tpe.Batch {
			trials, batch = append(trials, batch...), nil
		}
	}
	return lowest
}

// TestBetterThanRandom: 24 trials find a lower value than 48 random ones more often than a higher one. Were both equally good, the wins
// would exceed the losses by more than 40 in 200 searches with a probability of 0.002 (a binomial's of more than 120 heads in 200 tosses; ties
// make it less): the test's rate of false alarms, were its seeds not fixed.
func TestBetterThanRandom(t *testing.T) {
	wins, losses := 0, 0
	const seeds = 200
	for seed := range seeds {
		with, without := found(seed, 24, &usual), found(seed+seeds, 48, nil)
		switch {
		case with < without:
			wins++
		case with > without:
			losses++
		}
	}
	t.Logf("lower in %d of %d searches, higher in %d", wins, seeds, losses)
	if wins-losses <= 40 {
		t.Errorf("24 trials are better than 48 random ones in %d of %d searches and worse in %d", wins, seeds, losses)
	}
}
