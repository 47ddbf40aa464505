// Package sampler draws from energies, in ambient space and on manifolds defined by a function. It keeps apart what
// constrained Markov chain Monte Carlo keeps apart: the system (energy and constraint with their derivatives), the solver
// that returns to the manifold, the integrator (one step), the Metropolis test, the tuning of the step size, the chain (the
// loop) and the buffer (replayed starting points).
//
// Langevin dynamics is cheap, but its law depends on the step size; ConstrainedHMC and ConstrainedMALA have the law
// exp(-E) on the manifold at every step size (see rattle for why).
package sampler

import (
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/network"
)

// Sampler is a declared way to draw from a system (kind "sampler"): an integrator and how often to apply it. It is
// Unadjusted or Adjusted.
type Sampler interface {
	// Constrained tells whether the system must have a constraint.
	Constrained() bool
	// StepCount is the number of steps of one chain; 0 if its points follow no energy.
	StepCount() int
	// UnrolledSteps is the number of steps in one compiled graph.
	UnrolledSteps() int
	// Columns names the statistics, in order.
	Columns() []string
}

// Unadjusted is a sampler without a memory and without a test: its stationary law depends on its step size.
type Unadjusted interface {
	Sampler
	// Step is one transition of every chain: x [batch, n] and standard normal noise [batch, n] to the next x, and one
	// scalar for each column.
	Step(system System, x, noise *graph.Node) (next *graph.Node, statistics []*graph.Node)
}

// System is what is sampled: the density exp(-E) with respect to the volume of R^n, or of the manifold F = 0.
type System struct {
	// Energy is E, from [batch, n] to [batch, 1], which an Adjusted sampler needs.
	Energy network.Function
	// EnergyGradient maps x [batch, n] to dE/dx [batch, n]; that of Energy unless given.
	EnergyGradient func(x *graph.Node) *graph.Node
	// Constraint is F, from [batch, n] to [batch, c]; nil in ambient space.
	Constraint network.Function
}

// gradient is dE/dx at x.
func (s System) gradient(x *graph.Node) *graph.Node {
	if s.EnergyGradient != nil {
		return s.EnergyGradient(x)
	}
	return Energy(s.Energy)(x)
}

// Energy is the gradient of an energy network with one output.
func Energy(e network.Function) func(x *graph.Node) *graph.Node {
	return func(x *graph.Node) *graph.Node {
		energy, derivative := e.Linearize(x)
		return derivative.VJP(graph.OnesLike(energy))
	}
}

// NormEnergy is the gradient of |F(x)|, the energy of an implicit manifold's negative samples (paper, section 3.1).
func NormEnergy(f network.Function) func(x *graph.Node) *graph.Node {
	return func(x *graph.Node) *graph.Node {
		y, derivative := f.Linearize(x)
		return derivative.VJP(autodiff.Direction(y))
	}
}

// LangevinStep holds the sizes that both Langevin integrators share.
type LangevinStep struct {
	Steps  int      `yaml:"steps" default:"20" range:"[1, 100000]" doc:"steps of one chain"`
	Noise  float64  `yaml:"noise" default:"0.1" range:"[0, inf)" doc:"standard deviation of the noise added in one step (epsilon in the paper)"`
	Step   *float64 `yaml:"step" range:"[0, inf)" doc:"factor of half the energy's gradient in one step; noise^2, which is proper Langevin, unless given"`
	Clamp  *float64 `yaml:"clamp" range:"(0, inf)" doc:"bound on each coordinate of the energy's gradient; none unless given"`
	Unroll int      `yaml:"unroll" default:"20" range:"[1, 1000]" draft:"2" doc:"steps in one compiled graph: more save dispatch on small networks, fewer save compilation on large ones"`
}

// StepCount is the number of steps of one chain.
func (l *LangevinStep) StepCount() int { return l.Steps }

// UnrolledSteps is the number of steps in one compiled graph.
func (l *LangevinStep) UnrolledSteps() int { return l.Unroll }

// size is the step size.
func (l *LangevinStep) size() float64 {
	if l.Step != nil {
		return *l.Step
	}
	return l.Noise * l.Noise
}

// drift is -(step/2) clamp(gradient), and the fraction of the gradient's coordinates that were clamped.
func (l *LangevinStep) drift(gradient *graph.Node) (drift, clamped *graph.Node) {
	clamped = graph.ScalarZero(gradient.Graph(), gradient.DType())
	if l.Clamp != nil {
		bound := *l.Clamp
		clamped = graph.ReduceAllMean(graph.ConvertDType(
			graph.GreaterThan(graph.Abs(gradient), graph.Scalar(gradient.Graph(), gradient.DType(), bound)), gradient.DType()))
		gradient = graph.MaxScalar(graph.MinScalar(gradient, bound), -bound)
	}
	return graph.MulScalar(gradient, -l.size()/2), clamped
}

// Langevin is unadjusted Langevin dynamics in ambient space: x' = x + noise r - (step/2) clamp(dE/dx).
type Langevin struct {
	LangevinStep
	Buffer BufferSettings `yaml:"buffer" doc:"replay buffer of starting points"`
}

// Constrained is false: chains move in ambient space.
func (*Langevin) Constrained() bool { return false }

// Columns names the statistics of a step.
func (*Langevin) Columns() []string { return []string{"clamped"} }

// Step implements Sampler.
func (l *Langevin) Step(system System, x, noise *graph.Node) (*graph.Node, []*graph.Node) {
	drift, clamped := l.drift(system.gradient(x))
	return graph.Add(graph.Add(x, drift), graph.MulScalar(noise, l.Noise)), []*graph.Node{clamped}
}

// Replay is the replay buffer's settings.
func (l *Langevin) Replay() BufferSettings { return l.Buffer }

// Replaying is a sampler whose chains start from a replay buffer.
type Replaying interface {
	Replay() BufferSettings
}

// BufferSettings are those of a replay buffer (Du and Mordatch 2019).
type BufferSettings struct {
	Size  int     `yaml:"size" default:"1000" range:"[1, 10000000]" doc:"points kept"`
	Reuse float64 `yaml:"reuse" default:"0.95" range:"[0, 1]" doc:"probability that a chain starts from the buffer instead of a fresh point"`
}

var _ Unadjusted = (*Langevin)(nil)
var _ Unadjusted = (*ConstrainedLangevin)(nil)
var _ config.Checker = (*ConstrainedLangevin)(nil)
