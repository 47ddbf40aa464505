package model

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"ebim/framework/energy"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/support"
)

// Trained is a model after its training: a support, with or without a density on it.
type Trained struct {
	Support support.Support
	Density support.Density // nil: none
}

// Sample returns n independent points, uniform ones of a support without a density, and figures that tell how good the draw is. The
// error is a *support.EmptyError where there is nothing to draw from.
func (t *Trained) Sample(ctx context.Context, rng *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	if t.Density != nil {
		return t.Density.Sample(ctx, rng, n)
	}
	drawn, err := t.Support.Uniform(ctx, rng, n)
	return drawn, nil, err
}

// Mesh returns the support's, with the density at its vertices if there is one; see support.Support for the resolution and errors.
func (t *Trained) Mesh(ctx context.Context, resolution int) (*mesh.Mesh, error) {
	if t.Density != nil {
		return t.Density.Mesh(ctx, resolution)
	}
	return t.Support.Mesh(ctx, resolution)
}

// Moved returns the model, moved.
func (t *Trained) Moved(by support.Similarity) *Trained {
	if t.Density == nil {
		return &Trained{Support: t.Support.Moved(by)}
	}
	if e := t.Energy(); e != nil { // which has the support already
		moved := e.MovedEnergy(by)
		return &Trained{Support: moved.Support, Density: moved}
	}
	return &Trained{Support: t.Support.Moved(by), Density: t.Density.Moved(by)}
}

// Energy returns the density of a single energy, whose chains and energies can be looked at; nil for another density, or none.
func (t *Trained) Energy() *energy.Density {
	density, _ := t.Density.(*energy.Density)
	return density
}

// Energies returns those at points of the data's space, on the support and off it. The error is errors.ErrUnsupported where no single
// energy lives there.
func (t *Trained) Energies(ctx context.Context, x *points.Set) ([]float64, error) {
	if e := t.Energy(); e != nil {
		return e.Energies(ctx, x)
	}
	return nil, fmt.Errorf("the model has no energy: %w", errors.ErrUnsupported)
}

// withEnergy is the model of an energy's density.
func withEnergy(d *energy.Density, err error) (*Trained, error) {
	if err != nil {
		return nil, err
	}
	return &Trained{Support: d.Support, Density: d}, nil
}
