// Package energy trains energies E on a domain (see package support), and holds the density exp(-E)/Z of a trained
// one, on the domain and on the support to which the domain is carried.
//
// Training: a loss (package loss) says what it needs beside the data: samples of the model, a quadrature of the
// domain, uniform points, probes, the constraint. Each need has a feeder (feeders.go, quadrature.go), which adds
// inputs to the graph and fills them in every step; objective.go puts them together, for any loss.
//
// After it: Density draws, by the domain's own exact draws, by importance or by chains (sampling.go), and evaluates
// and meshes the density. Normalizing constants are the domain's integrals of exp(-E).
package energy

import (
	"ebim/framework/config"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/train"
)

// Energy is an energy network E with its training (paper, sections 2.3 and 3.2), and with a sampler that fits its
// domain.
type Energy[S sampler.Sampler] struct {
	Network  network.Network `yaml:"network" default:"null" doc:"architecture of E; unless given mlp, or kernels where neither a loss nor a sampler is given"`
	Loss     loss.Energy     `yaml:"loss" default:"null" doc:"loss of E; by default contrastive with a sampler, else mesh_likelihood in up to three dimensions and noise_contrastive above; kernels need none"`
	Sampler  S               `yaml:"sampler" default:"null" doc:"sampler of the model's points in training, for losses that need it, and of chains afterward; without one, their steps are a fortieth of the box's diagonal"`
	Training train.Training  `yaml:"training" doc:"training of E"`
}

// Energies by their domains.
type (
	// InBox is an energy in ambient or latent space.
	InBox = Energy[sampler.Ambient]
	// OnManifold is an energy on the zero set of a manifold-defining function.
	OnManifold = Energy[sampler.Constrained]
)

// architecture is the network that is declared, or follows from what is.
func (e *Energy[S]) architecture() network.Network {
	switch {
	case e.Network != nil:
		return e.Network
	case e.Loss == nil && any(e.Sampler) == nil:
		return config.Default[network.Kernels]()
	}
	return config.Default[network.MLP]()
}

// lossOn is the loss that is declared, or fits a support.
func (e *Energy[S]) lossOn(on loss.Support) loss.Energy {
	switch {
	case e.Loss != nil:
		return e.Loss
	case any(e.Sampler) != nil:
		return config.Default[loss.Contrastive]()
	case on.Ambient <= support.MostCovered:
		return config.Default[loss.MeshLikelihood]()
	}
	return config.Default[loss.NoiseContrastive]()
}

// placed is a network that is not trained but made from the data, or nil.
func (e *Energy[S]) placed() network.Placed {
	placed, _ := e.architecture().(network.Placed)
	return placed
}

// Untrained says whether the network is not trained but made from the data.
func (e *Energy[S]) Untrained() bool { return e.placed() != nil }

// Version is that of how the network comes about: 9 where it is made from the data, since kernels are divided by sums
// over nodes within them.
func (e *Energy[S]) Version() int {
	if e.Untrained() {
		return 9
	}
	return 1
}

// CheckOn refuses a loss of samples without a sampler, and one for a network that is not trained.
func (e *Energy[S]) CheckOn(on loss.Support) error {
	if e.placed() != nil {
		if e.Loss != nil {
			return &config.FieldError{Field: "energy.loss",
				Found:   "a loss for kernels, which are not trained but follow from the data",
				Allowed: "no loss, or a loss with another network"}
		}
		return nil
	}
	if any(e.Sampler) != nil || !e.lossOn(on).Needs(on).Samples {
		return nil
	}
	return &config.FieldError{Field: "energy.sampler", Found: "no sampler, from which the loss takes its samples",
		Allowed: "a sampler (`ebim list sampler` names those for each domain), or another loss"}
}

// CheckDimension refuses a network that can't be an energy on R^dim.
func (e *Energy[S]) CheckDimension(dim int) error {
	return network.CheckShape("energy.network", e.architecture(), dim, 1)
}

// CheckQuadrature refuses a loss that integrates over the support where that has no quadrature, for the given reason
// or nil.
func (e *Energy[S]) CheckQuadrature(on loss.Support, reason error) error {
	if reason == nil || e.placed() != nil || e.lossOn(on).Needs(on).Quadrature == nil {
		return nil
	}
	return &config.FieldError{Field: "energy.loss", Found: "a loss that integrates over the support: " + reason.Error(),
		Allowed: "a loss that does not, such as contrastive, noise_contrastive or score_matching"}
}

// Box returns a box of a dimension, as a loss sees it.
func Box(dimension int) loss.Support { return loss.Support{Dimension: dimension, Ambient: dimension} }

// untrained is the network with the parameters that a seed draws under a name.
func (e *Energy[S]) untrained(dim int, seed uint64, name string) network.Trained {
	n := e.architecture()
	return network.Trained{Network: n, Parameters: n.Initialize(dim, 1, random.New(seed, name+"/initialize", 0))}
}
