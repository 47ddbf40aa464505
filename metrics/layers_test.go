package metrics

import (
	"math"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/points"
)

// ringAt adds a circle of n vertices at a height to a mesh in R^3, and its vertices to a set.
func ringAt(m *mesh.Mesh, x *points.Set, n int, height, tilt float64) {
	first := m.Vertices.Len()
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		m.Vertices.Data = append(m.Vertices.Data, cos, sin, height+tilt*cos)
		x.Data = append(x.Data, cos, sin, height)
		m.Elements = append(m.Elements, int32(first+i), int32(first+(i+1)%n))
	}
}

// Rings parted by the number of a batch are doubted; one alone is not, nor are rings that lie across the layers, or
// whose heights have noise.
func TestLayersOfALabelAreDoubted(t *testing.T) {
	for name, test := range map[string]struct {
		heights []float64
		tilt    float64
		jitter  float64 // of the points' heights
		doubted bool
		noMesh  bool
	}{
		"three batches":         {[]float64{1, 2, 3}, 0.01, 0, true, false},
		"one batch":             {[]float64{1}, 0.01, 0, false, false},
		"across the layers":     {[]float64{1, 2, 3}, 0.8, 0, false, false},
		"heights with noise":    {[]float64{1, 2, 3}, 0.01, 1e-3, false, false},
		"no mesh":               {[]float64{1, 2, 3}, 0.01, 0, true, true},
		"no mesh, noise":        {[]float64{1, 2, 3}, 0.01, 1e-3, false, true},
		"serial numbers":        {[]float64{1, 1.001, 5}, 0.2, 0, true, false}, // of which two make one piece
		"two equal, one beside": {[]float64{1, 1, 2}, 0.01, 0, true, false},
	} {
		m, x := &mesh.Mesh{Dimension: 1, Vertices: points.New(0, 3)}, points.New(0, 3)
		for k, height := range test.heights {
			ringAt(m, x, 100, height, test.tilt)
			for i := 100 * k; i < 100*(k+1); i++ {
				x.At(i)[2] += test.jitter * float64(i%37)
			}
		}
		if test.noMesh {
			m = nil
		}
		f := &findings{Subject: &experiment.Subject{Mesh: m, Train: x, Columns: []string{"x", "y", "run"}}}
		f.Values = map[string]float64{"verdict": good}
		if err := layers(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		said := strings.Join(f.Caveats, "; ")
		if doubted := f.Values["verdict"] == doubtful; doubted != test.doubted ||
			doubted != strings.Contains(said, "column run has only") {
			t.Errorf("%s: verdict %v, %q", name, f.Values["verdict"], said)
		}
	}
}
