package sampler

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
)

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
