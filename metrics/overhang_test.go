package metrics

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

// uniform is a density that is the same all over a support.
type uniform struct {
	support.Density
	log float64
}

func (e uniform) LogDensity(_ context.Context, _ *rand.Rand, x *points.Set) (*support.LogDensity, error) {
	found := &support.LogDensity{}
	for range x.Len() {
		found.Values = append(found.Values, e.log)
	}
	return found, nil
}

// shortened is a flat square mesh of sides of length 1, or a segment, in R^3, that leaves out a strip of a width on one
// side, and points all over the square with noise.
func shortened(t *testing.T, dimension int, width, noise float64, seed uint64) *findings {
	t.Helper()
	nodes, counts := points.New(0, 3), []int{21, 21}[:dimension]
	for i := range 21 {
		u := (1 - width) * float64(i) / 20
		if dimension == 1 {
			nodes.Data = append(nodes.Data, u, 0, 0)
			continue
		}
		for j := range 21 {
			nodes.Data = append(nodes.Data, u, float64(j)/20, 0)
		}
	}
	m, err := mesh.Parametric(nodes, counts)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(seed, 8))
	draw := func(count int) *points.Set {
		x := gaussian(rng, count, 3, 0, noise)
		for i := range count {
			for j := range dimension {
				x.At(i)[j] += rng.Float64()
			}
		}
		return x
	}
	s := &experiment.Subject{Mesh: m, Train: draw(2000), Held: draw(500), Validation: draw(500),
		Traits:  model.Traits{Ambient: 3, Dimension: dimension, Density: true, Anywhere: true},
		Trained: &model.Trained{Support: meshed{}, Density: uniform{log: -math.Log(1 - width)}}}
	return &findings{Subject: s, most: 2000, noise: 5 * noise,
		Measurement: experiment.Measurement{Values: map[string]float64{"verdict": good}}}
}

// A manifold that ends short of its data leaves out as many of them, and its densities add up to more by as much over
// all that they lie on; noise alone takes none over its edges. Only much is doubted. Means are over 10 sets of 1000
// points: the share has a standard error of at most 0.004, the mass, by 8 neighbors that overlap, of 0.01.
func TestOverhang(t *testing.T) {
	const sets = 10
	for _, test := range []struct {
		dimension    int
		width, noise float64
		doubted      bool
	}{{2, 0, 0, false}, {2, 0, 0.03, false}, {2, 0.03, 0, false}, {2, 0.2, 0, true}, {2, 0.2, 0.02, true},
		{1, 0.05, 0, false}, {1, 0.25, 0.01, true}} {
		share, mass, doubts, notes := 0.0, 0.0, 0, 0
		for seed := range uint64(sets) {
			f := shortened(t, test.dimension, test.width, test.noise, seed)
			if err := overhang(t.Context(), f); err != nil {
				t.Fatal(err)
			}
			share, mass = share+f.Values["beyond_edges"]/sets, mass+f.Values["mass_beyond"]/sets
			if f.Values["verdict"] < good {
				doubts++
			}
			notes += len(f.Caveats)
		}
		t.Logf("%+v: share %.3f, mass %.3f, %d doubts, %d notes", test, share, mass, doubts, notes)
		near(t, "the share", share, test.width, 0.015)
		near(t, "the mass", mass, test.width/(1-test.width), 0.02+0.3*test.width)
		if want := map[bool]int{true: sets}[test.doubted]; doubts != want {
			t.Errorf("%+v: %d of %d are doubted", test, doubts, sets)
		}
	}
}

// A closed manifold has no edges, and points beside one lie beyond none.
func TestNothingOverhangs(t *testing.T) {
	f := shortened(t, 2, 0, 0, 1)
	for i := range f.Held.Len() {
		f.Held.At(i)[2] += 0.4
	}
	f.Validation = f.Held
	if err := overhang(t.Context(), f); err != nil || f.Values["beyond_edges"] > 0 {
		t.Errorf("%v, %v", f.Values, err)
	}
	f.Mesh = &mesh.Mesh{Dimension: 1, Vertices: onCircle(12), Elements: nil}
	for k := range int32(12) {
		f.Mesh.Elements = append(f.Mesh.Elements, k, (k+1)%12)
	}
	delete(f.Values, "beyond_edges")
	if err := overhang(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if share, has := f.Values["beyond_edges"]; has {
		t.Errorf("of a closed curve %v lie beyond its edges", share)
	}
}

// onCircle is points of a circle in R^3, evenly.
func onCircle(count int) *points.Set {
	x := points.New(count, 3)
	for i := range count {
		sine, cosine := math.Sincos(2 * math.Pi * float64(i) / float64(count))
		copy(x.At(i), []float64{cosine, sine, 0})
	}
	return x
}
