package metrics

import (
	"context"
	"fmt"
	"math"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/framework/support"
)

// ManifoldDistance is the distance of each data point to the learned manifold (paper, table 3), or an upper bound: to
// the nearest point that a search from the point itself finds. That of a pushforward model starts from the encoder's
// code and, in up to three latent dimensions, from the nearest of a grid.
type ManifoldDistance struct {
	Points    int       `yaml:"points" default:"100000" range:"[1, 10000000]" doc:"most points that are measured: the first ones"`
	Reference Reference `yaml:"reference" default:"training" doc:"points of the data that are measured"`
}

// CodeVersion implements experiment.Metric.
func (*ManifoldDistance) CodeVersion() int { return 4 }

// Needs refuses a comparison with missing points.
func (m *ManifoldDistance) Needs(s *experiment.Settings) (experiment.Needs, error) {
	return experiment.Needs{}, m.Reference.Check(s)
}

// Outputs implements experiment.Metric.
func (*ManifoldDistance) Outputs() []experiment.Output {
	return append([]experiment.Output{
		{Name: "median", Role: output.Main, Unit: "data units", Better: output.Lowest, Meaning: "median distance"},
		{Name: "mean", Role: output.Main, Unit: "data units", Better: output.Lowest, Meaning: "mean distance"},
		{Name: "min", Unit: "data units", Better: output.Lowest, Meaning: "least distance"},
		{Name: "max", Unit: "data units", Better: output.Lowest, Meaning: "greatest distance"},
		{Name: "residual", Better: output.Lowest, Meaning: "greatest |F| at the points found"},
		{Name: "unsettled", Better: output.Lowest, Format: output.Count,
			Meaning: "searches that still moved: there may be nearer points"},
		{Name: "zeros", Better: output.Lowest, Format: output.Share, Meaning: zerosMeaning},
	}, projectionOutputs...)
}

// Measure leaves the distances missing where more than half of the searches failed, and where zeros is above 0.1.
func (m *ManifoldDistance) Measure(ctx context.Context, s *experiment.Subject) (*experiment.Measurement, error) {
	if s.Derived || fills(s.Trained.Support) {
		return nil, experiment.ErrNotApplicable
	}
	s, caveats := inOneUnit(s)
	data := m.Reference.points(s)
	if data.Len() == 0 {
		return nil, experiment.ErrNotApplicable
	}
	data = data.Slice(0, min(m.Points, data.Len()))
	nearest, err := support.Nearest(ctx, s.Trained.Support, data)
	if err != nil {
		return nil, supported(err)
	}
	distances, err := projectionDistances(data, nearest)
	if err != nil {
		return nil, err
	}
	residual := max(0, slices.Max(nearest.Residual))
	zeros, err := shareOfZeros(ctx, s)
	if err != nil {
		return nil, err
	}
	figures := map[string]float64{"min": slices.Min(distances), "median": statistics.Median(distances),
		"mean": statistics.Mean(distances), "max": slices.Max(distances), "residual": residual,
		"unconverged": float64(nearest.Unconverged), "unsettled": float64(nearest.Unsettled),
		"points": float64(data.Len()), "zeros": zeros}
	dropUnfounded(figures, "min", "median", "mean", "max")
	if zeros > zeroShare {
		drop(figures, "min", "median", "mean", "max")
	}
	return &experiment.Measurement{Values: figures, Caveats: append(caveats, m.caveats(figures)...)}, nil
}

// caveats say that the function is 0 all over, or that projections did not converge.
func (*ManifoldDistance) caveats(figures map[string]float64) []string {
	if zeros := figures["zeros"]; zeros > zeroShare {
		return []string{
			fmt.Sprintf(
				"manifold_distance is missing: |F| is at most %g in %.0f %% of the box, so that F = 0 is no manifold; "+
					"train with another seed, or with negative_weight or min_singular_value", zeroTolerance, 100*zeros)}
	}
	return failedProjections("manifold_distance", figures)
}

// projectionDistances are those of points to what a search for the nearest points of a manifold found.
func projectionDistances(x *points.Set, nearest *support.Projection) ([]float64, error) {
	distances := make([]float64, x.Len())
	for i := range distances {
		distances[i] = math.Sqrt(points.SquaredDistance(x.At(i), nearest.Points.At(i)))
		if math.IsNaN(distances[i]) {
			return nil, fmt.Errorf("the search for the point of the manifold that is nearest to point %d of %d "+
				"(from 0) ran away", i, x.Len())
		}
	}
	return distances, nil
}
