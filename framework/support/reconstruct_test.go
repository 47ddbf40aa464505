package support_test

import (
	"errors"
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/support/scaled"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// A parabola's encoder and decoder return its points, also in other units; a zero set has none.
func TestReconstruct(t *testing.T) {
	d := supporttest.Parabola(t)
	encoder := network.Compose(func([]network.Function) network.Function {
		return networktest.Formula(func(x *graph.Node) *graph.Node { return networktest.Coordinate(x, 0) })
	})
	pair := image.Pair{Encoder: encoder, Decoder: d.Decoder, Code: func(z *graph.Node) *graph.Node { return z }}
	parabola := image.New(pair, box.New(d.Latent), d.Bounds)
	z := &points.Set{Dim: 1, Data: []float64{-0.5, 0.1, 0.7}}
	carried, err := parabola.Carry(t.Context(), z)
	if err != nil {
		t.Fatal(err)
	}
	units := &points.Scaling{Shift: []float64{5, -3}, Scale: []float64{2, 2}}
	for name, test := range map[string]struct {
		of support.Reconstructor
		x  *points.Set
	}{"image": {parabola, carried.Points}, "scaled": {&scaled.Support{Inner: parabola, By: units},
		units.Out(carried.Points)}} {
		made, err := test.of.Reconstruct(t.Context(), test.x)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range test.x.Data {
			if math.Abs(made.Data[i]-v) > 1e-5 {
				t.Errorf("%s: number %d is %v, want %v", name, i, made.Data[i], v)
			}
		}
	}
	circle := zeroset.New(supporttest.Learned(t, networktest.Sphere(2, 1)))
	if _, err := (&scaled.Support{Inner: circle, By: units}).Reconstruct(t.Context(), carried.Points); !errors.Is(err,
		errors.ErrUnsupported) {
		t.Errorf("a zero set's reconstruction is the error %v", err)
	}
}
