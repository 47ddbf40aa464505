// Package box is the support of models of the whole space, and of energies in latent spaces: a box.
package box

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/train"
)

// Box is the box of an environment. It has no boundary for chains of a training, which are moved back to it.
type Box struct{ env train.Environment }

// New is the box of an environment.
func New(env train.Environment) *Box { return &Box{env} }

// String implements fmt.Stringer.
func (b *Box) String() string { return fmt.Sprintf("a box of R^%d", b.Ambient()) }

// Environment implements support.Domain.
func (b *Box) Environment() train.Environment { return b.env }

// Ambient implements support.Support.
func (b *Box) Ambient() int { return len(b.env.Box) }

// Dimension implements support.Support.
func (b *Box) Dimension() int { return len(b.env.Box) }

// Uniform implements support.Support.
func (b *Box) Uniform(_ context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return b.env.Box.Uniform(n, rng), nil
}

// Pool implements support.Pooled.
func (b *Box) Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return b.Uniform(ctx, rng, n)
}

// Nearest implements support.Projector: points outside are taken at the nearest point of the box.
func (b *Box) Nearest(_ context.Context, x *points.Set) (*support.Projection, error) {
	inside := &points.Set{Dim: x.Dim, Data: slices.Clone(x.Data)}
	b.env.Box.Clip(inside)
	return &support.Projection{Points: inside, Residual: make([]float64, x.Len())}, nil
}

// Moved implements support.Support: the least box that holds the box's image.
func (b *Box) Moved(by support.Similarity) support.Support { return New(by.Environment(b.env)) }

// Domain implements support.Carrier.
func (b *Box) Domain() support.Domain { return b }

// Onto implements support.Domain: points outside stay there, where an energy is defined as well.
func (*Box) Onto(_ context.Context, x *points.Set) (*points.Set, error) { return x, nil }

// Start implements support.Starter.
func (b *Box) Start(context.Context) (func(point []float32, rng *rand.Rand), error) {
	return func(point []float32, rng *rand.Rand) { b.env.Box.Draw(point, rng) }, nil
}

// Starts implements support.Starter.
func (b *Box) Starts(context.Context) (*points.Set, error) { return b.env.Data, nil }

// Noise implements support.Noiser: new points each time.
func (b *Box) Noise(context.Context, *rand.Rand, int) (func(rows []float32, rng *rand.Rand), error) {
	return func(rows []float32, rng *rand.Rand) {
		copy(rows, b.env.Box.Uniform(len(rows)/b.Ambient(), rng).Float32())
	}, nil
}

// LogStretch implements support.Stretcher: the box fills its space.
func (b *Box) LogStretch(_ context.Context, x *points.Set, scale []float64) ([]float64, error) {
	log := (&points.Scaling{Scale: scale}).LogVolume()
	logs := slices.Repeat([]float64{log}, x.Len())
	return logs, nil
}

// Tangents implements support.Tangential: the unit vectors.
func (b *Box) Tangents(_ context.Context, x *points.Set) ([]float64, error) {
	all := make([]float64, x.Len()*x.Dim*x.Dim)
	for i := 0; i < len(all); i += x.Dim * x.Dim {
		for j := range x.Dim {
			all[i+j*x.Dim+j] = 1
		}
	}
	return all, nil
}

var (
	_ support.Domain     = (*Box)(nil)
	_ support.Projector  = (*Box)(nil)
	_ support.Starter    = (*Box)(nil)
	_ support.Noiser     = (*Box)(nil)
	_ support.Pooled     = (*Box)(nil)
	_ support.Quadrable  = (*Box)(nil)
	_ support.Integrator = (*Box)(nil)
	_ support.Drawer     = (*Box)(nil)
	_ support.Tangential = (*Box)(nil)
	_ support.Stretcher  = (*Box)(nil)
)

// Reconstruction is what an encoder and a decoder make of points.
type Reconstruction func(ctx context.Context, x *points.Set) (*points.Set, error)

// Reconstructed is a box whose points have been learned to be reconstructed.
type Reconstructed struct {
	*Box
	by Reconstruction
}

// WithReconstruction is the box of an environment, with a reconstruction of its points.
func WithReconstruction(env train.Environment, by Reconstruction) *Reconstructed {
	return &Reconstructed{New(env), by}
}

// Reconstruct implements support.Reconstructor.
func (r *Reconstructed) Reconstruct(ctx context.Context, x *points.Set) (*points.Set, error) {
	return r.by(ctx, x)
}

// Domain implements support.Carrier.
func (r *Reconstructed) Domain() support.Domain { return r }

// Moved implements support.Support.
func (r *Reconstructed) Moved(by support.Similarity) support.Support {
	back := by.Inverse()
	return WithReconstruction(by.Environment(r.env), func(ctx context.Context, x *points.Set) (*points.Set, error) {
		made, err := r.by(ctx, back.Points(x))
		if err != nil {
			return nil, err
		}
		return by.Points(made), nil
	})
}

var (
	_ support.Domain        = (*Reconstructed)(nil)
	_ support.Reconstructor = (*Reconstructed)(nil)
)
