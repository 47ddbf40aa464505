package registry

import (
	"ebim/framework/sampler"
)

var ambientSamplerKind = NewKind("ambient_sampler", "Markov chains in a box that draw from an energy",
	[]Entry[sampler.Ambient]{
		{Name: "langevin", Settings: new(sampler.Langevin),
			Doc:     "unadjusted Langevin dynamics in ambient space",
			Example: "langevin: {steps: 20, noise: 0.1, step: 10, clamp: 0.03}"},
	})

var constrainedSamplerKind = NewKind("constrained_sampler",
	"Markov chains on a learned manifold that draw from an energy", []Entry[sampler.Constrained]{
		{Name: "constrained_langevin", Settings: new(sampler.ConstrainedLangevin),
			Doc:     "Langevin dynamics that stays on the learned manifold (algorithm 1)",
			Example: "constrained_langevin: {steps: 10, noise: 0.5, step: 1, clamp: 0.1, solver: newton}"},
		{Name: "constrained_hmc", Settings: new(sampler.ConstrainedHMC),
			Doc:     "Hamiltonian Monte Carlo on the learned manifold, exact at every step size, which is tuned",
			Example: "constrained_hmc: {steps: 5, leapfrog_steps: 5, target: 0.65}"},
		{Name: "constrained_mala", Settings: new(sampler.ConstrainedMALA),
			Doc: "Metropolis-adjusted Langevin dynamics on the learned manifold: constrained_hmc with one leapfrog " +
				"step",
			Example: "constrained_mala: {steps: 20}"},
	})

var negativeSamplerKind = NewKind("negative_sampler",
	"where the negative points of a manifold-defining function come from", []Entry[sampler.Negative]{
		{Name: "langevin", Settings: new(sampler.Langevin),
			Doc:     "unadjusted Langevin dynamics in ambient space",
			Example: "langevin: {steps: 20, noise: 0.1, step: 10, clamp: 0.03}"},
		{Name: "uniform", Settings: new(sampler.Uniform),
			Doc:     "no chains: uniform points of the box",
			Example: "uniform"},
	})

var solverKind = NewKind("solver", "how a constrained step returns to the manifold (equation 14)",
	[]Entry[sampler.Solver]{
		{Name: "newton", Settings: new(sampler.Newton),
			Doc:     "each chain's equation separately, with the exact derivative at every iteration",
			Example: "newton: {iterations: 4}"},
		{Name: "quasi_newton", Settings: new(sampler.QuasiNewton),
			Doc:     "the Gram matrix at the step's start for every iteration: for large codimensions",
			Example: "quasi_newton: {iterations: 8}"},
		{Name: "conjugate_gradients", Settings: new(sampler.ConjugateGradients),
			Doc: "quasi-Newton steps that never build J: for images, whose F is a large network with singular " +
				"values near 1",
			Example: "conjugate_gradients: {iterations: 2, products: 4}"},
		{Name: "gradient_descent", Settings: new(sampler.GradientDescent),
			Doc:     "gradient descent on |F|^2 in the multiplier: the paper's choice for images",
			Example: "gradient_descent: {iterations: 60, rate: 1}"},
		{Name: "lbfgs", Settings: new(sampler.LBFGS),
			Doc:     "one quasi-Newton problem of the whole batch: the paper's choice for small data",
			Example: "lbfgs: {iterations: 12}"},
	})
