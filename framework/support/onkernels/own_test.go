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
		own, err := around.ownKernels(t.Context(), line{}, density.Centers, density)
		if err != nil {
			t.Fatal(err)
		}
		if got := own[0].share + own[1].share; math.Abs(got-of.want) > 1e-9 {
			t.Errorf("kernels of mass %v have a share of %v, want %v", of.mass, got, of.want)
		}
		k := &proposals{around: around, centers: density.Centers, shapes: make([]shape, 2)}
		if _, left := k.narrower(own); math.Abs(left-(1-ownShare*of.want)) > 1e-9 {
			t.Errorf("kernels of mass %v leave %v of the draws, want %v", of.mass, left, 1-ownShare*of.want)
		}
	}
}

// Of a density's kernels, those that are wide all over are left to the kernels around the data, unless these are wider
// still; thin ones take part, however narrow the others are at their centers.
func TestNarrowerKernels(t *testing.T) {
	for name, of := range map[string]struct {
		own, near shape
		want      float64 // share of the draws
	}{
		"thin, where data are near":   {shape{nil, 0.01, 3, 1}, shape{nil, 1e-4, 1e-4, 9}, ownShare * thinShare},
		"wide, where data are near":   {shape{nil, 1, 3, -1}, shape{nil, 1e-4, 1e-4, 9}, 0},
		"wide, among wider":           {shape{nil, 1, 3, -1}, shape{nil, 2, 3, -2}, ownShare},
		"narrow, where data are near": {shape{nil, 0.01, 0.1, 5}, shape{nil, 1e-4, 1e-4, 9}, ownShare},
	} {
		centers := &points.Set{Dim: 2, Data: []float64{0, 0}}
		k := &proposals{around: Around{Dimension: 2, Diagonal: 10}, centers: centers, shapes: []shape{of.near}}
		some, left := k.narrower([]kernel{{center: centers.At(0), shape: of.own, share: 1}})
		if math.Abs(1-left-of.want) > 1e-12 || (len(some) == 1) != (of.want > 0) {
			t.Errorf("%s: %d take part with a share of %v, want %v", name, len(some), 1-left, of.want)
		}
	}
}
