package model

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/loss"
	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
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
		made, err := learned(t, test.manifold).Mesh(background, test.resolution)
		if err != nil {
			t.Fatal(err)
		}
		if off := made.Measure()/test.measure - 1; math.Abs(off) > test.tolerance {
			t.Errorf("%s: the measure is %v, want %v (off by %.1e)", test.manifold.Name, made.Measure(), test.measure, off)
		}
		if size := residuals(t, test.manifold, made.Vertices); !(size < test.residual) {
			t.Errorf("%s: |F| of the vertices is up to %v", test.manifold.Name, size)
		}
		topology := made.Topology(mesh.TopologyOptions{Box: test.manifold.Box})
		if len(topology.Components) != 1 || !topology.Components[0].Closed || topology.Components[0].Euler != test.euler {
			t.Errorf("%s: the components are %+v, want a closed one of characteristic %d", test.manifold.Name, topology.Components, test.euler)
		}
	}
}

// Meshes do not depend on the unit of length, nor on where the origin is within what single precision resolves: at 1000 a
// coordinate is rounded by up to 2^-15, so that the ring's radius of sqrt(3)/2 may change by sqrt(3) 2^-15, a relative 6e-5.
// Which vertices keep their places, not to turn over short segments, hangs on rounding, and changes the ring's length by a
// relative 2e-4; so these are put where they belong before the lengths are compared.
func TestMeshAtAnyScale(t *testing.T) {
	for _, manifold := range []networktest.Manifold{networktest.Sphere(2, 1), networktest.Torus(3, 1), networktest.Ring()} {
		far := make([]float64, manifold.Ambient)
		for j := range far {
			far[j] = 1000
		}
		plain, err := learned(t, manifold).Mesh(background, 40)
		if err != nil {
			t.Fatal(err)
		}
		settleAll(t, plain, manifold, similarity{factor: 1})
		for _, s := range []similarity{{factor: 1e-6}, {factor: 1e6}, {factor: 1, shift: far}} {
			moved := learned(t, manifold).movedManifold(s)
			made, err := moved.Mesh(background, 40)
			if err != nil {
				t.Fatal(err)
			}
			settleAll(t, made, manifold, s)
			want := plain.Measure() * math.Pow(s.factor, float64(made.Dimension))
			if off := made.Measure()/want - 1; !(math.Abs(off) < 1e-4) {
				t.Errorf("%s by %+v: the measure is off by %.1e", manifold.Name, s, off)
			}
			topology := made.Topology(mesh.TopologyOptions{Box: moved.setting.Box})
			if len(topology.Components) != 1 || !topology.Components[0].Closed {
				t.Errorf("%s by %+v: the components are %+v", manifold.Name, s, topology.Components)
			}
		}
	}
}

// settleAll puts the vertices of a moved manifold's mesh on the manifold that were left farther from it than rounding
// explains. They must be few, and as near to it as a chord of the ring in a cell is: the diagonal of a cell is sqrt(3) 3/40,
// and the sagitta of so long a chord 2.4e-3.
func settleAll(t *testing.T, made *mesh.Mesh, manifold networktest.Manifold, s similarity) {
	t.Helper()
	back, left := s.inverse(), 0
	for i := range made.Vertices.Len() {
		x := made.Vertices.At(i)
		at := back.at(x)
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
			copy(x, s.at(nearest))
		}
	}
	if left > made.Vertices.Len()/10 {
		t.Errorf("%s by %+v: %d of %d vertices are not on it", manifold.Name, s, left, made.Vertices.Len())
	}
}

// A box of unequal sides cuts the sphere at height 1/2, so that the area 2 pi (1 + 1/2) is left of it.
func TestMeshInAnUnequalBox(t *testing.T) {
	sphere := learned(t, networktest.Sphere(3, 1))
	sphere.setting.Box = [][2]float64{{-1.1, 1.2}, {-1.1, 0.5}, {-1.05, 12}}
	made, err := sphere.Mesh(background, 256)
	if err != nil {
		t.Fatal(err)
	}
	topology := made.Topology(mesh.TopologyOptions{Box: sphere.setting.Box})
	if len(topology.Components) != 1 || !topology.Cut || topology.Components[0].Open || topology.Components[0].BoundaryLoops != 1 {
		t.Errorf("the components are %+v", topology.Components)
	}
	if off := made.Measure()/(3*math.Pi) - 1; !(math.Abs(off) < 5e-3) {
		t.Errorf("the area is %v, want %v", made.Measure(), 3*math.Pi)
	}
}

// An EBIM's mesh has von Mises' density of concentration 2 at its vertices, whose constant is 2 pi I_0(2) with
// I_0(2) = 2.2795853.
func TestMeshOfAnEBIM(t *testing.T) {
	made, err := tilted(t, networktest.Sphere(2, 1), 0).Mesh(background, 256)
	if err != nil {
		t.Fatal(err)
	}
	if mass := made.LogIntegrateExp(made.Values[mesh.LogDensity]); math.Abs(mass) > 1e-9 {
		t.Errorf("the density integrates to exp(%v)", mass)
	}
	for i := range made.Vertices.Len() {
		cos := made.Vertices.At(i)[0]
		if energy := made.Values[mesh.Energy][i]; math.Abs(energy+2*cos) > 1e-5 {
			t.Fatalf("the energy at %v is %v", made.Vertices.At(i), energy)
		}
		if got, want := made.Values[mesh.LogDensity][i], 2*cos-math.Log(2*math.Pi*2.2795853); math.Abs(got-want) > 1e-4 {
			t.Fatalf("the logarithm of the density at %v is %v, want %v", made.Vertices.At(i), got, want)
		}
	}
}

// Where there is nothing to mesh, the error says what was found and what to do.
func TestWhatCannotBeMeshed(t *testing.T) {
	of := func(f networktest.Formula, ambient int) *learnedManifold {
		box := make([][2]float64, ambient)
		for j := range box {
			box[j] = [2]float64{-1, 1}
		}
		return &learnedManifold{setting: setting(t, points.New(1, ambient), box), network: fixed(f), codimension: 1}
	}
	above := func(x *graph.Node) *graph.Node { return graph.AddScalar(networktest.Square(x), 1) }
	zero := func(x *graph.Node) *graph.Node { return graph.MulScalar(networktest.Square(x), 0) }
	for name, test := range map[string]struct {
		manifold *learnedManifold
		want     string
	}{
		"empty":     {of(above, 2), "no zero in the box"},
		"filling":   {of(zero, 2), "all over the box"},
		"advice":    {of(above, 3), "min_singular_value"},
		"dimension": {of(above, 4), "a manifold in R^4"},
	} {
		_, err := test.manifold.Mesh(background, 32)
		var unmeshable *mesh.UnmeshableError
		if !errors.As(err, &unmeshable) || !strings.Contains(unmeshable.Reason, test.want) {
			t.Errorf("%s: got the error %v, want an UnmeshableError with %q", name, err, test.want)
		}
	}
	if _, err := of(above, 2).Mesh(background, 1); err == nil {
		t.Error("a mesh of one cell was made")
	}
}

// The parabola over [-2, 2] has the length sqrt(17) 2 + asinh(4)/2, and the density exp(-z^2/2)/sqrt(1 + 4 z^2) over the
// normal distribution's mass there.
func TestMeshOfAPushforwardCurve(t *testing.T) {
	made, err := parabola(t).Mesh(background, 50)
	if err != nil {
		t.Fatal(err)
	}
	if made.Vertices.Len() != 401 || made.Len() != 400 || made.Dimension != 1 {
		t.Fatalf("%d vertices and %d elements of dimension %d, want 401 and 400 of 1", made.Vertices.Len(), made.Len(), made.Dimension)
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

// saddle is a pushforward model without training: (u, v) in [-1, 1] x [0, 1] is decoded to (u, v, u v), and the latent
// energy is u.
func saddle(t *testing.T) *trainedPushforward {
	decoder := fixed(func(z *graph.Node) *graph.Node {
		u, v := networktest.Coordinate(z, 0), networktest.Coordinate(z, 1)
		return networktest.Join(u, v, graph.Mul(u, v))
	})
	encoder := fixed(func(x *graph.Node) *graph.Node {
		return networktest.Join(networktest.Coordinate(x, 0), networktest.Coordinate(x, 1))
	})
	return &trainedPushforward{latent: setting(t, points.New(1, 2), [][2]float64{{-1, 1}, {0, 1}}), energy: slope(1, 0),
		box:  [][2]float64{{-1, 1}, {0, 1}, {-1, 1}},
		pair: pair{encoder, decoder, &loss.Reconstruction{}}, settings: &Pushforward{Dimension: 2, Sampling: Sampling{Proposals: 8}}}
}

// The saddle's area element is sqrt(1 + u^2 + v^2), and the mass of exp(-u) in the latent box 2 sinh(1).
func TestMeshOfAPushforwardSurface(t *testing.T) {
	made, err := saddle(t).Mesh(background, 32)
	if err != nil {
		t.Fatal(err)
	}
	if made.Vertices.Len() != 65*33 || made.Len() != 2*64*32 || made.Dimension != 2 {
		t.Fatalf("%d vertices and %d elements of dimension %d, want %d and %d of 2", made.Vertices.Len(), made.Len(), made.Dimension, 65*33, 2*64*32)
	}
	for i := range made.Vertices.Len() {
		x := made.Vertices.At(i)
		want := -x[0] - math.Log(1+x[0]*x[0]+x[1]*x[1])/2 - math.Log(2*math.Sinh(1))
		if got := made.Values[mesh.LogDensity][i]; math.Abs(got-want) > 1e-3 || math.Abs(x[2]-x[0]*x[1]) > 1e-5 {
			t.Fatalf("the logarithm of the density at %v is %v, want %v", x, got, want)
		}
	}
	whole := parabola(t)
	whole.pair.decoder = fixed(func(z *graph.Node) *graph.Node { return networktest.Join(z, z, z, z) })
	var unmeshable *mesh.UnmeshableError
	if _, err := whole.Mesh(background, 64); !errors.As(err, &unmeshable) {
		t.Errorf("a curve in R^4 is meshed with %v, want an UnmeshableError", err)
	}
}

// An energy that is no number has no density to give the vertices.
func TestMeshOfABrokenEnergy(t *testing.T) {
	m := tilted(t, networktest.Sphere(2, 1), 0)
	m.energy = fixed(func(x *graph.Node) *graph.Node { return graph.Sqrt(networktest.Coordinate(x, 0)) })
	if _, err := m.Mesh(background, 32); err == nil {
		t.Error("a mesh with a density that is no number was made")
	}
}
