package sampler

// Uniform leaves the negative points of a manifold where they start: anywhere in the box, and not only where |F| is
// small.
type Uniform struct{}

// Negatives implements Negative.
func (*Uniform) Negatives() Ambient { return nil }

var _ Negative = (*Uniform)(nil)
