package onkernels

import (
	"context"
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
)

// proposals is a mixture of distributions on the manifold, in any codimension, that can be drawn from and whose density
// is known.
//
// A component has a center z on the manifold M. Let T and N be orthonormal bases of the tangent and normal spaces
// there. It draws u from N(0, L L^T) in R^m and goes along the normals from z + T u to y = z + T u + N w in M. Near z
// the points y and u correspond one to one, and a surface element at y, with the tangent basis T_y, has the shadow
// |det(T^T T_y)| in u. So
//
//	q(y) = N(u; 0, L L^T) |det(T^T T_y)|,    u = T^T (y - z),
//
// is the density of y with respect to the measure of M, without an error of curvature. As T^T T_y and N^T N_y have the
// same |det|, that of the smaller matrix is taken. L L^T is the covariance of z's neighbors, so that kernels have the
// shape of the data.
//
// Draws that do not arrive, leave the box or the cone |w| <= |u|, or have |L^-1 u| > sqrt(m) + 2, or + 5 for those of
// the density itself, count as none, and q is 0 there: the mixture has a mass below 1, which importance sampling does
// not mind.
type proposals struct {
	around     Around
	chart      Chart
	centers    *points.Set
	frames     []Frame
	sites      []int       // the same for centers at one point with one frame
	shapes     []shape     // of each center
	components []component // in the order of their centers
	first      []int       // of each center's components, and their number at the end
	shares     random.Weights
	squares    []float64 // largest squared distance from each center at which a component of it may draw
	reaches    *reaches
}

// shape is that of a normal distribution with the covariance L L^T.
type shape struct {
	root              []float64 // L^-1, lower triangular, [m, m]
	narrowest, widest float64   // smallest and largest standard deviation
	log               float64   // -log(det(L) (2 pi)^(m/2))
}

// component is a normal distribution in the tangent space at a center.
type component struct {
	center int
	factor float64 // of L
	reach  float64 // largest |L^-1 u|, over the factor
	log    float64 // logarithm of its share over det(L) (2 pi)^(m/2)
}

// farthest is the largest |L^-1 u| with the L of the center.
func (c component) farthest() float64 { return c.reach * c.factor }

// reach is the largest |L^-1 u| of kernels around the data.
func (a Around) reach() float64 { return math.Sqrt(float64(a.Dimension)) + 2 }

// Around each center is a kernel with a share of its neighbors' covariance, drawn toward a ball; a share of the draws
// comes from wider ones, around some of the centers, for what lies between them.
const (
	neighborsOfKernels = 16
	varianceShare      = 1.2
	towardBall         = 0.2
	wideShare          = 0.2
	wideFactor         = 2.5
	wideEvery          = 16
)

// newKernels has kernels around points of the manifold.
func (a Around) newKernels(ctx context.Context, c Chart, centers *points.Set, own []kernel,
	rng *rand.Rand) (*proposals, error) {
	centers = centers.Select(rng.Perm(centers.Len())) // the wide ones are evenly spaced
	count, m := centers.Len(), a.Dimension
	k := &proposals{around: a, chart: c, centers: centers, sites: points.Range(0, count),
		shapes: make([]shape, count)}
	var err error
	if k.frames, err = c.Frames(ctx, centers); err != nil {
		return nil, err
	}
	near, _ := neighbors.Nearest(centers, neighborsOfKernels)
	parallel.Each(count, func(i int) { k.shapes[i] = k.shapeAt(i, near[i]) })
	wide := (count + wideEvery - 1) / wideEvery
	own, left := k.narrower(own)
	for i := range count {
		k.first = append(k.first, len(k.components))
		add := func(factor, share float64) {
			k.shares.Add(share)
			k.components = append(k.components, component{i, factor, a.reach(),
				math.Log(share) + k.shapes[i].log - float64(m)*math.Log(factor)})
		}
		add(1, left*(1-wideShare)/float64(count))
		if i%wideEvery == 0 {
			add(wideFactor, left*wideShare/float64(wide))
		}
	}
	k.addOwn(own)
	k.first = append(k.first, len(k.components))
	radii := make([]float64, k.centers.Len())
	k.squares = make([]float64, len(radii))
	for i := range radii {
		widest := k.components[k.first[i+1]-1].farthest() * k.shapes[i].widest
		k.squares[i], radii[i] = 2*widest*widest, math.Sqrt2*widest
	}
	k.reaches = newReaches(k.centers, radii)
	return k, nil
}

// shapeAt is the shape at a center with its neighbors.
func (k *proposals) shapeAt(i int, near []int) shape {
	m, z := k.around.Dimension, k.centers.At(i)
	covariance, u := mat.NewSymDense(m, nil), make([]float64, m)
	for _, other := range near {
		into(u, k.frames[i].Tangents, k.centers.At(other), z)
		covariance.SymRankOne(covariance, varianceShare*(1-towardBall)/float64(len(near)), mat.NewVecDense(m, u))
	}
	least := slackShare * k.around.Diagonal
	mean := mat.Trace(covariance) / (1 - towardBall) / float64(m)
	for j := range m {
		covariance.SetSym(j, j, covariance.At(j, j)+towardBall*mean+least*least)
	}
	return shapeOf(covariance)
}

// shapeOf is that of a covariance.
func shapeOf(covariance *mat.SymDense) shape {
	m := covariance.SymmetricDim()
	none := shape{root: make([]float64, m*m), log: math.Inf(-1)} // of numbers that are not finite
	var cholesky mat.Cholesky
	if !cholesky.Factorize(covariance) {
		return none
	}
	var lower, inverse mat.TriDense
	cholesky.LTo(&lower)
	if inverse.InverseTri(&lower) != nil {
		return none
	}
	s := shape{root: make([]float64, m*m), log: -cholesky.LogDet()/2 - float64(m)/2*math.Log(2*math.Pi)}
	for a := range m {
		for b := range a + 1 {
			s.root[a*m+b] = inverse.At(a, b)
		}
	}
	s.widest = math.Sqrt(mat.Trace(covariance)) // at least the largest deviation
	var eigen mat.EigenSym
	if eigen.Factorize(covariance, false) {
		variances := eigen.Values(nil)
		s.narrowest, s.widest = math.Sqrt(max(variances[0], 0)), math.Sqrt(variances[m-1])
	}
	return s
}

// into writes B (y - z), for a basis B of rows.
func into(u, basis, y, z []float64) {
	n := len(z)
	for k := range u {
		sum := 0.0
		for j, b := range basis[k*n : (k+1)*n] {
			sum += b * (y[j] - z[j])
		}
		u[k] = sum
	}
}

// step is z + T u.
func (k *proposals) step(to []float64, center int, u []float64) {
	n := len(to)
	copy(to, k.centers.At(center))
	for a, v := range u {
		for j, b := range k.frames[center].Tangents[a*n : (a+1)*n] {
			to[j] += v * b
		}
	}
}

// draw makes n draws and returns those that count, and how many went beyond an edge.
func (k *proposals) draw(ctx context.Context, rng *rand.Rand, n int) (drawn *points.Set, beyond int, err error) {
	dim, m := k.centers.Dim, k.around.Dimension
	even := k.around.drawEvenly(n, dim, rng)
	n -= even.Len()
	from, to := points.New(n, dim), points.New(n, dim)
	by, u := make([]component, n), make([]float64, m)
	for i := range n {
		by[i] = k.components[k.shares.Draw(rng)]
		for j := range u {
			u[j] = by[i].factor * rng.NormFloat64()
		}
		solveLower(k.shapes[by[i].center].root, u)
		copy(from.At(i), k.centers.At(by[i].center))
		k.step(to.At(i), by[i].center, u)
	}
	y, returned, err := k.chart.Back(ctx, from, to)
	if err != nil {
		return nil, 0, err
	}
	var found []int
	for i := range n {
		at := newPlace(y.At(i), nil, m)
		switch {
		case returned[i] == Beyond:
			beyond++
		case returned[i] == Arrived && k.at(by[i].center, at) && at.within(by[i]):
			found = append(found, i)
		}
	}
	drawn = y.Select(found)
	drawn.Data = append(drawn.Data, even.Data...)
	return drawn, beyond, nil
}

// solveLower replaces v by L v, given L^-1.
func solveLower(root, v []float64) {
	m := len(v)
	for a := range m {
		for b := range a {
			v[a] -= root[a*m+b] * v[b]
		}
		v[a] /= root[a*m+a]
	}
}

// confirmed reports whether the way from a center's tangent space comes back to each of the points, and not to another
// sheet. Points without a center are drawn from all of a known manifold.
func (k *proposals) confirmed(ctx context.Context, y *points.Set, from []int) (arrived []bool, err error) {
	arrived = make([]bool, y.Len())
	var stepped, centers []int
	for i, center := range from {
		if arrived[i] = center < 0; !arrived[i] {
			stepped, centers = append(stepped, i), append(centers, center)
		}
	}
	y = y.Select(stepped)
	at, start := k.centers.Select(centers), points.New(y.Len(), y.Dim)
	u := make([]float64, k.around.Dimension)
	for i, center := range centers {
		into(u, k.frames[center].Tangents, y.At(i), at.At(i))
		k.step(start.At(i), center, u)
	}
	back, returned, err := k.chart.Back(ctx, at, start)
	if err != nil {
		return nil, err
	}
	slack := slackShare * k.around.Diagonal
	for i, row := range stepped {
		far := math.Sqrt(points.SquaredDistance(y.At(i), at.At(i)))
		arrived[row] = returned[i] == Arrived && math.Sqrt(points.SquaredDistance(y.At(i), back.At(i))) <= far/10+slack
	}
	return arrived, nil
}
