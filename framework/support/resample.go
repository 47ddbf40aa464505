package support

import (
	"math"
	"math/rand/v2"

	"ebim/framework/points"
)

// Resample draws n of the points with probabilities proportional to exp(logWeights), by systematic resampling (Kitagawa
// 1996), in random order.
func Resample(from *points.Set, logWeights []float64, n int, rng *rand.Rand) (*points.Set, error) {
	largest, err := LargestLog(from, logWeights)
	if err != nil {
		return nil, err
	}
	if math.IsInf(largest, -1) {
		return nil, ErrNowhere
	}
	total := 0.0
	cumulative := make([]float64, len(logWeights))
	for i, w := range logWeights {
		total += math.Exp(w - largest)
		cumulative[i] = total
	}
	chosen := make([]int, n)
	offset, i := rng.Float64(), 0
	for k := range chosen {
		for i < len(cumulative)-1 && cumulative[i] <= (float64(k)+offset)/float64(n)*total {
			i++
		}
		chosen[k] = i
	}
	rng.Shuffle(n, func(a, b int) { chosen[a], chosen[b] = chosen[b], chosen[a] })
	return from.Select(chosen), nil
}
