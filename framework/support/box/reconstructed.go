package box

import (
	"context"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/train"
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
func (r *Reconstructed) Moved(by support.Similarity) support.Support { return r.moved(by) }

// MovedWith implements support.Carrier.
func (r *Reconstructed) MovedWith(by support.Similarity, f network.Trained) (support.Carrier, network.Trained) {
	return r.moved(by), by.Before(f)
}

func (r *Reconstructed) moved(by support.Similarity) *Reconstructed {
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
