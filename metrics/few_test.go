package metrics

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// Forty points do not show a manifold of seven dimensions, but a curve, and a surface, which thirty don't.
func TestFewPointsOfManyDimensionsAreDoubted(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for _, test := range []struct {
		dim, count int
		doubted    bool
	}{{2, 40, false}, {3, 40, false}, {3, 30, true}, {8, 40, true}} {
		dim, doubted := test.dim, test.doubted
		s := trusted(t, networktest.Sphere(dim, 1).Formula, onSphere(rng, test.count, dim, 0), 1.5)
		s.Traits = model.Traits{Ambient: dim, Dimension: dim - 1, Implicit: true}
		f := &findings{Subject: s}
		f.Values = map[string]float64{"verdict": good}
		if err := few(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(f.Caveats, ""); strings.Contains(said, "too few") != doubted {
			t.Errorf("R^%d: %q", dim, said)
		}
	}
}

// Few data that leave a third of a closed curve empty, or lie where strands meet, let it be doubted; more of them do
// not, spread as they are by equal steps, unless six of these are empty.
func TestFewDataOnCurves(t *testing.T) {
	ring := func(center float64, from, to int) *mesh.Mesh { // of 60 segments
		m := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, 2)}
		for i := range 60 {
			sine, cosine := math.Sincos(2 * math.Pi * float64(i) / 60)
			m.Vertices.Data = append(m.Vertices.Data, center+cosine, sine)
			if from <= i && i < to {
				m.Elements = append(m.Elements, int32(i), int32((i+1)%60))
			}
		}
		return m
	}
	eight, right := ring(-1, 0, 60), ring(1, 0, 60)
	for _, v := range right.Elements { // vertex 30 of the right one is vertex 0 of the left
		if v += 60; v == 90 {
			v = 0
		}
		eight.Elements = append(eight.Elements, v)
	}
	eight.Vertices.Data = append(eight.Vertices.Data, right.Vertices.Data...)
	for name, test := range map[string]struct {
		curve *mesh.Mesh
		share float64 // of the curve with data
		count int
		want  []string
	}{
		"a ring":                {ring(0, 0, 60), 1, 30, nil},
		"an arc that is closed": {ring(0, 0, 60), 0.66, 20, []string{"reason_gaps", "reason_few_points"}},
		"six steps":             {ring(0, 0, 60), 0.97, 200, []string{"reason_gaps"}},
		"two steps":             {ring(0, 0, 60), 0.995, 200, nil},
		"three of few":          {ring(0, 0, 60), 0.93, 30, []string{"reason_few_points", "reason_gaps"}},
		"an eight":              {eight, 1, 40, []string{"reason_few_at_crossings"}},
		"an eight of many data": {eight, 1, 400, nil},
	} {
		f := &findings{Subject: &experiment.Subject{Train: points.New(test.count, 2)}}
		f.Values = map[string]float64{"verdict": good}
		for i := range test.count {
			at := test.share * float64(i) / float64(test.count) * float64(test.curve.Len())
			e, along := test.curve.Element(int(at)), at-math.Floor(at)
			for j := range 2 {
				f.Train.At(i)[j] = (1-along)*test.curve.Vertices.At(int(e[0]))[j] +
					along*test.curve.Vertices.At(int(e[1]))[j]
			}
		}
		f.gaps(test.curve)
		delete(f.Values, "verdict")
		for reason := range f.Values {
			if !slices.Contains(test.want, reason) {
				t.Errorf("%s: %s", name, reason)
			}
		}
		if len(f.Values) < len(test.want) {
			t.Errorf("%s: %v, want %v", name, f.Values, test.want)
		}
	}
}

// A ridge of a curve or surface that has no mesh is wrong; one of more dimensions never has one.
func TestRidgesWithoutAMeshAreWrong(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 5))
	for dimension, want := range map[int]float64{1: wrong, 2: wrong, 3: good} {
		s := trusted(t, networktest.Sphere(5, 1).Formula, onSphere(rng, 40, 5, 0), 1.5)
		s.Traits = model.Traits{Ambient: 5, Dimension: dimension, Anywhere: true}
		f := &findings{Subject: s}
		f.Values = map[string]float64{"verdict": good}
		if err := (&Trust{}).existence(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if _, said := f.Values["reason_no_mesh"]; f.Values["verdict"] != want || said != (want == wrong) {
			t.Errorf("of dimension %d: %v", dimension, f.Values)
		}
	}
}
