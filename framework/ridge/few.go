package ridge

import (
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/points"
)

// fewOnCurve are blurred along their tangents: gaps between fewer are wider than a noise at which a ridge still bends
// as they do. Each is, blursEach times for one time that it is in a batch.
const fewOnCurve, blursEach = 40, 8

// Blurs reports whether so many points are blurred along their tangents. Those of surfaces are not: a plane through as
// few neighbors as lie within their bends is a guess.
func (r *Ridge) Blurs(points int) bool {
	return r.TangentBlur > 0 && r.Dimension == 1 && points < fewOnCurve
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
