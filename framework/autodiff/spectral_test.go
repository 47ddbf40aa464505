package autodiff_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/autodiff"
	"ebim/framework/network/networktest"
)

// The estimate's distance from gonum's largest singular value, and the exact gradient where it has converged.
func TestSpectralNormalizeAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, shape := range [][2]int{{1, 1}, {1, 5}, {6, 1}, {3, 2}, {8, 8}, {32, 8}, {32, 32}} {
		weights := networktest.Normal(rng, shape[0], shape[1])
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{autodiff.SpectralNormalize(in[0])}
		}, weights)
		var svd mat.SVD
		if !svd.Factorize(mat.NewDense(shape[0], shape[1], got[0].Data), mat.SVDNone) {
			t.Fatal("gonum found no singular values")
		}
		// u^T W v can't exceed the largest singular value, so what is left after dividing by it is at least 1.
		largest := svd.Values(nil)[0]
		if largest < 1-1e-12 || largest > 1.05 {
			t.Errorf("a %v matrix has the largest singular value %v after normalization, want 1 to 1.05",
				shape, largest)
		}
	}
}

// d(W/s)/dW with ds = u^T dW v, in double precision where power iteration has converged.
func TestSpectralNormalizeGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	// A dominant singular value of 5 makes 12 iterations converge to 1e-12.
	weights := networktest.Normal(rng, 4, 3)
	for i := range weights.Data {
		weights.Data[i] = 0.1*weights.Data[i] + 5*math.Cos(float64(i/3))*math.Sin(1+float64(i%3))
	}
	cotangent := networktest.Normal(rng, 4, 3)
	networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
		return graph.ReduceAllSum(graph.Mul(autodiff.SpectralNormalize(in[0]), in[1]))
	}, weights, cotangent)
}
