package manifold

import (
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/stat"

	"ebim/framework/loss"
	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

// noise draws normal noise whose standard deviations are log-uniform between two bounds, but for a share that is
// log-normal within them.
type noise struct {
	lowest, highest float64
	seed            uint64
	middle          float64 // the share
	scale           float64 // of the data
}

// Median and spread of the log-normal share, in units of the data's scale: where noise hides the parts of an image and
// not yet the whole.
const (
	middleMedian = 1.6
	middleSpread = 0.6
)

// Bounds of the noise, in units of the data's scale. Its lower end is the median distance d of nearest neighbors: less
// noise distinguishes the data apart, and not how the manifold runs between them. It is bounded to 0.02 below, and
// above to 0.1 or, where neighbors are far apart as in many dimensions, to d/5, at most 0.5.
const (
	leastLowest   = 0.02
	mostLowest    = 0.1
	mostSparse    = 0.5
	sparse        = 5
	highestUnless = 2
)

// mostCompared bounds the numbers of points whose distances are found: those of N images take a time of N^2.
const mostCompared = 1 << 20

// some are the points, or as many of them, evenly spaced, as are compared. A manifold of m dimensions has its points
// N^(1/m) times as far from each other when N times fewer are taken, which of the many dimensions of images is little.
func some(data *points.Set) *points.Set { return data.Evenly(max(2, mostCompared/data.Dim)) }

// mostAsked is the largest number of points whose nearest neighbor is found.
const mostAsked = 20000

// spacingOf is the median distance of points to their nearest neighbors, 0 of less than two.
func spacingOf(data *points.Set) float64 {
	if data.Len() < 2 {
		return 0
	}
	among := some(data)
	tree, step := neighbors.New(among), 1+(among.Len()-1)/mostAsked
	distances := make([]float64, among.Len()/step)
	parallel.Each(len(distances), func(i int) {
		_, near := tree.Nearest(among.At(i*step), 2)
		distances[i] = near[1] // after the point itself
	})
	slices.Sort(distances)
	return distances[len(distances)/2]
}

func newNoise(wanted *loss.Noise, k *known, seed uint64) *noise {
	scale := k.scale
	n := &noise{leastLowest * scale, highestUnless * scale, seed, wanted.Middle, scale}
	if d := k.spacing; wanted.Lowest == nil && d > 0 {
		n.lowest = min(max(d, leastLowest*scale), max(mostLowest*scale, min(d/sparse, mostSparse*scale)))
	}
	if wanted.Lowest != nil {
		n.lowest = *wanted.Lowest
	}
	if wanted.Highest != nil {
		n.highest = *wanted.Highest
	}
	n.lowest, n.highest = min(n.lowest, n.highest), max(n.lowest, n.highest)
	return n
}

// deviations fills the standard deviations of a step, [batch].
func (n *noise) deviations(step int, into []float32) {
	rng := random.New(n.seed, "manifold/deviations", step)
	for i := range into { // stratified: the points, in random order, share the range evenly
		into[i] = float32(n.lowest * math.Pow(n.highest/n.lowest, (float64(i)+rng.Float64())/float64(len(into))))
	}
	if n.middle == 0 {
		return
	}
	for i := range into {
		if rng.Float64() < n.middle {
			s := middleMedian * n.scale * math.Exp(middleSpread*rng.NormFloat64())
			into[i] = float32(max(n.lowest, min(s, n.highest)))
		}
	}
}

// fill fills the noise of a step, [batch, dim].
func (n *noise) fill(step, dim int, into []float32) {
	deviations := make([]float32, len(into)/dim)
	n.deviations(step, deviations)
	sampler.Normal(into, random.New(n.seed, "manifold/noise", step))
	for i := range into {
		into[i] *= deviations[i/dim]
	}
}

// feeders give the noise and its deviations.
func (n *noise) feeders(batch, dim int) []feeder {
	return []feeder{
		train.One([]int{batch, dim}, func(in *loss.ManifoldInputs, x *graph.Node) { in.Noise = x },
			func(at train.Moment, into []float32) { n.fill(at.Step, dim, into) }),
		train.One([]int{batch}, func(in *loss.ManifoldInputs, x *graph.Node) { in.Deviations = x },
			func(at train.Moment, into []float32) { n.deviations(at.Step, into) }),
	}
}

// scaleOf is the root of the points' mean squared distance to their mean, per coordinate; 1 where they all are one.
func scaleOf(x *points.Set) float64 {
	if scale := x.Scale(); scale > 0 {
		return scale
	}
	return 1
}

// manyDimensions is the dimension of the space from which fewer neighborhoods are looked at.
const manyDimensions = 64

// spreadOf estimates the standard deviation of the data about a manifold of a dimension, per direction, in the data's
// units: the noise that no manifold can pass through. The variance v of a small neighborhood along its normals is that
// of the noise and, since a manifold of curvature k leaves its tangent space by k h^2/2 at a distance h, a part that
// grows as h^4. Two sizes of neighborhoods distinguish them apart: noise is (r^4 v - w)/(r^4 - 1) where the larger
// one, of variance w, reaches r times as far. It is the median over a few hundred points, 0 where there are too few,
// and too low where the small neighborhood lies within the noise, as of curves with many points.
//
// In many dimensions fewer points are taken, which the median can do with: each has as many variances.
func spreadOf(x *points.Set, dimension int) float64 {
	most := 400
	if x.Dim > manyDimensions { // principal components take a time that grows with them
		most = max(20, most*manyDimensions/x.Dim)
	}
	small, large := 5*dimension+1, 20*dimension+4
	if x.Len() <= large || dimension >= x.Dim {
		return 0
	}
	tree := neighbors.New(x)
	step := max(1, x.Len()/most)
	var noise []float64
	for i := 0; i < x.Len(); i += step {
		near, distances := tree.Nearest(x.At(i), large)
		within, err := variances(x, near[:small])
		if err != nil {
			return 0
		}
		around, err := variances(x, near)
		if err != nil {
			return 0
		}
		reach := math.Pow(distances[large-1]/max(distances[small-1], math.SmallestNonzeroFloat64), 4)
		v, w := stat.Mean(within[dimension:], nil), stat.Mean(around[dimension:], nil)
		if reach > 1 && !math.IsInf(reach, 0) {
			noise = append(noise, max(0, (reach*v-w)/(reach-1)))
		}
	}
	if len(noise) == 0 {
		return 0
	}
	slices.Sort(noise)
	return math.Sqrt(noise[len(noise)/2])
}

// variances are those along the principal components of points. Without the axes they are found much faster where
// there are fewer points than dimensions; in few dimensions their last bits stay those that trainings have had.
func variances(x *points.Set, indices []int) ([]float64, error) {
	if x.Dim > manyDimensions {
		return neighbors.Variances(x, indices)
	}
	components, err := neighbors.PrincipalComponents(x, indices)
	return components.Variances, err
}
