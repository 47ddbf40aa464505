package image

import (
	"errors"
	"math"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
)

// The parabola over [-2, 2] has the length sqrt(17) 2 + asinh(4)/2, and the density exp(-z^2/2)/sqrt(1 + 4 z^2) over
// the normal distribution's mass there.
func TestMeshOfAPushforwardCurve(t *testing.T) {
	made, err := with(supporttest.Normal, parabola(t)).Mesh(t.Context(), 50)
	if err != nil {
		t.Fatal(err)
	}
	if made.Vertices.Len() != 401 || made.Len() != 400 || made.Dimension != 1 {
		t.Fatalf("%d vertices and %d elements of dimension %d, want 401 and 400 of 1", made.Vertices.Len(), made.Len(),
			made.Dimension)
	}
	if want := 2*math.Sqrt(17) + math.Asinh(4)/2; math.Abs(made.Measure()-want) > 1e-4 {
		t.Errorf("the length is %v, want %v", made.Measure(), want)
	}
	mass := math.Sqrt(2*math.Pi) * math.Erf(math.Sqrt2)
	for i := range made.Vertices.Len() {
		z := -2 + float64(i)/100
		if x := made.Vertices.At(i); math.Abs(x[0]-z) > 1e-5 || math.Abs(x[1]-z*z) > 1e-5 {
			t.Fatalf("vertex %d is %v, want the image of %v", i, x, z)
		}
		if energy := made.Values[mesh.Energy][i]; math.Abs(energy-z*z/2) > 1e-5 {
			t.Fatalf("the energy at code %v is %v", z, energy)
		}
		want := -z*z/2 - math.Log(1+4*z*z)/2 - math.Log(mass)
		if got := made.Values[mesh.LogDensity][i]; math.Abs(got-want) > 1e-4 {
			t.Fatalf("the logarithm of the density at code %v is %v, want %v", z, got, want)
		}
	}
}

// The saddle's area element is sqrt(1 + u^2 + v^2), and the mass of exp(-u) in the latent box 2 sinh(1).
func TestMeshOfAPushforwardSurface(t *testing.T) {
	made, err := with(supporttest.Slope(1, 0), saddle(t)).Mesh(t.Context(), 32)
	if err != nil {
		t.Fatal(err)
	}
	if made.Vertices.Len() != 65*33 || made.Len() != 2*64*32 || made.Dimension != 2 {
		t.Fatalf("%d vertices and %d elements of dimension %d, want %d and %d of 2", made.Vertices.Len(), made.Len(),
			made.Dimension, 65*33, 2*64*32)
	}
	for i := range made.Vertices.Len() {
		x := made.Vertices.At(i)
		want := -x[0] - math.Log(1+x[0]*x[0]+x[1]*x[1])/2 - math.Log(2*math.Sinh(1))
		if got := made.Values[mesh.LogDensity][i]; math.Abs(got-want) > 1e-3 || math.Abs(x[2]-x[0]*x[1]) > 1e-5 {
			t.Fatalf("the logarithm of the density at %v is %v, want %v", x, got, want)
		}
	}
	whole := parabola(t)
	whole.bounds = make(points.Box, 4)
	whole.Decoder = supporttest.Fixed(func(z *graph.Node) *graph.Node { return networktest.Join(z, z, z, z) })
	var unmeshable *mesh.UnmeshableError
	if _, err := whole.Mesh(t.Context(), 64); !errors.As(err, &unmeshable) {
		t.Errorf("a curve in R^4 is meshed with %v, want an UnmeshableError", err)
	}
}
