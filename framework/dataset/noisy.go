package dataset

import (
	"math/rand/v2"

	"ebim/framework/points"
)

// Noisy is a distribution on a manifold with normal noise in every coordinate: points near a manifold of known
// topology. It has no density on the manifold.
type Noisy struct {
	Source Source  `yaml:"source" doc:"a synthetic data set"`
	Noise  float64 `yaml:"noise" range:"(0, inf)" doc:"standard deviation of the noise in each coordinate"`
}

var _ Shaped = (*Noisy)(nil)

// Check refuses a source without a known distribution.
func (y *Noisy) Check() error { return checkKnown("source", y.Source) }

// CodeVersion implements Versioned: it is the source's.
func (y *Noisy) CodeVersion() int { return CodeVersion(y.Source) }

// Load draws size points, DefaultSize if size is 0.
func (y *Noisy) Load(env Env, rng *rand.Rand, size int) (*points.Set, error) {
	if err := y.Check(); err != nil {
		return nil, err
	}
	set, err := y.Source.Load(env, rng, size)
	if err != nil {
		return nil, err
	}
	for i := range set.Data {
		set.Data[i] += y.Noise * rng.NormFloat64()
	}
	return set, nil
}

// Dimensions are the source's.
func (y *Noisy) Dimensions() (ambient, manifold int) { return y.Source.(Distribution).Dimensions() }

// Topology is the source's, of the manifold without the noise.
func (y *Noisy) Topology() (Topology, bool) { return y.Source.(Distribution).Topology() }
