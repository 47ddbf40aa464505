package model

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"
)

// exactDimension is the largest dimension in which the support can be covered with uniform points.
const exactDimension = 3

// Enough proposals make draws nearly independent: with an effective size of effectivePerDraw for each draw, about one in
// 2 effectivePerDraw repeats another. mostProposals bounds their cost, unless the settings ask for more to begin with.
const (
	effectivePerDraw = 20
	mostProposals    = 1 << 19
)

// importance draws n points of a model by resampling from uniform points of its support: from proposals for each draw, and
// twice as many again until their effective size is large enough, or their number at its bound.
func importance(ctx context.Context, d Density, rng *rand.Rand, n, proposals int) (*points.Set, map[string]float64, error) {
	support, logs, err := d.Support(ctx, rng, n*proposals)
	for err == nil && effectiveSize(logs) < effectivePerDraw*float64(n) && support.Len() < mostProposals {
		var further *points.Set
		var their []float64
		further, their, err = d.Support(ctx, rng, min(support.Len(), mostProposals-support.Len()))
		if err == nil {
			support.Data, logs = append(support.Data, further.Data...), append(logs, their...)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	drawn, err := resample(support, logs, n, rng)
	return drawn, map[string]float64{"effective_sample_size": effectiveSize(logs), "proposals": float64(support.Len())}, err
}

// effectiveSize is the number of equally weighted points that would tell as much as points of the weights exp(logWeights),
// (sum w)^2 / sum w^2 (Kish 1965).
func effectiveSize(logWeights []float64) float64 {
	largest := slices.Max(logWeights)
	total, squares := 0.0, 0.0
	for _, w := range logWeights {
		weight := math.Exp(w - largest)
		total += weight
		squares += weight * weight
	}
	return total * total / squares
}

var errNowhere = errors.New("the energy is infinite everywhere, so the model has no density to draw from")

// largestLog is the largest of the logarithms of a density at some points. The error says where it is no number.
func largestLog(support *points.Set, logs []float64) (float64, error) {
	largest := math.Inf(-1)
	for i, w := range logs {
		if math.IsNaN(w) || math.IsInf(w, 1) {
			return 0, fmt.Errorf("the energy is %v at %v, so the model has no density to draw from", -w, support.At(i))
		}
		largest = max(largest, w)
	}
	return largest, nil
}

// resample draws n of the points with probabilities proportional to exp(logWeights), by systematic resampling (Kitagawa
// 1996), in random order.
func resample(support *points.Set, logWeights []float64, n int, rng *rand.Rand) (*points.Set, error) {
	largest, err := largestLog(support, logWeights)
	if err != nil {
		return nil, err
	}
	if math.IsInf(largest, -1) {
		return nil, errNowhere
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
	return support.Select(chosen), nil
}
