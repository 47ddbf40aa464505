package zeroset

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"
	"ebim/framework/support"
)

// IntegrateNearData is the logarithm of the integral of exp(log) of a density whose mass lies around the data, whatever the dimension:
// detail finer than a mesh does not matter to it, and mass far from the data is missed.
func (z *ZeroSet) IntegrateNearData(ctx context.Context, rng *rand.Rand, log support.LogFunction) (support.Integral, error) {
	return z.integralByKernels(ctx, rng, log)
}

// DrawNearData is n independent points of the density exp(log), whose mass lies around the data, by rejection from kernels: figures tell
// the proposals, and of how many the weight was above the bound, of which there are too few then. The error is an
// *support.EmptyError where nothing is drawn.
func (z *ZeroSet) DrawNearData(ctx context.Context, rng *rand.Rand, log support.LogFunction, n int) (*points.Set, map[string]float64, error) {
	const least, most = 8, 64 // proposals for each point
	k, _, err := z.kernelsFor(ctx, rng, log)
	if err != nil {
		return nil, nil, err
	}
	drawn := &weighted{points: points.New(0, z.Ambient())}
	var priorities []float64 // log(w/v) with v uniform: those above a bound are accepted by it
	for {
		more, err := k.importance(ctx, rng, log, max(kernelRoundDraws, least*n, drawn.drawn))
		if err != nil {
			return nil, nil, err
		}
		drawn.points.Data, drawn.logs = append(drawn.points.Data, more.points.Data...), append(drawn.logs, more.logs...)
		drawn.drawn += more.drawn
		for _, w := range more.logs {
			priorities = append(priorities, w+rng.ExpFloat64())
		}
		largest := slices.Max(drawn.logs)
		accepted := 0
		for _, p := range priorities {
			if p >= largest {
				accepted++
			}
		}
		if accepted >= n || drawn.drawn >= most*n {
			return drawn.best(priorities, n, rng)
		}
	}
}

// best is n points that are accepted by the highest bound that accepts so many, in random order.
func (w *weighted) best(priorities []float64, n int, rng *rand.Rand) (*points.Set, map[string]float64, error) {
	bound := slices.Max(w.logs)
	var accepted []int
	for i, p := range priorities {
		if p >= bound {
			accepted = append(accepted, i)
		}
	}
	if len(accepted) < n {
		order := make([]int, len(priorities))
		for i := range order {
			order[i] = i
		}
		slices.SortFunc(order, func(a, b int) int {
			if priorities[a] > priorities[b] {
				return -1
			}
			return 1
		})
		accepted = order[:min(n, len(order))]
		bound = priorities[accepted[len(accepted)-1]]
	}
	if len(accepted) < n || math.IsInf(bound, 0) || math.IsNaN(bound) {
		return nil, nil, &support.EmptyError{Reason: "hardly any point near the data can be drawn from the learned manifold; train it longer, or with another seed"}
	}
	exceeded := 0
	for _, v := range w.logs {
		if v > bound {
			exceeded++
		}
	}
	rng.Shuffle(len(accepted), func(a, b int) { accepted[a], accepted[b] = accepted[b], accepted[a] })
	return w.points.Select(accepted[:n]), map[string]float64{"proposals": float64(w.drawn), "exceeded": float64(exceeded)}, nil
}

// Tangents is orthonormal bases of the tangent spaces at points of the manifold, [len(x), m, n].
func (z *ZeroSet) Tangents(ctx context.Context, x *points.Set) ([]float64, error) {
	c, err := z.newChart()
	if err != nil {
		return nil, err
	}
	frames, err := c.framesAt(ctx, x)
	if err != nil {
		return nil, err
	}
	var all []float64
	for _, f := range frames {
		all = append(all, f.tangents...)
	}
	return all, nil
}
