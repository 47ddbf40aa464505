package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/points"
)

// exactDimension is the largest dimension in which the support can be covered with uniform points.
const exactDimension = 3

// importance draws n points of a model from its uniform support.
func importance(ctx context.Context, d Density, rng *rand.Rand, n, proposals int) (*points.Set, map[string]float64, error) {
	support, logs, err := d.Support(ctx, rng, n*proposals)
	if err != nil {
		return nil, nil, err
	}
	drawn, effective, err := resample(support, logs, n, rng)
	return drawn, effectiveSize(effective), err
}

func effectiveSize(n float64) map[string]float64 {
	return map[string]float64{"effective_sample_size": n}
}

// resample draws n of the points with probabilities proportional to exp(logWeights), by systematic resampling (Kitagawa
// 1996), in random order, and returns the effective number of points behind the weights, (sum w)^2 / sum w^2.
func resample(support *points.Set, logWeights []float64, n int, rng *rand.Rand) (*points.Set, float64, error) {
	largest := math.Inf(-1)
	for i, w := range logWeights {
		if math.IsNaN(w) || math.IsInf(w, 1) {
			return nil, 0, fmt.Errorf("the energy is %v at %v, so the model has no density to draw from", -w, support.At(i))
		}
		largest = max(largest, w)
	}
	if math.IsInf(largest, -1) {
		return nil, 0, errors.New("the energy is infinite everywhere, so the model has no density to draw from")
	}
	total, squares := 0.0, 0.0
	cumulative := make([]float64, len(logWeights))
	for i, w := range logWeights {
		weight := math.Exp(w - largest)
		total += weight
		squares += weight * weight
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
	return support.Select(chosen), total * total / squares, nil
}
