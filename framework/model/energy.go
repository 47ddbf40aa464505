package model

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Energy is an energy network E with its training (paper, sections 2.3 and 3.2): in ambient or latent space, where it has a
// sampler.Ambient, or on a learned manifold, where it has a sampler.Constrained.
type Energy[S sampler.Sampler] struct {
	Network  network.Network `yaml:"network" default:"mlp" doc:"architecture of E"`
	Loss     loss.Energy     `yaml:"loss" default:"contrastive" doc:"loss of E"`
	Sampler  S               `yaml:"sampler" default:"null" doc:"sampler of the model's points during training, which some losses need, and of chains after it, which without one have steps of a fortieth of the box's diagonal"`
	Training train.Training  `yaml:"training" doc:"training of E"`
}

// Energies of supports.
type (
	boxEnergy      = Energy[sampler.Ambient]
	manifoldEnergy = Energy[sampler.Constrained]
)

// check refuses a loss of samples without a sampler.
func (e *Energy[S]) check(on loss.Support) error {
	if any(e.Sampler) != nil || !e.Loss.Needs(on).Samples {
		return nil
	}
	return &config.FieldError{Field: "energy.sampler", Found: "no sampler, from which the loss takes its samples", Allowed: "a sampler, or another loss"}
}

// checkQuadrature refuses a loss that integrates over the support where that has no quadrature, for the given reason or nil.
func (e *Energy[S]) checkQuadrature(on loss.Support, reason error) error {
	if reason == nil || e.Loss.Needs(on).Quadrature == nil {
		return nil
	}
	return &config.FieldError{Field: "energy.loss", Found: "a loss that integrates over the support: " + reason.Error(),
		Allowed: "a loss that does not, such as noise_contrastive"}
}

// boxFacts is a box of a dimension, as a loss sees it.
func boxFacts(dimension int) loss.Support {
	return loss.Support{Dimension: dimension, Ambient: dimension}
}

// checkBox says why a box can't be integrated over, or nil.
func checkBox(dimension int) error {
	if dimension <= exactDimension {
		return nil
	}
	return fmt.Errorf("a box of %d dimensions, of at most %d", dimension, exactDimension)
}

// stepShare is the steps of chains whose sampler is not declared, as a share of the box's diagonal.
const stepShare = 1. / 40

// boxSampler is the sampler of chains in a box after training: the declared one or proper Langevin dynamics.
func boxSampler(e *boxEnergy, s train.Environment) sampler.Ambient {
	if e.Sampler != nil {
		return e.Sampler
	}
	langevin := config.Default[sampler.Langevin]()
	langevin.Noise = stepShare * diagonal(s.Box)
	return langevin
}

// manifoldSampler is the sampler of chains on a manifold after training: the declared one or Hamiltonian Monte Carlo, which
// tunes its steps.
func manifoldSampler(e *manifoldEnergy, s train.Environment) sampler.Constrained {
	if e.Sampler != nil {
		return e.Sampler
	}
	hamiltonian := config.Default[sampler.ConstrainedHMC]()
	hamiltonian.StepSize, hamiltonian.Solver = stepShare*diagonal(s.Box), config.Default[sampler.Newton]()
	return hamiltonian
}

// checkDimension refuses a network that can't be an energy on R^dim.
func (e *Energy[S]) checkDimension(dim int) error {
	return checkShape("energy.network", e.Network, dim, 1)
}

func (e *Energy[S]) untrained(dim int, seed uint64, name string) network.Trained {
	return network.Trained{Network: e.Network, Parameters: e.Network.Initialize(dim, 1, random.New(seed, name+"/initialize", 0))}
}

func (e *Energy[S]) load(dim int, folder string) (network.Trained, error) {
	n := e.untrained(dim, 0, "")
	return n, train.LoadParameters(filepath.Join(folder, train.ParametersFolder), n.Parameters)
}

// fitInBox trains an energy in a box: data and box are the task's, as the caller sets them.
func fitInBox(ctx context.Context, e *boxEnergy, t train.Task, name string) error {
	return e.fit(ctx, t, name, nil, func(n network.Trained, batch int) (*negativeSamples, error) {
		return samplesInBox(e.Sampler, t, name, n, batch)
	})
}

// fitOnManifold trains an energy on a manifold.
func fitOnManifold(ctx context.Context, e *manifoldEnergy, t train.Task, name string, manifold *learnedManifold) error {
	return e.fit(ctx, t, name, manifold, func(n network.Trained, batch int) (*negativeSamples, error) {
		return samplesOnManifold(ctx, e.Sampler, t, name, n, batch, manifold)
	})
}

// drawing starts a batch of chains under an energy.
type drawing func(n network.Trained, batch int) (*negativeSamples, error)

// fit trains the energy on points of the task's data: in the whole box, or on a manifold if one is given.
func (e *Energy[S]) fit(ctx context.Context, t train.Task, name string, manifold *learnedManifold, samples drawing) error {
	n := e.untrained(t.Data.Dim, t.Seed, name)
	o, err := e.objective(ctx, t, name, n, manifold, samples)
	if err != nil {
		return err
	}
	batch, dim, data := e.Training.BatchOf(o.data.Len()), o.data.Dim, o.data.Float32()
	problem := &train.Problem{
		Name: name, Parameters: n.Parameters, Size: o.data.Len(),
		Inputs: append([][]int{{batch, dim}}, o.inputs()...),
		Terms:  e.Loss.Terms(), Statistics: o.statistics(), Memory: o.memory(), Hint: o.hint,
		Loss: func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			return o.value(e.Network.Bind(parameters), inputs[0], inputs[1:])
		},
		Feed: func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
			gather(inputs[0].Data, data, indices, dim)
			return o.feed(step, parameters, inputs[1:])
		},
	}
	if t.Validation != nil && e.Training.ValidateEvery > 0 {
		if problem.Validate, err = likelihoodOf(ctx, t, n, support{t.Environment, manifold}); err != nil {
			return err
		}
	}
	if err := t.Loop(e.Training).Run(ctx, problem); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), problem.Parameters)
}
