package ridged

import (
	"math"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// At the boundary of a hexagon of six triangles outward is away from its middle.
func TestBoundary(t *testing.T) {
	m := &mesh.Mesh{Dimension: 2, Vertices: points.New(1, 3)}
	for k := range int32(6) {
		sine, cosine := math.Sincos(float64(k) * math.Pi / 3)
		m.Vertices.Data = append(m.Vertices.Data, cosine, 0, sine)
		m.Elements = append(m.Elements, 0, 1+k, 1+(k+1)%6)
	}
	vertices, outward := boundary(m)
	if len(vertices) != 6 {
		t.Fatalf("the vertices are %v", vertices)
	}
	for i, v := range vertices {
		if d := points.SquaredDistance(outward[i], m.Vertices.At(v)); d > 1e-20 {
			t.Errorf("at %v outward is %v", m.Vertices.At(v), outward[i])
		}
	}
}
