package sampler_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
)

// solvers with enough iterations to converge on the test problems. Gradient descent's rate is for the unit circle.
func solvers() map[string]sampler.Solver {
	return map[string]sampler.Solver{
		"newton":           &sampler.Newton{Iterations: 8},
		"quasi_newton":     &sampler.QuasiNewton{Iterations: 40},
		"gradient_descent": &sampler.GradientDescent{Iterations: 60, Rate: 0.02},
		"lbfgs":            &sampler.LBFGS{Iterations: 20, History: 5},
		// Systems in codimension c are solved by c products.
		"conjugate_gradients": &sampler.ConjugateGradients{Iterations: 8, Products: 5, Tolerance: 1e-12},
	}
}

// From (1, 0) on the unit circle, the proposal (a, b) returns along (1, 0) to (sqrt(1 - b^2), b), whatever the solver.
func TestSolversByHand(t *testing.T) {
	x := networktest.Matrix([]float64{1, 0}, []float64{1, 0}, []float64{0, -1})
	proposal := networktest.Matrix([]float64{1.1, 0.3}, []float64{0.8, -0.5}, []float64{0.2, -1.2})
	want := []float64{math.Sqrt(0.91), 0.3, math.Sqrt(0.75), -0.5, 0.2, -math.Sqrt(0.96)}
	for name, solver := range solvers() {
		t.Run(name, func(t *testing.T) {
			near(t, "solution", solve(t, solver, circle, x, proposal), want, 1e-7)
		})
	}
}

func solve(t *testing.T, solver sampler.Solver, m networktest.Manifold, x, proposal networktest.Array) []float64 {
	t.Helper()
	return networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{solver.Solve(m.Formula, in[1], sampler.NormalsAt(m.Formula, in[0]))}
	}, x, proposal)[0].Data
}

// All solvers find the same point, on the manifold, and away from the proposal along the
// normals at the start only.
func TestSolversAgree(t *testing.T) {
	for _, m := range all {
		rng := rand.New(rand.NewPCG(5, 2))
		x := draws(m, rng, 10)
		proposal := x.Copy()
		for i := range proposal.Data {
			proposal.Data[i] += 0.05 * rng.NormFloat64()
		}
		reference := solve(t, &sampler.QuasiNewton{Iterations: 9}, m, x, proposal)
		if size := residual(t, m, reference); !(size < 1e-9) {
			t.Fatalf("%s: |F| of the reference is %v", m.Name, size)
		}
		offset := networktest.Array{Dimensions: x.Dimensions}
		for i, v := range reference {
			offset.Data = append(offset.Data, v-proposal.Data[i])
		}
		tangent := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{sampler.NormalsAt(m.Formula, in[0]).Tangent(in[1])}
		}, x, offset)[0]
		near(t, m.Name+": tangent part of the return", tangent.Data, make([]float64, len(reference)), 1e-9)
		for name, solver := range solvers() {
			// Gradient descent takes thousands of iterations in codimension 2; the tori and spheres want rates of
			// their own.
			if name == "quasi_newton" || name == "gradient_descent" && m.Name != "sphere" {
				continue
			}
			if descent, ok := solver.(*sampler.GradientDescent); ok && m.Ambient == 3 {
				descent.Rate /= 16 // |J| is twice as large, and the rate is for |J|^4
			}
			t.Run(fmt.Sprintf("%s in R^%d with %s", m.Name, m.Ambient, name), func(t *testing.T) {
				tolerance := 1e-5
				if name == "lbfgs" { // one line search for all chains leaves it the least exact
					tolerance = 1e-3
				}
				near(t, "solution", solve(t, solver, m, x, proposal), reference, tolerance)
			})
		}
	}
}

// bent is a curve x_2 = 4 x_0^3 above the unit circle: the product of two of its Jacobians is not symmetric.
func bent() networktest.Manifold {
	m := networktest.Wave(3, 0)
	m.Formula = func(x *graph.Node) *graph.Node {
		first, second := networktest.Coordinate(x, 0), networktest.Coordinate(x, 1)
		cube := graph.Mul(graph.Square(first), graph.MulScalar(first, 4))
		return networktest.Join(graph.AddScalar(graph.Add(graph.Square(first), graph.Square(second)), -1),
			graph.Sub(networktest.Coordinate(x, 2), cube))
	}
	m.Name, m.Draw = "bent", func(rng *rand.Rand) []float64 {
		angle := 2 * math.Pi * rng.Float64()
		return []float64{math.Cos(angle), math.Sin(angle), 4 * math.Pow(math.Cos(angle), 3)}
	}
	return m
}

// Newton's method squares its error, also in codimension 2, where the matrix it solves with is not symmetric.
func TestNewtonConvergesQuadratically(t *testing.T) {
	for _, m := range []networktest.Manifold{circle, ring, bent()} {
		rng := rand.New(rand.NewPCG(6, 2))
		x := draws(m, rng, 10)
		proposal := x.Copy()
		for i := range proposal.Data {
			proposal.Data[i] += 0.02 * rng.NormFloat64()
		}
		if size := residual(t, m, solve(t, &sampler.Newton{Iterations: 4}, m, x, proposal)); !(size < 1e-9) {
			t.Errorf("%s: |F| is %v after 4 iterations", m.Name, size)
		}
	}
}

// One iteration of gradient descent from (1, 0) on the circle: F = f at the proposal y, J(x) = (2, 0), J(y) = 2 y, so
// that y becomes y - 2 rate J(x)^T J(x) J(y)^T f.
func TestGradientDescentStepByHand(t *testing.T) {
	got := solve(t, &sampler.GradientDescent{Iterations: 1, Rate: 0.01}, circle, networktest.Matrix([]float64{1, 0}),
		networktest.Matrix([]float64{1.1, 0.3}))
	f := 1.1*1.1 + 0.3*0.3 - 1
	near(t, "y", got, []float64{1.1 - 2*0.01*2*2*2*1.1*f, 0.3}, 1e-14)
}
