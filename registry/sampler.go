package registry

import (
	"reflect"

	"ebim/framework/sampler"
)

var ambientSamplerKind = Kind{Name: "ambient_sampler", Interface: reflect.TypeFor[sampler.Ambient](),
	Doc: "Markov chains in a box that draw from an energy",
	Components: []Component{
		{Name: "langevin", New: func() any { return new(sampler.Langevin) },
			Doc:     "unadjusted Langevin dynamics in ambient space",
			Example: "langevin: {steps: 20, noise: 0.1, step: 10, clamp: 0.03}"},
	}}

var constrainedSamplerKind = Kind{Name: "constrained_sampler", Interface: reflect.TypeFor[sampler.Constrained](),
	Doc: "Markov chains on a learned manifold that draw from an energy",
	Components: []Component{
		{Name: "constrained_langevin", New: func() any { return new(sampler.ConstrainedLangevin) },
			Doc:     "Langevin dynamics that stays on the learned manifold (algorithm 1)",
			Example: "constrained_langevin: {steps: 10, noise: 0.5, step: 1, clamp: 0.1, solver: newton}"},
		{Name: "constrained_hmc", New: func() any { return new(sampler.ConstrainedHMC) },
			Doc:     "Hamiltonian Monte Carlo on the learned manifold, exact at every step size, which is tuned",
			Example: "constrained_hmc: {steps: 5, leapfrogs: 5, target: 0.65}"},
		{Name: "constrained_mala", New: func() any { return new(sampler.ConstrainedMALA) },
			Doc:     "Metropolis-adjusted Langevin dynamics on the learned manifold: constrained_hmc with one leapfrog",
			Example: "constrained_mala: {steps: 20}"},
	}}

var negativeSamplerKind = Kind{Name: "negative_sampler", Interface: reflect.TypeFor[sampler.Negative](),
	Doc: "where the negative points of a manifold-defining function come from",
	Components: []Component{
		{Name: "langevin", New: func() any { return new(sampler.Langevin) },
			Doc:     "unadjusted Langevin dynamics in ambient space",
			Example: "langevin: {steps: 20, noise: 0.1, step: 10, clamp: 0.03}"},
		{Name: "uniform", New: func() any { return new(sampler.Uniform) },
			Doc:     "no chains: uniform points of the box",
			Example: "uniform"},
	}}

var solverKind = Kind{Name: "solver", Interface: reflect.TypeFor[sampler.Solver](),
	Doc: "how a constrained step returns to the manifold (equation 14)",
	Components: []Component{
		{Name: "newton", New: func() any { return new(sampler.Newton) },
			Doc:     "each chain's equation by itself, with the exact derivative at every iteration",
			Example: "newton: {iterations: 4}"},
		{Name: "quasi_newton", New: func() any { return new(sampler.QuasiNewton) },
			Doc:     "the Gram matrix at the step's start for every iteration: for large codimensions",
			Example: "quasi_newton: {iterations: 8}"},
		{Name: "gradient_descent", New: func() any { return new(sampler.GradientDescent) },
			Doc:     "gradient descent on |F|^2 in the multiplier: the paper's choice for images",
			Example: "gradient_descent: {iterations: 60, rate: 1}"},
		{Name: "lbfgs", New: func() any { return new(sampler.LBFGS) },
			Doc:     "one quasi-Newton problem of the whole batch: the paper's choice for small data",
			Example: "lbfgs: {iterations: 12}"},
	}}
