package energy

import (
	"context"
	"path/filepath"

	"ebim/framework/chains"
	"ebim/framework/support"
	"ebim/framework/train"
)

// FitInBox trains an energy in a box, whose environment is the task's.
func FitInBox(ctx context.Context, e *InBox, t train.Task, name string, on support.Domain) error {
	return e.fit(ctx, t, name, on, Free(e.Sampler))
}

// FitOnManifold trains an energy on a manifold, whose environment is the task's.
func FitOnManifold(ctx context.Context, e *OnManifold, t train.Task, name string, on support.Domain) error {
	return e.fit(ctx, t, name, on, Constrained(e.Sampler))
}

func (e *Energy[S]) fit(ctx context.Context, t train.Task, name string, domain support.Domain, moves Moves) error {
	if placed := e.placed(); placed != nil {
		return place(ctx, placed, t, name, domain)
	}
	n := e.untrained(t.Data.Dim, t.Seed, name)
	problem, err := e.problem(ctx, t, name, n, domain, moves)
	if err != nil {
		return err
	}
	if t.Validation != nil && e.Training.ValidateEvery > 0 {
		if problem.Validate, err = likelihoodOf(ctx, t, n, domain); err != nil {
			return err
		}
	}
	return chains.Fit(ctx, t, e.Training, problem)
}

// LoadInBox returns the density of the trained energy of a finished part's folder, on a support that carries a box.
func LoadInBox(e *InBox, on support.Carrier, folder string, sampling Sampling) (*Density, error) {
	if e.Sampler == nil {
		return e.load(on, nil, folder, sampling)
	}
	return e.load(on, Free(e.Sampler), folder, sampling)
}

// LoadOnManifold returns the density of the trained energy of a finished part's folder, on a manifold.
func LoadOnManifold(e *OnManifold, on support.Domain, folder string, sampling Sampling) (*Density, error) {
	s := e.Sampler
	if s == nil {
		s = chains.DefaultOnManifold(on.Environment().Box)
	}
	return e.load(on, Constrained(s), folder, sampling)
}

func (e *Energy[S]) load(on support.Carrier, moves Moves, folder string, sampling Sampling) (*Density, error) {
	domain := on.Domain()
	n := e.untrained(domain.Ambient(), 0, "")
	if placed := e.placed(); placed != nil {
		n.Parameters = placed.Empty(domain.Environment().Data.Len(), domain.Ambient(), domain.Dimension())
	}
	return &Density{Support: on, Energy: n, Moves: moves, Sampling: sampling, NearData: e.placed() != nil,
			Relative: e.relative(facts(domain)), known: new(remembered)},
		train.LoadParameters(filepath.Join(folder, train.ParametersFolder), n.Parameters)
}
