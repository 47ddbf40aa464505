package page

import (
	"encoding/binary"
	"math"
	"slices"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// sheet returns a wavy square of triangles in space with as many vertices along each side, and a value that is its
// height.
func sheet(n int) *mesh.Mesh {
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(n*n, 3),
		Values: map[string][]float64{mesh.LogDensity: make([]float64, n*n)}}
	for i := range n {
		for j := range n {
			x, y := float64(i)/float64(n-1), float64(j)/float64(n-1)
			z := 0.2 * math.Sin(5*x) * math.Cos(4*y)
			copy(m.Vertices.At(i*n+j), []float64{x, y, z})
			m.Values[mesh.LogDensity][i*n+j] = z
			if i > 0 && j > 0 {
				a, b, c, d := int32((i-1)*n+j-1), int32((i-1)*n+j), int32(i*n+j-1), int32(i*n+j)
				m.Elements = append(m.Elements, a, c, d, a, d, b)
			}
		}
	}
	return m
}

func area(m *mesh.Mesh) float64 {
	total := 0.0
	for e := range m.Len() {
		t := m.Element(e)
		p, q, r := m.Vertices.At(int(t[0])), m.Vertices.At(int(t[1])), m.Vertices.At(int(t[2]))
		var u, v [3]float64
		for j := range 3 {
			u[j], v[j] = q[j]-p[j], r[j]-p[j]
		}
		x, y, z := u[1]*v[2]-u[2]*v[1], u[2]*v[0]-u[0]*v[2], u[0]*v[1]-u[1]*v[0]
		total += math.Sqrt(x*x+y*y+z*z) / 2
	}
	return total
}

func TestThinKeepsTheSurface(t *testing.T) {
	m := sheet(120)
	for _, most := range []int{20000, 2000, 300} {
		thinned := thin(m, most)
		if n := thinned.Vertices.Len(); n > most || n < most/4 && n < m.Vertices.Len() {
			t.Errorf("at most %d: %d vertices", most, n)
		}
		// the border's cells shrink
		if ratio := area(thinned) / area(m); math.Abs(ratio-1) > 3/math.Sqrt(float64(most)) {
			t.Errorf("at most %d: the area changes by a factor of %g", most, ratio)
		}
		known := map[[3]int32]bool{}
		for e := range thinned.Len() {
			key := [3]int32(thinned.Element(e))
			slices.Sort(key[:])
			if key[0] == key[1] || key[1] == key[2] || known[key] {
				t.Fatalf("at most %d: triangle %v is degenerate or there twice", most, key)
			}
			known[key] = true
		}
		// Means of places and values go together: the height is both.
		for i, value := range thinned.Values[mesh.LogDensity] {
			if z := thinned.Vertices.At(i)[2]; math.Abs(z-value) > 1e-12 {
				t.Fatalf("at most %d: vertex %d has height %g and value %g", most, i, z, value)
			}
		}
	}
	if kept := thin(m, 20000); !slices.Equal(kept.Elements, m.Elements) ||
		!slices.Equal(kept.Vertices.Data, m.Vertices.Data) {
		t.Error("a small mesh is changed")
	}
}

func TestMergedVerticesStayInTheirCells(t *testing.T) {
	m := sheet(60)
	low, longest := extent(m.Vertices)
	const cells = 10
	groups, count := cluster(m.Vertices, low, longest, cells)
	merged := merge(m, groups, count)
	cell := func(x []float64) [3]int {
		var c [3]int
		for j := range c {
			c[j] = min(int(cells*(x[j]-low[j])/longest), cells-1)
		}
		return c
	}
	for i, group := range groups {
		if cell(m.Vertices.At(i)) != cell(merged.Vertices.At(int(group))) {
			t.Fatalf("vertex %d at %v became %v", i, m.Vertices.At(i), merged.Vertices.At(int(group)))
		}
	}
}

func TestThinOfDamagedMeshes(t *testing.T) {
	m := sheet(40)
	m.Vertices.At(5)[1], m.Vertices.At(17)[0], m.Vertices.At(800)[2] = math.NaN(), math.Inf(1), 1e300
	for _, most := range []int{5000, 200, 1} {
		thinned := thin(m, most)
		if n := thinned.Vertices.Len(); n == 0 || n > most {
			t.Errorf("at most %d: %d vertices", most, n)
		}
		for i := range thinned.Vertices.Len() {
			if !drawable(thinned.Vertices.At(i)) {
				t.Fatalf("at most %d: vertex %d is %v", most, i, thinned.Vertices.At(i))
			}
		}
		for _, vertex := range thinned.Elements {
			if vertex < 0 || int(vertex) >= thinned.Vertices.Len() {
				t.Fatalf("at most %d: no vertex %d", most, vertex)
			}
		}
	}
	same := &mesh.Mesh{Dimension: 1, Vertices: points.New(9, 3), Elements: []int32{0, 1, 7, 8}}
	if thinned := thin(same, 3); thinned.Vertices.Len() != 1 || thinned.Len() != 0 {
		t.Errorf("equal vertices became %d, with %d segments", thinned.Vertices.Len(), thinned.Len())
	}
	empty := thin(&mesh.Mesh{Dimension: 2, Vertices: points.New(0, 3)}, 10)
	if empty.Vertices.Len() != 0 || empty.Len() != 0 {
		t.Error("an empty mesh is not empty")
	}
}

func TestThinOfCurves(t *testing.T) {
	const n = 5000
	m := &mesh.Mesh{Dimension: 1, Vertices: points.New(n, 3)}
	for i := range n {
		copy(m.Vertices.At(i), []float64{float64(i) / n, 0, 0})
		if i > 0 {
			m.Elements = append(m.Elements, int32(i-1), int32(i))
		}
	}
	thinned := thin(m, 100)
	if v := thinned.Vertices.Len(); v > 100 || v < 25 || thinned.Len() != v-1 {
		t.Errorf("%d vertices and %d segments", v, thinned.Len())
	}
}

func TestPointsFarFromTheBoxAreLeftOut(t *testing.T) {
	box := [3][2]float64{{0, 1}, {0, 1}, {0, 1}}
	set := points.New(100, 3)
	for i := range set.Len() {
		set.At(i)[0] = float64(i) / 100
	}
	set.At(3)[2], set.At(50)[1], set.At(99)[0] = 2.1, math.Inf(-1), math.NaN()
	packed, outside := packPoints(set, box, 40)
	if outside != 3 || len(packed) != 40*12 {
		t.Errorf("%d outside, %d bytes", outside, len(packed))
	}
	if last := math.Float32frombits(binary.LittleEndian.Uint32(packed[39*12:])); last < 0.9 {
		t.Errorf("the points taken end at %g of 1", last)
	}
	if packed, outside := packPoints(set.Slice(50, 51), box, 40); packed != nil || outside != 1 {
		t.Error("points that are all outside are packed")
	}
}

func TestLimitsOfDensities(t *testing.T) {
	var values []float64
	for i := range 100 {
		values = append(values, float64(i))
	}
	if l := limits(append(values, math.Inf(-1), math.NaN())); *l != [2]float64{2, 99} {
		t.Fatalf("the limits are %v", *l)
	}
}
