package meshed

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// Known manifolds have their length or area and topology, and vertices on F = 0.
func TestMeshOfAZeroSet(t *testing.T) {
	for _, test := range []struct {
		manifold   networktest.Manifold
		resolution int
		measure    float64
		euler      int
		tolerance  float64 // of the measure, relative
		residual   float64 // of the vertices; of the ring's, some stay where they are not to turn over short segments
	}{
		{networktest.Sphere(2, 1), 128, 2 * math.Pi, 0, 1e-4, 2e-4},
		{networktest.Sphere(3, 1), 48, 4 * math.Pi, 2, 2e-3, 2e-4},
		{networktest.Torus(3, 1), 48, 12 * math.Pi * math.Pi, 0, 8e-3, 2e-4},
		{networktest.Ring(), 48, math.Sqrt(3) * math.Pi, 0, 2e-3, 2e-3},
	} {
		made, err := learned(t, test.manifold).Mesh(t.Context(), test.resolution)
		if err != nil {
			t.Fatal(err)
		}
		if off := made.Measure()/test.measure - 1; math.Abs(off) > test.tolerance {
			t.Errorf("%s: the measure is %v, want %v (off by %.1e)", test.manifold.Name, made.Measure(),
				test.measure, off)
		}
		if size := supporttest.Residual(t, test.manifold, made.Vertices); !(size < test.residual) {
			t.Errorf("%s: |F| of the vertices is up to %v", test.manifold.Name, size)
		}
		topology := made.Topology(mesh.TopologyOptions{Box: test.manifold.Box})
		if len(topology.Components) != 1 || !topology.Components[0].Closed ||
			topology.Components[0].Euler != test.euler {
			t.Errorf("%s: the components are %+v, want a closed one of characteristic %d", test.manifold.Name,
				topology.Components, test.euler)
		}
	}
}

// Meshes do not depend on the unit of length, nor on where the origin is within what single precision resolves: at
// 1000 a coordinate is rounded by up to 2^-15, so that the ring's radius of sqrt(3)/2 may change by sqrt(3) 2^-15, a
// relative 6e-5. Which vertices keep their places, not to turn over short segments, depends on rounding, and changes
// the ring's length by a relative 2e-4; so these are put where they belong before the lengths are compared.
func TestMeshAtAnyScale(t *testing.T) {
	for _, manifold := range []networktest.Manifold{networktest.Sphere(2, 1), networktest.Torus(3, 1),
		networktest.Ring()} {
		far := make([]float64, manifold.Ambient)
		for j := range far {
			far[j] = 1000
		}
		plain, err := learned(t, manifold).Mesh(t.Context(), 40)
		if err != nil {
			t.Fatal(err)
		}
		settleAll(t, plain, manifold, support.Similarity{Factor: 1})
		for _, s := range []support.Similarity{{Factor: 1e-6}, {Factor: 1e6}, {Factor: 1, Shift: far}} {
			moved := learned(t, manifold).moved(s)
			made, err := moved.Mesh(t.Context(), 40)
			if err != nil {
				t.Fatal(err)
			}
			settleAll(t, made, manifold, s)
			want := plain.Measure() * math.Pow(s.Factor, float64(made.Dimension))
			if off := made.Measure()/want - 1; !(math.Abs(off) < 1e-4) {
				t.Errorf("%s by %+v: the measure is off by %.1e", manifold.Name, s, off)
			}
			topology := made.Topology(mesh.TopologyOptions{Box: moved.Env.Box})
			if len(topology.Components) != 1 || !topology.Components[0].Closed {
				t.Errorf("%s by %+v: the components are %+v", manifold.Name, s, topology.Components)
			}
		}
	}
}

// settleAll puts the vertices of a moved manifold's mesh on the manifold that were left farther from it than rounding
// explains. They must be few, and as near to it as a chord of the ring in a cell is: the diagonal of a cell is sqrt(3)
// 3/40, and the sagitta of so long a chord 2.4e-3.
func settleAll(t *testing.T, made *mesh.Mesh, manifold networktest.Manifold, s support.Similarity) {
	t.Helper()
	back, left := s.Inverse(), 0
	for i := range made.Vertices.Len() {
		x := made.Vertices.At(i)
		at := back.At(x)
		nearest := manifold.Nearest(at)
		distance := 0.0
		for j := range at {
			distance = math.Hypot(distance, at[j]-nearest[j])
		}
		if !(distance < 2.5e-3) {
			t.Errorf("%s by %+v: vertex %v is %.1e off", manifold.Name, s, x, distance)
		}
		if distance > 1e-4 {
			left++
			copy(x, s.At(nearest))
		}
	}
	if left > made.Vertices.Len()/10 {
		t.Errorf("%s by %+v: %d of %d vertices are not on it", manifold.Name, s, left, made.Vertices.Len())
	}
}

// A box of unequal sides cuts the sphere at height 1/2, so that the area 2 pi (1 + 1/2) is left of it.
func TestMeshInAnUnequalBox(t *testing.T) {
	sphere := learned(t, networktest.Sphere(3, 1))
	sphere.Env.Box = points.Box{{-1.1, 1.2}, {-1.1, 0.5}, {-1.05, 12}}
	made, err := sphere.Mesh(t.Context(), 256)
	if err != nil {
		t.Fatal(err)
	}
	topology := made.Topology(mesh.TopologyOptions{Box: sphere.Env.Box})
	if len(topology.Components) != 1 || !topology.Cut || topology.Components[0].Open ||
		topology.Components[0].BoundaryLoops != 1 {
		t.Errorf("the components are %+v", topology.Components)
	}
	if off := made.Measure()/(3*math.Pi) - 1; !(math.Abs(off) < 5e-3) {
		t.Errorf("the area is %v, want %v", made.Measure(), 3*math.Pi)
	}
}

// Where there is nothing to mesh, the error says what was found and what to do.
func TestWhatCannotBeMeshed(t *testing.T) {
	of := func(f networktest.Formula, ambient int) *Set {
		box := make(points.Box, ambient)
		for j := range box {
			box[j] = [2]float64{-1, 1}
		}
		return set(supporttest.Environment(t, points.New(1, ambient), box), supporttest.Fixed(f), 1)
	}
	zero := func(x *graph.Node) *graph.Node { return graph.MulScalar(networktest.Square(x), 0) }
	for name, test := range map[string]struct {
		manifold *Set
		want     string
	}{
		"empty":   {of(supporttest.Hollow, 2), "no zero in the box"},
		"filling": {of(zero, 2), "all over the box"},
		"advice":  {of(supporttest.Hollow, 3), "min_singular_value"},
	} {
		_, err := test.manifold.Mesh(t.Context(), 32)
		var unmeshable *mesh.UnmeshableError
		if !errors.As(err, &unmeshable) || !strings.Contains(unmeshable.Reason, test.want) {
			t.Errorf("%s: got the error %v, want an UnmeshableError with %q", name, err, test.want)
		}
	}
	if _, err := of(supporttest.Hollow, 2).Mesh(t.Context(), 1); err == nil {
		t.Error("a mesh of one cell was made")
	}
}
