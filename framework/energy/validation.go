package energy

import (
	"context"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/support"
	"ebim/framework/train"
)

// likelihoodOf is the mean negative log density, in nats, of a task's validation points under an energy's parameters,
// whatever the loss by which these are found: by quadrature of the support or, where there is none, with the
// normalizer that uniform points of it give, up to the logarithm of its measure.
func likelihoodOf(ctx context.Context, t train.Task, energy network.Trained,
	domain support.Domain) (func(parameters backend.State) (float64, error), error) {
	x, err := domain.Onto(ctx, t.Validation)
	if err != nil {
		return nil, err
	}
	q, err := validationQuadrature(ctx, domain)
	if err != nil {
		return nil, err
	}
	energies, err := newEnergies(t.Environment, energy, x.Dim)
	if err != nil {
		return nil, err
	}
	data := x.Float32()
	return func(parameters backend.State) (float64, error) {
		values, err := energiesAt(ctx, energies.Under(parameters[:1:1]), data)
		if err != nil {
			return 0, err
		}
		sum := 0.0
		for _, v := range values {
			sum += v
		}
		constant, err := logNormalizer(ctx, energies, parameters, q.Nodes.Float32(), q.LogWeights)
		return sum/float64(len(values)) + constant, err
	}, nil
}

// validationQuadrature has cells of half the size of those in training.
func validationQuadrature(ctx context.Context, domain support.Domain) (*support.Quadrature, error) {
	if support.CheckQuadrature(domain) == nil {
		return domain.(support.Quadrable).Quadrature(ctx, 2*loss.DefaultCells(facts(domain)))
	}
	const count = 1 << 14
	pooled, err := support.As[support.Pooled](domain, "has no uniform points for a validation: set validate_every to 0")
	if err != nil {
		return nil, err
	}
	set, err := pooled.Pool(ctx, random.New(domain.Environment().Seed, "validation/normaliser", 0), count)
	if err != nil {
		return nil, err
	}
	q := &support.Quadrature{Nodes: set}
	for range count {
		q.Add(1. / count)
	}
	return q, nil
}
