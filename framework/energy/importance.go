package energy

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"
	"ebim/framework/support"
)

// Enough proposals make draws nearly independent: with an effective size of effectivePerDraw for each draw, about one
// in 2 effectivePerDraw repeats another. mostProposals bounds their cost, unless the settings ask for more to begin
// with.
const (
	effectivePerDraw = 20
	mostProposals    = 1 << 19
)

// importance draws n points by resampling from uniform points of its support: from proposals for each draw, and
// twice as many again until their effective size is large enough, or their number at its bound.
func (d *Density) importance(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	spread, logs, err := d.spread(ctx, rng, n*d.Sampling.Proposals)
	for err == nil && effectiveSize(logs) < effectivePerDraw*float64(n) && spread.Len() < mostProposals {
		var further *points.Set
		var their []float64
		further, their, err = d.spread(ctx, rng, min(spread.Len(), mostProposals-spread.Len()))
		if err == nil {
			spread.Data, logs = append(spread.Data, further.Data...), append(logs, their...)
		}
	}
	if err != nil {
		return nil, nil, err
	}
	drawn, err := support.Resample(spread, logs, n, rng)
	return drawn, map[string]float64{"effective_sample_size": effectiveSize(logs),
		"proposals": float64(spread.Len())}, err
}

// effectiveSize is the number of equally weighted points that would say as much as points of the weights
// exp(logWeights), (sum w)^2 / sum w^2 (Kish 1965).
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
