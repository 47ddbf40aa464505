package onkernels

import (
	"context"
	"math"
	"testing"

	"ebim/framework/kernels"
	"ebim/framework/points"
)

// line is the first axis of a plane.
type line struct{ Chart }

func (line) Frames(_ context.Context, x *points.Set) ([]Frame, error) {
	frames := make([]Frame, x.Len())
	for i := range frames {
		frames[i] = Frame{Tangents: []float64{1, 0}, Smaller: []float64{0, 1}}
	}
	return frames, nil
}

// A density whose kernels add up to several times its integral leaves a share of the draws to others.
func TestSharesOfOwnKernels(t *testing.T) {
	for _, of := range []struct{ mass, want float64 }{{0.5, 0.5}, {8, 1}} {
		density := &kernels.Mixture{Normals: kernels.Normals{Dimension: 1, Across: []float64{1e4, 1e4},
			Centers: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0}}, Along: []float64{0, 0},
			Axes: []float64{1, 0, 1, 0}}}
		for range 2 {
			density.Logs = append(density.Logs, math.Log(of.mass/2)-math.Log(2*math.Pi/1e4)/2)
		}
		around := Around{Dimension: 1, Diagonal: 10}
		own, err := around.ownKernels(t.Context(), line{}, density)
		if err != nil {
			t.Fatal(err)
		}
		if got := own[0].share + own[1].share; math.Abs(got-of.want) > 1e-9 {
			t.Errorf("kernels of mass %v have a share of %v, want %v", of.mass, got, of.want)
		}
		k := &proposals{around: around, centers: density.Centers}
		if _, left := k.narrower(own, []float64{0, 0}); math.Abs(left-(1-ownShare*of.want)) > 1e-9 {
			t.Errorf("kernels of mass %v leave %v of the draws, want %v", of.mass, left, 1-ownShare*of.want)
		}
	}
}
