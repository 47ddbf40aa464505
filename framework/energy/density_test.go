package energy

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// An EBIM's mesh has von Mises' density of concentration 2 at its vertices, whose constant is 2 pi I_0(2) with
// I_0(2) = 2.2795853.
func TestMeshOfAnEBIM(t *testing.T) {
	made, err := tilted(t, networktest.Sphere(2, 1), 0).Mesh(t.Context(), 256)
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
		if got, want := made.Values[mesh.LogDensity][i],
			2*cos-math.Log(2*math.Pi*2.2795853); math.Abs(got-want) > 1e-4 {
			t.Fatalf("the logarithm of the density at %v is %v, want %v", made.Vertices.At(i), got, want)
		}
	}
}

// An energy that is no number has no density to give the vertices.
func TestMeshOfABrokenEnergy(t *testing.T) {
	m := tilted(t, networktest.Sphere(2, 1), 0)
	m.Energy = supporttest.Fixed(func(x *graph.Node) *graph.Node { return graph.Sqrt(networktest.Coordinate(x, 0)) })
	if _, err := m.Mesh(t.Context(), 32); err == nil {
		t.Error("a mesh with a density that is no number was made")
	}
}

func TestEnergies(t *testing.T) {
	circle := networktest.Sphere(2, 1)
	x := supporttest.Rows(t, []float64{1, 0.5}, []float64{-3, 7})
	for name, m := range map[string]*Density{
		"ebim": tilted(t, circle, 0),
		"ebm":  inBox(t, circle.Box, supporttest.Slope(-2, 0)),
	} {
		got, err := m.Energies(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != 2 || math.Abs(got[0]+2) > 1e-5 || math.Abs(got[1]-6) > 1e-5 {
			t.Errorf("%s: the energies are %v, want -2 and 6", name, got)
		}
	}
	if got, err := parabola(t).Energies(t.Context(), x); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("a latent energy has the energies %v (%v) of points of the data's space", got, err)
	}
}

// Of a moved density the normalized logarithm at moved points is what it was, less that of the factor by which the
// support is stretched.
func TestMovedDensities(t *testing.T) {
	by := support.Similarity{Factor: 2, Shift: []float64{1, -3}}
	for name, d := range map[string]*Density{
		"box":      inBox(t, supporttest.Square, supporttest.Slope(1, -2)),
		"zero set": tilted(t, networktest.Sphere(2, 1), 0),
		"image":    parabola(t),
	} {
		rng := rand.New(rand.NewPCG(7, 8))
		x, _, err := d.Spread(t.Context(), rng, 20)
		if err != nil {
			t.Fatal(err)
		}
		still, err := d.LogDensity(t.Context(), rng, x)
		if err != nil {
			t.Fatal(err)
		}
		moved, err := d.Moved(by).LogDensity(t.Context(), rng, by.Points(x))
		if err != nil {
			t.Fatal(err)
		}
		for i := range still.Values {
			still.Values[i] -= float64(d.Support.Dimension()) * math.Log(by.Factor)
		}
		supporttest.CloseTo(t, name+": the log densities", moved.Values, still.Values, 2e-3)
	}
}
