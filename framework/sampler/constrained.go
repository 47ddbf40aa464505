package sampler

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
)

// ConstrainedLangevin is constrained Langevin dynamics on the manifold F = 0 (paper, algorithm 1): noise projected to
// the tangent space, a step along it and down the energy, and a return to the manifold along the normals at the start.
// A chain whose return was not solved keeps its old point, and so does one whose return is too long.
//
// The longest return is 1 step by default for this reason. The line along the normals from the end of a tangent step t
// on a sphere of radius r > t meets it twice, after r - sqrt(r^2-t^2) <= t and r + sqrt(r^2-t^2) >= t: a return longer
// than the step is a jump to the other side. Where F is flat far away, Newton's method ends at points that are farther
// still.
type ConstrainedLangevin struct {
	LangevinStep
	Solver        Solver         `yaml:"solver" default:"newton" doc:"how the multiplier of equation 14 is found"`
	Tolerance     float64        `yaml:"tolerance" default:"1e-4" range:"(0, inf]" doc:"largest |F| of a solved return, in each output; infinite to go where the solver ends, solved or not, as the paper's released code does"`
	LongestReturn float64        `yaml:"longest_return" default:"1" range:"(0, inf]" doc:"longest return along the normals, in lengths of the tangent step; a chain that would return from farther keeps its point"`
	ReturnShare   *float64       `yaml:"return_share" range:"[0, 1]" doc:"share of F that a step removes; all, to F = 0, unless given. Less keeps a chain near its initial level of F, as F may have no zero near real data"`
	Buffer        BufferSettings `yaml:"buffer" doc:"replay buffer of starting points"`
}

// Check refuses a sampler that can't move.
func (c *ConstrainedLangevin) Check() error {
	if c.Noise == 0 && c.size() == 0 {
		return &config.FieldError{Field: "noise", Found: "noise and step both 0", Allowed: "one of them above 0"}
	}
	return nil
}

// ChainSettings implements Sampler. The statistics are the mean |F| of the solved chains, the fraction of unsolved
// ones, that of solved ones whose return was too long, and the fraction of gradient coordinates that were clamped;
// with the solver ConjugateGradients further the products that a chain took, and the relative residual of its systems.
func (c *ConstrainedLangevin) ChainSettings() ChainSettings {
	columns := []string{"residual", "unsolved", "long_returns", "clamped"}
	if c.matrixFree() {
		columns = append(columns, matrixFreeColumns...)
	}
	return ChainSettings{Steps: c.Steps, Unroll: c.Unroll, Columns: columns, Buffer: c.Buffer}
}

func (c *ConstrainedLangevin) matrixFree() bool {
	_, free := c.Solver.(*ConjugateGradients)
	return free
}

// Move implements Constrained.
func (c *ConstrainedLangevin) Move(system System, from Phase, draws Draws) (Phase, Info) {
	x := from.X
	at := normalsFor(c.Solver, system.Constraint, x)
	step, clamped := c.tangentStep(system, at, x, draws.Normal)
	if c.ReturnShare != nil {
		system.Constraint = level{system.Constraint, graph.MulScalar(at.value, 1-*c.ReturnShare)}
	}
	proposal := graph.Add(x, step)
	solved := c.Solver.Solve(system.Constraint, proposal, at)
	short := graph.LessOrEqual(length(graph.Sub(solved, proposal)),
		graph.MulScalar(length(step), finite(c.LongestReturn)))
	next, statistics := c.accept(system, x, solved, short)
	statistics = append(statistics, clamped)
	if c.matrixFree() {
		statistics = append(statistics, at.matrixFreeStatistics()...)
	}
	return Phase{X: next}, Info{Statistics: statistics}
}

// tangentStep is noise r - (step/2) dE/dx with r and dE/dx tangent at x (equations 11 and 12). The normal part of the
// gradient, which equation 12 keeps, only shifts the multiplier of equation 14 and is no part of the step.
func (c *ConstrainedLangevin) tangentStep(system System, at Normals, x, noise *graph.Node) (step, clamped *graph.Node) {
	drift, clamped := c.drift(Gradient(system.Energy, x))
	return at.Tangent(graph.Add(drift, graph.MulScalar(noise, c.Noise))), clamped
}

// accept takes the solved points and leaves the chains at x whose return to the manifold failed or was not short.
func (c *ConstrainedLangevin) accept(system System, x, solved, short *graph.Node) (*graph.Node, []*graph.Node) {
	residual := maxNorm(system.Constraint.Apply(solved))
	found := within(residual, finite(c.Tolerance)) // a diverged solve counts as unsolved
	next := Choose(graph.LogicalAnd(found, short), solved, x)
	count := graph.ConvertDType(found, x.DType())
	mean := graph.Div(graph.ReduceAllSum(graph.Where(found, residual, graph.ZerosLike(residual))),
		graph.MaxScalar(graph.ReduceAllSum(count), 1))
	long := graph.ConvertDType(graph.LogicalAnd(found, graph.LogicalNot(short)), x.DType())
	return next, []*graph.Node{mean, graph.OneMinus(graph.ReduceAllMean(count)), graph.ReduceAllMean(long)}
}

// finite is a bound, below which all finite numbers are where it is infinite: what has diverged is beyond.
func finite(bound float64) float64 { return min(bound, math.MaxFloat32) }

// length is the Euclidean length of each row of x [batch, n], as [batch].
func length(x *graph.Node) *graph.Node { return graph.Sqrt(graph.ReduceSum(graph.Mul(x, x), 1)) }

// maxNorm is the largest absolute coordinate of each row of y [batch, c].
func maxNorm(y *graph.Node) *graph.Node {
	size := graph.Abs(y)
	if y.Shape().Dimensions[1] == 1 {
		return graph.Reshape(size, y.Shape().Dimensions[0])
	}
	return graph.ReduceMax(size, 1)
}

var (
	_ Constrained    = (*ConstrainedLangevin)(nil)
	_ config.Checker = (*ConstrainedLangevin)(nil)
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
