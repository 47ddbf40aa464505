package sampler

import (
	"math"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/config"
)

// Adjusted is a sampler whose transitions pass a Metropolis test, so that their stationary law is exp(-E) whatever the
// step size, which is tuned.
type Adjusted interface {
	Sampler
	// Transition moves every chain, or leaves it. The statistics, scalars in the order of Columns, begin with the mean
	// probability of acceptance and two fractions of chains that could not be integrated.
	Transition(system System, from Phase, draws Draws) (next Phase, statistics []*graph.Node)
	// Tuning is how the step size is found.
	Tuning() Tuning
}

// Phase is the state of chains with momenta.
type Phase struct {
	X        *graph.Node // [batch, n]
	Momentum *graph.Node // [batch, n]
}

// Draws is what a transition takes from the host.
type Draws struct {
	Normal     *graph.Node // standard normal, [batch, n]
	LogUniform *graph.Node // logarithms of uniform numbers between 0 and 1, [batch]
	StepSize   *graph.Node // scalar
}

// MetropolisStep holds what the samplers on F = 0 with a Metropolis test share.
type MetropolisStep struct {
	Steps            int            `yaml:"steps" default:"5" range:"[1, 100000]" doc:"transitions of one chain"`
	StepSize         float64        `yaml:"step_size" default:"0.1" range:"(0, inf)" doc:"size of a leapfrog, with which the adaptation begins; it stays between a thousandth and a hundred times this"`
	Warmup           int            `yaml:"warmup" default:"500" range:"[0, 1000000]" doc:"transitions in which the step size is adapted to the target, 0 to keep step_size; frozen afterwards in sampling, while in training, where the energy changes, it goes on with a memory of this length"`
	Solver           Solver         `yaml:"solver" default:"newton" doc:"how a leapfrog returns to the manifold: newton, quasi_newton or gradient_descent"`
	Tolerance        float64        `yaml:"tolerance" default:"1e-4" range:"(0, inf)" doc:"largest |F| of a solved return to the manifold"`
	ReverseTolerance float64        `yaml:"reverse_tolerance" default:"1e-3" range:"(0, inf)" doc:"largest distance, in each coordinate, at which the reverse of a leapfrog may miss its start"`
	Buffer           BufferSettings `yaml:"buffer" doc:"replay buffer of starting points"`
	Unroll           int            `yaml:"unroll" default:"1" range:"[1, 1000]" draft:"2" doc:"transitions in one compiled graph, with one step size; more save little on networks of any size"`
}

// Check refuses a solver under which a chain's step depends on the other chains.
func (m *MetropolisStep) Check() error {
	if _, joint := m.Solver.(*LBFGS); joint {
		return &config.FieldError{Field: "solver", Found: "lbfgs, which solves all chains as one problem, so that no step can be reversed by itself",
			Allowed: "newton, quasi_newton, gradient_descent"}
	}
	return nil
}

// Constrained is true.
func (*MetropolisStep) Constrained() bool { return true }

// StepCount is the number of transitions of one chain.
func (m *MetropolisStep) StepCount() int { return m.Steps }

// UnrolledSteps is the number of transitions in one compiled graph.
func (m *MetropolisStep) UnrolledSteps() int { return m.Unroll }

// Columns names the statistics: the mean probability of acceptance, the fraction of chains that stayed because a return
// to the manifold was not found, that of those whose returns were found but could not be reversed, and the step size; all
// are means over a run's transitions.
func (*MetropolisStep) Columns() []string {
	return []string{"acceptance", "failed", "non_reversible", "step_size"}
}

// Replay is the replay buffer's settings.
func (m *MetropolisStep) Replay() BufferSettings { return m.Buffer }

// transition draws a momentum, integrates, and accepts the end with probability exp(-change of H) if every leapfrog was
// solved and can be reversed. What is refused turns its momentum round, which matters if part of that is kept.
func (m *MetropolisStep) transition(system System, from Phase, draws Draws, leapfrogs int, persistence float64) (Phase, []*graph.Node) {
	r := &rattle{system: system, solver: m.Solver, step: draws.StepSize, tolerance: m.Tolerance, reverseTolerance: m.ReverseTolerance}
	momentum := draws.Normal
	if persistence > 0 {
		momentum = graph.Add(graph.MulScalar(from.Momentum, persistence), graph.MulScalar(momentum, math.Sqrt(1-persistence*persistence)))
	}
	start := r.arrive(from.X)
	start.Momentum = start.normals.Tangent(momentum)
	end, allSolved, allReturned := r.trajectory(start, leapfrogs)

	change := graph.Sub(end.hamiltonian(), start.hamiltonian())
	possible := graph.LogicalAnd(allSolved, allReturned)
	accepted := graph.LogicalAnd(possible, graph.LessOrEqual(draws.LogUniform, graph.Neg(change)))
	next := Phase{X: choose(accepted, end.X, start.X), Momentum: choose(accepted, end.Momentum, graph.Neg(start.Momentum))}

	probability := graph.Exp(graph.Neg(graph.MaxScalar(change, 0)))
	probability = graph.Where(graph.LogicalAnd(possible, graph.IsFinite(change)), probability, graph.ZerosLike(probability))
	share := func(condition *graph.Node) *graph.Node {
		return graph.ReduceAllMean(graph.ConvertDType(condition, change.DType()))
	}
	return next, []*graph.Node{graph.ReduceAllMean(probability), share(graph.LogicalNot(allSolved)),
		share(graph.LogicalAnd(allSolved, graph.LogicalNot(allReturned))), draws.StepSize}
}

// trajectory is several leapfrogs in a row, and which chains solved and could reverse all of them.
func (r *rattle) trajectory(at moment, leapfrogs int) (end moment, allSolved, allReturned *graph.Node) {
	for i := range leapfrogs {
		next, solved, returned := r.leapfrog(at)
		at = next
		if i == 0 {
			allSolved, allReturned = solved, returned
			continue
		}
		allSolved, allReturned = graph.LogicalAnd(allSolved, solved), graph.LogicalAnd(allReturned, returned)
	}
	return at, allSolved, allReturned
}
