package onkernels

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/kernels"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Proposals of draws near the data: least and most for each point, and the number beyond which they may
// lose a share of the mass.
const (
	leastProposals  = 8
	mostProposals   = 64
	exactProposals  = 1 << 15
	toleratedExcess = 1e-3
)

// DrawNearData is n independent points of the density exp(log), whose mass lies around the data, by rejection from
// kernels. Weights w of proposals are bounded by their largest, b, of which more proposals are made until it accepts n
// points. That takes ever more of them the more points are wanted, so that beyond exactProposals the bound is the one
// that accepts n, if the draws lose no more than toleratedExcess by it: they have a density proportional to min(w, b)
// q, whose total variation distance from the wanted one is at most sum (w - b)^+ / sum w.
//
// Figures are the proposals, the share of them whose weight is above the bound, and that distance. The error is an
// *support.EmptyError where nothing is drawn.
func (a Around) DrawNearData(ctx context.Context, rng *rand.Rand, log support.LogFunction, own *kernels.Mixture,
	n int) (*points.Set, map[string]float64, error) {
	k, _, err := a.kernelsFor(ctx, rng, log, own)
	if err != nil {
		return nil, nil, err
	}
	drawn := &weighted{points: points.New(0, k.centers.Dim)}
	var priorities []float64 // log(w/v) with v uniform: those above a bound are accepted by it
	for count := max(kernelRoundDraws, min(leastProposals*n, exactProposals)); ; count = drawn.further(n) {
		more, err := k.importance(ctx, rng, log, count)
		if err != nil {
			return nil, nil, err
		}
		drawn.add(more)
		for _, w := range more.logs {
			priorities = append(priorities, w+rng.ExpFloat64())
		}
		if drawn.enough(priorities, n) || drawn.drawn >= mostProposals*n {
			return drawn.best(priorities, n, rng)
		}
	}
}

// enough reports whether n points are accepted.
func (w *weighted) enough(priorities []float64, n int) bool {
	largest, accepted := slices.Max(w.logs), 0
	for _, p := range priorities {
		if p >= largest {
			accepted++
		}
	}
	if accepted >= n || w.drawn < exactProposals || len(priorities) < n {
		return accepted >= n
	}
	sorted := slices.Sorted(slices.Values(priorities))
	return w.excess(sorted[len(sorted)-n]) <= toleratedExcess
}

// further is how many more proposals are likely to be enough for n points: as many again, up to exactProposals.
func (w *weighted) further(n int) int {
	if w.drawn < exactProposals {
		return w.drawn
	}
	const reserve, least = 1.05, 8
	return min(max(int(reserve*w.expected(n))-w.drawn, w.drawn/least), max(mostProposals*n-w.drawn, w.drawn/least))
}

// expected is how many proposals give n points by the lowest bound that loses no more than toleratedExcess.
func (w *weighted) expected(n int) float64 {
	sorted := slices.Sorted(slices.Values(w.logs))
	sum, _ := support.LogSum(w.logs)
	above, bound := 0., len(sorted)-1 // weights above the bound, as shares of all
	for i := len(sorted) - 1; i >= 0; i-- {
		share := math.Exp(sorted[i] - sum)
		if above-float64(len(sorted)-1-i)*share > toleratedExcess {
			break
		}
		above, bound = above+share, i
	}
	accepted := 0.
	for _, v := range sorted {
		accepted += math.Exp(min(v-sorted[bound], 0))
	}
	return float64(n) * float64(w.drawn) / accepted
}

// excess is sum (w - b)^+ / sum w.
func (w *weighted) excess(bound float64) float64 {
	sum, _ := support.LogSum(w.logs)
	lost := 0.0
	for _, v := range w.logs {
		if v > bound {
			lost += math.Exp(v-sum) - math.Exp(bound-sum)
		}
	}
	return lost
}

// best is n points that are accepted by the highest bound that accepts n, in random order.
func (w *weighted) best(priorities []float64, n int, rng *rand.Rand) (*points.Set, map[string]float64, error) {
	bound := slices.Max(w.logs)
	var accepted []int
	for i, p := range priorities {
		if p >= bound {
			accepted = append(accepted, i)
		}
	}
	if len(accepted) < n {
		order := points.Range(0, len(priorities))
		slices.SortFunc(order, func(a, b int) int {
			return cmp.Or(cmp.Compare(priorities[b], priorities[a]), cmp.Compare(a, b))
		})
		accepted = order[:min(n, len(order))]
		bound = priorities[accepted[len(accepted)-1]]
	}
	if len(accepted) < n || math.IsInf(bound, 0) || math.IsNaN(bound) {
		return nil, nil,
			&support.EmptyError{
				Reason: "hardly any point near the data can be drawn from the learned manifold; train it longer, or " +
					"with another seed"}
	}
	exceeded := 0
	for _, v := range w.logs {
		if v > bound {
			exceeded++
		}
	}
	rng.Shuffle(len(accepted), func(a, b int) { accepted[a], accepted[b] = accepted[b], accepted[a] })
	return w.points.Select(accepted[:n]), map[string]float64{"proposals": float64(w.drawn),
		"exceeded": float64(exceeded) / float64(w.drawn), "excess": w.excess(bound)}, nil
}
