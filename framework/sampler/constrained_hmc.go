package sampler

import (
	"ebim/framework/config"
)

// ConstrainedHMC is Hamiltonian Monte Carlo on the manifold F = 0 (Brubaker, Salzmann and Urtasun, "A family of MCMC
// methods on implicitly defined manifolds", 2012): a tangent momentum, several leapfrogs of RATTLE, a check that they
// can be reversed, and a Metropolis test. Unlike Langevin dynamics it has the density exp(-E) with respect to the
// surface measure at every step size. A chain that is refused keeps its point.
type ConstrainedHMC struct {
	MetropolisStep
	LeapfrogSteps int     `yaml:"leapfrog_steps" formerly:"leapfrogs" default:"5" range:"[1, 1000]" draft:"2" doc:"leapfrog steps of a transition"`
	Persistence   float64 `yaml:"persistence" default:"0" range:"[0, 1)" doc:"factor of the old momentum that a transition keeps; 0 draws a new one (as every chain does at its start)"`
	Target        float64 `yaml:"target" default:"0.65" range:"(0, 1)" doc:"mean acceptance probability to which the step size adapts; higher where returns fail, as each counts as ten rejections"`
}

// Move implements Constrained.
func (c *ConstrainedHMC) Move(system System, from Phase, draws Draws) (Phase, Info) {
	return c.transition(system, from, draws, c.LeapfrogSteps, c.Persistence)
}

// ChainSettings implements Sampler.
func (c *ConstrainedHMC) ChainSettings() ChainSettings { return c.chainSettings(c.Target) }

// ConstrainedMALA is the Metropolis-adjusted Langevin algorithm on the manifold F = 0: ConstrainedHMC with one
// leapfrog, whose proposal is constrained Langevin dynamics with noise h and step h^2.
type ConstrainedMALA struct {
	MetropolisStep
	Target float64 `yaml:"target" default:"0.57" range:"(0, 1)" doc:"mean acceptance probability to which the step size adapts; higher where returns fail, as each counts as ten rejections"`
}

// Move implements Constrained.
func (c *ConstrainedMALA) Move(system System, from Phase, draws Draws) (Phase, Info) {
	return c.transition(system, from, draws, 1, 0)
}

// ChainSettings implements Sampler.
func (c *ConstrainedMALA) ChainSettings() ChainSettings { return c.chainSettings(c.Target) }

var (
	_ Constrained    = (*ConstrainedHMC)(nil)
	_ Constrained    = (*ConstrainedMALA)(nil)
	_ config.Checker = (*ConstrainedHMC)(nil)
	_ config.Checker = (*ConstrainedMALA)(nil)
)
