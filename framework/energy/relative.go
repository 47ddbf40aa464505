package energy

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/points"
	"ebim/framework/support"
)

// On a manifold of images neither uniform points nor integrals are to be had, but there are diffusion samples. An
// energy that noise-contrastive estimation has trained to distinguish the data from them is relative to their
// distribution: the model's density is exp(-E)/Z with respect to it, as in a generalized energy-based model (Arbel,
// Zhou and Gretton 2021, "Generalized energy based models"), and where E is the best one that of the data.

// errRelative refuses what needs the density with respect to the manifold's measure, such as chains.
var errRelative = fmt.Errorf("the energy is relative to diffusion samples, whose density is not known: %w",
	errors.ErrUnsupported)

// proposedAtOnce bounds the points that are held while draws are chosen among them.
const proposedAtOnce = 2048

// chosen draws n points, each one of several diffusion samples of its own, by probabilities proportional to exp(-E):
// they are independent, none is another's copy, and their distribution goes to the model's as proposals become many
// (sampling importance resampling, Rubin 1987).
func (d *Density) chosen(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	domain, err := support.As[support.Diffused](d.Support.Domain(),
		"has no diffusion samples that an energy could be relative to")
	if err != nil {
		return nil, nil, err
	}
	drawn, figures := points.New(0, d.Support.Domain().Ambient()), map[string]float64{}
	var all []float64
	for drawn.Len() < n {
		count := min(n-drawn.Len(), max(1, proposedAtOnce/d.Sampling.Proposals))
		proposals, theirs, err := domain.Drawn(ctx, rng, count*d.Sampling.Proposals)
		if err != nil {
			return nil, nil, err
		}
		logs, err := d.Log(ctx, proposals)
		if err != nil {
			return nil, nil, err
		}
		indices, err := oneOfEach(logs, d.Sampling.Proposals, rng)
		if err != nil {
			return nil, nil, err
		}
		drawn.Data, all = append(drawn.Data, proposals.Select(indices).Data...), append(all, logs...)
		for name, value := range theirs {
			figures[name] += value * float64(count) / float64(n)
		}
	}
	figures["effective_sample_size"], figures["proposals"] = support.EffectiveSize(all), float64(len(all))
	return drawn, figures, nil
}

// oneOfEach chooses an index of each group of the given size, in order, with probabilities proportional to exp(logs).
func oneOfEach(logs []float64, group int, rng *rand.Rand) ([]int, error) {
	indices := make([]int, 0, len(logs)/group)
	for first := 0; first < len(logs); first += group {
		best, highest := -1, math.Inf(-1)
		for i, log := range logs[first : first+group] {
			// The largest of logs with Gumbel noise is at an index of those probabilities.
			if value := log - math.Log(rng.ExpFloat64()); value > highest {
				best, highest = first+i, value
			}
		}
		if best < 0 {
			return nil, support.ErrNowhere
		}
		indices = append(indices, best)
	}
	return indices, nil
}

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
	for err == nil && support.EffectiveSize(logs) < effectivePerDraw*float64(n) && spread.Len() < mostProposals {
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
	return drawn, map[string]float64{"effective_sample_size": support.EffectiveSize(logs),
		"proposals": float64(spread.Len())}, err
}
