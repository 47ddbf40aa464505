package figure

import (
	"math"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

func TestClippedMeshesStayInTheBoxWithTheirMeasure(t *testing.T) {
	arc := circle().Mesh // above x2 = 1/2 lies a third of the circle
	upper := clip(arc, points.Box{{-2, 2}, {0.5, 2}})
	if got, want := upper.Measure(), 2*math.Pi/3; math.Abs(got-want) > 1e-3 {
		t.Errorf("the arc has length %g, want %g", got, want)
	}
	cap := clip(globe().Mesh, points.Box{{-2, 2}, {-2, 2}, {0.3, 2}}) // 2 pi (1 - 0.3) by Archimedes
	if got, want := cap.Measure(), 2*math.Pi*0.7; math.Abs(got-want) > 0.02*want {
		t.Errorf("the cap has area %g, want %g", got, want)
	}
	corner := clip(globe().Mesh, points.Box{{0, 2}, {0, 2}, {0, 2}})
	if got, want := corner.Measure(), math.Pi/2; math.Abs(got-want) > 0.02*want {
		t.Errorf("an octant has area %g, want %g", got, want)
	}
	for _, vertex := range corner.Elements {
		x := corner.Vertices.At(int(vertex))
		if min(x[0], x[1], x[2]) < -1e-12 {
			t.Fatalf("%v is outside", x)
		}
		// The law's logarithm is linear in x1, so it is also right where it was interpolated.
		want := concentration*x[0] - math.Log(4*math.Pi*math.Sinh(concentration)/concentration)
		if got := corner.Values[mesh.LogDensity][vertex]; math.Abs(got-want) > 1e-9 {
			t.Fatalf("at %v the logarithm of the density is %g, want %g", x, got, want)
		}
	}
	if got := clip(arc, points.Box{{-2, 2}, {-2, 2}}); got.Len() != arc.Len() ||
		got.Vertices.Len() != arc.Vertices.Len() {
		t.Error("a mesh within the box is changed")
	}
	if got := clip(arc, points.Box{{5, 6}, {5, 6}}); got.Len() != 0 {
		t.Errorf("%d elements are in a box far away", got.Len())
	}
}
