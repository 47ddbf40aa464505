package metrics

import (
	"context"

	"ebim/framework/neighbors"
)

// strata doubts a surface of points some of which lie along curves, as a whisker on a sphere: a model has one
// dimension.
func strata(_ context.Context, f *findings) error {
	if f.Traits.Dimension != 2 || f.Train.Len() == 0 || f.given {
		return nil
	}
	if share := neighbors.Curves(f.Train); share >= neighbors.LeastCurves {
		f.doubt("along_curves", share,
			"%.2g %% of the training points lie along curves, not on a surface: a model has one dimension; learn "+
				"the parts apart, each from its own points", 100*share)
	}
	return nil
}
