package metrics

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/random"
)

// Shares of projections that did not converge, above which figures that rest on them come with a note, and are missing.
const (
	notedShare   = 0.01
	missingShare = 0.5
)

// A manifold-defining function that is 0 to within the tolerance of projections at more than this share of the box
// defines no manifold: of one with a gradient of 1, the share is of the order of the tolerance.
const (
	zeroTolerance = 1e-4
	zeroShare     = 0.1
)

// dropUnfounded makes the named figures missing where more than half of the projections that they rest on did not
// converge.
func dropUnfounded(figures map[string]float64, names ...string) {
	if figures["unconverged"] > missingShare*figures["points"] {
		drop(figures, names...)
	}
}

func drop(figures map[string]float64, names ...string) {
	for _, name := range names {
		if _, measured := figures[name]; measured {
			figures[name] = math.NaN()
		}
	}
}

const zerosMeaning = "share of the box where |F| is at most 1e-4"

var projectionOutputs = []experiment.Output{
	{Name: "unconverged", Better: output.Lowest, Format: output.Count,
		Meaning: "searches for the nearest point of the support that failed"},
	{Name: "points", Format: output.Count, Meaning: "points that were measured"},
}

// failedProjections says that projections did not converge, or nothing where at most one in a hundred did not.
func failedProjections(what string, figures map[string]float64) []string {
	failed, count := figures["unconverged"], figures["points"]
	if failed <= notedShare*count {
		return nil
	}
	note := fmt.Sprintf("%s: %.0f of %.0f projections to the manifold did not converge", what, failed, count)
	if failed > missingShare*count {
		note += ", more than half, so that it is missing; train the manifold longer, or with a wider network or " +
			"another seed"
	}
	return []string{note}
}

// shareOfZeros is the share of the box where |F| is within the tolerance of projections, by 4096 random points; 0 for
// models without such a function.
func shareOfZeros(ctx context.Context, s *experiment.Subject) (float64, error) {
	const count = 1 << 12
	if len(s.Box) == 0 {
		return 0, nil
	}
	values, err := s.Trained.Values(ctx, s.Box.Uniform(count, random.New(s.Seed, "metric/zeros", 0)))
	if errors.Is(err, errors.ErrUnsupported) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	zeros := 0
	for i := range count {
		if !slices.ContainsFunc(values.At(i), func(v float64) bool { return !(math.Abs(v) <= zeroTolerance) }) {
			zeros++
		}
	}
	return float64(zeros) / count, nil
}
