package searched

import (
	"context"
	"math/rand/v2"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/lapack/lapack64"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/kernels"
	"ebim/framework/network"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/onkernels"
)

// chart goes between the manifold and its tangent spaces.
type chart struct {
	zeroSet *Set
	normals *network.Evaluator
	returns *network.Evaluator // of z and z + T u
	rounds  int                // in which returns is applied
	// tangents takes vectors to the tangent space, [batch, n] each; nil where Jacobians are taken apart
	tangents *network.Evaluator
}

func (z *Set) newChart() (*chart, error) {
	const most = 8
	iterations, rounds := roundsOf(most, z.Codimension)
	c, networks, n := &chart{zeroSet: z, rounds: rounds}, []network.Trained{z.F}, z.Ambient()
	var err error
	if c.normals, err = z.NewNormals(); err != nil {
		return nil, err
	}
	if z.manyNormals() {
		if c.tangents, err = z.newTangents(); err != nil {
			return nil, err
		}
	}
	newton := &sampler.Newton{Iterations: iterations}
	c.returns, err = network.NewEvaluator(z.Env.Engine, "return along normals", networks, []int{n, n},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			y := newton.Solve(f[0], in[1], sampler.NormalsOfSearch(f[0], in[0]))
			value := f[0].Apply(y)
			return []*graph.Node{y, graph.InsertAxes(graph.ReduceMax(graph.Abs(value), 1), -1)}
		})
	return c, err
}

// Frames implements onkernels.Chart.
func (c *chart) Frames(ctx context.Context, x *points.Set) ([]onkernels.Frame, error) {
	if c.tangents != nil {
		return c.framesByTangents(ctx, x)
	}
	return c.framesByRows(ctx, x)
}

// framesByRows takes whole Jacobians apart.
func (c *chart) framesByRows(ctx context.Context, x *points.Set) ([]onkernels.Frame, error) {
	codimension, n := c.zeroSet.Codimension, x.Dim
	frames := make([]onkernels.Frame, x.Len())
	const mostNumbers = 1 << 24
	chunk := max(1, mostNumbers/(codimension*n))
	for from := 0; from < x.Len(); from += chunk {
		at := x.Slice(from, min(from+chunk, x.Len()))
		jacobians, err := implicit.RowByRow(ctx, c.normals, at, codimension)
		if err != nil {
			return nil, err
		}
		parallel.Each(at.Len(), func(i int) {
			normals, tangents := split(mat.NewDense(codimension, n, jacobians[i]))
			frames[from+i] = onkernels.Frame{Tangents: tangents, Smaller: tangents}
			if codimension < n-codimension {
				frames[from+i].Smaller = normals
			}
		})
	}
	return frames, nil
}

// split is orthonormal bases of the space that the rows of a Jacobian [codimension, n] span, and of what is orthogonal
// to it, vector by vector. In high codimension, where nothing takes them, the normals are not found.
func split(jacobian *mat.Dense) (normals, tangents []float64) {
	codimension, n := jacobian.Dims()
	if codimension >= ManyNormals && codimension >= n-codimension {
		return nil, splitOff(jacobian)
	}
	var qr mat.QR
	qr.Factorize(jacobian.T())
	var q mat.Dense
	qr.QTo(&q)
	q.CloneFrom(q.T())            // the first rows span the normals, the others are orthogonal to all of them
	numbers := q.RawMatrix().Data // of which a part would keep the whole
	return slices.Clone(numbers[:codimension*n]), slices.Clone(numbers[codimension*n:])
}

// splitOff is the tangents of split alone: the product of Householder's reflections with the last unit vectors, without
// all n x n numbers of their product.
func splitOff(jacobian *mat.Dense) []float64 {
	codimension, n := jacobian.Dims()
	reflections, last := mat.DenseCopyOf(jacobian.T()), mat.NewDense(n, n-codimension, nil)
	for j := range n - codimension {
		last.Set(codimension+j, j, 1)
	}
	factors, size := make([]float64, codimension), make([]float64, 1)
	lapack64.Geqrf(reflections.RawMatrix(), factors, size, -1)
	work := make([]float64, int(size[0]))
	lapack64.Geqrf(reflections.RawMatrix(), factors, work, len(work))
	lapack64.Ormqr(blas.Left, blas.NoTrans, reflections.RawMatrix(), factors, last.RawMatrix(), size, -1)
	work = make([]float64, int(size[0]))
	lapack64.Ormqr(blas.Left, blas.NoTrans, reflections.RawMatrix(), factors, last.RawMatrix(), work, len(work))
	return mat.DenseCopyOf(last.T()).RawMatrix().Data
}

// Back implements onkernels.Chart.
func (c *chart) Back(ctx context.Context, at, from *points.Set) (*points.Set, []onkernels.Return, error) {
	y, residuals, err := inRounds(ctx, c.returns, c.rounds, precise, at.Float32(), from.Float32())
	if err != nil {
		return nil, nil, err
	}
	returned := make([]onkernels.Return, at.Len())
	for i, residual := range residuals {
		row := y[i*at.Dim : (i+1)*at.Dim]
		if residual <= support.OnManifold && points.AllFinite(row) && c.zeroSet.Env.Box.Contains(row) {
			returned[i] = onkernels.Arrived
		}
	}
	return points.FromFloat32(y, at.Dim), returned, nil
}

// Tangents is orthonormal bases of the tangent spaces at points of the manifold, [len(x), m, n].
func (z *Set) Tangents(ctx context.Context, x *points.Set) ([]float64, error) {
	c, err := z.newChart()
	if err != nil {
		return nil, err
	}
	frames, err := c.Frames(ctx, x)
	if err != nil {
		return nil, err
	}
	var all []float64
	for _, f := range frames {
		all = append(all, f.Tangents...)
	}
	return all, nil
}

// around draws and integrates from the data's side.
func (z *Set) around() onkernels.Around {
	even, _ := z.F.Network.(onkernels.Even)
	return onkernels.Around{Dimension: z.Dimension(), Diagonal: z.Env.Box.Diagonal(), Starts: z.Starts,
		Chart: func() (onkernels.Chart, error) { return z.newChart() }, Even: even}
}

// LogIntegral implements support.Integrator: by kernels around the data.
func (z *Set) LogIntegral(ctx context.Context, rng *rand.Rand, log support.LogFunction) (support.Integral, error) {
	return z.around().LogIntegral(ctx, rng, log)
}

// IntegrateNearData implements support.NearData.
func (z *Set) IntegrateNearData(ctx context.Context, rng *rand.Rand, log support.LogFunction,
	own *kernels.Mixture) (support.Integral, error) {
	return z.around().IntegrateNearData(ctx, rng, log, own)
}

// DrawNearData implements support.NearData.
func (z *Set) DrawNearData(ctx context.Context, rng *rand.Rand, log support.LogFunction, own *kernels.Mixture,
	n int) (*points.Set, map[string]float64, error) {
	return z.around().DrawNearData(ctx, rng, log, own, n)
}

// Nearby implements support.NearData.
func (z *Set) Nearby(ctx context.Context, rng *rand.Rand) (*kernels.Nodes, error) {
	return z.around().Nearby(ctx, rng)
}
