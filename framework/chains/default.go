package chains

import (
	"ebim/framework/sampler"
	"ebim/framework/support"
)

// Default is the sampler of energies that are trained without one, whose steps are a fortieth of the box's diagonal: proper
// Langevin dynamics in a box, and Hamiltonian Monte Carlo, which tunes them, on a manifold of a positive codimension.
func Default(box [][2]float64, codimension int) sampler.Sampler {
	size := support.Diagonal(box) / 40
	if codimension == 0 {
		return &sampler.Langevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: size, Unroll: 20}}
	}
	return &sampler.ConstrainedHMC{LeapfrogSteps: 5, Target: 0.65, MetropolisStep: sampler.MetropolisStep{Steps: 5, StepSize: size, Warmup: 500,
		Solver: &sampler.Newton{Iterations: 4}, Tolerance: support.OnManifold, ReverseTolerance: 10 * support.OnManifold, Unroll: 1}}
}
