package loss

import (
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// offSurface is the weighted terms, and the terms themselves, that keep superfluous pieces from the manifold, at
// negative samples where F is value [batch, c]:
//
//   - negative_rank, the bounds on the singular values there too. With both at 1 and samples uniform in the box this
//     is the
//     eikonal term of Gropp, Yariv, Haim, Atzmon and Lipman (2020), Implicit geometric regularization for learning
//     shapes,
//     equation 2: |F| becomes the distance to F = 0.
//   - off_surface, the mean of exp(-|F|/s), after Sitzmann, Martel, Bergman, Lindell and Wetzstein (2020), Implicit
//     neural
//     representations with periodic activation functions. With singular values 1 and samples uniform in a box of
//     volume V
//     it is, by the co-area formula and to first order in s, m s^c/V times the integral of exp(-|y|) over R^c, for a
//     manifold of length or area m: 2 m s/V in codimension 1.
//
// Together they make pieces without data cost, so that of several trainings the one with the lowest loss has fewest.
func (l *Implicit) offSurface(value *graph.Node, derivative autodiff.Linear, cotangents *graph.Node) (weighted,
	terms []*graph.Node) {
	add := func(term *graph.Node, weight float64) {
		weighted, terms = append(weighted, graph.MulScalar(term, weight)), append(terms, term)
	}
	if l.NegativeRankWeight > 0 {
		add(l.rank(derivative, cotangents), l.NegativeRankWeight)
	}
	if l.OffSurfaceWeight > 0 {
		add(graph.ReduceAllMean(graph.Exp(graph.MulScalar(autodiff.Norm(value), -1/l.OffSurfaceScale))),
			l.OffSurfaceWeight)
	}
	return weighted, terms
}
