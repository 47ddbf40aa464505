package searched

import (
	"context"
	"math"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/network"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
)

// chart goes between the manifold and its tangent spaces.
type chart struct {
	zeroSet *Set
	normals *network.Evaluator
	returns *network.Evaluator // of z and z + T u
}

func (z *Set) newChart() (*chart, error) {
	const iterations = 8
	c, networks, n := &chart{zeroSet: z}, []network.Trained{z.F}, z.Ambient()
	var err error
	if c.normals, err = z.NewNormals(); err != nil {
		return nil, err
	}
	newton := &sampler.Newton{Iterations: iterations}
	c.returns, err = network.NewEvaluator(z.Env.Engine, "return along normals", networks, []int{n, n},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			y := newton.Solve(f[0], in[1], sampler.NormalsAt(f[0], in[0]))
			value := f[0].Apply(y)
			return []*graph.Node{y, graph.InsertAxes(graph.ReduceMax(graph.Abs(value), 1), -1)}
		})
	return c, err
}

// framesAt are those at points of the manifold.
func (c *chart) framesAt(ctx context.Context, x *points.Set) ([]frame, error) {
	codimension, n := c.zeroSet.Codimension, x.Dim
	frames := make([]frame, x.Len())
	const mostNumbers = 1 << 24
	chunk := max(1, mostNumbers/(codimension*n))
	for from := 0; from < x.Len(); from += chunk {
		at := x.Slice(from, min(from+chunk, x.Len()))
		jacobians, err := implicit.RowByRow(ctx, c.normals, at, codimension)
		if err != nil {
			return nil, err
		}
		parallel.Each(at.Len(), func(i int) {
			var qr mat.QR
			qr.Factorize(mat.NewDense(codimension, n, jacobians[i]).T())
			var q mat.Dense
			qr.QTo(&q)
			q.CloneFrom(q.T()) // the first rows span the normals, the others are orthogonal to all of them
			normals, tangents := q.RawMatrix().Data[:codimension*n], q.RawMatrix().Data[codimension*n:]
			frames[from+i] = frame{tangents, tangents}
			if codimension < n-codimension {
				frames[from+i].smaller = normals
			}
		})
	}
	return frames, nil
}

// back goes from points of tangent spaces, at other points, to the manifold along the normals there.
func (c *chart) back(ctx context.Context, at, from *points.Set) (y *points.Set, arrived []bool, err error) {
	out, err := c.returns.Run(ctx, at.Float32(), from.Float32())
	if err != nil {
		return nil, nil, err
	}
	arrived = make([]bool, at.Len())
	for i, residual := range out[1] {
		row := out[0][i*at.Dim : (i+1)*at.Dim]
		arrived[i] = residual <= support.OnManifold && points.AllFinite(row) && c.zeroSet.Env.Box.Contains(row)
	}
	return points.FromFloat32(out[0], at.Dim), arrived, nil
}

// logShadow is log |det(A B^T)| of two bases [rank, n].
func logShadow(a, b []float64, n int, matrix []float64) float64 {
	rank := len(a) / n
	for i := range rank {
		for j := range rank {
			sum := 0.0
			for l, v := range a[i*n : (i+1)*n] {
				sum += v * b[j*n+l]
			}
			matrix[i*rank+j] = sum
		}
	}
	return logDeterminant(matrix, rank)
}

// logDeterminant is log |det| of a matrix, which it overwrites, by elimination with partial pivoting.
func logDeterminant(a []float64, size int) float64 {
	log := 0.0
	for k := range size {
		pivot := k
		for i := k + 1; i < size; i++ {
			if math.Abs(a[i*size+k]) > math.Abs(a[pivot*size+k]) {
				pivot = i
			}
		}
		if pivot != k {
			for j := k; j < size; j++ {
				a[k*size+j], a[pivot*size+j] = a[pivot*size+j], a[k*size+j]
			}
		}
		diagonal := a[k*size+k]
		log += math.Log(math.Abs(diagonal))
		if diagonal == 0 {
			return math.Inf(-1)
		}
		for i := k + 1; i < size; i++ {
			factor := a[i*size+k] / diagonal
			for j := k + 1; j < size; j++ {
				a[i*size+j] -= factor * a[k*size+j]
			}
		}
	}
	return log
}
