package model

import (
	"context"
	"fmt"
	"path/filepath"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/asking"
	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// Energy is an energy network E with its training: in ambient space, in a latent space, or on a learned manifold (paper,
// sections 2.3 and 3.2).
type Energy struct {
	Network  network.Network `yaml:"network" default:"mlp" doc:"architecture of E"`
	Loss     loss.Loss       `yaml:"loss" default:"contrastive" doc:"loss of E: contrastive, mesh_likelihood, noise_contrastive or score_matching"`
	Sampler  sampler.Sampler `yaml:"sampler" default:"null" doc:"sampler of the model's points during training (contrastive needs one, other losses none), and of chains after it, which without one are proper Langevin dynamics"`
	Training train.Training  `yaml:"training" doc:"training of E"`
}

// check refuses losses and samplers that don't fit the energy's place.
func (e *Energy) check(constrained bool) error {
	if e.Loss.Role() != loss.Energy {
		return &config.FieldError{Field: "energy.loss", Found: "a loss of a " + string(e.Loss.Role()),
			Allowed: "a loss of an energy: contrastive, mesh_likelihood, noise_contrastive, score_matching"}
	}
	allowed := "a sampler in ambient space: langevin"
	if constrained {
		allowed = "a constrained sampler: constrained_langevin, constrained_hmc, constrained_mala"
	}
	switch _, samples := e.Loss.(loss.SampleLoss); {
	case e.Sampler == nil && samples:
		return &config.FieldError{Field: "energy.sampler", Found: "no sampler, from which the loss takes its samples", Allowed: allowed}
	case e.Sampler == nil:
		return nil
	case e.Sampler.StepCount() == 0:
		return &config.FieldError{Field: "energy.sampler", Found: "a sampler that follows no energy", Allowed: allowed}
	case e.Sampler.Constrained() == constrained:
		return nil
	case constrained:
		return &config.FieldError{Field: "energy.sampler", Found: "a sampler in ambient space", Allowed: allowed}
	}
	return &config.FieldError{Field: "energy.sampler", Found: "a sampler that needs a constraint", Allowed: allowed,
		Hint: "this model has no manifold-defining function"}
}

// checkQuadrature refuses a loss that integrates over the support where that has no quadrature, for the given reason or nil.
func (e *Energy) checkQuadrature(reason error) error {
	if _, integrates := e.Loss.(loss.QuadratureLoss); !integrates || reason == nil {
		return nil
	}
	return &config.FieldError{Field: "energy.loss", Found: "a loss that integrates over the support: " + reason.Error(),
		Allowed: "contrastive, noise_contrastive, score_matching"}
}

// checkBox says why a box can't be integrated over, or nil.
func checkBox(dimension int) error {
	if dimension <= exactDimension {
		return nil
	}
	return fmt.Errorf("a box of %d dimensions, of at most %d", dimension, exactDimension)
}

// chains is the sampler of chains after training: the declared one or, in a support of the given setting and codimension (0
// in a box), one whose steps are a fortieth of the box's diagonal: proper Langevin dynamics in a box and Hamiltonian Monte
// Carlo, which tunes them, on a manifold.
func (e *Energy) chains(s train.Environment, codimension int) sampler.Sampler {
	if e.Sampler != nil {
		return e.Sampler
	}
	size := diagonal(s.Box) / 40
	if codimension == 0 {
		return &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: size, Unroll: 20}}
	}
	return &sampler.ConstrainedHMC{LeapfrogSteps: 5, Target: 0.65, MetropolisStep: sampler.MetropolisStep{Steps: 5, StepSize: size, Warmup: 500,
		Solver: &sampler.Newton{Iterations: 4}, Tolerance: onManifold, ReverseTolerance: 10 * onManifold, Unroll: 1}}
}

// checkDimension refuses a network that can't be an energy on R^dim.
func (e *Energy) checkDimension(dim int) error {
	return checkShape("energy.network", e.Network, dim, 1)
}

func (e *Energy) untrained(dim int, seed uint64, name string) network.Trained {
	return network.Trained{Network: e.Network, Parameters: e.Network.Initialize(dim, 1, random.New(seed, name+"/initialize", 0))}
}

func (e *Energy) load(dim int, folder string) (network.Trained, error) {
	n := e.untrained(dim, 0, "")
	return n, train.LoadParameters(filepath.Join(folder, train.ParametersFolder), n.Parameters)
}

// fit trains the energy on points of the task's data (data, box and dimension as the caller sets them): in the whole box,
// or on a manifold if one is given.
func (e *Energy) fit(ctx context.Context, t train.Task, name string, manifold *learnedManifold) error {
	n := e.untrained(t.Data.Dim, t.Seed, name)
	o, err := e.objective(ctx, t, name, n, manifold)
	if err != nil {
		return err
	}
	batch, dim, data := e.Training.BatchOf(o.data.Len()), o.data.Dim, o.data.Float32()
	problem := &train.Problem{
		Name: name, Parameters: n.Parameters, Size: o.data.Len(),
		Inputs: append([][]int{{batch, dim}}, o.inputs...),
		Terms:  e.Loss.Terms(), Statistics: o.statistics, Memory: o.memory, Hint: o.hint,
		Loss: func(parameters, inputs []*graph.Node) (*graph.Node, []*graph.Node) {
			defer asking.For(e.Loss)
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
