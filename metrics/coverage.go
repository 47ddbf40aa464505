package metrics

import (
	"math"

	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// Where a manifold has data near it. With a Poisson process of n points per unit of measure of an m-dimensional
// manifold, a ball of radius r is empty with probability exp(-n V r^m), V the volume of the unit ball, and the k-th
// neighbor is at about (k/(n V))^(1/m). So nothing is within c times that distance with probability exp(-k c^m), which
// k = 8 and c = 1.25^(1/m) make e^-10 in every dimension. The distance is the median over the data around a point, so
// that clumps do not decide. As it is estimated, more of a well-sampled manifold counts as empty: in simulations of 100
// to 1000 uniform points on spheres of dimension 1 to 3 at most 1e-3 on average, and over 1e-2 in at most 3 of 100.
const (
	kth           = 8
	around        = 16
	tolerance     = 1.25
	nearInMedians = 5 // of the data's distances to the manifold: beyond, distance is not noise
)

// vicinity finds which points have data near them.
type vicinity struct {
	data    *points.Set // different ones
	tree    *neighbors.Tree
	spacing []float64 // distance of each one's k-th neighbor; 0 where it has not been asked for
	factor  float64
	noise   float64 // distance to the data that has nothing to do with gaps
}

// newVicinity is that of data on a manifold of a dimension; nil for too few different points.
func newVicinity(data *points.Set, dimension int, noise float64) *vicinity {
	if data = data.Different(); data.Len() <= kth {
		return nil
	}
	v := &vicinity{data: data, spacing: make([]float64, data.Len()), noise: noise,
		factor: math.Pow(tolerance, 1/float64(dimension))}
	v.tree = neighbors.New(v.data)
	return v
}

// holds says whether a point has data near it.
func (v *vicinity) holds(x []float64) bool {
	spacings, distance := v.around(x, around)
	return distance <= math.Hypot(v.factor*statistics.Median(spacings), v.noise)
}

// around is the distances of the k-th neighbor of the count data nearest to a point, and the distance of the nearest.
func (v *vicinity) around(x []float64, count int) (spacings []float64, distance float64) {
	places, distances := v.tree.Nearest(x, count)
	spacings = make([]float64, len(places))
	for k, i := range places {
		spacings[k] = v.spacingAt(i)
	}
	return spacings, distances[0]
}

func (v *vicinity) spacingAt(i int) float64 {
	if v.spacing[i] == 0 {
		_, distances := v.tree.Nearest(v.data.At(i), kth+1) // the first is the point itself
		v.spacing[i] = distances[kth]
	}
	return v.spacing[i]
}
