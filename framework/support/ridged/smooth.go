package ridged

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// smoother takes points to quadrics that are fitted to their neighbors. Noise in many columns lies between points more
// than the way along what they lie on, and so few don't train a displacement to tell one from the other; a quadric, of
// which each column is fitted by itself, does (Aizenbud and Sober 2021).
type smoother struct {
	dimension int
	noisy     *points.Set // the data as they are
	near      *points.Set // where they are taken to be when neighbors are looked for
	tree      *neighbors.Tree
	size      int     // neighbors
	noise     float64 // in each direction
	scale     float64 // of the data
}

const (
	leastAcross  = 8     // directions, of which noise is smoothed
	mostSmoothed = 20000 // points
	leastNoise   = 0.01  // of the data's scale
	mostOfScale  = 0.3   // noise of more of it, as of a cloud, stays
	// leastAlong is how long noise is, at least, beside the way from a point to the next.
	leastAlong = 0.5
	// mostUneven is how many times as much as elsewhere the neighbors of a point vary around a quadric, at most: where
	// sheets meet, and at corners, fewer are taken.
	mostUneven = 1.5
)

// sizes are the numbers of neighbors that are tried.
func (s *smoother) sizes() (sizes []int) {
	least, most := 2*s.monomials(), s.noisy.Len()/8
	for size := float64(least); size <= float64(min(most, 400)); size *= math.Sqrt2 {
		sizes = append(sizes, int(math.Round(size)))
	}
	return sizes
}

// monomials is the number of those up to degree 2.
func (s *smoother) monomials() int { return (s.dimension + 1) * (s.dimension + 2) / 2 }

// Smooths reports whether noise is smoothed where a ridge of a dimension is learned in R^ambient, of some data.
func Smooths(dimension, ambient int) bool { return dimension <= 2 && ambient-dimension >= leastAcross }

// smootherOf is that of data whose noise lies between them; nil for others.
func smootherOf(x *points.Set, dimension int) *smoother {
	if !Smooths(dimension, x.Dim) || x.Len() > mostSmoothed {
		return nil
	}
	s := &smoother{dimension: dimension, noisy: x, near: x, tree: neighbors.New(x), scale: x.Scale()}
	if !s.choose() {
		return nil
	}
	once := s.all()
	return &smoother{dimension: dimension, noisy: x, near: once, tree: neighbors.New(once), size: s.size,
		noise: s.noise, scale: s.scale}
}

// choose takes the number of neighbors by which quadrics that are fitted without a point miss it least: false where it
// is the smallest, as of points without noise, or noise does not lie between them.
func (s *smoother) choose() bool {
	const tried = 300
	step := max(1, s.noisy.Len()/tried)
	best, along := math.Inf(1), 0.0
	sizes := s.sizes()
	for _, size := range sizes {
		missed, next := make([]float64, s.noisy.Len()/step), make([]float64, s.noisy.Len()/step)
		parallel.Each(len(missed), func(i int) {
			q := s.quadric(s.noisy.At(i*step), size)
			missed[i], next[i] = q.leftOut, q.next
		})
		if miss := statistics.Median(missed); miss < best {
			best, s.size, along = miss, size, statistics.Median(next)
		}
	}
	s.noise = best / math.Sqrt(float64(s.noisy.Dim-s.dimension))
	return len(sizes) > 0 && s.size > sizes[0] && best > leastAlong*along && s.noise > leastNoise*s.scale &&
		s.noise < mostOfScale*s.scale
}

// all are the data, smoothed.
func (s *smoother) all() *points.Set { return s.of(s.noisy, s.near) }

// in are other points, smoothed.
func (s *smoother) in(x *points.Set) *points.Set {
	once := *s
	once.near, once.tree = s.noisy, neighbors.New(s.noisy)
	return s.of(x, once.of(x, x))
}

// of are points, smoothed, that are taken to be near others.
func (s *smoother) of(x, near *points.Set) *points.Set {
	y := &points.Set{Dim: x.Dim, Data: slices.Clone(x.Data)}
	parallel.Each(x.Len(), func(i int) {
		for size := s.size; size >= s.monomials()+2; size /= 2 {
			q := s.quadric(near.At(i), size)
			if q.at != nil && q.variance < mostUneven*s.noise*s.noise {
				copy(y.At(i), q.at)
				return
			}
		}
	})
	return y
}

// quadric is that of a point's neighbors.
type quadric struct {
	at       []float64 // of it where the point is; nil where there is none
	variance float64   // of the neighbors around it, in each direction
	leftOut  float64   // distance of the point, one of the data, from that without it
	next     float64   // to the next along it
}

// quadric fits x(u) = sum of b_k m_k(u), with the monomials m_k up to degree 2 of the coordinates u along the principal
// components, to a number of neighbors, by weighted least squares.
func (s *smoother) quadric(x []float64, size int) quadric {
	indices, distances := s.tree.Nearest(x, size)
	reach := distances[len(distances)-1]
	if !(reach > 0) {
		return quadric{leftOut: math.NaN(), next: math.NaN()}
	}
	around := s.near.Select(indices)
	center := around.Mean()
	axes := widestAxes(around, center, s.dimension)
	rows, weights := make([][]float64, len(indices)), make([]float64, len(indices))
	normal, right := mat.NewSymDense(s.monomials(), nil), mat.NewDense(s.monomials(), len(x), nil)
	total := 0.0
	for j, i := range indices {
		const least = 0.05
		rows[j] = s.monomialsAt(around.At(j), center, axes, reach)
		weights[j] = max(1-distances[j]*distances[j]/(reach*reach), least)
		total += weights[j]
		normal.SymRankOne(normal, weights[j], mat.NewVecDense(len(rows[j]), rows[j]))
		for k, m := range rows[j] {
			floats.AddScaled(right.RawRowView(k), weights[j]*m, s.noisy.At(i))
		}
	}
	for k := range s.monomials() {
		normal.SetSym(k, k, normal.At(k, k)+1e-9*total)
	}
	var factorized mat.Cholesky
	var bends mat.Dense
	if !factorized.Factorize(normal) || factorized.SolveTo(&bends, right) != nil {
		return quadric{leftOut: math.NaN(), next: math.NaN()}
	}
	q := quadric{at: s.value(&bends, s.monomialsAt(x, center, axes, reach)), next: math.Inf(1)}
	for j, i := range indices {
		away := math.Sqrt(points.SquaredDistance(s.value(&bends, rows[j]), s.noisy.At(i)))
		q.variance += weights[j] * away * away
		if distances[j] == 0 {
			q.leftOut = away / (1 - weights[j]*leverage(&factorized, rows[j]))
			continue
		}
		square := 0.0
		for k := range s.dimension {
			d := rows[j][1+k] - rows[0][1+k]
			square += d * d
		}
		q.next = min(q.next, reach*math.Sqrt(square))
	}
	freedom := 1 - float64(s.monomials())/float64(len(indices))
	q.variance /= total * freedom * float64(len(x)-s.dimension)
	return q
}

// widestAxes are about the first principal axes of points, by orthogonal iteration from the longest ways to them: what
// a quadric's plane is tilted by, its slopes undo.
func widestAxes(x *points.Set, center []float64, count int) (axes [][]float64) {
	const rounds = 10
	away := points.New(x.Len(), x.Dim)
	longest := func() []float64 {
		best, length := make([]float64, x.Dim), 0.0
		for j := range away.Len() {
			left := slices.Clone(away.At(j))
			if l := orthogonal(left, axes); l > length {
				best, length = left, l
			}
		}
		return best
	}
	for j := range away.Len() {
		floats.SubTo(away.At(j), x.At(j), center)
	}
	for range count {
		axes = append(axes, longest())
	}
	for range rounds {
		for k, axis := range axes {
			turned := make([]float64, len(axis))
			for j := range away.Len() {
				floats.AddScaled(turned, floats.Dot(away.At(j), axis), away.At(j))
			}
			axes[k] = turned
		}
		for k, axis := range axes {
			orthogonal(axis, axes[:k])
		}
	}
	return axes
}

// orthogonal takes what lies along unit vectors from another one, and is the length of what is left, which becomes 1
// unless it is 0.
func orthogonal(v []float64, to [][]float64) float64 {
	for _, axis := range to {
		floats.AddScaled(v, -floats.Dot(axis, v), axis)
	}
	length := floats.Norm(v, 2)
	if length > 0 {
		floats.Scale(1/length, v)
	}
	return length
}

// value is what the monomials say.
func (s *smoother) value(bends *mat.Dense, monomials []float64) []float64 {
	_, n := bends.Dims()
	x := make([]float64, n)
	for k, m := range monomials {
		floats.AddScaled(x, m, bends.RawRowView(k))
	}
	return x
}

// leverage is m' N^-1 m of the monomials at a point.
func leverage(normal *mat.Cholesky, monomials []float64) float64 {
	m, solved := mat.NewVecDense(len(monomials), monomials), new(mat.VecDense)
	if normal.SolveVecTo(solved, m) != nil {
		return 0
	}
	return mat.Dot(m, solved)
}

// monomialsAt are those of a point's coordinates along axes, in units of a reach.
func (s *smoother) monomialsAt(x, center []float64, axes [][]float64, reach float64) []float64 {
	away := make([]float64, len(x))
	floats.SubTo(away, x, center)
	m := []float64{1}
	for _, axis := range axes {
		m = append(m, floats.Dot(axis, away)/reach)
	}
	for k := range s.dimension {
		for l := range k + 1 {
			m = append(m, m[1+k]*m[1+l])
		}
	}
	return m
}

// String says it in a sentence.
func (s *smoother) String() string {
	return fmt.Sprintf("noise of %.2g of the data's scale in each of %d columns is smoothed first, by quadrics "+
		"through %d neighbors", s.noise/s.scale, s.noisy.Dim, s.size)
}
