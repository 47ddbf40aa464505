package zeroset

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/gomlx/gomlx/pkg/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support"
)

// kernels is a mixture of distributions on the manifold, in any codimension, that can be drawn from and whose density is known.
//
// A component has a center z on the manifold M. Let T and N be orthonormal bases of the tangent and normal spaces there. It draws
// u from N(0, t^2 I) in R^m and goes along the normals from z + T u to y = z + T u + N w in M. Near z the points y and u
// correspond one to one, and a surface element at y, with the tangent basis T_y, has the shadow |det(T^T T_y)| in u. So
//
//	q(y) = N(u; 0, t^2 I) |det(T^T T_y)|,    u = T^T (y - z),
//
// is the density of y with respect to the measure of M, without an error of curvature. As T^T T_y and N^T N_y have the same
// |det|, and |u|^2 + |w|^2 = |y - z|^2, the smaller of the two bases suffices.
//
// Draws that do not arrive, leave the box or the cone |w| <= |u|, or have |u| > t (sqrt(m) + 2) count as none, and q is 0 there:
// the mixture has a mass below 1, which importance sampling does not mind.
type kernels struct {
	chart      *chart
	centers    *points.Set
	bases      []float64   // [len(centers), rank, n]
	components []component // in the order of their centers
	first      []int       // of each center's components, and their number at the end
	shares     random.Weights
}

// component is a normal distribution in the tangent space at a center.
type component struct {
	center int
	scale  float64 // t
	log    float64 // logarithm of its share over t^m (2 pi)^(m/2)
}

// chart goes between the manifold and its tangent spaces.
type chart struct {
	zeroSet *ZeroSet
	normals *network.Evaluator
	returns *network.Evaluator // of z and z + T u
}

// rank is the number of vectors of a basis: of the tangent spaces or, where these have more, of the normal spaces.
func (c *chart) rank() int { return min(c.zeroSet.codimension, c.zeroSet.Dimension()) }

// ofTangents tells which of them.
func (c *chart) ofTangents() bool { return c.zeroSet.Dimension() <= c.zeroSet.codimension }

func (z *ZeroSet) newChart() (*chart, error) {
	const iterations = 8
	c, networks, n := &chart{zeroSet: z}, []network.Trained{z.function}, z.Ambient()
	var err error
	if c.normals, err = z.newNormals(); err != nil {
		return nil, err
	}
	newton := &sampler.Newton{Iterations: iterations}
	c.returns, err = network.NewEvaluator(z.env.Engine, "return along normals", networks, []int{n, n},
		func(f []network.Function, in []*graph.Node) []*graph.Node {
			y := newton.Solve(f[0], in[1], sampler.NormalsAt(f[0], in[0]))
			value := f[0].Apply(y)
			return []*graph.Node{y, graph.InsertAxes(graph.ReduceMax(graph.Abs(value), 1), -1)}
		})
	return c, err
}

// basesAt are orthonormal bases at points of the manifold, [len(x), rank, n].
func (c *chart) basesAt(ctx context.Context, x *points.Set) ([]float64, error) {
	codimension, n, rank := c.zeroSet.codimension, x.Dim, c.rank()
	bases := make([]float64, x.Len()*rank*n)
	const mostNumbers = 1 << 24
	chunk := max(1, mostNumbers/(codimension*n))
	for from := 0; from < x.Len(); from += chunk {
		at := x.Slice(from, min(from+chunk, x.Len()))
		jacobians, err := rowByRow(ctx, c.normals, at, codimension)
		if err != nil {
			return nil, err
		}
		inParallel(at.Len(), func(i int) {
			var qr mat.QR
			qr.Factorize(mat.NewDense(codimension, n, jacobians[i]).T())
			var q mat.Dense
			qr.QTo(&q)
			shift := 0
			if c.ofTangents() { // the last columns are orthogonal to all normals
				shift = codimension
			}
			basis := bases[(from+i)*rank*n:]
			for k := range rank {
				mat.Col(basis[k*n:(k+1)*n], k+shift, &q)
			}
		})
	}
	return bases, nil
}

// tangential splits a vector: its part in the tangent space, or what is left by the part in the normal space.
func (c *chart) tangential(into, vector, basis []float64) {
	n := len(vector)
	for j := range into {
		into[j] = 0
	}
	for k := 0; k < len(basis); k += n {
		along := 0.0
		for j, b := range basis[k : k+n] {
			along += b * vector[j]
		}
		for j, b := range basis[k : k+n] {
			into[j] += along * b
		}
	}
	if !c.ofTangents() {
		for j, v := range vector {
			into[j] = v - into[j]
		}
	}
}

// reach is the largest |u|/t.
func (c *chart) reach() float64 { return math.Sqrt(float64(c.zeroSet.Dimension())) + 2 }

// Around each center is a kernel of the scale of its neighbors' distance; a share of the draws comes from wider ones, around
// some of the centers, for what lies between them.
const (
	neighborsOfKernels = 8
	wideShare          = 0.2
	wideFactor         = 2.5
	wideEvery          = 16
)

// newKernels has kernels around points of the manifold.
func (c *chart) newKernels(ctx context.Context, centers *points.Set, rng *rand.Rand) (*kernels, error) {
	centers = centers.Select(rng.Perm(centers.Len())) // the wide ones are every so many
	k := &kernels{chart: c, centers: centers}
	var err error
	if k.bases, err = c.basesAt(ctx, centers); err != nil {
		return nil, err
	}
	m, least := float64(c.zeroSet.Dimension()), 1e-4*support.Diagonal(c.zeroSet.env.Box)
	_, distances := neighbors.Nearest(centers, neighborsOfKernels)
	wide, narrow := (centers.Len()+wideEvery-1)/wideEvery, centers.Len()
	for i := range centers.Len() {
		scale := least
		if near := distances[i]; len(near) > 0 {
			scale = max(least, near[len(near)-1]/math.Sqrt(m))
		}
		k.first = append(k.first, len(k.components))
		add := func(scale, share float64) {
			k.shares.Add(share)
			k.components = append(k.components, component{i, scale, math.Log(share) - m*math.Log(scale) - m/2*math.Log(2*math.Pi)})
		}
		add(scale, (1-wideShare)/float64(narrow))
		if i%wideEvery == 0 {
			add(wideFactor*scale, wideShare/float64(wide))
		}
	}
	k.first = append(k.first, len(k.components))
	return k, nil
}

// basis at a center.
func (k *kernels) basis(center int) []float64 {
	size := k.chart.rank() * k.centers.Dim
	return k.bases[center*size : (center+1)*size]
}

// draw makes n draws and returns those that count.
func (k *kernels) draw(ctx context.Context, rng *rand.Rand, n int) (*points.Set, error) {
	dim := k.centers.Dim
	from, to := points.New(n, dim), points.New(n, dim)
	drawn, normal := make([]component, n), make([]float64, dim)
	for i := range n {
		drawn[i] = k.components[k.shares.Draw(rng)]
		for j := range normal {
			normal[j] = drawn[i].scale * rng.NormFloat64()
		}
		z := k.centers.At(drawn[i].center)
		copy(from.At(i), z)
		k.chart.tangential(to.At(i), normal, k.basis(drawn[i].center))
		for j, v := range z {
			to.At(i)[j] += v
		}
	}
	y, arrived, err := k.chart.back(ctx, from, to)
	if err != nil {
		return nil, err
	}
	var found []int
	for i := range n {
		d := support.SquaredDistance(y.At(i), from.At(i))
		if u := k.chart.along(y.At(i), from.At(i), k.basis(drawn[i].center), d); arrived[i] && k.chart.within(u, d, drawn[i].scale) {
			found = append(found, i)
		}
	}
	return y.Select(found), nil
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
		arrived[i] = residual <= support.OnManifold && points.AllFinite(row) && support.InBox(row, c.zeroSet.env.Box)
	}
	return points.FromFloat32(out[0], at.Dim), arrived, nil
}

// along is |u|^2 of a point at the squared distance d from a center.
func (c *chart) along(y, center, basis []float64, d float64) float64 {
	square := 0.0
	for k := 0; k < len(basis); k += len(y) {
		part := 0.0
		for j, b := range basis[k : k+len(y)] {
			part += b * (y[j] - center[j])
		}
		square += part * part
	}
	if c.ofTangents() {
		return square
	}
	return d - square
}

// within tells whether a point at the squared distances u along the tangent space and d in all from a center counts as drawn from there.
func (c *chart) within(u, d, scale float64) bool {
	reach := c.reach() * scale
	return 2*u >= d && u <= reach*reach
}

// logDensity is the logarithm of the mixture's density at points of the manifold, minus infinity where it never comes, and
// for each the center of a component that it may have come from, drawn by their shares in that density; -1 for none.
func (k *kernels) logDensity(ctx context.Context, rng *rand.Rand, y *points.Set) (logs []float64, from []int, err error) {
	bases, err := k.chart.basesAt(ctx, y)
	if err != nil {
		return nil, nil, err
	}
	size := k.chart.rank() * y.Dim
	logs, from = make([]float64, y.Len()), make([]int, y.Len())
	at := make([]float64, y.Len())
	for i := range at {
		at[i] = rng.Float64()
	}
	inParallel(y.Len(), func(i int) {
		terms, centers := k.terms(y.At(i), bases[i*size:(i+1)*size])
		logs[i], from[i] = math.Inf(-1), -1
		if len(terms) > 0 {
			logs[i], _ = support.LogSum(terms)
			from[i] = centers[share(terms, logs[i], at[i])]
		}
	})
	return logs, from, nil
}

// share is the index at which the shares exp(terms - sum) add up to a number between 0 and 1.
func share(terms []float64, sum, at float64) int {
	for i, term := range terms {
		if at -= math.Exp(term - sum); at < 0 {
			return i
		}
	}
	return len(terms) - 1
}

// terms are the logarithms of what each component adds to the density at a point with a basis, and their centers.
func (k *kernels) terms(y, basis []float64) (terms []float64, centers []int) {
	c := k.chart
	matrix := make([]float64, c.rank()*c.rank())
	for center := range k.centers.Len() {
		here := k.components[k.first[center]:k.first[center+1]]
		widest := c.reach() * here[len(here)-1].scale
		z := k.centers.At(center)
		d, most := 0.0, 2*widest*widest
		for j := 0; j < len(z) && d <= most; j++ {
			d += (y[j] - z[j]) * (y[j] - z[j])
		}
		if d > most {
			continue
		}
		u, shadow := c.along(y, z, k.basis(center), d), math.NaN()
		for _, component := range here {
			if !c.within(u, d, component.scale) {
				continue
			}
			if math.IsNaN(shadow) {
				shadow = logShadow(k.basis(center), basis, len(y), matrix)
			}
			terms = append(terms, component.log-u/(2*component.scale*component.scale)+shadow)
			centers = append(centers, center)
		}
	}
	return terms, centers
}

// confirmed tells whether the way from a center's tangent space comes back to each of the points, and not to another sheet.
func (k *kernels) confirmed(ctx context.Context, y *points.Set, from []int) ([]bool, error) {
	at, start := k.centers.Select(from), points.New(y.Len(), y.Dim)
	difference := make([]float64, y.Dim)
	for i, center := range from {
		z := at.At(i)
		for j, v := range y.At(i) {
			difference[j] = v - z[j]
		}
		k.chart.tangential(start.At(i), difference, k.basis(center))
		for j, v := range z {
			start.At(i)[j] += v
		}
	}
	back, arrived, err := k.chart.back(ctx, at, start)
	if err != nil {
		return nil, err
	}
	slack := 1e-4 * support.Diagonal(k.chart.zeroSet.env.Box)
	for i := range arrived {
		far := math.Sqrt(support.SquaredDistance(y.At(i), at.At(i)))
		arrived[i] = arrived[i] && math.Sqrt(support.SquaredDistance(y.At(i), back.At(i))) <= far/10+slack
	}
	return arrived, nil
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

// inParallel calls do for 0, ..., n-1, which do not depend on each other.
func inParallel(n int, do func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	var group sync.WaitGroup
	for worker := range workers {
		group.Go(func() {
			for i := worker; i < n; i += workers {
				do(i)
			}
		})
	}
	group.Wait()
}
