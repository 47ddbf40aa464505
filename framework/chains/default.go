package chains

import (
	"ebim/framework/config"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

// stepShare is the steps of chains whose sampler is not declared, as a share of the box's diagonal.
const stepShare = 1. / 40

// DefaultInBox returns the sampler of energies in a box that are trained without one: proper Langevin dynamics.
func DefaultInBox(box points.Box) sampler.Ambient {
	langevin := config.Default[sampler.Langevin]()
	langevin.Noise = stepShare * box.Diagonal()
	return langevin
}

// DefaultOnLevels returns the sampler of points of a manifold of a large codimension around data of a scale:
// constrained Langevin dynamics along the levels of F where chains start, without Jacobians.
func DefaultOnLevels(scale float64) sampler.Constrained {
	share, solver := 0., config.Default[sampler.ConjugateGradients]()
	solver.Iterations = 1
	langevin := config.Default[sampler.ConstrainedLangevin]()
	langevin.Noise, langevin.Tolerance, langevin.Solver, langevin.ReturnShare = scale/10, scale, solver, &share
	return langevin
}

// DefaultOnManifold returns the sampler of energies on a manifold that are trained without one: Hamiltonian Monte
// Carlo, which tunes its steps.
func DefaultOnManifold(box points.Box) sampler.Constrained {
	hamiltonian := config.Default[sampler.ConstrainedHMC]()
	hamiltonian.StepSize, hamiltonian.Solver = stepShare*box.Diagonal(), config.Default[sampler.Newton]()
	return hamiltonian
}
