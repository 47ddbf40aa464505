package search

import (
	"cmp"
	"math"
	"slices"
)

// Halving is successive halving (Jamieson and Talwalkar, "Non-stochastic Best Arm Identification and Hyperparameter Optimization", 2016): all
// trials are trained briefly, the best share of them longer, and so on; those on the last rung are trained whole.
type Halving struct {
	Rungs  int `yaml:"rungs" default:"3" range:"[2, 10]" doc:"lengths of training: the whole one, and shorter ones before it, each by the factor"`
	Factor int `yaml:"factor" default:"3" range:"[2, 10]" doc:"one trial of so many goes on to the next rung, where trainings are so many times as long"`
	Least  int `yaml:"least" default:"5" range:"[1, 1000000]" doc:"steps of a shortened training at least, or epochs where its length is given in these"`
}

// Needed returns the fewest trials of which one is left on the last rung.
func (h Halving) Needed() int { return h.times(0) }

// times is by how much a rung's trainings are shorter than whole ones.
func (h Halving) times(rung int) int {
	times := 1
	for range h.Rungs - 1 - rung {
		times *= h.Factor
	}
	return times
}

// Length returns how long a training is on a rung, from 0, that is so long on the last one, in the same unit: steps or epochs.
func (h Halving) Length(whole, rung int) int {
	times := h.times(rung)
	return min(whole, max((whole+times-1)/times, h.Least))
}

// Promoted returns which trials of a rung go on to the next, in their order, by their values: the lower the better; infinite or NaN for
// one that failed, which comes last. Of equal values the earlier trial goes on. One goes on at least, while there are any.
func (h Halving) Promoted(values []float64) []int {
	order := make([]int, len(values))
	for i := range order {
		order[i] = i
	}
	value := func(i int) float64 {
		if math.IsNaN(values[i]) {
			return math.Inf(1)
		}
		return values[i]
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(a), value(b)) })
	order = order[:min(max(len(order)/h.Factor, 1), len(order))]
	slices.Sort(order)
	return order
}
