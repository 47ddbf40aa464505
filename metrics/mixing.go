package metrics

import (
	"context"
	"errors"
	"math/rand/v2"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/random"
)

// Mixing is how far a model's Markov chains, with which it is trained and in high dimensions drawn from, end from the
// model's own law, of which exact draws are known where its support has a mesh that serves for them: the exact Wasserstein-1
// distance of the two, beside the noise floor, the same distance between two independent sets of exact draws. Chains that mix
// have ratio 1 on average. They start at data, so that they can look better than they mix, where the law is near the data's.
type Mixing struct {
	Wasserstein
}

// CodeVersion implements experiment.Metric.
func (*Mixing) CodeVersion() int { return 2 }

// Unit of the distance.
func (*Mixing) Unit() string { return "data units" }

// CheckSettings refuses experiments without an energy on a manifold that can be meshed.
func (*Mixing) CheckSettings(s *experiment.Settings) error {
	return checkAnyMesh(s, func(n model.Nature) error {
		if n.Implicit && n.Density {
			return nil
		}
		return &config.FieldError{Found: "no model whose chains run on a learned manifold", Allowed: "an experiment with an ebim"}
	})
}

// Measure gives the figures of ProperWasserstein, with exact draws in the truth's place, and the share of chains that end out
// of the box (outside). Exact draws are in it, as the mesh is, while chains can follow a manifold that leaves it, or leap to
// one that lies beyond.
func (m *Mixing) Measure(ctx context.Context, s *experiment.Subject) (map[string]float64, error) {
	chains, hasChains := s.Trained.(model.ChainSampler)
	exact, isExact := s.Trained.(model.MeshSampler)
	if !hasChains || !isExact || s.Nature.CheckMesh() != nil {
		return nil, experiment.ErrNotApplicable
	}
	rng := random.New(s.Seed, "metric/mixing", 0)
	pool, _, err := exact.SampleByMesh(ctx, rng, m.Samples*(1+2*m.Repeats)) // at once, since the mesh takes the time
	var undrawable *model.UndrawableError
	if errors.As(err, &undrawable) {
		return nil, experiment.ErrNotApplicable // the model's own draws are of another kind then, as their figures tell
	}
	if err != nil {
		return nil, supported(err)
	}
	ends, _, err := chains.SampleByChains(ctx, rng, m.Samples)
	if err != nil {
		return nil, supported(err)
	}
	result, err := m.Wasserstein.Measure(ctx, ends, Truth{Draw: func(_ *rand.Rand, n int) (*points.Set, error) {
		drawn := pool.Slice(0, n)
		pool = pool.Slice(n, pool.Len())
		return drawn, nil
	}}, rng)
	if err != nil {
		return nil, err
	}
	figures := result.figures()
	figures["outside"] = outside(ends, s.Box)
	return figures, nil
}

// outside is the share of points that are not in a box.
func outside(set *points.Set, box [][2]float64) float64 {
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
