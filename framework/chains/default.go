package chains

import (
	"math"

	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/train"
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

// Demand adds a sampler's chains and its replay buffer.
func Demand(f *train.Ledger, field string, s sampler.ChainSettings, n network.Network, in, out,
	codimension int, points int) {
	batch := float64(f.Training.BatchOf(points))
	steps := float64(max(s.Unroll, 1))
	f.Add(field+".unroll", train.Bytes32*batch*steps*float64(in), "noise of %.4g steps of %.4g chains in R^%d",
		steps, batch, in)
	if codimension > 0 {
		f.Rows("energy.training.batch", n, in, out, batch*float64(sampler.JacobianRows(codimension)))
	}
	// Kept in single precision, and copied twice for a checkpoint.
	kept := math.Min(float64(s.Buffer.Size), batch*float64(f.Training.StepsFor(points)))
	f.Add(field+".buffer.size", (2*train.Bytes32+train.Bytes64)*kept*float64(in),
		"a replay buffer of %.4g points in R^%d", kept, in)
}
