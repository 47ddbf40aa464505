package manifold

import (
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/neighbors"
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
func some(data *points.Set) *points.Set {
	n := data.Len()
	count := max(2, mostCompared/data.Dim)
	if count >= n {
		return data
	}
	indices := make([]int, count)
	for k := range indices {
		indices[k] = k * n / count
	}
	return data.Select(indices)
}

func newNoise(wanted *loss.Noise, data *points.Set, seed uint64) *noise {
	scale := scaleOf(data)
	n := &noise{leastLowest * scale, highestUnless * scale, seed, wanted.Middle, scale}
	if wanted.Lowest == nil && data.Len() > 1 {
		_, distances := neighbors.Nearest(some(data), 1)
		slices.SortFunc(distances, slices.Compare)
		d := distances[len(distances)/2][0]
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
