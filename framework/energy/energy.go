// Package energy trains energies E on a domain (see package support), and holds the density exp(-E)/Z of a trained one, on the
// domain and on the support to which the domain is carried.
//
// Training: a loss (package loss) says what it needs beside the data: samples of the model, a quadrature of the domain, uniform
// points, probes, the constraint. Each need has a feeder (feeders.go, samples.go, quadrature.go), which adds inputs to the
// graph and fills them in every step; objective.go puts them together, for any loss.
//
// After it: Density draws, by the domain's own exact draws, by importance or by chains (sampling.go), and evaluates and meshes
// the density. Normalizing constants are the domain's integrals of exp(-E).
package energy

import (
	"context"
	"path/filepath"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/chains"
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/train"
)

// Energy is an energy network E with its training: in ambient space, in a latent space, or on a learned manifold (paper,
// sections 2.3 and 3.2).
type Energy struct {
	Network  network.Network `yaml:"network" default:"mlp" doc:"architecture of E"`
	Loss     loss.Energy     `yaml:"loss" default:"contrastive" doc:"loss of E"`
	Sampler  sampler.Sampler `yaml:"sampler" default:"null" doc:"sampler of the model's points during training (contrastive needs one, other losses none), and of chains after it, which without one are proper Langevin dynamics"`
	Training train.Training  `yaml:"training" doc:"training of E"`
}

// CheckOn refuses losses and samplers that don't fit the energy's place.
func (e *Energy) CheckOn(constrained bool) error {
	allowed := "a sampler in ambient space: langevin"
	if constrained {
		allowed = "a constrained sampler: constrained_langevin, constrained_hmc, constrained_mala"
	}
	samples := e.Loss.Needs(loss.Support{Manifold: constrained, Dimension: 1, Ambient: 2}).Samples // the same on all supports
	switch {
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

// CheckQuadrature refuses a loss that integrates over the support where that has no quadrature, for the given reason or nil.
func (e *Energy) CheckQuadrature(on loss.Support, reason error) error {
	if reason == nil || e.Loss.Needs(on).Quadrature == nil {
		return nil
	}
	return &config.FieldError{Field: "energy.loss", Found: "a loss that integrates over the support: " + reason.Error(),
		Allowed: "a loss that does not, such as noise_contrastive"}
}

// InBox is a box of a dimension, as a loss sees it.
func InBox(dimension int) loss.Support {
	return loss.Support{Dimension: dimension, Ambient: dimension}
}

// Density is that of the trained energy of a finished part's folder, on a support.
func (e *Energy) Density(on support.Carrier, folder string, sampling Sampling) (*Density, error) {
	domain := on.Domain()
	n := e.untrained(domain.Ambient(), 0, "")
	d := &Density{Support: on, Energy: n, Sampler: e.Sampler, Sampling: sampling}
	if d.Sampler == nil {
		d.Sampler = chains.Default(domain.Environment().Box, domain.Ambient()-domain.Dimension())
	}
	return d, train.LoadParameters(filepath.Join(folder, train.ParametersFolder), n.Parameters)
}

// CheckDimension refuses a network that can't be an energy on R^dim.
func (e *Energy) CheckDimension(dim int) error {
	return network.CheckShape("energy.network", e.Network, dim, 1)
}

func (e *Energy) untrained(dim int, seed uint64, name string) network.Trained {
	return network.Trained{Network: e.Network, Parameters: e.Network.Initialize(dim, 1, random.New(seed, name+"/initialize", 0))}
}

// Fit trains the energy on a domain, whose environment is the task's.
func (e *Energy) Fit(ctx context.Context, t train.Task, name string, domain support.Domain) error {
	n := e.untrained(t.Data.Dim, t.Seed, name)
	o, err := e.objective(ctx, t, name, n, domain)
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
			train.Gather(inputs[0].Data, data, indices, dim)
			return o.feed(step, parameters, inputs[1:])
		},
	}
	if t.Validation != nil && e.Training.ValidateEvery > 0 {
		if problem.Validate, err = likelihoodOf(ctx, t, n, domain); err != nil {
			return err
		}
	}
	if err := t.Loop(e.Training).Run(ctx, problem); err != nil {
		return err
	}
	return train.SaveParameters(filepath.Join(t.Folder, train.ParametersFolder), problem.Parameters)
}
