package mesh

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/points"
)

type function = func(x []float64) float64

func union2(f, g function) function {
	return func(x []float64) float64 { return min(f(x), g(x)) }
}

func product(f, g function) function {
	return func(x []float64) float64 { return f(x) * g(x) }
}

// secondTorus is linked with torus(1, 0.3): it goes through its hole, in the plane y = 0.
func secondTorus(x []float64) float64 {
	return math.Hypot(math.Hypot(x[0]-1, x[2])-1, x[1]) - 0.3
}

// doubleTorus returns the surface of genus 2 around the lemniscate x^2 (x^2 - 1) + y^2 = 0.
func doubleTorus(x []float64) float64 {
	f := x[0]*x[0]*(x[0]*x[0]-1) + x[1]*x[1]
	return f*f + x[2]*x[2] - 0.01
}

// trefoil is u^2 - v^3 on the 3-sphere, stereographically projected: with s = |x|^2, u = 2 (x + i y) / (s + 1) and
// v = (2 z + i (s - 1)) / (s + 1), times (s + 1)^3.
func trefoil() (re, im function) {
	value := func(x []float64) complex128 {
		s := x[0]*x[0] + x[1]*x[1] + x[2]*x[2]
		u, v := complex(2*x[0], 2*x[1]), complex(2*x[2], s-1)
		return u*u*complex(s+1, 0) - v*v*v
	}
	return func(x []float64) float64 { return real(value(x)) }, func(x []float64) float64 { return imag(value(x)) }
}

// Every shape has its topology at several resolutions and positions of the grid. Shift 0 and odd fractions of a cell
// give ties: corners that lie exactly on the zero set.
func TestTopologyOfKnownShapes(t *testing.T) {
	re, im := trefoil()
	plane := func(axis int, at float64) function {
		return func(x []float64) float64 { return x[axis] - at }
	}
	tests := []struct {
		name        string
		dim         int
		half        float64 // of the box's side
		resolutions []int
		f           []function
		euler       []int // of the components
	}{
		{"circle", 2, 1.5, []int{8, 12, 24, 96}, []function{ball(1, 0, 0)}, []int{0}},
		{"two circles", 2, 1.5, []int{24, 48, 96}, []function{product(ball(0.5, -0.75, 0),
			ball(0.5, 0.75, 0))}, []int{0, 0}},
		{"sphere", 3, 1.5, []int{8, 12, 24, 64}, []function{ball(1, 0, 0, 0)}, []int{2}},
		{"torus", 3, 1.5, []int{12, 24, 48}, []function{torus(1, 0.4)}, []int{0}},
		{"linked tori", 3, 2.5, []int{32, 50}, []function{union2(torus(1, 0.3), secondTorus)}, []int{0, 0}},
		{"product of linked tori", 3, 2.5, []int{32, 50}, []function{product(torus(1, 0.3), secondTorus)}, []int{0, 0}},
		{"double torus", 3, 1.25, []int{40, 80}, []function{doubleTorus}, []int{-2}},
		{"circle on a sphere", 3, 1.5, []int{8, 24, 48}, []function{ball(1, 0, 0, 0), plane(2, 0)}, []int{0}},
		{"circle of a plane and a sphere", 3, 1.5, []int{8, 24, 48},
			[]function{plane(2, 0.25), ball(1, 0, 0, 0)}, []int{0}},
		{"two loops", 3, 1.5, []int{24, 48}, []function{torus(1, 0.4), plane(0, 0)}, []int{0, 0}},
		{"two parallels", 3, 1.5, []int{24, 48},
			[]function{ball(1, 0, 0, 0), product(plane(2, 0.5), plane(2, -0.5))}, []int{0, 0}},
		{"trefoil", 3, 4, []int{40, 64}, []function{re, im}, []int{0}},
		{"trefoil, components swapped", 3, 4, []int{40, 64}, []function{im, re}, []int{0}},
	}
	for _, test := range tests {
		for _, resolution := range test.resolutions {
			cell := 2 * test.half / float64(resolution)
			for _, shift := range []float64{0, cell / 2, 0.1234 * cell} {
				t.Run(fmt.Sprintf("%s at %d shifted by %.4g", test.name, resolution, shift), func(t *testing.T) {
					box := points.Cube(test.dim, -test.half, test.half)
					for axis := range box {
						box[axis][0] += shift
						box[axis][1] += shift
					}
					p := Problem{Box: box, Resolution: resolution, Codimension: len(test.f), Field: field(test.f...).at}
					m := mustExtract(t, p)
					checkManifold(t, m, box)
					var euler []int
					got := m.Topology(TopologyOptions{Box: box})
					for _, c := range got.Components {
						euler = append(euler, c.Euler)
						if !c.Closed || !c.Orientable || c.Open || c.Cut || m.Dimension == 2 && c.Euler != 2-2*c.Genus {
							t.Errorf("%+v", c)
						}
					}
					if !slices.Equal(euler, test.euler) || got.Debris+got.NonManifold > 0 || got.Cut {
						t.Errorf("%+v", got)
					}
				})
			}
		}
	}
}

// Spheres, planes and circles that leave the box are cut there, not open; without the box they are open.
func TestTopologyOfCutShapes(t *testing.T) {
	box := points.Box{{-1, 1}, {-1, 1}, {-0.5, 0.75}}
	m := mustExtract(t, Problem{Box: box, Resolution: 40, Codimension: 1, Field: field(ball(0.9, 0, 0, 0)).at})
	checkManifold(t, m, box)
	c := m.Topology(TopologyOptions{Box: box}).Components[0]
	if !c.Cut || c.Open || c.Closed || c.BoundaryLoops != 2 || c.Euler != 0 || c.Genus != 0 {
		t.Errorf("sphere without its poles: %+v", c)
	}
	if c := m.Topology(TopologyOptions{}).Components[0]; c.Cut || !c.Open || c.Closed {
		t.Errorf("without a box: %+v", c)
	}
	tilted := func(x []float64) float64 { return x[2] + 0.3*x[0] - 0.2*x[1] }
	m = mustExtract(t, Problem{Box: box, Resolution: 21, Codimension: 1, Field: field(tilted).at})
	checkManifold(t, m, box)
	if c := m.Topology(TopologyOptions{Box: box}).Components[0]; !c.Cut || c.BoundaryLoops != 1 || c.Euler != 1 {
		t.Errorf("plane: %+v", c)
	}
	m = mustExtract(t, Problem{Box: box[:2], Resolution: 40, Codimension: 1, Field: field(ball(1.2, 0, 0)).at})
	checkManifold(t, m, box[:2])
	got := m.Topology(TopologyOptions{Box: box[:2]})
	if len(got.Components) != 4 || !got.Cut {
		t.Fatalf("circle beyond the box's sides: %+v", got)
	}
	for _, c := range got.Components {
		if c.Closed || c.Euler != 1 || !c.Cut {
			t.Errorf("arc: %+v", c)
		}
	}
}

// Where a mesh leaves a box that is far from the origin is known after single precision has moved the vertices.
func TestTopologyFarFromTheOrigin(t *testing.T) {
	const shift = 12345.6789
	box := points.Box{{shift - 1, shift + 1}, {shift - 1.5, shift + 1.5}}
	m := mustExtract(t, Problem{Box: box, Resolution: 24, Codimension: 1, Field: field(ball(1.2, shift, shift)).exact})
	var file bytes.Buffer
	if err := WritePLY(&file, m); err != nil {
		t.Fatal(err)
	}
	read, err := ReadPLY(&file)
	if err != nil {
		t.Fatal(err)
	}
	if want, got := m.Topology(TopologyOptions{Box: box}),
		read.Topology(TopologyOptions{Box: box}); len(want.Components) != 2 ||
		!got.Cut || got.Components[0].Open || got.Components[1].Open {
		t.Errorf("%+v, and read again %+v", want, got)
	}
}

func TestTopologyOfMadeSurfaces(t *testing.T) {
	// A Möbius strip, its last column glued to the first with a twist.
	var strip Mesh
	const n = 12
	strip.Dimension, strip.Vertices = 2, points.New(2*n, 3)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / n)
		half := float64(i) / n * math.Pi
		for k, side := range []float64{-0.3, 0.3} {
			radius := 1 + side*math.Cos(half)
			copy(strip.Vertices.At(2*i+k), []float64{radius * cos, radius * sin, side * math.Sin(half)})
		}
		a, b, c, d := int32(2*i), int32(2*i+1), int32(2*i+2), int32(2*i+3)
		if i == n-1 {
			c, d = 1, 0
		}
		strip.Elements = append(strip.Elements, a, c, b, b, c, d)
	}
	c := strip.Topology(TopologyOptions{}).Components[0]
	if c.Orientable || c.Euler != 0 || c.BoundaryLoops != 1 || !c.Open || c.Genus != 0 {
		t.Errorf("Möbius strip: %+v", c)
	}
	// Turning triangles over makes no surface less orientable.
	sphere := mustExtract(t, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 16, Codimension: 1,
		Field: field(ball(1, 0, 0, 0)).at})
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range sphere.Len() {
		if corners := sphere.Element(i); rng.IntN(2) == 0 {
			corners[0], corners[1] = corners[1], corners[0]
		}
	}
	if c := sphere.Topology(TopologyOptions{}).Components[0]; !c.Orientable || !c.Closed || c.Euler != 2 {
		t.Errorf("sphere: %+v", c)
	}
	// Three triangles on one edge.
	book := &Mesh{Dimension: 2, Vertices: points.New(5, 3), Elements: []int32{0, 1, 2, 0, 1, 3, 1, 0, 4}}
	if got := book.Topology(TopologyOptions{Debris: -1}); got.NonManifold != 1 || len(got.Components) != 1 {
		t.Errorf("book: %+v", got)
	}
	// Two tetrahedra on one vertex, which is pinched, and two triangles whose boundaries touch at one.
	tetrahedra := &Mesh{Dimension: 2, Vertices: points.New(7, 3),
		Elements: []int32{0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 0, 5, 4, 0, 4, 6, 4, 5, 6, 0, 6, 5}}
	if got := tetrahedra.Topology(TopologyOptions{}); got.NonManifold != 1 || got.Components[0].NonManifold != 1 ||
		!got.Components[0].Closed {
		t.Errorf("tetrahedra: %+v", got)
	}
	bow := &Mesh{Dimension: 2, Vertices: points.New(5, 3), Elements: []int32{0, 1, 2, 0, 3, 4}}
	if got := bow.Topology(TopologyOptions{Debris: -1}); got.NonManifold != 1 || len(got.Components) != 1 {
		t.Errorf("bow: %+v", got)
	}
	star := &Mesh{Dimension: 1, Vertices: points.New(4, 2), Elements: []int32{0, 1, 0, 2, 0, 3}}
	if got := star.Topology(TopologyOptions{Debris: -1}); got.NonManifold != 1 || len(got.Components) != 1 {
		t.Errorf("star: %+v", got)
	}
	empty := &Mesh{Dimension: 2, Vertices: points.New(0, 3)}
	if diff := cmp.Diff(&Topology{Dimension: 2}, empty.Topology(TopologyOptions{})); diff != "" {
		t.Error(diff)
	}
}

// Large surfaces fit in memory beside their topology, and files are read into little more than what they hold: what
// either allocates is bounded by bytes for each triangle.
func TestMemoryOfLargeSurfaces(t *testing.T) {
	m := mustExtract(t, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 96, Codimension: 1,
		Field: field(torus(1, 0.4)).exact})
	m.Values = map[string][]float64{Energy: make([]float64, m.Vertices.Len())}
	var file bytes.Buffer
	if err := WritePLY(&file, m); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		most float64
		run  func()
	}{
		{"topology", 42, func() { m.Topology(TopologyOptions{}) }}, // 37
		{"reading", 32, func() { // 28: three indices, and half a vertex with its value
			if _, err := ReadPLY(bytes.NewReader(file.Bytes())); err != nil {
				t.Fatal(err)
			}
		}},
	}
	for _, test := range tests {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		test.run()
		runtime.ReadMemStats(&after)
		if each := float64(after.TotalAlloc-before.TotalAlloc) / float64(m.Len()); each > test.most {
			t.Errorf("%s takes %.1f bytes for each triangle, at most %v are expected", test.name, each, test.most)
		} else {
			t.Logf("%s: %.1f", test.name, each)
		}
	}
}

func TestDebrisIsLeftOut(t *testing.T) {
	f := product(product(ball(1, 0, 0), ball(0.5, 0, 0)), ball(0.01, 1.3, 1.3))
	m := mustExtract(t, Problem{Box: points.Cube(2, -1.5, 1.5), Resolution: 512, Codimension: 1, Field: field(f).at})
	got := m.Topology(TopologyOptions{})
	if len(got.Components) != 2 || got.Debris != 1 || math.Abs(got.DebrisShare-0.01/1.51) > 5e-4 {
		t.Errorf("%+v", got)
	}
	if got.Components[0].Measure < got.Components[1].Measure {
		t.Error("the largest is not the first")
	}
	if got := m.Topology(TopologyOptions{Debris: -1}); len(got.Components) != 3 || got.Debris != 0 ||
		got.DebrisShare != 0 {
		t.Errorf("without debris: %+v", got)
	}
}

// A closed curve through random points crosses itself as often as comparing all pairs says; a figure eight and a curve
// that passes through its own vertex do so once.
func TestSelfIntersections(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{4, 20, 200} {
		set := points.New(n, 2)
		for i := range set.Data {
			set.Data[i] = rng.NormFloat64()
		}
		curve := closed(set)
		want := 0
		for i := range curve.Len() {
			for k := range i {
				if cross(curve, curve.Element(i), curve.Element(k)) {
					want++
				}
			}
		}
		if got := SelfIntersections(curve); got != want || n > 4 && got < n {
			t.Errorf("%d points: %d crossings; comparing all pairs finds %d", n, got, want)
		}
	}
	for name, test := range map[string]struct {
		rows [][]float64
		want int
	}{
		"square":           {[][]float64{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, 0},
		"figure eight":     {[][]float64{{0, 0}, {1, 1}, {1, 0}, {0, 1}}, 1},
		"through a vertex": {[][]float64{{0, 0}, {1, 1}, {2, 2}, {2, 0}, {1, 1}, {0, 2}}, 1},
		"flat":             {[][]float64{{0, 0}, {1, 0}, {2, 0}, {3, 0}}, 0},
		"a point":          {[][]float64{{1, 1}, {1, 1}, {1, 1}}, 0},
	} {
		set, err := points.FromRows(test.rows)
		if err != nil {
			t.Fatal(err)
		}
		if got := SelfIntersections(closed(set)); got != test.want {
			t.Errorf("%s: %d crossings, want %d", name, got, test.want)
		}
	}
	circle := mustExtract(t, Problem{Box: points.Cube(2, -1.5, 1.5), Resolution: 64, Codimension: 1,
		Field: field(ball(1, 0, 0)).at})
	if got := SelfIntersections(circle); got != 0 {
		t.Errorf("a circle has %d crossings", got)
	}
	if got := SelfIntersections(&Mesh{Dimension: 1, Vertices: points.New(0, 2)}); got != 0 {
		t.Errorf("nothing has %d crossings", got)
	}
}

func closed(set *points.Set) *Mesh {
	m := &Mesh{Dimension: 1, Vertices: set}
	for i := range set.Len() {
		m.Elements = append(m.Elements, int32(i), int32((i+1)%set.Len()))
	}
	return m
}

// A projection that moves vertices to the zero set keeps the topology.
func TestTopologyAfterProjection(t *testing.T) {
	onTorus := func(_ context.Context, x *points.Set) (*points.Set, error) {
		out := points.New(x.Len(), 3)
		for i := range x.Len() {
			p := x.At(i)
			rho := math.Hypot(p[0], p[1])
			d := math.Hypot(rho-1, p[2])
			radius := 1 + 0.4*(rho-1)/d
			copy(out.At(i), []float64{radius * p[0] / rho, radius * p[1] / rho, 0.4 * p[2] / d})
		}
		return out, nil
	}
	m := mustExtract(t, Problem{Box: points.Cube(3, -1.5, 1.5), Resolution: 24, Codimension: 1,
		Field: field(torus(1, 0.4)).at, Project: onTorus})
	checkManifold(t, m, points.Cube(3, -1.5, 1.5))
	for i := range m.Vertices.Len() {
		if f := torus(1, 0.4)(m.Vertices.At(i)); math.Abs(f) > 1e-12 {
			t.Fatalf("vertex %d is at distance %v", i, f)
		}
	}
	if c := m.Topology(TopologyOptions{}).Components; len(c) != 1 || c[0].Euler != 0 || c[0].Genus != 1 {
		t.Errorf("%+v", c)
	}
}
