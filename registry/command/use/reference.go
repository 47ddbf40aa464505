package use

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/spf13/cobra"

	"ebim/framework/mesh"
	"ebim/framework/support"
)

// mostReferred bounds the data's points that quantiles are of.
const mostReferred = 20000

// refer measures the data's own points, and says which these are.
func (s *scorer) refer(ctx context.Context, command *cobra.Command, rate float64) error {
	if err := s.checkSearch(); err != nil {
		return err
	}
	s.sayUnits(command)
	if s.reference == nil {
		measured, err := s.measured(ctx)
		if err != nil {
			return err
		}
		s.reference = measured
		s.lost.Store(0)
	}
	of := "distances"
	if s.fills() {
		of = "densities"
	}
	say(command, "quantiles are among the %s of %d %s", of, s.reference.points, s.reference.are)
	if float64(s.reference.points)*rate < 1 {
		say(command, "%d points are too few for a rate of %v: an anomaly lies beyond all of them", s.reference.points,
			rate)
	}
	return nil
}

func (s *scorer) measured(ctx context.Context) (*reference, error) {
	own, are := s.Data.Held, "held-out points"
	if own.Len() == 0 {
		own, are = s.Data.Train, "training points, as none were held out"
	}
	own = own.Slice(0, min(own.Len(), mostReferred))
	found := &reference{points: own.Len(), are: are}
	rows := chunkRows(own.Dim)
	for from := 0; from < own.Len(); from += rows {
		_, _, ranked, _, err := s.measure(ctx, own.Slice(from, min(from+rows, own.Len())))
		if err != nil {
			return nil, err
		}
		found.ranked = append(found.ranked, ranked...)
	}
	found.ranked = slices.DeleteFunc(found.ranked, math.IsNaN)
	slices.Sort(found.ranked)
	return found, nil
}

// quantile is the share of the data's points that are ranked lower.
func (r *reference) quantile(v float64) float64 {
	if math.IsNaN(v) || len(r.ranked) == 0 {
		return math.NaN()
	}
	below, _ := slices.BinarySearch(r.ranked, v)
	return float64(below) / float64(len(r.ranked))
}

// findBorder looks for where the manifold ends, and says if it can't be known.
func (s *scorer) findBorder(ctx context.Context, command *cobra.Command) {
	if s.border == nil {
		s.border = s.newBorder(ctx)
	}
	if s.border.unknown != "" {
		say(command, "edge_distance is nan: %s", s.border.unknown)
	}
}

func (s *scorer) newBorder(ctx context.Context) *border {
	made, unknown := s.Mesh, ""
	if made == nil && support.CheckMesh(s.Trained.Support) == nil {
		var err error
		if made, err = support.Mesh(ctx, s.Trained.Support, s.Resolution); err != nil {
			unknown = err.Error()
		}
	}
	switch {
	case made != nil:
		return &border{distance: mesh.BorderOf(s.units.mesh(made)).Distance}
	case s.fills(), support.ConstraintOf(s.inner()) != nil: // F = 0 ends nowhere
		return &border{distance: func([]float64) float64 { return math.Inf(1) }}
	}
	unknown = cmp.Or(unknown, s.Label+" has no mesh that would show where it ends")
	return &border{func([]float64) float64 { return math.NaN() }, unknown}
}
