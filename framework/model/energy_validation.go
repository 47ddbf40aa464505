package model

import (
	"context"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/train"
)

// likelihoodOf is the mean negative log density, in nats, of a task's validation points under an energy's parameters,
// whatever the loss by which these are found: by quadrature of the support or, where there is none, with the normaliser that
// uniform points of it give, up to the logarithm of its measure.
func likelihoodOf(ctx context.Context, t train.Task, energy network.Trained, s support) (func(parameters backend.State) (float64, error), error) {
	x, err := s.onto(ctx, t.Validation)
	if err != nil {
		return nil, err
	}
	q, err := s.validationQuadrature(ctx)
	if err != nil {
		return nil, err
	}
	energies, err := newEnergies(t.Environment, energy, x.Dim)
	if err != nil {
		return nil, err
	}
	data := x.Float32()
	return func(parameters backend.State) (float64, error) {
		values, err := energiesUnder(ctx, energies, parameters, data)
		if err != nil {
			return 0, err
		}
		sum := 0.0
		for _, v := range values {
			sum += v
		}
		constant, err := logNormaliser(ctx, energies, parameters, q.nodes.Float32(), q.logWeights)
		return sum/float64(len(values)) + constant, err
	}, nil
}

// validationQuadrature has cells of half the size of those in training.
func (s support) validationQuadrature(ctx context.Context) (*quadrature, error) {
	if s.checkQuadrature() == nil {
		return s.quadrature(ctx, 2*loss.DefaultCells(s.facts()))
	}
	const count = 1 << 14
	set, err := s.uniform(ctx, random.New(s.Seed, "validation/normaliser", 0), count)
	if err != nil {
		return nil, err
	}
	q := &quadrature{nodes: set}
	for range count {
		q.add(1. / count)
	}
	return q, nil
}
