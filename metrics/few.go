package metrics

import (
	"context"
	"math"
)

// leastAlong is how many points a manifold of m dimensions has along each of them, at least, if it is to be seen: N
// points have about N^(1/m). The torus of seven dimensions of the zoo has 2.8, and comes out right.
const leastAlong = 2.5

// few doubts a dimension that the points are too few to show.
func few(_ context.Context, f *findings) error {
	m, n := f.Trained.Support.Dimension(), f.Train.Distinct()
	if along := math.Pow(float64(n), 1/float64(m)); along < leastAlong {
		f.doubt("few_points", along,
			"%d different training points are %.2g along each of %d dimensions, too few to show a manifold of "+
				"that dimension: more data help, or a smaller dimension", n, along, m)
	}
	return nil
}
