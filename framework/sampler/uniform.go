package sampler

// Uniform takes points where chains start afresh: anywhere in the box, whatever the energy. It is for the negative points of
// a manifold, which then stay everywhere, and not only where |F| is small.
type Uniform struct{}

// Constrained is false: the points are in ambient space.
func (*Uniform) Constrained() bool { return false }

// StepCount is 0.
func (*Uniform) StepCount() int { return 0 }

// UnrolledSteps is the fewest that there can be.
func (*Uniform) UnrolledSteps() int { return 1 }

// Columns names no statistics.
func (*Uniform) Columns() []string { return nil }

// Replay is a buffer that no chain starts from.
func (*Uniform) Replay() BufferSettings { return BufferSettings{Size: 1} }

var _ Sampler = (*Uniform)(nil)
