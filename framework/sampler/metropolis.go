package sampler

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/config"
)

// MetropolisStep holds what the samplers on F = 0 with a Metropolis test share.
type MetropolisStep struct {
	Steps            int            `yaml:"steps" default:"5" range:"[1, 100000]" doc:"transitions of one chain"`
	StepSize         float64        `yaml:"step_size" default:"0.1" range:"(0, inf)" doc:"initial size of a leapfrog; adaptation stays between a thousandth and a hundred times this"`
	Warmup           int            `yaml:"warmup" default:"500" range:"[0, 1000000]" doc:"transitions that adapt the step size, 0 to keep step_size; afterward sampling keeps it, and training adapts on with a memory of this length"`
	Solver           Solver         `yaml:"solver" default:"newton" doc:"how a leapfrog returns to the manifold, for each chain separately"`
	Tolerance        float64        `yaml:"tolerance" default:"1e-4" range:"(0, inf)" doc:"largest |F| of a solved return to the manifold"`
	ReverseTolerance float64        `yaml:"reverse_tolerance" default:"1e-3" range:"(0, inf)" doc:"largest distance, in each coordinate, at which the reverse of a leapfrog may miss its start"`
	Buffer           BufferSettings `yaml:"buffer" doc:"replay buffer of starting points"`
	Unroll           int            `yaml:"unroll" default:"1" range:"[1, 1000]" draft:"2" doc:"transitions with one step size, one compiled graph where chains are not loops; more save little"`
}

// Check refuses a solver under which a chain's step depends on the other chains.
func (m *MetropolisStep) Check() error {
	if _, joint := m.Solver.(Joint); joint {
		return &config.FieldError{Field: "solver",
			Found:   "a solver of all chains as one problem, by which no single step is reversible",
			Allowed: "a solver for each chain separately, such as newton"}
	}
	return nil
}

// chainSettings has the step size tuned to a probability of acceptance.
func (m *MetropolisStep) chainSettings(target float64) ChainSettings {
	return ChainSettings{Steps: m.Steps, Unroll: m.Unroll, Buffer: m.Buffer,
		Tuning: &Tuning{m.StepSize, target, m.Warmup}}
}

// transition draws a momentum, integrates, and accepts the end with probability exp(-change of H) if every leapfrog was
// solved and can be reversed. What is refused turns its momentum round, which matters if part of that is kept.
func (m *MetropolisStep) transition(system System, from Phase, draws Draws, leapfrogs int,
	persistence float64) (Phase, Info) {
	r := &rattle{system: system, solver: m.Solver, step: draws.StepSize, tolerance: m.Tolerance,
		reverseTolerance: m.ReverseTolerance}
	momentum := draws.Normal
	if persistence > 0 {
		momentum = graph.Add(graph.MulScalar(from.Momentum, persistence),
			graph.MulScalar(momentum, math.Sqrt(1-persistence*persistence)))
	}
	start := r.arrive(from.X)
	start.Momentum = start.normals.Tangent(momentum)
	end, allSolved, allReturned := r.trajectory(start, leapfrogs)

	change := graph.Sub(end.hamiltonian(), start.hamiltonian())
	possible := graph.LogicalAnd(allSolved, allReturned)
	accepted := graph.LogicalAnd(possible, graph.LessOrEqual(draws.LogUniform, graph.Neg(change)))
	next := Phase{X: Choose(accepted, end.X, start.X), Momentum: Choose(accepted, end.Momentum,
		graph.Neg(start.Momentum))}

	probability := graph.Exp(graph.Neg(graph.MaxScalar(change, 0)))
	probability = graph.Where(graph.LogicalAnd(possible, graph.IsFinite(change)), probability,
		graph.ZerosLike(probability))
	share := func(condition *graph.Node) *graph.Node {
		return graph.ReduceAllMean(graph.ConvertDType(condition, change.DType()))
	}
	return next, Info{Acceptance: graph.ReduceAllMean(probability), Failed: share(graph.LogicalNot(allSolved)),
		NonReversible: share(graph.LogicalAnd(allSolved, graph.LogicalNot(allReturned)))}
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
