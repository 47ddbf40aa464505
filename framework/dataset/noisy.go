package dataset

import (
	"math/rand/v2"

	"ebim/framework/points"
)

// Noisy is a distribution on a manifold with normal noise in every coordinate, or a background, or both: points near a
// manifold of known topology. It has no density on the manifold.
type Noisy struct {
	Source     Source   `yaml:"source" doc:"a synthetic data set"`
	Noise      float64  `yaml:"noise" default:"0" range:"[0, inf)" doc:"standard deviation of the noise in each coordinate"`
	Background *float64 `yaml:"background" range:"[0, 1)" doc:"share of the points that are drawn uniformly from the box around the others, a tenth wider on each side; none unless given"`
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
	if y.Background != nil {
		y.scatter(set, rng)
	}
	return set, nil
}

// scatter replaces points by those of the background.
func (y *Noisy) scatter(set *points.Set, rng *rand.Rand) {
	box := points.Around(set).Padded(func(_ int, length float64) float64 { return length / 10 })
	for i := range set.Len() {
		if rng.Float64() < *y.Background {
			copy(set.At(i), box.Uniform(1, rng).Data)
		}
	}
}

// Dimensions are the source's.
func (y *Noisy) Dimensions() (ambient, manifold int) { return y.Source.(Distribution).Dimensions() }

// Topology is the source's, of the manifold without the noise.
func (y *Noisy) Topology() (Topology, bool) { return y.Source.(Distribution).Topology() }
