package metrics

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/metrics/transport"
)

// Wasserstein is protocol `proper`: the exact Wasserstein-1 distance (Euclidean cost) between model samples and true
// points the model was not trained on, beside its noise floor, the same distance between two independent sets of true
// points of the same two sizes. A value means nothing without the floor at its own sizes.
type Wasserstein struct {
	Samples    int     `yaml:"samples" default:"2000" range:"[1, 20000]" doc:"most points on each side"`
	Repeats    int     `yaml:"repeats" default:"400" range:"[1, 100000]" doc:"most pairs of true sets for the noise floor"`
	FloorError float64 `yaml:"floor_error" default:"0.05" range:"(0, 1]" doc:"relative standard error at which the noise floor is known well enough"`
}

// distanceFunc is a distance of samples.
type distanceFunc func(ctx context.Context, a, b Sample) (float64, error)

// measure compares independent samples of a model with the truth, by any distance. The numbers of a shared floor of the
// same sizes spare the computation of one.
//
// From a known distribution, n = min(Samples, samples given) model points are compared with n fresh true points, and
// every repeat of the floor with two fresh sets of n.
//
// From a data set, m = min(Samples, held-out points) true points are compared with n = min(Samples, samples given,
// further points) model points. A repeat of the floor splits the pool of held-out and further points at random into
// sets of n and m: if the split into held-out and further was random, every such pair is as good as two independent
// draws of the truth, so the floor is unbiased. Without further points, the pool is the held-out points alone, and n
// and m are at most half of them, for the value too: a floor at smaller sizes than the value's would be too high and
// flatter the model. Repeats share their points, so their deviation shows how much a split matters, not how the floor
// would vary over new data sets; the floor's error is that over the splits of the given data.
func (w Wasserstein) measure(ctx context.Context, model *points.Set, truth Truth, rng *rand.Rand,
	distance distanceFunc, shared map[string][]float64) (map[string]float64, error) {
	if err := (Sample{Points: model}).check(); err != nil {
		return nil, fmt.Errorf("the model's samples: %w", err)
	}
	source, err := truth.source(w.Samples, model.Len())
	if err != nil {
		return nil, err
	}
	target, err := source.target(rng)
	if err != nil {
		return nil, err
	}
	compared := Sample{Points: model}.thinned(rng, source.n)
	value, err := distance(ctx, compared, Sample{Points: target})
	if err != nil {
		return nil, fmt.Errorf("model samples (first) against the truth (second): %w", err)
	}
	pairs := sharedFloor(shared, source.n, source.m)
	if pairs == nil {
		if pairs, err = w.floor(ctx, source, rng, distance); err != nil {
			return nil, err
		}
	}
	floor := pairs.estimate()
	ratio := value / floor.Mean
	if !(floor.Mean > 0) {
		ratio = math.NaN()
	}
	return map[string]float64{"value": value, "noise_floor": floor.Mean,
		"noise_floor_standard_deviation": floor.StandardDeviation, "noise_floor_standard_error": floor.Error,
		"noise_floor_repeats": float64(floor.Repeats), "ratio": ratio, "ratio_error": ratio * floor.Error / floor.Mean,
		"model_points": float64(source.n), "true_points": float64(source.m)}, nil
}

// Wasserstein1 is the exact Wasserstein-1 distance with Euclidean cost. Time grows with the product of the sizes: about
// 0.2 s for 2000 points each, 5 s for 10000.
func Wasserstein1(ctx context.Context, a, b Sample) (float64, error) {
	if err := CheckPair(a, b); err != nil {
		return 0, err
	}
	return transport.Distance(ctx, a.Points, b.Points, a.Weights, b.Weights, transport.Euclidean)
}

// trueSets hands out sets of true points: n to stand beside the model's, m to compare with.
type trueSets struct {
	n, m    int
	draw    func(rng *rand.Rand, n int) (*points.Set, error)
	heldOut *points.Set
	pool    *points.Set
	lines   [][]projection // of the pool along each direction, for control variates
}

func (t Truth) source(samples, model int) (*trueSets, error) {
	if t.Draw != nil {
		n := min(samples, model)
		return &trueSets{n: n, m: n, draw: t.Draw}, nil
	}
	if err := (Sample{Points: t.HeldOut}).check(); err != nil {
		return nil, fmt.Errorf("the held-out points: %w", err)
	}
	heldOut := t.HeldOut.Len()
	if t.Further == nil || t.Further.Len() == 0 {
		if heldOut < 2 {
			return nil, errors.New("a noise floor needs at least two held-out points; hold out more")
		}
		n := min(samples, model, heldOut/2)
		return &trueSets{n: n, m: min(samples, heldOut-heldOut/2), heldOut: t.HeldOut, pool: t.HeldOut}, nil
	}
	if err := CheckPair(Sample{Points: t.HeldOut}, Sample{Points: t.Further}); err != nil {
		return nil, fmt.Errorf("held-out points (first) and further true points (second): %w", err)
	}
	pool := points.New(heldOut+t.Further.Len(), t.HeldOut.Dim)
	copy(pool.Data[copy(pool.Data, t.HeldOut.Data):], t.Further.Data)
	return &trueSets{
		n: min(samples, model, t.Further.Len()), m: min(samples, heldOut), heldOut: t.HeldOut, pool: pool,
	}, nil
}

// target is the m true points that the model is compared with.
func (s *trueSets) target(rng *rand.Rand) (*points.Set, error) {
	if s.draw != nil {
		return s.draw(rng, s.m)
	}
	return Sample{Points: s.heldOut}.thinned(rng, s.m).Points, nil
}

// pair is two disjoint sets of n and m true points.
func (s *trueSets) pair(rng *rand.Rand) (a, b *points.Set, err error) {
	if s.draw != nil {
		if a, err = s.draw(rng, s.n); err != nil {
			return nil, nil, err
		}
		b, err = s.draw(rng, s.m)
		return a, b, err
	}
	order := s.order(rng)
	return s.pool.Select(order[:s.n]), s.pool.Select(order[s.n:]), nil
}

// large is how many times as many points as a pair takes the pool has where a pair is drawn by itself: to order the
// whole pool for each then takes longer.
const large = 16

// order is n + m different points of the pool in random order.
func (s *trueSets) order(rng *rand.Rand) []int {
	count := s.n + s.m
	if s.pool.Len() <= large*count {
		return rng.Perm(s.pool.Len())[:count]
	}
	order, drawn := make([]int, 0, count), make(map[int]bool, count)
	for len(order) < count {
		if i := rng.IntN(s.pool.Len()); !drawn[i] {
			drawn[i] = true
			order = append(order, i)
		}
	}
	return order
}

// ProperWasserstein is protocol `proper` on a trained model.
type ProperWasserstein struct {
	Wasserstein
	reference
	floored
}

// Needs implements experiment.Metric.
func (p *ProperWasserstein) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return p.comparison().needs(s)
}

func (p *ProperWasserstein) comparison() comparison {
	return comparison{Distance: "wasserstein", Wasserstein: p.Wasserstein, reference: p.reference,
		distance: Wasserstein1}
}

// Measure compares s.Samples with the truth.
func (p *ProperWasserstein) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	return p.comparison().measure(ctx, s)
}
