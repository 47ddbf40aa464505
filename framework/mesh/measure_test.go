package mesh

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/points"
)

// Lengths and areas converge to closed forms at second order: halving the cells divides the error by about 4.
func TestMeasuresConverge(t *testing.T) {
	plane := func(x []float64) float64 { return x[2] - 0.3*x[0] }
	tests := []struct {
		name string
		dim  int
		f    []function
		want float64
	}{
		{"circle", 2, []function{ball(1, 0.1, 0.2)}, 2 * math.Pi},
		{"sphere", 3, []function{ball(1, 0.1, 0.2, 0.3)}, 4 * math.Pi},
		{"torus", 3, []function{torus(1, 0.4)}, 4 * math.Pi * math.Pi * 0.4},
		{"great circle", 3, []function{ball(1, 0, 0, 0), plane}, 2 * math.Pi},
	}
	for _, test := range tests {
		previous := 0.0
		for _, resolution := range []int{24, 48, 96} {
			m := mustExtract(t, Problem{Box: points.Cube(test.dim, -1.5, 1.5), Resolution: resolution,
				Codimension: len(test.f),
				Field:       field(test.f...).at})
			failure := math.Abs(m.Measure() - test.want)
			if h := 3 / float64(resolution); failure > test.want*h*h/2 {
				t.Errorf("%s at %d: measure %v, want %v", test.name, resolution, m.Measure(), test.want)
			}
			if order := math.Log2(previous / failure); previous > 0 && (order < 1.7 || order > 2.5) {
				t.Errorf("%s at %d: the error %v is of order %v", test.name, resolution, failure, order)
			}
			previous = failure
		}
	}
}

// Integrals over the sphere: of x^2 a third of the area, and of the von Mises-Fisher weight exp(k z) 4 pi sinh(k) / k.
func TestIntegralsOverTheSphere(t *testing.T) {
	m := mustExtract(t, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 96, Codimension: 1,
		Field: field(ball(1, 0, 0, 0)).at})
	squares, exponents := make([]float64, m.Vertices.Len()), make([]float64, m.Vertices.Len())
	const k = 1000.0
	for i := range squares {
		x := m.Vertices.At(i)
		squares[i], exponents[i] = x[0]*x[0], 3*x[2]+k
	}
	if got, want := m.Integrate(squares), 4*math.Pi/3; math.Abs(got-want) > 2e-3*want {
		t.Errorf("integral of x^2: %v, want %v", got, want)
	}
	if got, want := m.LogIntegrateExp(exponents), k+math.Log(4*math.Pi*math.Sinh(3)/3); math.Abs(got-want) > 2e-3 {
		t.Errorf("log of the integral of exp: %v, want %v", got, want)
	}
	for i := range exponents {
		exponents[i] = math.Inf(-1)
	}
	if got := m.LogIntegrateExp(exponents); !math.IsInf(got, -1) {
		t.Errorf("log of the integral of 0: %v", got)
	}
	if got := (&Mesh{Dimension: 2, Vertices: points.New(0, 3)}).LogIntegrateExp(nil); !math.IsInf(got, -1) {
		t.Errorf("log of the integral over nothing: %v", got)
	}
}

func TestMeasuresOfElements(t *testing.T) {
	set, err := points.FromRows([][]float64{{0, 0, 0}, {3, 0, 0}, {0, 4, 0}, {0, 0, 1}})
	if err != nil {
		t.Fatal(err)
	}
	triangles := &Mesh{Dimension: 2, Vertices: set, Elements: []int32{0, 1, 2, 0, 3, 1, 1, 1, 2}}
	if diff := cmp.Diff([]float64{6, 1.5, 0}, triangles.Measures()); diff != "" || triangles.Measure() != 7.5 {
		t.Error(diff, triangles.Measure())
	}
	if got := triangles.Integrate([]float64{1, 2, 3, 9}); got != 6*2+1.5*4 {
		t.Errorf("integral %v", got)
	}
	segments := &Mesh{Dimension: 1, Vertices: set, Elements: []int32{1, 2, 0, 3}}
	if diff := cmp.Diff([]float64{5, 1}, segments.Measures()); diff != "" {
		t.Error(diff)
	}
}

// Elements are drawn by weight, points uniformly within: frequencies and means lie within 5 standard errors, which
// some of these 15 numbers exceed by chance with probability below 1e-5.
func TestSamplerDrawsByWeight(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	set, err := points.FromRows([][]float64{{0, 0, 0}, {1, 0, 0}, {0, 2, 0}, {0, 0, 3}})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*Mesh{
		{Dimension: 1, Vertices: set, Elements: []int32{0, 1, 1, 2, 2, 3}},
		{Dimension: 2, Vertices: set, Elements: []int32{0, 1, 2, 1, 2, 3, 2, 3, 0}},
	} {
		sampler, err := NewSampler(m, []float64{3, 0, 1})
		if err != nil {
			t.Fatal(err)
		}
		const n = 40000
		var drawn [3]int
		corners := m.Dimension + 1
		mean := make([]float64, corners) // of the barycentric coordinates
		for range n {
			element, point, barycentric := sampler.Draw(rng)
			drawn[element]++
			sum, back := 0.0, make([]float64, 3)
			for k, share := range barycentric {
				if share < 0 {
					t.Fatalf("negative share in %v", barycentric)
				}
				sum += share
				mean[k] += share / n
				for axis := range back {
					back[axis] += share * set.At(int(m.Element(element)[k]))[axis]
				}
			}
			if math.Abs(sum-1) > 1e-12 || len(barycentric) != corners || !cmp.Equal(back, point) {
				t.Fatalf("%v of element %d are not coordinates of %v", barycentric, element, point)
			}
		}
		if p := float64(drawn[0]) / n; drawn[1] != 0 || math.Abs(p-0.75) > 5*math.Sqrt(0.75*0.25/n) {
			t.Errorf("elements are drawn %v times", drawn)
		}
		for _, v := range mean { // the standard deviation is below 0.3 in both dimensions
			if math.Abs(v-1/float64(corners)) > 5*0.3/math.Sqrt(n) {
				t.Errorf("mean coordinates %v", mean)
			}
		}
	}
}

// Points of a triangle are uniform: a quarter lies in each of the four that its edges' midpoints cut it into. The
// chi-square statistic of 3 degrees of freedom exceeds 30 with probability 1.4e-6.
func TestSamplerIsUniformInTriangles(t *testing.T) {
	m := &Mesh{Dimension: 2, Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 5, 0, 1, 1}},
		Elements: []int32{0, 1, 2}}
	sampler, err := NewSampler(m, m.Measures())
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(3, 4))
	const n = 10000
	var counts [4]float64
	for range n {
		_, _, barycentric := sampler.Draw(rng)
		part := 3
		for k, share := range barycentric {
			if share > 0.5 {
				part = k
			}
		}
		counts[part]++
	}
	statistic := 0.0
	for _, count := range counts {
		statistic += (count - n/4) * (count - n/4) / (n / 4)
	}
	if statistic > 30 {
		t.Errorf("counts %v", counts)
	}
}

func TestSamplerErrors(t *testing.T) {
	m := &Mesh{Dimension: 1, Vertices: points.New(3, 2), Elements: []int32{0, 1, 1, 2}}
	for _, weights := range [][]float64{nil, {1}, {1, -1}, {1, math.NaN()}, {0, 0}, {1, math.Inf(1)}} {
		if _, err := NewSampler(m, weights); err == nil {
			t.Errorf("weights %v are taken", weights)
		}
	}
}

func TestJoin(t *testing.T) {
	a, b := rounded(3, 1), rounded(3, 1)
	delete(b.Values, Energy)
	got, err := Join(a, b)
	if err != nil {
		t.Fatal(err)
	}
	want := &Mesh{
		Dimension: 1,
		Vertices:  &points.Set{Dim: 3, Data: append(append([]float64(nil), a.Vertices.Data...), b.Vertices.Data...)},
		Elements:  []int32{0, 1, 1, 2, 2, 4, 5, 6, 6, 7, 7, 9},
		Values:    map[string][]float64{LogDensity: {0, 1, 2, 3, 4, 0, 1, 2, 3, 4}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if _, err := Join(a, rounded(2, 1)); err == nil {
		t.Error("meshes of different spaces were joined")
	}
	if _, err := Join(a, rounded(3, 2)); err == nil {
		t.Error("a curve and a surface were joined")
	}
	if _, err := Join(); err == nil {
		t.Error("nothing was joined")
	}
}

// A cylinder from a grid of parameters has its area, and one component with the boundary of a rectangle.
func TestParametric(t *testing.T) {
	const rows, columns = 20, 90
	set := points.New(rows*columns, 3)
	for i := range rows {
		for k := range columns {
			sin, cos := math.Sincos(math.Pi * float64(k) / (columns - 1))
			copy(set.At(i*columns+k), []float64{cos, sin, float64(i) / (rows - 1)})
		}
	}
	m, err := Parametric(set, []int{rows, columns})
	if err != nil {
		t.Fatal(err)
	}
	if got := m.Measure(); math.Abs(got-math.Pi) > 1e-3 {
		t.Errorf("area %v of half a cylinder", got)
	}
	if got := m.Topology(TopologyOptions{}).Components; len(got) != 1 || got[0].Euler != 1 ||
		got[0].BoundaryLoops != 1 || !got[0].Open {
		t.Errorf("%+v", got)
	}
	checkOrientation(t, m)
	if m, err = Parametric(set.Slice(0, columns), []int{columns}); err != nil || math.Abs(m.Measure()-math.Pi) > 1e-3 {
		t.Errorf("half a circle: %v, %v", m, err)
	}
	for _, counts := range [][]int{nil, {1}, {rows, columns + 1}, {1, rows * columns}, {-rows, -columns}, {2, 2, 450},
		{1 << 40, 1 << 40}} {
		if _, err := Parametric(set, counts); err == nil || !strings.Contains(err.Error(), "grid") {
			t.Errorf("%v: %v", counts, err)
		}
	}
}

// checkOrientation tests that no edge is used twice in one direction.
func checkOrientation(t *testing.T, m *Mesh) {
	t.Helper()
	seen := map[string]bool{}
	for i := range m.Len() {
		corners := m.Element(i)
		for k := range 3 {
			edge := fmt.Sprint(corners[k], corners[(k+1)%3])
			if seen[edge] {
				t.Fatalf("edge %s is used twice", edge)
			}
			seen[edge] = true
		}
	}
}
