package sampler

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
)

// Solver finds the way back to the manifold (kind "solver"): the multiplier for which
// F(proposal - J(x)^T multiplier) = 0, where J(x) holds the normals at the step's start (equation 14; the factor
// epsilon^2/2 of the paper is part of the multiplier here).
type Solver interface {
	// Solve is the point proposal - J(x)^T multiplier [batch, n]. What is not solved is seen by its |F|.
	Solve(constraint network.Function, proposal *graph.Node, at Normals) *graph.Node
}

// Joint is a Solver that solves all chains as one problem, so that a chain's step depends on the other chains.
type Joint interface {
	Solver
	Joint()
}

// Newton solves each chain's equation by itself, with the exact derivative J(y) J(x)^T at every iteration; above
// codimension 64 with the Gram matrix at the start, as QuasiNewton does.
type Newton struct {
	Iterations int `yaml:"iterations" default:"4" range:"[1, 100]" draft:"2" doc:"iterations, all of them done; convergence is quadratic"`
}

// Solve implements Solver.
func (s *Newton) Solve(constraint network.Function, y *graph.Node, at Normals) *graph.Node {
	if at.rows == nil {
		return (&QuasiNewton{s.Iterations}).Solve(constraint, y, at)
	}
	for range s.Iterations {
		y = graph.Sub(y, at.Combine(NormalsAt(constraint, y).solveNewton(at)))
	}
	return y
}

// QuasiNewton replaces J(y) J(x)^T by the Gram matrix at the start, which is symmetric: an iteration costs one
// evaluation of F and, in large codimension, conjugate gradients on J J^T (Zappa et al. 2018).
type QuasiNewton struct {
	Iterations int `yaml:"iterations" default:"8" range:"[1, 100]" draft:"2" doc:"iterations, all of them done; convergence is linear"`
}

// Solve implements Solver.
func (s *QuasiNewton) Solve(constraint network.Function, y *graph.Node, at Normals) *graph.Node {
	for range s.Iterations {
		y = graph.Sub(y, at.Combine(at.SolveGram(constraint.Apply(y))))
	}
	return y
}

// GradientDescent lowers |F|^2 in the multiplier with a fixed rate: the paper's choice for images.
type GradientDescent struct {
	Iterations int     `yaml:"iterations" default:"60" range:"[1, 10000]" draft:"2" doc:"iterations, all of them done"`
	Rate       float64 `yaml:"rate" default:"1" range:"(0, inf)" doc:"factor of the gradient of |F|^2 in the multiplier"`
}

// Solve implements Solver. With y = proposal - J(x)^T m, the gradient of |F(y)|^2 in m is -2 J(x) J(y)^T F(y).
func (s *GradientDescent) Solve(constraint network.Function, y *graph.Node, at Normals) *graph.Node {
	for range s.Iterations {
		value, derivative := constraint.Linearize(y)
		slope := at.Components(derivative.VJP(value))
		y = graph.Sub(y, at.Combine(graph.MulScalar(slope, 2*s.Rate)))
	}
	return y
}

// Project moves x [batch, n] toward the manifold F = 0 by Gauss-Newton steps x - J^T (J J^T)^-1 F, none longer than
// reach, and returns the points and their |F| [batch]. It minimizes |F|^2 as the paper does for the starting points of
// constrained chains; what does not converge is seen by its |F|.
func Project(f network.Function, x *graph.Node, iterations int, reach float64) (projected, residual *graph.Node) {
	for range iterations {
		there := NormalsOfSearch(f, x)
		x = graph.Sub(x, shorten(there.Combine(there.SolveGram(there.value)), reach))
	}
	return x, maxNorm(f.Apply(x))
}

// shorten scales rows of step [batch, n] that are longer than reach down to it. A step that is not a number becomes 0.
func shorten(step *graph.Node, reach float64) *graph.Node {
	square := graph.InsertAxes(graph.ReduceSum(graph.Mul(step, step), 1), -1)
	factor := graph.MinScalar(graph.MulScalar(graph.Rsqrt(graph.AddScalar(square, 1e-30)), reach), 1)
	step = graph.Mul(step, factor)
	return graph.Where(graph.IsFinite(step), step, graph.ZerosLike(step))
}

// Approach moves y [batch, n] along the manifold F = 0 toward x [batch, n] and onto it, none of the steps longer than
// reach, and returns the points and the length of the last step [batch]. With normals of NormalsOfSearch it is quick,
// and does not settle where the singular values of J differ much; with those of NormalsAt it does.
func Approach(normals func(f network.Function, x *graph.Node) Normals, f network.Function, y, x *graph.Node,
	iterations int, reach float64) (near, last *graph.Node) {
	for range iterations {
		step := shorten(normals(f, y).toward(graph.Sub(x, y)), reach)
		y = graph.Add(y, step)
		last = graph.Sqrt(graph.ReduceSum(graph.Mul(step, step), 1))
	}
	return y, last
}

// ConjugateGradients returns to the manifold by quasi-Newton steps without ever building J: each system with J J^T,
// that of the tangent step too, is solved by conjugate gradients from products J (J^T v), stopped early. It is for
// many equations of large networks, such as F of images. Where singular values are near 1, as after the loss
// denoising, two or three products do; directions of smaller ones than so few products reach are left alone, so that
// they count as tangent.
type ConjugateGradients struct {
	Iterations int     `yaml:"iterations" default:"2" range:"[1, 100]" draft:"2" doc:"quasi-Newton steps of a return, all of them done"`
	Products   int     `yaml:"products" default:"4" range:"[1, 1000]" draft:"2" doc:"products with J J^T for each system, at most: two in a tangent step and return of one iteration"`
	Tolerance  float64 `yaml:"tolerance" default:"0.01" range:"(0, 1)" doc:"residual of a system, relative to its right side, at which a chain takes no further product"`
}

// Solve implements Solver.
func (s *ConjugateGradients) Solve(constraint network.Function, y *graph.Node, at Normals) *graph.Node {
	at.rows, at.krylov = nil, s.krylov()
	return (&QuasiNewton{s.Iterations}).Solve(constraint, y, at)
}

func (s *ConjugateGradients) krylov() autodiff.Krylov {
	return autodiff.Krylov{Iterations: s.Products, Tolerance: s.Tolerance}
}

// normalsFor is the normal space at x as a solver takes it.
func normalsFor(solver Solver, f network.Function, x *graph.Node) Normals {
	if free, ok := solver.(*ConjugateGradients); ok {
		return newNormals(f, x, free.krylov())
	}
	return NormalsAt(f, x)
}

// matrixFreeColumns are statistics of the systems of a step.
var matrixFreeColumns = []string{"products", "linear_residual"}

// matrixFreeStatistics are the mean number of products that a chain took in a step, and the mean relative residual of
// its systems.
func (n Normals) matrixFreeStatistics() []*graph.Node {
	products, residual := graph.ScalarZero(n.value.Graph(), n.value.DType()),
		graph.ScalarZero(n.value.Graph(), n.value.DType())
	for _, solution := range *n.solutions {
		products = graph.Add(products, graph.ReduceAllMean(solution.Taken))
		residual = graph.Add(residual, graph.ReduceAllMean(solution.Residual))
	}
	return []*graph.Node{products, graph.DivScalar(residual, float64(max(1, len(*n.solutions))))}
}

// level is F less a value of it [batch, c]: its zeros are a level set of F.
type level struct {
	network.Function
	value *graph.Node
}

func (l level) Apply(x *graph.Node) *graph.Node { return graph.Sub(l.Function.Apply(x), l.value) }

func (l level) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	value, derivative := l.Function.Linearize(x)
	return graph.Sub(value, l.value), derivative
}

var _ Solver = (*ConjugateGradients)(nil)
