package sampler

import (
	"math"

	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
)

// LBFGS lowers the sum of |F|^2 over the whole batch in all multipliers at once: the paper's choice for small data. The
// chains share one curvature estimate and one step length, so a hard chain holds up the others. Where the released code
// searches the step length for the strong Wolfe conditions, a graph without loops tries fixed fractions side by side.
type LBFGS struct {
	Iterations int `yaml:"iterations" default:"12" range:"[1, 100]" draft:"2" doc:"iterations, all of them done"`
	History    int `yaml:"history" default:"5" range:"[1, 100]" doc:"pairs of steps and gradient changes kept for the curvature estimate"`
}

// lineSearch holds the fractions of the quasi-Newton step that are tried in each iteration.
var lineSearch = []float32{1, 0.5, 0.2, 0.05}

// pair is a step s and the change y of the gradient along it, with 1/(s.y), 0 where s.y is not positive.
type pair struct{ step, change, inverse *graph.Node }

// Solve implements Solver (Nocedal and Wright 2006, algorithms 7.4 and 7.5).
func (l *LBFGS) Solve(constraint network.Function, proposal *graph.Node, at Normals) *graph.Node {
	point := func(multiplier *graph.Node) *graph.Node { return graph.Sub(proposal, at.Combine(multiplier)) }
	gradient := func(multiplier *graph.Node) *graph.Node {
		value, derivative := constraint.Linearize(point(multiplier))
		return graph.MulScalar(at.Components(derivative.VJP(value)), -2)
	}
	multiplier := graph.ZerosLike(at.value)
	slope := gradient(multiplier)
	// The first step is the gradient, at most 1 in the sum of its absolute values, as in the released code's optimizer.
	scale := graph.MinScalar(graph.Reciprocal(graph.AddScalar(graph.ReduceAllSum(graph.Abs(slope)), 1e-12)), 1)
	var history []pair
	for range l.Iterations {
		direction := graph.Neg(twoLoop(slope, history, scale))
		step := graph.Mul(direction, bestFraction(constraint, point, multiplier, direction))
		multiplier = graph.Add(multiplier, step)
		next := gradient(multiplier)
		p := newPair(step, graph.Sub(next, slope))
		scale = graph.Where(graph.IsPositive(p.inverse), safeScale(p), scale)
		history = append(history, p)
		if len(history) > l.History {
			history = history[1:]
		}
		slope = next
	}
	return point(multiplier)
}

func newPair(step, change *graph.Node) pair {
	curvature := graph.ReduceAllSum(graph.Mul(step, change))
	positive := graph.IsPositive(curvature)
	inverse := graph.Where(positive, graph.Reciprocal(graph.Where(positive, curvature, graph.OnesLike(curvature))),
		graph.ZerosLike(curvature))
	return pair{step: step, change: change, inverse: inverse}
}

// safeScale is s.y / y.y, the usual first guess of the inverse Hessian.
func safeScale(p pair) *graph.Node {
	square := graph.ReduceAllSum(graph.Mul(p.change, p.change))
	return graph.Reciprocal(graph.AddScalar(graph.Mul(p.inverse, square), 1e-20))
}

// twoLoop is the inverse Hessian's estimate times the slope.
func twoLoop(slope *graph.Node, history []pair, scale *graph.Node) *graph.Node {
	factors := make([]*graph.Node, len(history))
	q := slope
	for i := len(history) - 1; i >= 0; i-- {
		p := history[i]
		factors[i] = graph.Mul(p.inverse, graph.ReduceAllSum(graph.Mul(p.step, q)))
		q = graph.Sub(q, graph.Mul(factors[i], p.change))
	}
	q = graph.Mul(q, scale)
	for i, p := range history {
		back := graph.Mul(p.inverse, graph.ReduceAllSum(graph.Mul(p.change, q)))
		q = graph.Add(q, graph.Mul(graph.Sub(factors[i], back), p.step))
	}
	return q
}

// bestFraction is the fraction of the step with the smallest sum of |F|^2, and 0 if none is smaller than without a
// step. All are evaluated as one batch.
func bestFraction(constraint network.Function, point func(*graph.Node) *graph.Node, multiplier,
	direction *graph.Node) *graph.Node {
	g := multiplier.Graph()
	fractions := append([]float32{0}, lineSearch...)
	candidates := make([]*graph.Node, len(fractions))
	for i, fraction := range fractions {
		candidates[i] = point(graph.Add(multiplier, graph.MulScalar(direction, fraction)))
	}
	values := constraint.Apply(graph.Concatenate(candidates, 0))
	objective := graph.ReduceSum(graph.Reshape(graph.Mul(values, values), len(fractions), -1), 1)
	// NaN, from a candidate that ran away, must not win.
	objective = graph.Where(graph.IsFinite(objective), objective,
		graph.MulScalar(graph.OnesLike(objective), math.MaxFloat32))
	best := graph.ArgMin(objective, 0)
	chosen := graph.Equal(graph.Iota(g, shapes.Make(best.DType(), len(fractions)), 0), best)
	steps := graph.ConstAsDType(g, multiplier.DType(), fractions)
	return graph.ReduceAllSum(graph.Where(chosen, steps, graph.ZerosLike(steps)))
}

// Joint implements Joint.
func (*LBFGS) Joint() {}

var _ Joint = (*LBFGS)(nil)
