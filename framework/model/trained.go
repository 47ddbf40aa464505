package model

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/chains"
	"ebim/framework/energy"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/scaled"
)

// Trained is a model after its training: a support, with or without a density on it.
type Trained struct {
	Support support.Support
	Density support.Density // nil: none
	// Replay gives the points of the replay buffer of the model's last training, from which the released code draws
	// images; nil where there is none. The error is errors.ErrUnsupported where it was not kept. A moved model, or one
	// made of others, has none.
	Replay func(ctx context.Context) (*points.Set, error)
	// Operands are those that a Derived model is made of, in its order; nil of others, and of one in other units.
	Operands []*Trained
}

// withReplay is the model with the points of the replay buffer in a folder, which a function takes to the data's space
// unless it is nil.
func (t *Trained) withReplay(folder string, to func(ctx context.Context, kept *points.Set) (*points.Set,
	error)) *Trained {
	t.Replay = func(ctx context.Context) (*points.Set, error) {
		kept, err := chains.Replay(folder)
		if err != nil || to == nil {
			return kept, err
		}
		return to(ctx, kept)
	}
	return t
}

// Sample returns n independent points, uniform ones of a support without a density, and figures of how good the draw
// is. The error is a *support.EmptyError where there is nothing to draw from.
func (t *Trained) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	if t.Density != nil {
		return t.Density.Sample(ctx, rng, n)
	}
	drawn, err := t.Support.Uniform(ctx, rng, n)
	return drawn, nil, err
}

// Mesh returns the support's, with the density at its vertices if there is one; see support.Support for the resolution
// and errors.
func (t *Trained) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	if t.Density != nil {
		return t.Density.Mesh(ctx, resolution)
	}
	return support.Mesh(ctx, t.Support, resolution)
}

// Moved returns the model, moved. One that CheckMoved refuses can't be.
func (t *Trained) Moved(by support.Similarity) *Trained {
	if inner, units := t.Standardized(); units != nil {
		turn, out := scaled.Over(by, units)
		if turn.Rotation == nil {
			return inner.In(out)
		}
		return inner.Moved(turn).In(out)
	}
	if t.Density == nil {
		return &Trained{Support: t.Support.Moved(by)}
	}
	if e := t.Energy(); e != nil { // which has the support already
		moved := e.MovedEnergy(by)
		return &Trained{Support: moved.Support, Density: moved}
	}
	return &Trained{Support: t.Support.Moved(by), Density: t.Density.Moved(by)}
}

// CheckMoved says why the model can't be moved so, or nil.
func (t *Trained) CheckMoved(by support.Similarity) error {
	if _, units := t.Standardized(); units != nil {
		_, _, err := by.Over(units)
		return err
	}
	return nil
}

// Energy returns the density of a single energy, whose chains and energies can be looked at; nil for another density,
// or none. Of a model of standardized points it is among these: see Out.
func (t *Trained) Energy() *energy.Density {
	inner, _ := t.Standardized()
	density, _ := inner.Density.(*energy.Density)
	return density
}

// Energies returns those at points of the data's space, on the support and off it. The error is errors.ErrUnsupported
// where no single energy lives there.
func (t *Trained) Energies(ctx context.Context, x *points.Set) ([]float64, error) {
	if e := t.Energy(); e != nil {
		return e.Energies(ctx, t.standardized(x))
	}
	return nil, fmt.Errorf("the model has no energy: %w", errors.ErrUnsupported)
}

// Values returns those of the manifold-defining function at points of the data's space, [len(x), codimension]. The
// error is errors.ErrUnsupported where there is none.
func (t *Trained) Values(ctx context.Context, x *points.Set) (*points.Set, error) {
	inner, _ := t.Standardized()
	manifold, err := support.As[support.Implicit](inner.Support, "has no manifold-defining function")
	if err != nil {
		return nil, err
	}
	return manifold.Values(ctx, t.standardized(x))
}

// withEnergy is the model of an energy's density.
func withEnergy(d *energy.Density, err error) (*Trained, error) {
	if err != nil {
		return nil, err
	}
	return &Trained{Support: d.Support, Density: d}, nil
}
