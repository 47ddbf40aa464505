package random

import (
	"math/rand/v2"
	"sort"
)

// Weights draws indices with probabilities in proportion to their weights.
type Weights struct{ cumulative []float64 }

// Add gives the next index a weight, finite and not negative.
func (w *Weights) Add(weight float64) { w.cumulative = append(w.cumulative, w.Total()+weight) }

// Total returns the sum of the weights.
func (w *Weights) Total() float64 {
	if len(w.cumulative) == 0 {
		return 0
	}
	return w.cumulative[len(w.cumulative)-1]
}

// Draw returns an index, never one of weight 0. The total must be positive and finite.
func (w *Weights) Draw(rng *rand.Rand) int {
	u := rng.Float64() * w.Total()
	index := sort.Search(len(w.cumulative), func(i int) bool { return w.cumulative[i] > u })
	if index == len(w.cumulative) { // u was rounded up to the total
		index = sort.SearchFloat64s(w.cumulative, w.Total())
	}
	return index
}
