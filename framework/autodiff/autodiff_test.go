package autodiff_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network/networktest"
)

// At a row of zeros the norm is 0 with derivative 0, and its direction is 0: nothing there may be NaN. For one column
// the norm is |x|, for two the Euclidean one.
func TestNormAndDirectionWithZeros(t *testing.T) {
	for _, test := range []struct {
		name                  string
		x                     networktest.Array
		norm, gradient, twice []float64 // norm, its derivative, and the derivative of the squared length of that
	}{
		{"one column", networktest.Matrix([]float64{-2}, []float64{0}, []float64{3}), []float64{2, 0, 3},
			[]float64{-1, 0, 1}, []float64{0, 0, 0}},
		{"two columns", networktest.Matrix([]float64{3, -4}, []float64{0, 0}, []float64{0, 2}), []float64{5, 0, 2},
			[]float64{0.6, -0.8, 0, 0, 0, 1}, []float64{0, 0, 0, 0, 0, 0}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
				norm := autodiff.Norm(in[0])
				gradient := graph.Gradient(graph.ReduceAllSum(norm), in[0])[0]
				again := graph.Gradient(graph.ReduceAllSum(graph.Square(gradient)), in[0])[0]
				return []*graph.Node{norm, gradient, autodiff.Direction(in[0]), again}
			}, test.x)
			near(t, "norm", got[0].Data, test.norm, 1e-15)
			near(t, "derivative", got[1].Data, test.gradient, 1e-15)
			near(t, "direction", got[2].Data, test.gradient, 1e-15)
			near(t, "second derivative", got[3].Data, test.twice, 1e-14)
		})
	}
}

func TestDirectionIsTheNormsDerivative(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x, weights := networktest.Normal(rng, 4, 3), networktest.Normal(rng, 4, 3)
	networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
		return graph.ReduceAllSum(autodiff.Norm(in[0]))
	}, x)
	networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
		return graph.ReduceAllSum(graph.Mul(autodiff.Direction(in[0]), in[1]))
	}, x, weights)
}

func TestSafeSqrt(t *testing.T) {
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		root := autodiff.SafeSqrt(in[0])
		return []*graph.Node{root, graph.Gradient(graph.ReduceAllSum(root), in[0])[0]}
	}, networktest.Array{Dimensions: []int{4}, Data: []float64{0, 0.25, 4, 1e-300}})
	near(t, "root", got[0].Data, []float64{0, 0.5, 2, 1e-150}, 1e-15)
	near(t, "derivative", got[1].Data, []float64{0, 1, 0.25, 0.5e150}, 1e-12)
}

// F(x, y, z) = (sin x y, z^2 + x) has the Jacobian ((y cos x y, x cos x y, 0), (1, 0, 2z)).
func TestLinearizeInClosedForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	x, w, v := networktest.Normal(rng, 5, 3), networktest.Normal(rng, 5, 3), networktest.Normal(rng, 5, 2)
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		at := func(j int) *graph.Node { return networktest.Coordinate(in[0], j) }
		y := networktest.Join(graph.Sin(graph.Mul(at(0), at(1))), graph.Add(graph.Square(at(2)), at(0)))
		derivative := autodiff.Linearize(in[0], y)
		return []*graph.Node{derivative.JVP(in[1]), derivative.VJP(in[2])}
	}, x, w, v)
	var jvp, vjp []float64
	for i := range 5 {
		x, w, v := x.Data[3*i:], w.Data[3*i:], v.Data[2*i:]
		cos := math.Cos(x[0] * x[1])
		jacobian := [2][3]float64{{x[1] * cos, x[0] * cos, 0}, {1, 0, 2 * x[2]}}
		for _, row := range jacobian {
			jvp = append(jvp, row[0]*w[0]+row[1]*w[1]+row[2]*w[2])
		}
		for k := range 3 {
			vjp = append(vjp, jacobian[0][k]*v[0]+jacobian[1][k]*v[1])
		}
	}
	near(t, "J w", got[0].Data, jvp, 1e-12)
	near(t, "J^T v", got[1].Data, vjp, 1e-12)
}

// <J w, v> = <w, J^T v> row by row, and both products can be differentiated further.
func TestLinearizeIsAdjointAndDifferentiable(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	wave := networktest.Wave(4, 0.7)
	x, w, v := networktest.Normal(rng, 6, 4), networktest.Normal(rng, 6, 4), networktest.Normal(rng, 6, 3)
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		_, derivative := wave.Formula.Linearize(in[0])
		return []*graph.Node{graph.ReduceSum(graph.Mul(derivative.JVP(in[1]), in[2]), 1),
			graph.ReduceSum(graph.Mul(in[1], derivative.VJP(in[2])), 1)}
	}, x, w, v)
	near(t, "<J w, v>", got[0].Data, got[1].Data, 1e-12)
	networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
		_, derivative := wave.Formula.Linearize(in[0])
		return graph.Add(graph.ReduceAllSum(graph.Square(derivative.JVP(in[1]))),
			graph.ReduceAllSum(graph.Square(derivative.VJP(in[2]))))
	}, x, w, v)
}

// A cotangent that depends on x is held fixed in J^T v, and followed in derivatives of the result. For F = |x|^2 and
// v = |x|^2: J^T v = 2 x |x|^2, whose derivative in the direction w is 4 x (x.w) + 2 w |x|^2.
func TestLinearizeHoldsItsCotangent(t *testing.T) {
	x, w := []float64{1, 2}, []float64{3, -1}
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		y := networktest.Square(in[0])
		product := autodiff.Linearize(in[0], y).VJP(y)
		return []*graph.Node{product, graph.Gradient(graph.ReduceAllSum(graph.Mul(product, in[1])), in[0])[0]}
	}, networktest.Matrix(x), networktest.Matrix(w))
	near(t, "J^T v", got[0].Data, []float64{10, 20}, 1e-14)
	near(t, "derivative", got[1].Data, []float64{4*1 + 2*3*5, 4*2 + 2*-1*5}, 1e-14)
}
