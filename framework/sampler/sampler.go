// Package sampler draws from energies, in ambient space and on manifolds defined by a function. It keeps apart what
// constrained Markov chain Monte Carlo keeps apart: the system (energy and constraint with their derivatives), the
// solver that returns to the manifold, the integrator (one step), the Metropolis test, the tuning of the step size,
// the chain (the loop) and the buffer (replayed starting points).
//
// Langevin dynamics is cheap, but its distribution depends on the step size; ConstrainedHMC and ConstrainedMALA have
// the distribution exp(-E) on the manifold at every step size (see rattle for why).
package sampler

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
)

// Ambient is a sampler in R^n (kind "ambient_sampler").
type Ambient interface {
	Sampler
	// Move is one transition of every chain under the density exp(-E), E from [batch, n] to [batch, 1].
	Move(energy network.Function, from Phase, draws Draws) (Phase, Info)
}

// Constrained is a sampler on F = 0 (kind "constrained_sampler").
type Constrained interface {
	Sampler
	// Move is one transition of every chain.
	Move(system System, from Phase, draws Draws) (Phase, Info)
}

// Negative says where the negative points of a manifold-defining function F come from (kind "negative_sampler"). They
// start in the box, uniformly or where earlier ones ended.
type Negative interface {
	// Negatives is what moves them from there, under the energy |F|; nil for nothing.
	Negatives() Ambient
}

// Sampler is what samplers of the kinds with chains have in common.
type Sampler interface {
	// ChainSettings is how the chains run.
	ChainSettings() ChainSettings
}

// ChainSettings is how a sampler's chains run.
type ChainSettings struct {
	Steps   int            // of one chain
	Unroll  int            // steps in one compiled graph, and between adaptations of the step size
	Columns []string       // names of Info.Statistics
	Buffer  BufferSettings // of starting points in training
	Tuning  *Tuning        // of the step size of a sampler with a Metropolis test; nil: of another
}

// System is what is sampled on a manifold: the density exp(-E) with respect to the volume of F = 0.
type System struct {
	Energy     network.Function // E, from [batch, n] to [batch, 1]
	Constraint network.Function // F, from [batch, n] to [batch, c]
}

// Phase is the state of chains.
type Phase struct {
	X        *graph.Node // [batch, n]
	Momentum *graph.Node // [batch, n]; nil without Tuning
}

// Draws is what a transition takes from the host.
type Draws struct {
	Normal     *graph.Node // standard normal, [batch, n]
	LogUniform *graph.Node // logarithms of uniform numbers between 0 and 1, [batch]; nil without Tuning
	StepSize   *graph.Node // scalar; nil without Tuning
}

// Info is what a transition reports: scalars, each a mean over the chains.
type Info struct {
	Acceptance    *graph.Node   // probability that the Metropolis test accepts; nil without Tuning
	Failed        *graph.Node   // fraction of chains that could not be integrated; nil without Tuning
	NonReversible *graph.Node   // fraction of chains that were integrated and could not be reversed; nil without Tuning
	Statistics    []*graph.Node // what the sampler reports beside, in the order of its columns
}

// Gradient is dE/dx [batch, n] of an energy at x [batch, n].
func Gradient(energy network.Function, x *graph.Node) *graph.Node {
	value, derivative := energy.Linearize(x)
	return derivative.VJP(graph.OnesLike(value))
}

// Norm is |F|, the energy of an implicit manifold's negative samples (paper, section 3.1).
func Norm(f network.Function) network.Function {
	return scalar{f, func(y *graph.Node) (value, slope *graph.Node) {
		slope = autodiff.Direction(y)
		return network.Column(autodiff.Norm(y)), slope
	}}
}

// SquaredNorm is |F|^2.
func SquaredNorm(f network.Function) network.Function {
	return scalar{f, func(y *graph.Node) (value, slope *graph.Node) {
		slope = graph.MulScalar(y, 2)
		return graph.ReduceAndKeep(graph.Mul(y, y), graph.ReduceSum, 1), slope
	}}
}

// scalar is a number [batch, 1] that is made of a function's values y [batch, c], with its derivative by y.
type scalar struct {
	f  network.Function
	of func(y *graph.Node) (value, slope *graph.Node)
}

func (s scalar) Apply(x *graph.Node) *graph.Node {
	value, _ := s.of(s.f.Apply(x))
	return value
}

func (s scalar) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	y, derivative := s.f.Linearize(x)
	value, slope := s.of(y)
	return value, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return graph.ReduceAndKeep(graph.Mul(slope, derivative.JVP(tangent)), graph.ReduceSum, 1)
		},
		VJP: func(cotangent *graph.Node) *graph.Node { return derivative.VJP(graph.Mul(slope, cotangent)) },
	}
}

// LangevinStep holds the sizes that both Langevin integrators share.
type LangevinStep struct {
	Steps  int      `yaml:"steps" default:"20" range:"[1, 100000]" doc:"steps of one chain"`
	Noise  float64  `yaml:"noise" default:"0.1" range:"[0, inf)" doc:"standard deviation of the noise added in one step (epsilon in the paper)"`
	Step   *float64 `yaml:"step" range:"[0, inf)" doc:"factor of half the energy's gradient in one step; noise^2, which is proper Langevin, unless given"`
	Clamp  *float64 `yaml:"clamp" range:"(0, inf)" doc:"bound on each coordinate of the energy's gradient; none unless given"`
	Unroll int      `yaml:"unroll" default:"20" range:"[1, 1000]" draft:"2" doc:"steps in one compiled graph where chains are not loops: more save dispatch on small networks, fewer save compilation on large ones"`
}

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
			graph.GreaterThan(graph.Abs(gradient), graph.Scalar(gradient.Graph(), gradient.DType(), bound)),
			gradient.DType()))
		gradient = graph.MaxScalar(graph.MinScalar(gradient, bound), -bound)
	}
	return graph.MulScalar(gradient, -l.size()/2), clamped
}

// Langevin is unadjusted Langevin dynamics in ambient space: x' = x + noise r - (step/2) clamp(dE/dx).
type Langevin struct {
	LangevinStep
	Buffer BufferSettings `yaml:"buffer" doc:"replay buffer of starting points"`
}

// ChainSettings implements Sampler. The statistic is the fraction of the gradient's coordinates that were clamped.
func (l *Langevin) ChainSettings() ChainSettings {
	return ChainSettings{Steps: l.Steps, Unroll: l.Unroll, Columns: []string{"clamped"}, Buffer: l.Buffer}
}

// Move implements Ambient.
func (l *Langevin) Move(energy network.Function, from Phase, draws Draws) (Phase, Info) {
	drift, clamped := l.drift(Gradient(energy, from.X))
	next := graph.Add(graph.Add(from.X, drift), graph.MulScalar(draws.Normal, l.Noise))
	return Phase{X: next}, Info{Statistics: []*graph.Node{clamped}}
}

// Negatives implements Negative.
func (l *Langevin) Negatives() Ambient { return l }

// BufferSettings are those of a replay buffer (Du and Mordatch 2019).
type BufferSettings struct {
	Size  int     `yaml:"size" default:"1000" range:"[1, 10000000]" doc:"points kept"`
	Reuse float64 `yaml:"reuse" default:"0.95" range:"[0, 1]" doc:"probability that a chain starts from the buffer instead of a fresh point"`
}

var (
	_ Ambient  = (*Langevin)(nil)
	_ Negative = (*Langevin)(nil)
)

// Uniform leaves the negative points of a manifold where they start: anywhere in the box, and not only where |F| is
// small.
type Uniform struct{}

// Negatives implements Negative.
func (*Uniform) Negatives() Ambient { return nil }

var _ Negative = (*Uniform)(nil)
