// Package box is the support of models of the whole space, and of energies in latent spaces: a box.
package box

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/mesh"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/train"
)

// Box is the box of an environment. It has no boundary for chains of a training, which are moved back to it.
type Box struct {
	env         train.Environment
	reconstruct Reconstruction // nil: none
}

// Reconstruction is what an encoder and a decoder make of points.
type Reconstruction func(ctx context.Context, x *points.Set) (*points.Set, error)

// New is the box of an environment.
func New(env train.Environment) *Box { return &Box{env: env} }

// WithReconstruction is the box of an environment, whose points have been learned to be reconstructed.
func WithReconstruction(env train.Environment, reconstruct Reconstruction) *Box {
	return &Box{env, reconstruct}
}

// Reconstruct implements support.Reconstructor.
func (b *Box) Reconstruct(ctx context.Context, x *points.Set) (*points.Set, error) {
	if b.reconstruct == nil {
		return nil, fmt.Errorf("nothing has been learned to reconstruct points of a box: %w", errors.ErrUnsupported)
	}
	return b.reconstruct(ctx, x)
}

// Environment implements support.Domain.
func (b *Box) Environment() train.Environment { return b.env }

// Ambient implements support.Support.
func (b *Box) Ambient() int { return len(b.env.Box) }

// Dimension implements support.Support.
func (b *Box) Dimension() int { return len(b.env.Box) }

// Constraint implements support.Domain.
func (*Box) Constraint() *network.Trained { return nil }

// Uniform implements support.Support.
func (b *Box) Uniform(_ context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return b.env.Box.Uniform(n, rng), nil
}

// Pool implements support.Domain.
func (b *Box) Pool(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	return b.Uniform(ctx, rng, n)
}

// Nearest implements support.Support: points outside are taken at the nearest point of the box.
func (b *Box) Nearest(_ context.Context, x *points.Set) (*support.Projection, error) {
	inside := points.New(x.Len(), x.Dim)
	for i, v := range x.Data {
		axis := b.env.Box[i%x.Dim]
		inside.Data[i] = min(max(v, axis[0]), axis[1])
	}
	return &support.Projection{Points: inside, Residual: make([]float64, x.Len())}, nil
}

// CheckMesh implements support.Support.
func (*Box) CheckMesh() error {
	return fmt.Errorf("a box has no curve or surface to mesh: %w", errors.ErrUnsupported)
}

// Mesh implements support.Support.
func (b *Box) Mesh(context.Context, int) (*mesh.Mesh, error) { return nil, b.CheckMesh() }

// CarriedMesh implements support.Carrier.
func (b *Box) CarriedMesh(context.Context, int) (*mesh.Mesh, *support.Carried, error) {
	return nil, nil, b.CheckMesh()
}

// SingularValues implements support.Support.
func (*Box) SingularValues(context.Context, *points.Set) (*points.Set, error) {
	return nil, fmt.Errorf("a box has no Jacobian: %w", errors.ErrUnsupported)
}

// Moved implements support.Support: the least box that holds the box's image.
func (b *Box) Moved(by support.Similarity) support.Support { return b.moved(by) }

func (b *Box) moved(by support.Similarity) *Box {
	moved := New(by.Environment(b.env))
	if b.reconstruct != nil {
		moved.reconstruct = func(ctx context.Context, x *points.Set) (*points.Set, error) {
			made, err := b.reconstruct(ctx, by.Inverse().Points(x))
			if err != nil {
				return nil, err
			}
			return by.Points(made), nil
		}
	}
	return moved
}

// MovedWith implements support.Carrier.
func (b *Box) MovedWith(by support.Similarity, f network.Trained) (support.Carrier, network.Trained) {
	return b.moved(by), by.Before(f)
}

// Domain implements support.Carrier.
func (b *Box) Domain() support.Domain { return b }

// Carry implements support.Carrier.
func (*Box) Carry(_ context.Context, z *points.Set) (*support.Carried, error) {
	return &support.Carried{Domain: z, Points: z}, nil
}

// Fibers implements support.Carrier.
func (b *Box) Fibers(ctx context.Context, x *points.Set) (*support.Fibers, error) {
	nearest, err := b.Nearest(ctx, x)
	if err != nil {
		return nil, err
	}
	return &support.Fibers{Nearest: nearest, Domain: nearest.Points}, nil
}

// Onto implements support.Domain: points outside stay there, where an energy is defined as well.
func (*Box) Onto(_ context.Context, x *points.Set) (*points.Set, error) { return x, nil }

// Start implements support.Domain.
func (b *Box) Start(context.Context) (func(point []float32, rng *rand.Rand), error) {
	return func(point []float32, rng *rand.Rand) { b.env.Box.Draw(point, rng) }, nil
}

// Starts implements support.Domain.
func (b *Box) Starts(context.Context) (*points.Set, error) { return b.env.Data, nil }

// Noise implements support.Domain: new points each time.
func (b *Box) Noise(context.Context, *rand.Rand, int) (func(rows []float32, rng *rand.Rand), error) {
	return func(rows []float32, rng *rand.Rand) {
		copy(rows, b.env.Box.Uniform(len(rows)/b.Ambient(), rng).Float32())
	}, nil
}

// LogStretch implements support.Stretcher: the box fills its space.
func (b *Box) LogStretch(_ context.Context, x *points.Set, scale []float64) ([]float64, error) {
	log := (&points.Scaling{Scale: scale}).LogVolume()
	logs := make([]float64, x.Len())
	for i := range logs {
		logs[i] = log
	}
	return logs, nil
}

var (
	_ support.Domain        = (*Box)(nil)
	_ support.Stretcher     = (*Box)(nil)
	_ support.Reconstructor = (*Box)(nil)
)
