package search_test

import (
	"math"
	"slices"
	"testing"

	"ebim/framework/random"
	"ebim/framework/search"
)

func TestPromoted(t *testing.T) {
	h := search.Halving{Rungs: 3, Factor: 3, Least: 5}
	failed := math.Inf(1)
	for _, c := range []struct {
		values []float64
		want   []int
	}{
		{[]float64{5, 1, 4, 2, 3, 6}, []int{1, 3}},
		{[]float64{2, 2, 2, 2, 2, 2, 2}, []int{0, 1}},
		{[]float64{math.NaN(), failed, 3, math.NaN(), 2, failed}, []int{2, 4}},
		{[]float64{failed, failed}, []int{0}},
		{[]float64{failed, -1}, []int{1}},
		{[]float64{math.NaN(), failed, 0}, []int{2}},
		{nil, []int{}},
	} {
		if got := h.Promoted(c.values); !slices.Equal(got, c.want) {
			t.Errorf("of %v go on %v, want %v", c.values, got, c.want)
		}
	}
}

func TestLength(t *testing.T) {
	h := search.Halving{Rungs: 3, Factor: 3, Least: 5}
	for whole, want := range map[int][3]int{900: {100, 300, 900}, 100: {12, 34, 100}, 20: {5, 7, 20}, 4: {4, 4, 4}, 1_000_000_000: {111_111_112, 333_333_334, 1_000_000_000}} {
		for rung := range want {
			if got := h.Length(whole, rung); got != want[rung] {
				t.Errorf("rung %d of %d steps has %d, want %d", rung, whole, got, want[rung])
			}
		}
	}
	if h.Needed() != 9 {
		t.Errorf("%d trials are needed, want 9", h.Needed())
	}
}

// TestHalvingFindsTheBest: on objectives that are made up, where training by s of 900 steps gives a trial's final value, an excess that falls
// with s at a speed of its own, and noise. Of 36 random trials the best one is found with less than half of the steps. Were it found in half
// of such searches only, it would be in more than 125 of 200 with a probability of 0.0002 (a binomial's): the rate of false alarms, were the
// seeds not fixed. Random trials with half of the steps, the first 18 of the same 36, have the best in half of them, as they must.
func TestHalvingFindsTheBest(t *testing.T) {
	const searches, trials, whole = 200, 36, 900
	h := search.Halving{Rungs: 3, Factor: 3, Least: 5}
	found, control := 0, 0
	for s := range uint64(searches) {
		stream := random.New(s, "halving", 0)
		final, excess, noise := make([]float64, trials), make([]float64, trials), make([][]float64, trials)
		for i := range trials {
			final[i], excess[i] = stream.NormFloat64(), 2*stream.Float64()
			noise[i] = []float64{0.5 * stream.NormFloat64(), 0.2 * stream.NormFloat64(), 0}
		}
		value := func(trial, rung int) float64 {
			left := 1 - float64(h.Length(whole, rung))/whole
			return final[trial] + excess[trial]*left + noise[trial][rung]
		}
		best := slices.Index(final, slices.Min(final))
		steps, alive := 0, make([]int, trials)
		for i := range alive {
			alive[i] = i
		}
		for rung := range h.Rungs {
			values := make([]float64, len(alive))
			for i, trial := range alive {
				values[i] = value(trial, rung)
				steps += h.Length(whole, rung)
			}
			if rung == h.Rungs-1 {
				alive = []int{alive[slices.Index(values, slices.Min(values))]}
				break
			}
			var next []int
			for _, i := range h.Promoted(values) {
				next = append(next, alive[i])
			}
			alive = next
		}
		if 2*steps > trials*whole {
			t.Fatalf("halving takes %d steps of %d", steps, trials*whole)
		}
		if alive[0] == best {
			found++
		}
		if best < trials/2 {
			control++
		}
	}
	t.Logf("the best of %d trials is found in %d of %d searches; by half of the trials in %d", trials, found, searches, control)
	if found <= 125 {
		t.Errorf("found in %d of %d", found, searches)
	}
}
