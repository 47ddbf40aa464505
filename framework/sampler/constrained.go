package sampler

import (
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/config"
)

// ConstrainedLangevin is constrained Langevin dynamics on the manifold F = 0 (paper, algorithm 1): noise projected to the
// tangent space, a step along it and down the energy, and a return to the manifold along the normals at the start.
// A chain whose return was not solved keeps its old point.
type ConstrainedLangevin struct {
	LangevinStep
	Solver    Solver         `yaml:"solver" default:"newton" doc:"how the multiplier of equation 14 is found"`
	Tolerance float64        `yaml:"tolerance" default:"1e-4" range:"(0, inf)" doc:"largest |F| of a solved return to the manifold"`
	Buffer    BufferSettings `yaml:"buffer" doc:"replay buffer of starting points"`
}

// Check refuses a sampler that can't move.
func (c *ConstrainedLangevin) Check() error {
	if c.Noise == 0 && c.size() == 0 {
		return &config.FieldError{Field: "noise", Found: "noise and step both 0", Allowed: "one of them above 0"}
	}
	return nil
}

// Constrained is true.
func (*ConstrainedLangevin) Constrained() bool { return true }

// Columns names the statistics of a step: the mean |F| of the solved chains, the fraction of unsolved ones, and the
// fraction of gradient coordinates that were clamped.
func (*ConstrainedLangevin) Columns() []string { return []string{"residual", "unsolved", "clamped"} }

// Replay is the replay buffer's settings.
func (c *ConstrainedLangevin) Replay() BufferSettings { return c.Buffer }

// Step implements Sampler.
func (c *ConstrainedLangevin) Step(system System, x, noise *graph.Node) (*graph.Node, []*graph.Node) {
	proposal, normals, clamped := c.propose(system, x, noise)
	solved := c.Solver.Solve(system.Constraint, proposal, normals)
	next, statistics := c.accept(system, x, solved)
	return next, append(statistics, clamped)
}

// propose is the unconstrained half of a step: x + noise r - (step/2) dE/dx with r tangent at x (equations 11 and 12).
func (c *ConstrainedLangevin) propose(system System, x, noise *graph.Node) (proposal *graph.Node, at Normals, clamped *graph.Node) {
	at = NormalsAt(system.Constraint, x)
	drift, clamped := c.drift(system.gradient(x))
	return graph.Add(graph.Add(x, drift), graph.MulScalar(at.Tangent(noise), c.Noise)), at, clamped
}

// accept takes the solved points and leaves the chains at x whose return to the manifold failed.
func (c *ConstrainedLangevin) accept(system System, x, solved *graph.Node) (*graph.Node, []*graph.Node) {
	residual := maxNorm(system.Constraint.Apply(solved))
	good := within(residual, c.Tolerance) // a diverged solve counts as unsolved
	next := choose(good, solved, x)
	count := graph.ConvertDType(good, x.DType())
	mean := graph.Div(graph.ReduceAllSum(graph.Where(good, residual, graph.ZerosLike(residual))),
		graph.MaxScalar(graph.ReduceAllSum(count), 1))
	return next, []*graph.Node{mean, graph.OneMinus(graph.ReduceAllMean(count))}
}

// maxNorm is the largest absolute coordinate of each row of y [batch, c].
func maxNorm(y *graph.Node) *graph.Node {
	size := graph.Abs(y)
	if y.Shape().Dimensions[1] == 1 {
		return graph.Reshape(size, y.Shape().Dimensions[0])
	}
	return graph.ReduceMax(size, 1)
}

// CheckCodimension refuses a solver that can't handle the codimension.
func (c *ConstrainedLangevin) CheckCodimension(codimension int) error {
	return checkCodimension(c.Solver, codimension)
}
