package registry

import (
	"ebim/framework/arithmetic"
	"ebim/framework/model"
)

var modelKind = NewKind("model", "what experiments train and compare", []Entry[model.Model]{
	{Name: "ebm", Settings: new(model.EBM),
		Doc: "energy-based model of the ambient space, which knows of no manifold",
		Example: "ebm:\n  energy:\n    network: {mlp: {hidden: [32, 32, 32]}}\n" +
			"    sampler: {langevin: {noise: 0.1, step: 10, clamp: 0.03}}"},
	{Name: "implicit_manifold", Settings: new(model.ImplicitManifold),
		Doc:     "learned manifold alone, without a density",
		Example: "implicit_manifold:\n  manifold: {dimension: 1, network: {mlp: {hidden: [8, 8, 8]}}}"},
	{Name: "ebim", Settings: new(model.EBIM),
		Doc: "energy-based implicit manifold: a learned manifold with an energy on it",
		Example: "ebim:\n  manifold: {dimension: 1, training: {epochs: 500, batch: 100}}\n" +
			"  energy: {sampler: {constrained_langevin: {steps: 10, noise: 0.5, step: 1, clamp: 0.1}}}"},
	{Name: "ridge", Settings: new(model.Ridge),
		Doc: "energy on the ridge of the data's blurred density: curves and surfaces in any space, and manifolds of " +
			"more dimensions, that may end, be one-sided or noisy",
		Example: "ridge: {dimension: 1}"},
	{Name: "given_manifold", Settings: new(model.GivenManifold),
		Doc: "energy on the manifold that the data source gives, such as the sphere of places or the torus of " +
			"angles, of which nothing is learned",
		Example: "given_manifold: {}"},
	{Name: "pushforward", Settings: new(model.Pushforward),
		Doc: "energy in the latent space of an autoencoder, pushed forward by its decoder",
		Example: "pushforward:\n  dimension: 1\n  autoencoder: {loss: reconstruction}\n" +
			"  energy: {sampler: {langevin: {noise: 0.5, step: 10, clamp: 0.03}}}"},
	{Name: "nae", Settings: new(model.NAE),
		Doc: "normalized autoencoder: an energy-based model of the ambient space whose energy is a reconstruction " +
			"error",
		Example: "nae:\n  dimension: 1\n  spherical: false\n" +
			"  normalization:\n    temperature: 0.01\n    latent_sampler: {langevin: {steps: 5, noise: 0.1}}\n    " +
			"sampler: {langevin: {steps: 5, noise: 0.1}}"},
	{Name: "true_family", Settings: new(model.TrueFamily),
		Doc: "the distribution that synthetic data are drawn from, fitted to the training points by maximum " +
			"likelihood: a reference, which finite samples can beat",
		Example: "true_family: {}"},
	{Name: "union", Settings: new(arithmetic.Union),
		Doc:     "union of implicit manifolds: the product of their functions, and a mixture of their energies",
		Example: "union: {of: [left, right]}"},
	{Name: "intersection", Settings: new(arithmetic.Intersection),
		Doc:     "intersection of implicit manifolds: their functions side by side, and the sum of their energies",
		Example: "intersection: {of: [left, right]}"},
	{Name: "translate", Settings: new(arithmetic.Translate),
		Doc:     "another model, moved",
		Example: "translate: {of: sphere, by: [0.5, 0, 0]}"},
	{Name: "rotate", Settings: new(arithmetic.Rotate),
		Doc:     "another model, turned about the origin",
		Example: "rotate: {of: sphere, angle: pi/4, axis: [0, 0, 1]}"},
	{Name: "scale", Settings: new(arithmetic.Scale),
		Doc:     "another model, stretched from the origin",
		Example: "scale: {of: sphere, by: 2}"},
	{Name: "mixture", Settings: new(arithmetic.Mixture),
		Doc:     "several models of any kind; one is chosen for each sample",
		Example: "mixture: {of: [left, right], weights: [0.7, 0.3]}"},
})
