package registry

import (
	"reflect"

	"ebim/framework/model"
)

var modelKind = Kind{Name: "model", Interface: reflect.TypeFor[model.Model](),
	Doc: "what experiments train and compare",
	Components: []Component{
		{Name: "ebm", New: func() any { return new(model.EBM) },
			Doc: "energy-based model of the ambient space, which knows of no manifold",
			Example: "ebm:\n  energy:\n    network: {mlp: {hidden: [32, 32, 32]}}\n" +
				"    sampler: {langevin: {noise: 0.1, step: 10, clamp: 0.03}}"},
		{Name: "implicit_manifold", New: func() any { return new(model.ImplicitManifold) },
			Doc:     "learned manifold alone, without a density",
			Example: "implicit_manifold:\n  manifold: {dimension: 1, network: {mlp: {hidden: [8, 8, 8]}}}"},
		{Name: "ebim", New: func() any { return new(model.EBIM) },
			Doc: "energy-based implicit manifold: a learned manifold with an energy on it",
			Example: "ebim:\n  manifold: {dimension: 1, training: {epochs: 500, batch: 100}}\n" +
				"  energy: {sampler: {constrained_langevin: {steps: 10, noise: 0.5, step: 1, clamp: 0.1}}}"},
		{Name: "pushforward", New: func() any { return new(model.Pushforward) },
			Doc: "energy in the latent space of an autoencoder, pushed forward by its decoder",
			Example: "pushforward:\n  dimension: 1\n  autoencoder: {loss: reconstruction}\n" +
				"  energy: {sampler: {langevin: {noise: 0.5, step: 10, clamp: 0.03}}}"},
	}}
