package ridged

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/backend"
	"ebim/framework/mesh"
	"ebim/framework/points"
)

// curled is n points of a unit sphere in R^3, each coordinate of which is rolled up to an arc of radius 2, in R^6.
func curled(n int, noise float64) *points.Set {
	rng := rand.New(rand.NewPCG(8, 1))
	x := points.New(n, 6)
	for i := range n {
		p := []float64{rng.NormFloat64(), rng.NormFloat64(), rng.NormFloat64()}
		floats.Scale(1/floats.Norm(p, 2), p)
		copy(x.At(i), curl(p))
		for j := range 6 {
			x.At(i)[j] += noise * rng.NormFloat64()
		}
	}
	return x
}

func curl(p []float64) (x []float64) {
	for _, v := range p {
		sine, cosine := math.Sincos(v / 2)
		x = append(x, 2*cosine, 2*sine)
	}
	return x
}

// offSphere is the distance of a point from that sphere, about.
func offSphere(x []float64) float64 {
	var p []float64
	for j := 0; j < 6; j += 2 {
		p = append(p, 2*math.Atan2(x[j+1], x[j]))
	}
	floats.Scale(1/floats.Norm(p, 2), p)
	return math.Sqrt(points.SquaredDistance(x, curl(p)))
}

func TestSheetsMissPointsByTheirNoise(t *testing.T) {
	for _, noise := range []float64{0, 0.05} {
		x := curled(2000, noise)
		s := softSheets(x, 0.11, 0)
		var missed []float64
		for i := range 200 {
			missed = append(missed, s.leftOut(x.At(i)))
		}
		mean := floats.Sum(missed) / float64(len(missed))
		if least, most := 1.7*noise, 0.001+2.3*noise; mean < least || mean > most { // 4 normals
			t.Errorf("noise %v: left-out points are missed by %v", noise, mean)
		}
	}
}

func TestWhenTheDisplacementIsUntrained(t *testing.T) {
	for _, test := range []struct {
		misses
		want bool
	}{
		{misses{0.14, 0.005, 1}, true},
		{misses{0.14, 0.10, 1}, false}, // noise
		{misses{0.01, 0.001, 1}, false},
		{misses{}, false}, // too few points
	} {
		if got := test.untrained(0.02); got != test.want {
			t.Errorf("%+v: %v", test.misses, got)
		}
	}
}

// The middle between points of a unit circle lies on it.
func TestBetween(t *testing.T) {
	for _, angle := range []float64{0.2, 0.8} {
		at := func(a float64) ([]float64, [][]float64) {
			sine, cosine := math.Sincos(a)
			return []float64{cosine, sine, 0, 0}, [][]float64{{-sine, cosine, 0, 0}, {0, 0, 1, 0}}
		}
		a, atA := at(0)
		b, atB := at(angle)
		x, tangents := between(a, b, atA, atB)
		want, wanted := at(angle / 2)
		if off := math.Sqrt(points.SquaredDistance(x, want)); off > 1e-12 {
			t.Errorf("angle %v: %v off", angle, off)
		}
		if same := alike(tangents, wanted); same < 1-1e-9 {
			t.Errorf("angle %v: tangents differ, %v", angle, same)
		}
	}
}

func TestRefinedSheetsLieOnTheSurface(t *testing.T) {
	x := curled(3000, 0)
	across := &strip{sheets: softSheets(x, 0.1, 0), spacing: 0.09, everywhere: true}
	m := octahedron(3) // of the sphere
	if middle := offSphere(middleOf(m)); middle < 0.005 {
		t.Fatalf("its triangles are as near as %v before", middle)
	}
	tangents := across.settled(m)
	if err := refine(t.Context(), m, 0.1, byTangents(m, tangents)); err != nil {
		t.Fatal(err)
	}
	for i := range m.Vertices.Len() {
		if off := offSphere(m.Vertices.At(i)); off > 1e-3 {
			t.Fatalf("vertex %d is %v off", i, off)
		}
	}
	if found := m.Topology(mesh.TopologyOptions{}); found.Euler() != 2 || found.Boundary() > 0 {
		t.Errorf("%+v", found)
	}
	arrays := map[string]backend.Array{}
	tangentArrays(tangents, arrays)
	if kept := tangentsIn(arrays, points.New(len(tangents), 6)); len(kept) != len(tangents) ||
		alike(kept[1], tangents[1]) < 0.999 {
		t.Errorf("%d tangents are kept", len(kept))
	}
}

// middleOf is that of the first triangle.
func middleOf(m *mesh.Mesh) []float64 {
	x := make([]float64, m.Vertices.Dim)
	for _, v := range m.Element(0) {
		floats.AddScaled(x, 1./3, m.Vertices.At(int(v)))
	}
	return x
}

// octahedron is one with bisected edges, on that sphere.
func octahedron(rounds int) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(6, 3), Elements: []int32{0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
		2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5}}
	for k := range 6 {
		m.Vertices.At(k)[k/2] = float64(1 - 2*(k%2))
	}
	for range rounds {
		middles := map[mesh.Edge]int32{}
		m.Edges(func(e mesh.Edge) {
			if _, met := middles[e]; met {
				return
			}
			middles[e] = int32(m.Vertices.Len())
			p := make([]float64, 3)
			floats.AddTo(p, m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1])))
			floats.Scale(1/floats.Norm(p, 2), p)
			m.Vertices.Data = append(m.Vertices.Data, p...)
		})
		m.Bisect(middles)
	}
	x := points.New(0, 6)
	for i := range m.Vertices.Len() {
		x.Data = append(x.Data, curl(m.Vertices.At(i))...)
	}
	m.Vertices = x
	return m
}
