package autodiff_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/autodiff"
	"ebim/framework/network/networktest"
)

// grams returns a batch of symmetric positive definite matrices J J^T with J [c, n], and right sides.
func grams(rng *rand.Rand, batch, c, n int) (jacobians []*mat.Dense, rows []networktest.Array,
	right networktest.Array) {
	jacobians = make([]*mat.Dense, batch)
	rows = make([]networktest.Array, c)
	for j := range rows {
		rows[j] = networktest.Normal(rng, batch, n)
	}
	for i := range jacobians {
		jacobians[i] = mat.NewDense(c, n, nil)
		for j := range rows {
			jacobians[i].SetRow(j, rows[j].Data[i*n:(i+1)*n])
		}
	}
	return jacobians, rows, networktest.Normal(rng, batch, c)
}

// solved is gonum's solution of (A J^T) z = b for every matrix.
func solved(t *testing.T, left, jacobians []*mat.Dense, right networktest.Array) []float64 {
	t.Helper()
	var all []float64
	c := right.Dimensions[1]
	for i, j := range jacobians {
		var gram mat.Dense
		var z mat.VecDense
		gram.Mul(left[i], j.T())
		if err := z.SolveVec(&gram, mat.NewVecDense(c, right.Data[i*c:(i+1)*c])); err != nil {
			t.Fatal(err)
		}
		all = append(all, z.RawVector().Data...)
	}
	return all
}

func TestSolveDenseAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	for c := 1; c <= 4; c++ {
		jacobians, rows, right := grams(rng, 7, c, 6)
		// Newton's matrix J(y) J(x)^T of a nearby y is not symmetric.
		nearby, moved := make([]*mat.Dense, len(jacobians)), make([]networktest.Array, c)
		for j := range rows {
			moved[j] = rows[j].Copy()
			for k := range moved[j].Data {
				moved[j].Data[k] += 0.1 * rng.NormFloat64()
			}
		}
		for i := range nearby {
			nearby[i] = mat.NewDense(c, 6, nil)
			for j := range moved {
				nearby[i].SetRow(j, moved[j].Data[i*6:(i+1)*6])
			}
		}
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{autodiff.SolveDense(autodiff.RowMatrix(in[1:1+c], in[1+c:]), in[0])}
		}, append(append([]networktest.Array{right}, moved...), rows...)...)
		near(t, fmt.Sprintf("solution of size %d", c), got[0].Data, solved(t, nearby, jacobians, right), 1e-8)
	}
}

func TestConjugateGradientsAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for _, c := range []int{1, 2, 5, 9} {
		jacobians, rows, right := grams(rng, 7, c, 4*c)
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			gram := func(v *graph.Node) *graph.Node {
				var combined *graph.Node
				for j, row := range in[1:] {
					term := graph.Mul(networktest.Coordinate(v, j), row)
					if combined == nil {
						combined = term
					} else {
						combined = graph.Add(combined, term)
					}
				}
				return autodiff.RowProducts(in[1:], combined)
			}
			return []*graph.Node{autodiff.ConjugateGradients(gram, in[0], c)}
		}, append([]networktest.Array{right}, rows...)...)
		near(t, fmt.Sprintf("solution of size %d", c), got[0].Data, solved(t, jacobians, jacobians, right), 1e-8)
	}
}

// Rows that are solved from the start stay where they are, without 0/0.
func TestConjugateGradientsOfZero(t *testing.T) {
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{autodiff.ConjugateGradients(func(v *graph.Node) *graph.Node {
			return graph.MulScalar(v,
				2)
		}, in[0], 3)}
	}, networktest.Matrix([]float64{0, 0, 0}, []float64{2, -4, 6}))
	near(t, "solution", got[0].Data, []float64{0, 0, 0, 1, -2, 3}, 1e-15)
}

// A singular matrix must not pass for solved.
func TestSolveDenseOfASingularMatrixIsNotFinite(t *testing.T) {
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		rows := []*graph.Node{in[1], in[1]}
		return []*graph.Node{autodiff.SolveDense(autodiff.RowMatrix(rows, rows), in[0])}
	}, networktest.Matrix([]float64{1, 2}), networktest.Matrix([]float64{1, 1, 1}))
	for _, v := range got[0].Data {
		if !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0) {
			t.Fatalf("the solution of a singular system is %v", got[0].Data)
		}
	}
}

// Rows and RowProducts are the Jacobian of Wave, F = (x^2 + y^2 - 1, z - h x y, w - h x y), at a point.
func TestRowsAreTheJacobian(t *testing.T) {
	const h = 0.7
	wave := networktest.Wave(4, h)
	x, w := []float64{0.3, -1.2, 0.5, 2}, []float64{1, 2, 3, 4}
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		value, derivative := wave.Formula.Linearize(in[0])
		rows := autodiff.Rows(value, derivative)
		return append(rows, autodiff.RowProducts(rows, in[1]), derivative.JVP(in[1]))
	}, networktest.Matrix(x), networktest.Matrix(w))
	jacobian := [][]float64{{2 * x[0], 2 * x[1], 0, 0}, {-h * x[1], -h * x[0], 1, 0}, {-h * x[1], -h * x[0], 0, 1}}
	var products []float64
	for j, row := range jacobian {
		near(t, fmt.Sprintf("row %d", j), got[j].Data, row, 1e-14)
		products = append(products, mat.Dot(mat.NewVecDense(4, row), mat.NewVecDense(4, w)))
	}
	near(t, "products of the rows", got[3].Data, products, 1e-14)
	near(t, "J w", got[4].Data, products, 1e-14)
}

// matrices returns the rows [batch, c, n] of a batch of Jacobians.
func matrices(jacobians []*mat.Dense) networktest.Array {
	c, n := jacobians[0].Dims()
	all := networktest.Array{Dimensions: []int{len(jacobians), c, n}}
	for _, j := range jacobians {
		all.Data = append(all.Data, j.RawMatrix().Data...)
	}
	return all
}

// Sizes of one block, of whole blocks and of some more, symmetric and not; a second right side takes the same factors.
func TestFactorizationAgainstGonum(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for _, c := range []int{1, 5, 8, 16, 29, 64} {
		jacobians, _, right := grams(rng, 3, c, 2*c)
		nearby := make([]*mat.Dense, len(jacobians))
		for i, j := range jacobians {
			nearby[i] = mat.DenseCopyOf(j)
			nearby[i].Apply(func(_, _ int, v float64) float64 { return v + 0.05*rng.NormFloat64() }, nearby[i])
		}
		other := networktest.Normal(rng, 3, c)
		got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			gram := autodiff.Factorize(autodiff.RowProduct(in[1], in[1]))
			mixed := autodiff.Factorize(autodiff.RowProduct(in[2], in[1]))
			return []*graph.Node{gram.Solve(in[0]), gram.Solve(in[3]), mixed.Solve(in[0])}
		}, right, matrices(jacobians), matrices(nearby), other)
		near(t, fmt.Sprintf("solution of size %d", c), got[0].Data, solved(t, jacobians, jacobians, right), 1e-9)
		near(t, fmt.Sprintf("second solution of size %d", c), got[1].Data, solved(t, jacobians, jacobians, other), 1e-9)
		near(t, fmt.Sprintf("solution of size %d, not symmetric", c), got[2].Data,
			solved(t, nearby, jacobians, right), 1e-8)
	}
}

// Losses of energies on manifolds differentiate twice through systems with the Gram matrix.
func TestFactorizationHasSecondDerivatives(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	jacobians, _, right := grams(rng, 2, 10, 20)
	networktest.CheckGradient(t, func(in []*graph.Node) *graph.Node {
		z := autodiff.Factorize(autodiff.RowProduct(in[1], in[1])).Solve(in[0])
		slope := graph.Gradient(graph.ReduceAllSum(graph.Mul(z, z)), in[1])[0]
		return graph.ReduceAllSum(graph.Mul(slope, slope))
	}, right, matrices(jacobians))
}

func TestFactorizationOfASingularMatrixIsNotFinite(t *testing.T) {
	rows := make([][]float64, 6)
	for i := range rows {
		rows[i] = []float64{1, 1}
	}
	matrix := networktest.Matrix(rows...)
	matrix.Dimensions = []int{1, 6, 2}
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{autodiff.Factorize(autodiff.RowProduct(in[1], in[1])).Solve(in[0])}
	}, networktest.Matrix([]float64{1, 2, 3, 4, 5, 6}), matrix)
	for _, v := range got[0].Data {
		if !math.IsNaN(float64(v)) && !math.IsInf(float64(v), 0) {
			t.Fatalf("the solution of a singular system is %v", got[0].Data)
		}
	}
}

// Of a diagonal matrix with k different eigenvalues, k iterations find the solution, fewer leave the residual that
// they tell, and rows within the tolerance take none.
func TestKrylovTellsResidualAndIterations(t *testing.T) {
	eigenvalues := []float64{1, 1, 4, 4}
	b := networktest.Matrix([]float64{1, 1, 1, 1}, []float64{2, 0, 0, 0}, []float64{0, 0, 0, 0})
	solve := func(iterations int) []networktest.Array {
		return networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
			diagonal := graph.ConstAsDType(in[0].Graph(), in[0].DType(), [][]float64{eigenvalues})
			s := autodiff.Krylov{Iterations: iterations, Tolerance: 1e-6}.Solve(
				func(v *graph.Node) *graph.Node { return graph.Mul(diagonal, v) }, in[0])
			return []*graph.Node{s.Z, s.Residual, s.Taken}
		}, b)
	}
	whole := solve(4)
	for i, want := range []float64{1, 1, 0.25, 0.25, 2, 0, 0, 0, 0, 0, 0, 0} {
		if got := whole[0].Data[i]; math.Abs(got-want) > 1e-12 {
			t.Errorf("z[%d] is %v, not %v", i, got, want)
		}
	}
	if taken := whole[2].Data; !slices.Equal(taken, []float64{2, 1, 0}) {
		t.Errorf("%v iterations were taken, not 2, 1 and 0", taken)
	}
	// The first iteration goes 2 b/5 along b: b - A z = (0.6, 0.6, -0.6, -0.6).
	if got := solve(1)[1].Data; math.Abs(got[0]-0.6) > 1e-12 || got[1] != 0 || got[2] != 0 {
		t.Errorf("relative residuals after one iteration are %v, not 0.6, 0 and 0", got)
	}
}

// Products by the rows are those of the derivative.
func TestByRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	in := []networktest.Array{networktest.Normal(rng, 5, 3), networktest.Normal(rng, 5, 3),
		networktest.Normal(rng, 5, 2)}
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		y := networktest.Join(graph.ReduceAndKeep(graph.Mul(in[0], in[0]), graph.ReduceSum, 1),
			networktest.Combination(graph.Sin(in[0]), []float64{3, 0, 4}))
		whole := autodiff.Linearize(in[0], y)
		rows := autodiff.ByRows(y, whole)
		return []*graph.Node{whole.JVP(in[1]), rows.JVP(in[1]), whole.VJP(in[2]), rows.VJP(in[2])}
	}, in...)
	for i := 0; i < len(got); i += 2 {
		for j, want := range got[i].Data {
			if math.Abs(got[i+1].Data[j]-want) > 1e-12 {
				t.Errorf("product %d by rows has the number %v, want %v", i/2, got[i+1].Data[j], want)
			}
		}
	}
}
