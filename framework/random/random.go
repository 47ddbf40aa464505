package random

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"sort"
)

// New returns the stream for one use: a seed, the purpose's name and a step within it.
func New(seed uint64, purpose string, step int) *rand.Rand {
	buffer := binary.LittleEndian.AppendUint64(nil, seed)
	buffer = binary.LittleEndian.AppendUint64(buffer, uint64(step))
	digest := sha256.Sum256(append(buffer, purpose...))
	return rand.New(rand.NewPCG(binary.LittleEndian.Uint64(digest[:8]), binary.LittleEndian.Uint64(digest[8:16])))
}

// Direction writes a unit vector, uniform on the sphere.
func Direction(to []float64, rng *rand.Rand) {
	squared := 0.0
	for squared == 0 { // once, but for rounding
		for axis := range to {
			to[axis] = rng.NormFloat64()
			squared += to[axis] * to[axis]
		}
	}
	for axis := range to {
		to[axis] /= math.Sqrt(squared)
	}
}

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
