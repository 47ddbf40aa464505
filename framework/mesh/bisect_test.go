package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Cut through any edges, whatever their number in a triangle, a square stays a disc of its area that is oriented alike
// and has no cracks: those would add loops to its boundary and vertices to its Euler characteristic.
func TestBisectKeepsADisc(t *testing.T) {
	const side = 6
	grid := points.New(side*side, 2)
	for i := range side * side {
		grid.At(i)[0], grid.At(i)[1] = float64(i/side), float64(i%side)
	}
	m, err := Parametric(grid, []int{side, side})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		before := m.Len()
		middles := map[Edge]int32{}
		m.Edges(func(e Edge) {
			if _, known := middles[e]; known || rng.IntN(3) > 0 {
				return
			}
			a, b := m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1]))
			middles[e] = int32(m.Vertices.Len())
			m.Vertices.Data = append(m.Vertices.Data, (a[0]+b[0])/2, (a[1]+b[1])/2)
		})
		m.Bisect(middles)
		if m.Len() <= before {
			t.Fatalf("%d triangles were cut into %d", before, m.Len())
		}
		signed := 0.0
		for i := range m.Len() {
			corners := m.Element(i)
			a, b, c := m.Vertices.At(int(corners[0])), m.Vertices.At(int(corners[1])), m.Vertices.At(int(corners[2]))
			signed += ((b[0]-a[0])*(c[1]-a[1]) - (b[1]-a[1])*(c[0]-a[0])) / 2
		}
		if area := m.Measure(); math.Abs(area-25) > 1e-9 || math.Abs(math.Abs(signed)-25) > 1e-9 {
			t.Errorf("the area is %v, with signs %v; want 25", area, signed)
		}
		topology := m.Topology(TopologyOptions{})
		whole := topology.Components[0]
		if len(topology.Components) != 1 || topology.NonManifold > 0 || whole.Euler != 1 || whole.BoundaryLoops != 1 ||
			!whole.Orientable || whole.Vertices != m.Vertices.Len() {
			t.Errorf("%+v is not a disc of all %d vertices", topology, m.Vertices.Len())
		}
	}
}

// A curve's segments are cut in their order.
func TestBisectACurve(t *testing.T) {
	m := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: 2, Data: []float64{0, 0, 1, 0, 2, 0, 0.5, 0}},
		Elements: []int32{0, 1, 1, 2}}
	m.Bisect(map[Edge]int32{EdgeOf(1, 0): 3})
	for i, want := range []int32{0, 3, 3, 1, 1, 2} {
		if len(m.Elements) != 6 || m.Elements[i] != want {
			t.Fatalf("the segments are %v", m.Elements)
		}
	}
}
