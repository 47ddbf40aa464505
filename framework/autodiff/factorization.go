package autodiff

import (
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
)

// blockSize is the number of rows that are eliminated together: the rest of the matrix is read and written once for
// each block, as one product. 512 matrices of 64 x 64 take 10 ms in blocks of 8, 37 in blocks of 4, and 160 row by row.
const blockSize = 8

// Factorization is a batch of matrices, factorized once and for any number of right sides. It is elimination by blocks
// without pivoting, which for symmetric positive definite matrices is Cholesky's factorization with the square roots
// left out. Products of nearby Jacobians, which are not symmetric, need no pivoting either. A singular matrix gives
// infinities or NaN, which callers count as unsolved.
type Factorization struct {
	blocks []eliminated
	size   int
}

// eliminated is a block of s rows with m below them: A = [[corner, right], [below, rest]].
type eliminated struct {
	inverse *graph.Node // of the corner, [batch, s, s]
	right   *graph.Node // inverse times the right part, [batch, s, m]; nil in the last block
	below   *graph.Node // [batch, m, s]; nil in the last block
}

// Factorize takes matrices a [batch, c, c] apart.
func Factorize(a *graph.Node) *Factorization {
	f := &Factorization{size: a.Shape().Dimensions[1]}
	for left := f.size; left > 0; {
		s := min(blockSize, left)
		rows := invertCorner(graph.Slice(a, graph.AxisRange(), graph.AxisRange(0, s)), s)
		block := eliminated{inverse: graph.Slice(rows, graph.AxisRange(), graph.AxisRange(),
			graph.AxisRangeToEnd(left-s))}
		if left > s {
			block.right = graph.Slice(rows, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(0, left-s))
			block.below = graph.Slice(a, graph.AxisRange(), graph.AxisRangeToEnd(s), graph.AxisRange(0, s))
			rest := graph.Slice(a, graph.AxisRange(), graph.AxisRangeToEnd(s), graph.AxisRangeToEnd(s))
			a = graph.Sub(rest, batchProduct(block.below, block.right))
		}
		f.blocks = append(f.blocks, block)
		left -= s
	}
	return f
}

// invertCorner makes of rows [corner, right], [batch, s, s + m], the rows [corner^-1 right, corner^-1] by Gauss and
// Jordan's elimination: column after column leaves on the left, and becomes one of the inverse on the right.
func invertCorner(rows *graph.Node, s int) *graph.Node {
	index := graph.Iota(rows.Graph(), shapes.Make(rows.DType(), 1, s, 1), 1)
	for k := range s {
		unit := graph.ConvertDType(graph.Equal(index, graph.Scalar(rows.Graph(), rows.DType(), k)), rows.DType())
		row := graph.Slice(rows, graph.AxisRange(), graph.AxisRange(k, k+1))
		pivot := graph.Slice(row, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(0, 1))
		scaled := graph.Div(graph.Slice(row, graph.AxisRange(), graph.AxisRange(), graph.AxisRangeToEnd(1)), pivot)
		// What each row takes of row k: all of its entry in column k, and row k itself so much that its entry becomes
		// 1.
		factor := graph.Sub(graph.Slice(rows, graph.AxisRange(), graph.AxisRange(), graph.AxisRange(0, 1)), unit)
		rest := graph.Sub(graph.Slice(rows, graph.AxisRange(), graph.AxisRange(), graph.AxisRangeToEnd(1)),
			graph.Mul(factor, scaled))
		inverse := graph.Sub(unit, graph.Div(factor, pivot))
		rows = graph.Concatenate([]*graph.Node{rest, inverse}, 2)
	}
	return rows
}

// Solve returns the solution z of A z = b for b [batch, c].
func (f *Factorization) Solve(b *graph.Node) *graph.Node {
	parts := make([]*graph.Node, len(f.blocks))
	for i, block := range f.blocks {
		if block.right == nil {
			parts[i] = batchTimes(block.inverse, b)
			break
		}
		s := block.inverse.Shape().Dimensions[1]
		parts[i] = batchTimes(block.inverse, graph.Slice(b, graph.AxisRange(), graph.AxisRange(0, s)))
		b = graph.Sub(graph.Slice(b, graph.AxisRange(), graph.AxisRangeToEnd(s)), batchTimes(block.below, parts[i]))
	}
	z := parts[len(parts)-1]
	for i := len(parts) - 2; i >= 0; i-- {
		part := graph.Sub(parts[i], batchTimes(f.blocks[i].right, z))
		z = graph.Concatenate([]*graph.Node{part, z}, 1)
	}
	return z
}

// RowProduct returns the matrix of the rows' products, entry (i, j) = a_i . b_j, [batch, c, c] of a and b [batch, c,
// n].
func RowProduct(a, b *graph.Node) *graph.Node {
	return graph.DotGeneral(a, []int{2}, []int{0}, b, []int{2}, []int{0})
}

// batchProduct returns the product of matrices [batch, p, q] and [batch, q, r].
func batchProduct(a, b *graph.Node) *graph.Node {
	return graph.DotGeneral(a, []int{2}, []int{0}, b, []int{1}, []int{0})
}

// batchTimes returns the product of matrices [batch, p, q] and vectors [batch, q].
func batchTimes(a, v *graph.Node) *graph.Node {
	return graph.DotGeneral(a, []int{2}, []int{0}, v, []int{1}, []int{0})
}
