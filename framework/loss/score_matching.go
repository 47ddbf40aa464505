package loss

import (
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/sampler"
)

// ScoreMatching is implicit score matching on the support (Hyvarinen 2005; Mardia, Kent and Laha 2016, "Score matching
// estimators for directional distributions"):
//
//	E [ |grad_M E|^2/2 - Delta_M E ]
//
// It needs neither samples nor the normalizer, and of the manifold only F's first two derivatives at the data. It is
// blind to how the mass is shared between pieces of the support that the data don't connect.
type ScoreMatching struct {
	Probes *int `yaml:"probes" range:"[1, 1000]" draft:"2" doc:"random probes of the Laplacian per data point (Hutchinson's estimator); by default exact in up to three dimensions, 1 above"`
}

// Terms implements Energy.
func (*ScoreMatching) Terms() []string { return []string{"squared_slope", "laplacian"} }

// Needs implements Energy.
func (l *ScoreMatching) Needs(on Support) EnergyNeeds {
	const exact = 3
	needs := EnergyNeeds{Constraint: true,
		Hint: "a learning rate that is too high (lower it, or set clip_norm); the loss has no lower bound on few data"}
	if l.Probes != nil {
		needs.Probes = Amount{*l.Probes, "probes"}
	} else if on.Ambient > exact {
		needs.Probes.Count = 1
	}
	return needs
}

// Value implements Energy.
func (l *ScoreMatching) Value(energy network.Function, in EnergyInputs) (*graph.Node, []*graph.Node) {
	squared, laplacian := derivatives(energy, in.Constraint, in.Data, split(in.Data, in.Probes))
	slope, bend := graph.ReduceAllMean(squared), graph.ReduceAllMean(laplacian)
	return graph.Sub(graph.MulScalar(slope, 0.5), bend), []*graph.Node{slope, bend}
}

// probing is probes r [batch, n] and the factor of the sum of u^T H u over them that gives the trace.
type probing struct {
	probes []*graph.Node
	factor float64
}

// split is random probes [k * batch, n] as k of [batch, n], or all unit vectors where there are none.
func split(x, probes *graph.Node) probing {
	batch, n := x.Shape().Dimensions[0], x.Shape().Dimensions[1]
	if probes == nil {
		return probing{units(x, n), 1}
	}
	count := probes.Shape().Dimensions[0] / batch
	p := probing{factor: 1 / float64(count)}
	for k := range count {
		p.probes = append(p.probes, graph.SliceAxis(probes, 0, graph.AxisRange(k*batch, (k+1)*batch)))
	}
	return p
}

// units are the n unit vectors, [batch, n] each.
func units(x *graph.Node, n int) []*graph.Node {
	axis := graph.Iota(x.Graph(), shapes.Make(x.DType(), x.Shape().Dimensions...), 1)
	vectors := make([]*graph.Node, n)
	for i := range vectors {
		vectors[i] = graph.ConvertDType(graph.Equal(axis, graph.Scalar(x.Graph(), x.DType(), i)), x.DType())
	}
	return vectors
}

// derivatives are |grad_M E|^2 and Delta_M E at each point of x, [batch] each. x must be an input of the graph. Of the
// constraint they are differentiable no further: it is fixed while an energy is trained.
func derivatives(energy, constraint network.Function, x *graph.Node, p probing) (squared, laplacian *graph.Node) {
	gradient := sampler.Gradient(energy, x)
	tangential := gradient
	var normals sampler.Normals
	var constraintDerivative autodiff.Linear
	if constraint != nil {
		normals = sampler.NormalsAt(constraint, x)
		_, constraintDerivative = constraint.Linearize(x)
		tangential = normals.Tangent(gradient)
	}
	for _, u := range p.probes {
		if constraint != nil {
			u = graph.StopGradient(normals.Tangent(u))
		}
		hessian := autodiff.Gradient(graph.ReduceAllSum(graph.Mul(gradient, u)), x)[0] // H_E u
		term := rowDot(hessian, u)
		if constraint != nil {
			// u^T H_F u [batch, c], the change of J u along u, and with it lambda.u^T H_F u = grad E . J^T (J J^T)^-1
			// u^T H_F u.
			bend := autodiff.Linearize(x, constraintDerivative.JVP(u)).JVP(u)
			normal := graph.StopGradient(normals.Combine(normals.SolveGram(bend)))
			term = graph.Sub(term, rowDot(gradient, normal))
		}
		if laplacian == nil {
			laplacian = term
		} else {
			laplacian = graph.Add(laplacian, term)
		}
	}
	return squaredNorm(tangential), graph.MulScalar(laplacian, p.factor)
}

// tangentialGradient is grad_M E at x, [batch, n].
func tangentialGradient(energy, constraint network.Function, x *graph.Node) *graph.Node {
	gradient := sampler.Gradient(energy, x)
	if constraint == nil {
		return gradient
	}
	return sampler.NormalsAt(constraint, x).Tangent(gradient)
}

// rowDot is the product of each row of a and b [batch, n], [batch].
func rowDot(a, b *graph.Node) *graph.Node { return graph.ReduceSum(graph.Mul(a, b), 1) }

var _ Energy = (*ScoreMatching)(nil)
