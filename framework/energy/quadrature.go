package energy

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/train"
)

// quadrature gives nodes and weights of an integral over the support.
func (p *site) quadrature(ctx context.Context, needs loss.EnergyNeeds) (feeder, error) {
	wanted := needs.Quadrature
	cells := wanted.Cells.Count
	domain, err := support.As[support.Quadrable](p.domain,
		"has no quadrature: choose a loss without one, such as contrastive")
	if err != nil {
		return feeder{}, err
	}
	fixed, err := domain.Quadrature(ctx, cells)
	if err != nil {
		return feeder{}, err
	}
	nodes := fixed.Nodes.Float32()
	fill, logWeights := func(x []float32, _ *rand.Rand) { copy(x, nodes) }, fixed.LogWeights
	if wanted.Random {
		pieces, err := domain.Strata(ctx, cells)
		if err != nil {
			return feeder{}, err
		}
		fill, logWeights = pieces.Fill, pieces.LogWeights
	}
	check, err := p.newNormalizerCheck(ctx, domain, logWeights, 2*cells)
	if err != nil {
		return feeder{}, err
	}
	weights, dim := (&points.Set{Dim: 1, Data: logWeights}).Float32(), len(p.Box)
	f := feeder{Inputs: [][]int{{len(weights), dim}, {len(weights), 1}}, Statistics: []string{"normaliser_error"},
		Memory: check}
	if wanted.Draws {
		f.Inputs = append(f.Inputs, []int{p.batch, dim})
	}
	f.Take = func(in *loss.EnergyInputs, inputs []*graph.Node) {
		in.Nodes, in.LogWeights = inputs[0], inputs[1]
		if wanted.Draws {
			in.Draws = inputs[2]
		}
	}
	f.Feed = func(at train.Moment, inputs []backend.Array) ([]float64, error) {
		fill(inputs[0].Data, p.stream("nodes", at.Step))
		copy(inputs[1].Data, weights)
		if wanted.Draws {
			fixed.Draw(inputs[2].Data, p.stream("slope", at.Step))
		}
		return check.at(ctx, at.Step, at.Parameters, inputs[0].Data)
	}
	return f, nil
}

// normalizerCheck follows how far the normalizer of a training's quadrature is from that of fixed nodes in cells of
// half the size.
type normalizerCheck struct {
	logWeights []float64 // of the training's quadrature
	fine       *support.Quadrature
	energies   *network.Evaluator
	last       int // step of the training
	error      float64
}

// checkEvery is the number of steps between comparisons, few enough to see where a quadrature begins to fail.
const checkEvery = 100

func (p *site) newNormalizerCheck(ctx context.Context, domain support.Quadrable, logWeights []float64,
	cells int) (*normalizerCheck, error) {
	c := &normalizerCheck{logWeights: logWeights, last: p.steps - 1}
	var err error
	if c.fine, err = domain.Quadrature(ctx, cells); err != nil {
		return nil, err
	}
	c.energies, err = newEnergies(p.Environment, p.energy, len(p.Box))
	return c, err
}

// at is the absolute difference of the normalizers' logarithms, as it was last seen before a step with the given nodes.
func (c *normalizerCheck) at(ctx context.Context, step int, parameters backend.State,
	nodes []float32) ([]float64, error) {
	if step%checkEvery == 0 || step == c.last {
		coarse, err := logNormalizer(ctx, c.energies, parameters, nodes, c.logWeights)
		if err != nil {
			return nil, err
		}
		fine, err := logNormalizer(ctx, c.energies, parameters, c.fine.Nodes.Float32(), c.fine.LogWeights)
		if err != nil {
			return nil, err
		}
		c.error = math.Abs(coarse - fine)
	}
	return []float64{c.error}, nil
}

func (c *normalizerCheck) Arrays() map[string]backend.Array {
	return map[string]backend.Array{"normaliser_error": {Dimensions: []int{1}, Data: []float32{float32(c.error)}}}
}

func (c *normalizerCheck) Restore(arrays map[string]backend.Array) error {
	if kept := arrays["normaliser_error"].Data; len(kept) == 1 {
		c.error = float64(kept[0])
	}
	return nil
}
