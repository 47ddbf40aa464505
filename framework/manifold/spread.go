package manifold

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// manyDimensions is the dimension of the space from which fewer neighborhoods are looked at.
const manyDimensions = 64

// spreadOf estimates the standard deviation of the data about a manifold of a dimension, per direction, in the data's
// units: the noise that no manifold can pass through. The variance v of a small neighborhood along its normals is that
// of the noise and, since a manifold of curvature k leaves its tangent space by k h^2/2 at a distance h, a part that
// grows as h^4. Two sizes of neighborhoods distinguish them apart: noise is (r^4 v - w)/(r^4 - 1) where the larger
// one, of variance w, reaches r times as far. It is the median over a few hundred points, 0 where there are too few,
// and too low where the small neighborhood lies within the noise, as of curves with many points.
//
// In many dimensions the points are fewer, of which the median needs no more: it is one of as many variances each.
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
