package metrics

import (
	"context"

	"ebim/framework/dimension"
)

// few doubts a dimension that the points are too few to show.
func few(_ context.Context, f *findings) error {
	m, n := f.Trained.Support.Dimension(), f.Train.Distinct()
	if along := dimension.Along(n, m); along < dimension.LeastAlong {
		f.doubt("few_points", along,
			"%d different training points are %.2g along each of %d dimensions, too few to show a manifold of "+
				"that dimension: more data help, or a smaller dimension", n, along, m)
	}
	return nil
}
