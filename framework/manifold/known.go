package manifold

import "ebim/framework/train"

// known is what is found of a training's data, once for all starts, in the data's units.
type known struct {
	scale   float64
	spread  float64 // about a manifold; 0 unless the loss knows the progress
	spacing float64 // see spacingOf; 0 unless the loss takes noise
	frames  *frames // nil where the loss takes none
}

// know finds what the loss needs to know of the data, and notes where a manifold can't be a zero set.
func (m *Manifold) know(t train.Task) (*known, error) {
	needs, k := m.Loss.Needs(), &known{scale: scaleOf(t.Data)}
	if needs.Progress {
		k.spread = spreadOf(t.Data, m.Dimension)
	}
	if needs.Noise != nil && needs.Noise.Lowest == nil {
		k.spacing = spacingOf(t.Data)
	}
	share, along, err := m.carried(t)
	if err != nil {
		return nil, err
	}
	noteReversed(t, share)
	k.frames = along
	return k, nil
}
