package metrics

import (
	"context"
	"errors"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
)

// Mixing is the exact Wasserstein-1 distance between the ends of a model's Markov chains and exact draws of its
// distribution, which a mesh of its support gives, beside a noise floor. Chains start at data unless the model says
// otherwise, and so can look better than they mix where the distribution is near the data's.
//
// Where the distribution of the data is known, the noise floor is the truth's, which models share with
// ProperWasserstein, since it takes most of the time: chains that mix have ratio 1 on average as far as the model is
// right. Otherwise it is the distance between two sets of exact draws, and the ratio is 1 whatever the model.
type Mixing struct {
	Wasserstein
}

// CodeVersion implements experiment.Metric.
func (*Mixing) CodeVersion() int { return 3 }

// Needs refuses experiments without an energy on a manifold that can be meshed.
func (m *Mixing) Needs(s *experiment.Settings) (needs experiment.Needs, err error) {
	floor := (&ProperWasserstein{Wasserstein: m.Wasserstein}).comparison().floorOf(&experiment.Settings{Data: s.Data,
		Samples: m.Samples})
	if floor.fresh {
		needs.Shared = floor
	}
	return needs, checkAny(s, func(traits model.Traits) error {
		if err := traits.CheckMesh(); err != nil || traits.Implicit && traits.Density {
			return err
		}
		return &config.FieldError{Found: "no model whose chains run on a learned manifold",
			Allowed: "an experiment with an ebim"}
	})
}

// Outputs implements experiment.Metric.
func (*Mixing) Outputs() []experiment.Output {
	return append(floorOutputs("distance between the ends of chains and exact draws"),
		experiment.Output{Name: "outside", Better: output.Lowest, Format: output.Share,
			Meaning: "share of chains that end outside of the box, which exact draws never do"})
}

// Measure compares as ProperWasserstein does, with exact draws in the truth's place. Exact draws are in the box, as
// the mesh is, while chains can follow a manifold that leaves it, or leap to one that lies beyond.
func (m *Mixing) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	s, caveats := inOneUnit(s)
	density := s.Trained.Energy()
	if density == nil || !s.Traits.Implicit || s.Traits.CheckMesh() != nil {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/mixing", 0)
	pool, err := m.exactDraws(ctx, s, rng, s.Shared != nil)
	if _, ok := errors.AsType[*support.UndrawableError](err); ok {
		return nil, experiment.ErrNotApplicable // the model's own draws are then of another kind, as their figures show
	}
	if err != nil {
		return nil, supported(err)
	}
	ends, _, err := density.SampleByChains(ctx, rng, m.Samples)
	if err != nil {
		return nil, supported(err)
	}
	ends = s.Trained.Out(ends)
	figures, err := m.Wasserstein.measure(ctx, ends, Truth{Draw: func(_ *rand.Rand, n int) (*points.Set, error) {
		if pool.Len() < n {
			if pool, err = m.exactDraws(ctx, s, rng, false); err != nil {
				return nil, err
			}
		}
		drawn := pool.Slice(0, n)
		pool = pool.Slice(n, pool.Len())
		return drawn, nil
	}}, rng, Wasserstein1, s.Shared)
	if err != nil {
		return nil, err
	}
	figures["outside"] = outside(ends, s.Box)
	return &experiment.Measurement{Values: figures, Caveats: caveats}, nil
}

// exactDraws are those for one set, or for a floor's first repeats with it: many at once, since the mesh takes the
// time.
func (m *Mixing) exactDraws(ctx context.Context, s *experiment.Subject, rng *rand.Rand, one bool) (*points.Set, error) {
	sets := 1
	if !one {
		sets += 2 * m.pairs(min(m.Repeats, leastRepeats))
	}
	drawn, _, err := s.Trained.Energy().SampleExactly(ctx, rng, m.Samples*sets)
	if err != nil {
		return nil, err
	}
	return s.Trained.Out(drawn), nil
}

// outside is the share of points that are not in a box.
func outside(set *points.Set, box points.Box) float64 {
	count := 0
	for i := range set.Len() {
		for j, x := range set.At(i) {
			if x < box[j][0] || x > box[j][1] {
				count++
				break
			}
		}
	}
	return float64(count) / float64(set.Len())
}
