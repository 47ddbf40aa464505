package autodiff

import (
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// maxConjugateGradients bounds the unrolled iterations. A Gram matrix whose eigenvalues differ by a factor of 100
// needs no more: the error shrinks by 9/11 in each iteration, so by 1e-5 in 64.
const maxConjugateGradients = 64

// solvedResidual is the relative residual |b - A z|/|b| at which a system counts as solved, near to single precision.
const solvedResidual = 1e-6

// Rows returns the Jacobian row by row: row j of every point of the batch is J^T e_j, [batch, n].
func Rows(value *graph.Node, derivative Linear) []*graph.Node {
	batch, codimension := value.Shape().Dimensions[0], value.Shape().Dimensions[1]
	g := value.Graph()
	rows := make([]*graph.Node, codimension)
	for j := range rows {
		unit := graph.OnesLike(value)
		if codimension > 1 {
			unit = graph.ConvertDType(graph.Equal(
				graph.Iota(g, shapes.Make(value.DType(), batch, codimension), 1), graph.Scalar(g, value.DType(), j)),
				value.DType())
		}
		rows[j] = derivative.VJP(unit)
	}
	return rows
}

// RowProducts is J w [batch, c] from the rows of J.
func RowProducts(rows []*graph.Node, w *graph.Node) *graph.Node {
	columns := make([]*graph.Node, len(rows))
	for j, row := range rows {
		columns[j] = rowDot(row, w)
	}
	return join(columns)
}

// ByRows is a derivative whose products are all taken from its rows, so that c of them cost c products J^T v whatever
// their number.
func ByRows(value *graph.Node, derivative Linear) Linear {
	rows := Rows(value, derivative)
	return Linear{
		JVP: func(tangent *graph.Node) *graph.Node { return RowProducts(rows, tangent) },
		VJP: func(cotangent *graph.Node) *graph.Node {
			return Sum(len(rows), func(j int) *graph.Node {
				return graph.Mul(graph.SliceAxis(cotangent, 1, graph.AxisElem(j)), rows[j])
			})
		},
	}
}

// RowMatrix returns the matrix of the rows' products, entry (i, j) = a_i . b_j, as columns [batch, 1] of a c x c table.
func RowMatrix(a, b []*graph.Node) [][]*graph.Node {
	matrix := make([][]*graph.Node, len(a))
	for i := range a {
		matrix[i] = make([]*graph.Node, len(b))
		for j := range b {
			matrix[i][j] = rowDot(a[i], b[j])
		}
	}
	return matrix
}

// SolveDense returns the solution of A z = b for b [batch, c] and a small matrix per row, by elimination without
// pivoting, which the matrices met here (products of nearby Jacobians) don't need. A singular matrix gives infinities
// or NaN, which callers count as unsolved.
func SolveDense(a [][]*graph.Node, b *graph.Node) *graph.Node {
	c := len(a)
	if c == 1 {
		return graph.Div(b, a[0][0])
	}
	right := split(b)
	matrix := make([][]*graph.Node, c)
	for i := range a {
		matrix[i] = append([]*graph.Node(nil), a[i]...)
	}
	for k := range c {
		for i := k + 1; i < c; i++ {
			factor := graph.Div(matrix[i][k], matrix[k][k])
			for j := k + 1; j < c; j++ {
				matrix[i][j] = graph.Sub(matrix[i][j], graph.Mul(factor, matrix[k][j]))
			}
			right[i] = graph.Sub(right[i], graph.Mul(factor, right[k]))
		}
	}
	for k := c - 1; k >= 0; k-- {
		for j := k + 1; j < c; j++ {
			right[k] = graph.Sub(right[k], graph.Mul(matrix[k][j], right[j]))
		}
		right[k] = graph.Div(right[k], matrix[k][k])
	}
	return join(right)
}

// ConjugateGradients solves A z = b row by row for b [batch, c] and a symmetric positive definite A given by its
// products (Nocedal and Wright 2006, algorithm 5.2), in at most c iterations and at most 64. A row whose residual is
// within a millionth of b stays.
func ConjugateGradients(product func(v *graph.Node) *graph.Node, b *graph.Node, dimension int) *graph.Node {
	return Krylov{min(dimension, maxConjugateGradients), solvedResidual}.Solve(product, b).Z
}

// Krylov bounds conjugate gradients: a number of iterations, all of them in the graph, of which a row takes as
// many as its relative residual |b - A z|/|b| is above the tolerance.
type Krylov struct {
	Iterations int
	Tolerance  float64
}

// Solution is what conjugate gradients have found of a system.
type Solution struct {
	Z *graph.Node // [batch, c]
	// Residual and Taken are, for each row, its relative residual, 0 where b is 0, and the iterations that it took,
	// [batch, 1].
	Residual, Taken *graph.Node
}

// Solve solves A z = b as ConjugateGradients does. Stopped early it gives the z for which (z - A^-1 b)^T A (z - A^-1
// b) is least of those that this number of products reaches, so that the smallest eigenvalues are left out first.
func (k Krylov) Solve(product func(v *graph.Node) *graph.Node, b *graph.Node) Solution {
	solution := graph.ZerosLike(b)
	residual, direction := b, b
	square := rowDot(residual, residual)
	whole, taken := square, graph.ZerosLike(square)
	enough := graph.MulScalar(square, k.Tolerance*k.Tolerance)
	for range k.Iterations {
		image := product(direction)
		step := safeDiv(square, rowDot(direction, image))
		goes := graph.GreaterThan(square, enough)
		step = graph.Where(goes, step, graph.ZerosLike(step))
		taken = graph.Add(taken, graph.ConvertDType(goes, taken.DType()))
		solution = graph.Add(solution, graph.Mul(step, direction))
		residual = graph.Sub(residual, graph.Mul(step, image))
		next := rowDot(residual, residual)
		direction = graph.Add(residual, graph.Mul(safeDiv(next, square), direction))
		square = next
	}
	return Solution{solution, SafeSqrt(safeDiv(square, whole)), taken}
}

// rowDot returns the product of the rows of a and b [batch, n], as [batch, 1].
func rowDot(a, b *graph.Node) *graph.Node {
	return graph.InsertAxes(graph.ReduceSum(graph.Mul(a, b), 1), -1)
}

// safeDiv returns a/b, and 0 where b is 0.
func safeDiv(a, b *graph.Node) *graph.Node {
	zero := graph.Equal(b, graph.ZerosLike(b))
	return graph.Where(zero, graph.ZerosLike(a), graph.Div(a, graph.Where(zero, graph.OnesLike(b), b)))
}

func join(columns []*graph.Node) *graph.Node {
	if len(columns) == 1 {
		return columns[0]
	}
	return graph.Concatenate(columns, 1)
}

func split(x *graph.Node) []*graph.Node {
	columns := make([]*graph.Node, x.Shape().Dimensions[1])
	for j := range columns {
		columns[j] = graph.SliceAxis(x, 1, graph.AxisRange(j, j+1))
	}
	return columns
}
