package onkernels

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/kernels"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Limits of integrals by kernels: rounds in which kernels move to where the mass is, draws of a round, its effective
// size (as a share of its draws) that ends them, draws of the estimate, which double until its logarithm is known to
// wantedError, and most kernels.
const (
	kernelRounds     = 3
	kernelRoundDraws = 1 << 11
	kernelEffective  = 0.3
	kernelDraws      = 1 << 13
	mostKernelDraws  = 1 << 16
	wantedError      = 0.02
	mostKernels      = 1 << 13
	nearbyDraws      = 1 << 14
	leastReturns     = 64
)

// Kernels that are as wide as the manifold is curved draw what does not come back to it. They miss most at the edge of
// their reach, where no draw shows it. On products of up to 7 circles with 300 to 2000 points the integral was too low
// by up to 0.27 times -log(share of draws that come back).
const lackOfReturns = 0.3

// LogIntegral implements support.Integrator: it integrates by importance sampling in any codimension, from the data's
// side: where the box has many dimensions, none of its points is near to the manifold. The first draws are from
// kernels around the data. Then the draws, with the probabilities that exp(log) gives them, are centers of half of the
// kernels in the next round, so that these reach what lies between the data (population Monte Carlo, Cappé et al.
// 2004). Given its kernels, the last round is unbiased for what they reach, with what no second return to the manifold
// confirms taken from their density (missed). The error holds its standard error, what a heavy tail of the weights
// hides (support.Unseen), what the rounds differ by beyond their standard errors, the standard error of what is missed,
// and what kernels miss that are wider than the manifold's curvature lets them be (lackOfReturns), unless all of the
// manifold is known (Even). Of pieces of manifold, or of mass, far from all data it knows nothing then.
func (a Around) LogIntegral(ctx context.Context, rng *rand.Rand, log support.LogFunction) (support.Integral, error) {
	return a.IntegrateNearData(ctx, rng, log, nil)
}

// IntegrateNearData is LogIntegral, whatever the dimension, of a density whose mass lies around the data, and which
// consists of its own kernels, or nil: detail finer than a mesh does not matter to it, and mass far from the data is
// missed. Its own kernels take part in the draws where they are narrow along some direction, or narrower than
// those around the data, whose weights would have a heavy tail.
func (a Around) IntegrateNearData(ctx context.Context, rng *rand.Rand, log support.LogFunction,
	own *kernels.Mixture) (support.Integral, error) {
	k, rounds, err := a.kernelsFor(ctx, rng, log, own)
	if err != nil {
		return support.Integral{}, err
	}
	final := &weighted{points: points.New(0, k.centers.Dim)}
	for count := kernelDraws; final.drawn < mostKernelDraws && !final.known(); count = final.drawn {
		more, err := k.importance(ctx, rng, log, count)
		if err != nil {
			return support.Integral{}, err
		}
		final.add(more)
	}
	return final.estimate(ctx, rng, k, rounds)
}

// kernelsFor are kernels around the data and where a density has its mass, and what the rounds gave for its integral.
func (a Around) kernelsFor(ctx context.Context, rng *rand.Rand, log support.LogFunction,
	mixture *kernels.Mixture) (*proposals, []support.Integral, error) {
	c, err := a.Chart()
	if err != nil {
		return nil, nil, err
	}
	data, err := a.Starts(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("the density can't be normalized: %w", err)
	}
	data = data.Different().AtMost(mostKernels, rng)
	own, err := a.ownKernels(ctx, c, data, mixture)
	if err != nil {
		return nil, nil, err
	}
	k, err := a.newKernels(ctx, c, data, own, rng)
	if err != nil {
		return nil, nil, err
	}
	var rounds []support.Integral
	for range kernelRounds {
		trial, err := k.importance(ctx, rng, log, kernelRoundDraws)
		if err != nil {
			return nil, nil, err
		}
		rounds = append(rounds, trial.integral())
		centers, err := trial.join(data, rng)
		if err != nil {
			return nil, nil, err
		}
		if k, err = a.newKernels(ctx, c, centers, own, rng); err != nil {
			return nil, nil, err
		}
		if support.EffectiveSize(trial.logs) >= kernelEffective*kernelRoundDraws {
			break
		}
	}
	return k, rounds, nil
}

// weighted are draws of kernels with the logarithms of exp(log)/q.
type weighted struct {
	points  *points.Set
	logs    []float64
	centers []int // that each may have come from
	drawn   int   // with those that do not count
	beyond  int   // of those that do not count, an edge
}

func (k *proposals) importance(ctx context.Context, rng *rand.Rand, log support.LogFunction, n int) (*weighted, error) {
	y, beyond, err := k.draw(ctx, rng, n)
	if err != nil {
		return nil, err
	}
	if y.Len() < leastReturns {
		return nil, fmt.Errorf("the density can't be normalized: of %d steps along the learned manifold from the "+
			"data %d come back to it, and %d are needed; "+
			"train the manifold longer, or with another seed", n, y.Len(), leastReturns)
	}
	logs, err := log(ctx, y)
	if err != nil {
		return nil, err
	}
	densities, from, err := k.logDensity(ctx, rng, y)
	if err != nil {
		return nil, err
	}
	w := &weighted{points: y, logs: make([]float64, len(logs)), centers: from, drawn: n, beyond: beyond}
	for i, v := range logs {
		w.logs[i] = v - densities[i]
	}
	return w, nil
}

func (w *weighted) add(more *weighted) {
	w.points.Data, w.logs = append(w.points.Data, more.points.Data...), append(w.logs, more.logs...)
	w.centers, w.drawn, w.beyond = append(w.centers, more.centers...), w.drawn+more.drawn, w.beyond+more.beyond
}

// Nearby implements support.NearData: it draws from kernels around the data. Nil where hardly any comes back to the
// manifold.
func (a Around) Nearby(ctx context.Context, rng *rand.Rand) (*kernels.Nodes, error) {
	c, err := a.Chart()
	if err != nil {
		return nil, err
	}
	data, err := a.Starts(ctx)
	if err != nil {
		return nil, err
	}
	k, err := a.newKernels(ctx, c, data.Different().AtMost(mostKernels, rng), nil, rng)
	if err != nil {
		return nil, err
	}
	y, _, err := k.draw(ctx, rng, nearbyDraws)
	if err != nil || y.Len() < leastReturns {
		return nil, err
	}
	logs, _, err := k.logDensity(ctx, rng, y)
	if err != nil {
		return nil, err
	}
	for i, density := range logs {
		logs[i] = -density - math.Log(nearbyDraws)
	}
	return &kernels.Nodes{At: y, LogWeights: logs}, nil
}

// known reports whether draws are enough: a single one in a narrow peak can weigh as much as a fifth of them.
func (w *weighted) known() bool {
	return w.drawn > 0 && w.uncertainty() <= wantedError
}

// uncertainty is the error of the integral's logarithm that the weights show; support.Unseen says in how many cases.
func (w *weighted) uncertainty() float64 {
	return support.WithinErrors*w.integral().Error + support.Unseen(w.logs)
}

// integral is the mean weight with its standard error.
func (w *weighted) integral() support.Integral { return support.MeanOfExp(w.logs, w.drawn) }

// mostMoved is the number of kernels that move to where the mass is.
const mostMoved = 1 << 11

// join adds to points of the data draws with the probabilities of their weights, each once.
func (w *weighted) join(data *points.Set, rng *rand.Rand) (*points.Set, error) {
	drawn, err := support.Resample(w.points, w.logs, mostMoved, rng)
	if err != nil {
		return nil, err
	}
	both := &points.Set{Dim: data.Dim, Data: append(append([]float64(nil), data.Data...), drawn.Data...)}
	return both.Different(), nil
}

// estimate is the integral with the errors of LogIntegral.
func (w *weighted) estimate(ctx context.Context, rng *rand.Rand, k *proposals,
	rounds []support.Integral) (support.Integral, error) {
	found := w.integral()
	found.Error = w.uncertainty()
	if len(rounds) > 0 {
		before := rounds[len(rounds)-1]
		differ := math.Abs(found.Log - before.Log)
		found.Error += max(0, differ-math.Hypot(found.Error, support.WithinErrors*before.Error))
	}
	missed, err := w.missed(ctx, rng, k)
	if err != nil {
		return support.Integral{}, err
	}
	found.Log += missed.Log
	found.Error += support.WithinErrors * missed.Error
	if k.around.shareOfEven() == 0 {
		found.Error += lackOfReturns * math.Log(float64(w.drawn-w.beyond)/float64(w.points.Len()))
	}
	return found, nil
}
