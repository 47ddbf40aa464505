package ridge

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/support/ridged"
)

// blursEach is how often a point is blurred along its tangents for one time that it is in a batch.
const blursEach = 8

// Blurs reports whether so many points are: gaps between few of a curve are wider than a noise at which a ridge still
// bends as they do. Those of surfaces are not: a plane through as few neighbors as lie within their bends is a guess.
func (r *Ridge) Blurs(points int) bool {
	return r.TangentBlur > 0 && r.Dimension == 1 && points < ridged.Fewest
}

// alongTangents are points, each some times, with normal noise along the m principal components of those next to it,
// of a share of their distance (manifold Parzen windows, Vincent and Bengio 2002).
func alongTangents(x *points.Set, m int, share float64, times int, rng *rand.Rand) (*points.Set, error) {
	const beside = 1 // points next to one, and one more for each tangent
	y, places := points.New(0, x.Dim), x.Different()
	tree := neighbors.New(places)
	for i := range x.Len() {
		near, distances := tree.Nearest(x.At(i), 1+beside+m)
		tangents, err := neighbors.LargestComponents(places, near, m)
		if err != nil {
			return nil, err
		}
		_, count := tangents.Axes.Dims()
		deviation := share * distances[len(distances)-1]
		for range times {
			at := slices.Clone(x.At(i))
			for j := range count {
				floats.AddScaled(at, deviation*rng.NormFloat64(), mat.Col(nil, j, tangents.Axes))
			}
			y.Data = append(y.Data, at...)
		}
	}
	return y, nil
}
