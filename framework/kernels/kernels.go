// Package kernels estimates densities on manifolds by mixtures of normal kernels around the data, one for each point,
// whose shapes are those of the data around it (adaptive kernels: Breiman, Meisel and Purcell 1977; Vincent and Bengio
// 2002, "Manifold Parzen windows").
//
// A kernel at z is normal in the ambient R^n. Within the tangent space its axes are the principal axes of z's
// neighbors, with a share of their variances, drawn toward the mean and never below a floor; across it it has the
// largest of them, so that sheets of the manifold that pass near each other, or the far side of a circle, are kept
// apart, and the manifold may bend along the kernel. (Axes from the data alone would take a bend of a wide direction
// for a narrow tangent.) On a manifold of dimension m it integrates to (2 pi)^(m/2) times the product of the m standard
// deviations, up to curvature, by which it is divided. What is left is for the normalizer of whoever uses the mixture;
// but in many dimensions kernels must be wide, and their integrals differ by as much as their likelihoods, so that some
// would be chosen for what they don't have. There all kernels of a kind are divided by their mean integral.
//
// A distribution that is smooth all over needs kernels so wide that they leave a curved manifold: those of 100 and 200
// neighbors came nearer to distributions on a circle and a sphere, and lost on a torus, where their integrals reach
// 1.26. So smooth densities are candidates instead, by maximum penalized likelihood (see smoother), where a quadrature
// of the manifold is given.
//
// How many neighbors, which share, how far it is drawn and which penalty is decided by cross-validation: in each fold
// every candidate is fitted to the other points, and the weights of a mixture of candidates are those that give the
// points left out the highest likelihood (expectation maximization; it is a convex problem). The best few are fitted to
// all points. So kernels of several widths around the same points, whose sum has a peak and long tails, are among the
// choices.
//
// Points that repeat are one place with more weight: neighbors are at other places, and a fold has all of a place or
// nothing. Otherwise points left out that repeat fitted ones, and those of a grid to which data are rounded, would
// reward kernels without width. As it is, the least width follows from the distances between places.
package kernels

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// Mixture is a density proportional to the sum of kernels around the data, of clusters, which are wider, and of smooth
// densities.
type Mixture struct {
	Normals
	Clusters Normals
	Smooth   Smooth
}

// Normals is sum_i exp(Logs[i] - (r_i |x - z_i|^2 + sum_j c_ij (a_ij.(x - z_i))^2)/2), with unit vectors a_i1, ...,
// a_im, the tangential axes.
type Normals struct {
	Centers   *points.Set // z
	Axes      []float64   // a, [len(Centers), m, n]
	Along     []float64   // c: precision along each axis less that across, [len(Centers), m]
	Across    []float64   // r: precision in all other directions
	Logs      []float64   // logarithm of each one's weight over its integral
	Dimension int         // m
}

// Options are those of Fit.
type Options struct {
	Dimension int     // of the manifold, at most that of the data
	Members   int     // most candidates in the mixture
	Floor     float64 // least standard deviation of a kernel, in units of the data; above 0 as numbers are rounded

	// Clusters is the most mixtures of clusters in it, on manifolds of leastCurved dimensions and more.
	Clusters int

	// Nearby are points of the manifold around the data, over which kernels and clusters are integrated in leastCurved
	// dimensions and more. Where it finds none there are no clusters. Nil: integrals are those of flat space.
	Nearby func() (*Nodes, error)
	nearby *Nodes

	// Smooth is the most smooth densities in it, which need a quadrature of the manifold and the data's extent.
	Smooth int
	Nodes  *Nodes // nil: no smooth densities
	Extent float64
}

// Nodes are points of a manifold with the logarithms of weights, by which sums over them are integrals.
type Nodes struct {
	At         *points.Set
	LogWeights []float64
}

// candidate is one way to choose the shapes of kernels.
type candidate struct {
	neighbors int
	share     float64 // of the neighbors' variance
	shrink    float64 // how far variances along the manifold are drawn to their mean
}

// candidates of all, those with the same number of neighbors in a row. In many dimensions data may be a thousand times
// as wide along some directions as along others, which many neighbors show and a twentieth of the mean variance hides.
// On a curve there is one direction, and nothing to draw.
func candidates(dimension int) (all []candidate) {
	round, drawn := []float64{1}, []float64{0.05, 0.005, 0.0005}
	if dimension == 1 {
		drawn = round
	}
	for _, c := range []struct {
		neighbors int
		shrinks   []float64
	}{{1, round}, {2, round}, {4, round}, {14, drawn}, {24, drawn}, {50, drawn}} {
		for _, shrink := range c.shrinks {
			for _, share := range []float64{0.2, 0.4, 0.8, 1.6} {
				all = append(all, candidate{c.neighbors, share, shrink})
			}
		}
	}
	return all
}

// Folds of the cross-validation, and how many kernels count at a point in it: the nearest.
const (
	folds   = 4
	nearest = 100
)

// Fit returns a mixture around the data, with orthonormal bases of their tangent spaces [len(data), o.Dimension, n],
// of at most o.Members kernels for each different point.
func Fit(data *points.Set, tangents []float64, o Options, rng *rand.Rand) (*Mixture, error) {
	all, at := candidates(o.Dimension), placesOf(data, tangents, &o)
	fold := make([]int, at.set.Len())
	for i, k := range rng.Perm(at.set.Len()) {
		fold[k] = i % folds
	}
	smoother, err := o.newSmoother(at)
	if err != nil {
		return nil, err
	}
	clusterings := o.clusterings(at.set.Len())
	if o.Dimension >= leastCurved && o.Nearby != nil {
		if o.nearby, err = o.Nearby(); err != nil {
			return nil, err
		}
		if o.nearby == nil {
			clusterings = nil
		}
	}
	logs, integrals := make([][]float64, at.set.Len()), []float64(nil)
	for k := range folds {
		var fitted, left []int
		for i, f := range fold {
			if f == k {
				left = append(left, i)
			} else {
				fitted = append(fitted, i)
			}
		}
		if len(fitted) < 2 || len(left) == 0 {
			continue
		}
		others, apart := at.some(fitted, o.Dimension), at.set.Select(left)
		terms, err := o.newTerms(others, all)
		if err != nil {
			return nil, err
		}
		found := terms.crossValidate(apart)
		if integrals == nil { // near those of the other folds
			integrals = terms.logIntegrals(o.nearby)
		}
		for _, row := range found {
			floats.Sub(row, integrals)
		}
		if err := o.crossValidateClusters(others, apart, clusterings, found, rng); err != nil {
			return nil, err
		}
		if smoother != nil {
			if err := smoother.crossValidate(fitted, left, found); err != nil {
				return nil, err
			}
		}
		for i, row := range left {
			logs[row] = found[i]
		}
	}
	return o.fitChosen(at, ways{all, clusterings, smoother}, logs, rng)
}

// ways are all candidates, in the order in which their log densities are.
type ways struct {
	kernels  []candidate
	clusters []int
	smoother *smoother // nil: no smooth densities
}

// most is how many candidates of each kind may be chosen.
func (w *ways) most(o *Options) []kind {
	kinds := []kind{{len(w.kernels), o.Members}, {len(w.clusters), o.Clusters}}
	if w.smoother != nil {
		kinds = append(kinds, kind{len(smoothCandidates()), o.Smooth})
	}
	return kinds
}

// places are the different points of data.
type places struct {
	set      *points.Set
	tangents []float64 // [len(set), m, n]
	counts   []float64 // how many of the data are at each
}

func placesOf(data *points.Set, tangents []float64, o *Options) *places {
	firsts, of := data.Places()
	p := (&places{data, tangents, make([]float64, data.Len())}).some(firsts, o.Dimension)
	for _, place := range of {
		p.counts[place]++
	}
	return p
}

// some are the places with the given indices.
func (p *places) some(indices []int, m int) *places {
	q, size := &places{set: p.set.Select(indices)}, m*p.set.Dim
	for _, i := range indices {
		q.tangents = append(q.tangents, p.tangents[i*size:(i+1)*size]...)
		q.counts = append(q.counts, p.counts[i])
	}
	return q
}

// fitChosen fits the best candidates to all points.
func (o *Options) fitChosen(at *places, all ways, logs [][]float64, rng *rand.Rand) (*Mixture, error) {
	chosen, weights := choose(logs, at.counts, all.most(o))
	m, n := &Mixture{}, at.set.Dim
	m.Normals, m.Clusters = emptyNormals(o.Dimension, n), emptyNormals(o.Dimension, n)
	m.Smooth.Landmarks = points.New(0, n)
	if all.smoother != nil {
		m.Smooth.Landmarks = all.smoother.landmarks
	}
	for k, c := range chosen {
		if err := o.addTo(m, at, &all, c, math.Log(weights[k]), rng); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// addTo fits a candidate to all points and adds it.
func (o *Options) addTo(m *Mixture, at *places, all *ways, c int, log float64, rng *rand.Rand) error {
	switch smooth := c - len(all.kernels) - len(all.clusters); {
	case smooth >= 0:
		return all.smoother.addTo(&m.Smooth, smoothCandidates()[smooth], points.Range(0, at.set.Len()), log)
	case c >= len(all.kernels):
		found, err := o.clusters(at, all.clusters[c-len(all.kernels)], clusterStarts, rng)
		if err != nil {
			return err
		}
		m.Clusters.append(found, log)
		return nil
	}
	terms, err := o.newTerms(at, []candidate{all.kernels[c]})
	if err != nil {
		return err
	}
	m.addKernels(at, terms.shapes[0], log-terms.logIntegrals(o.nearby)[0])
	return nil
}

// shape is the kernels of a candidate, in the terms of Mixture.
type shape struct {
	m, n                int
	axes                []float64
	along, across, logs []float64
}

// shapes are those of candidates around the same points. Candidates with the same number of neighbors share axes.
func (o *Options) shapes(at *places, all []candidate) ([]*shape, error) {
	most := 0
	for _, c := range all {
		most = max(most, c.neighbors)
	}
	near, _ := neighbors.Nearest(at.set, most)
	axes := map[int]*local{}
	shapes := make([]*shape, len(all))
	for i, c := range all {
		if axes[c.neighbors] == nil {
			found, err := o.components(at, near, c.neighbors)
			if err != nil {
				return nil, err
			}
			axes[c.neighbors] = found
		}
		shapes[i] = o.shape(axes[c.neighbors], at.set.Dim, c)
	}
	return shapes, nil
}

// local is the principal axes of the neighbors' differences from each point within its tangent space, and their mean
// squares.
type local struct{ axes, variances []float64 }

func (o *Options) components(at *places, near [][]int, count int) (*local, error) {
	x, n, m := at.set, at.set.Dim, o.Dimension
	l := &local{make([]float64, x.Len()*m*n), make([]float64, x.Len()*m)}
	failed := make([]bool, x.Len())
	parallel.Each(x.Len(), func(i int) {
		tangent := mat.NewDense(m, n, at.tangents[i*m*n:(i+1)*m*n])
		covariance, difference := mat.NewSymDense(m, nil), mat.NewVecDense(n, nil)
		along := mat.NewVecDense(m, nil)
		for _, k := range near[i][:min(count, len(near[i]))] {
			for j, v := range x.At(k) {
				difference.SetVec(j, v-x.At(i)[j])
			}
			along.MulVec(tangent, difference)
			covariance.SymRankOne(covariance, 1/float64(min(count, len(near[i]))), along)
		}
		var eigen mat.EigenSym
		if failed[i] = !eigen.Factorize(covariance, true); failed[i] {
			return
		}
		for j, v := range eigen.Values(nil) {
			l.variances[i*m+j] = max(v, 0) // rounding
		}
		var vectors mat.Dense
		eigen.VectorsTo(&vectors)
		mat.NewDense(m, n, l.axes[i*m*n:(i+1)*m*n]).Mul(vectors.T(), tangent)
	})
	if slices.Contains(failed, true) {
		return nil, errors.New("the eigenvalues of a covariance matrix did not converge: the data are not finite, " +
			"or too far apart for 64 bits")
	}
	return l, nil
}

func (o *Options) shape(l *local, n int, c candidate) *shape {
	m, floor := o.Dimension, o.Floor*o.Floor
	count := len(l.variances) / m
	s := &shape{m: m, n: n, axes: l.axes, along: make([]float64, count*m), across: make([]float64, count),
		logs: make([]float64, count)}
	for i := range count {
		mean := 0.0
		for _, v := range l.variances[i*m : (i+1)*m] {
			mean += v / float64(m)
		}
		s.across[i] = 1 / (c.share*slices.Max(l.variances[i*m:(i+1)*m]) + floor)
		s.logs[i] = -float64(m) / 2 * math.Log(2*math.Pi)
		for j := i * m; j < (i+1)*m; j++ {
			precision := 1 / (c.share*((1-c.shrink)*l.variances[j]+c.shrink*mean) + floor)
			s.along[j] = precision - s.across[i]
			s.logs[i] += math.Log(precision) / 2
		}
	}
	return s
}

// addKernels appends those around points, each weighted by the data at its center.
func (s *Normals) addKernels(at *places, of *shape, log float64) {
	s.Centers.Data = append(s.Centers.Data, at.set.Data...)
	s.Axes, s.Along, s.Across = append(s.Axes, of.axes...), append(s.Along, of.along...), append(s.Across, of.across...)
	total := floats.Sum(at.counts)
	for i, l := range of.logs {
		s.Logs = append(s.Logs, l+log+math.Log(at.counts[i]/total))
	}
}

// Above is those with logarithms above a number.
func (s *Normals) Above(least float64) *Normals {
	some := emptyNormals(s.Dimension, s.Centers.Dim)
	size := s.Dimension * s.Centers.Dim
	for i, log := range s.Logs {
		if log > least {
			some.Centers.Data = append(some.Centers.Data, s.Centers.At(i)...)
			some.Axes = append(some.Axes, s.Axes[i*size:(i+1)*size]...)
			some.Along = append(some.Along, s.Along[i*s.Dimension:(i+1)*s.Dimension]...)
			some.Across, some.Logs = append(some.Across, s.Across[i]), append(some.Logs, log)
		}
	}
	return &some
}
