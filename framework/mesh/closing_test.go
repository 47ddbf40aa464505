package mesh

import (
	"math"
	"testing"
)

// The line that closes three quarters of a circle is its chord; of two arcs that face each other the longest is the
// wider gap; a circle has none.
func TestClosingGap(t *testing.T) {
	arcs := ring(60, 100)
	other := ring(30, 100)
	for _, v := range other.Elements { // turned by 65 segments
		arcs.Elements = append(arcs.Elements, v+int32(arcs.Vertices.Len()))
	}
	for i := range other.Vertices.Len() {
		sine, cosine := math.Sincos(2 * math.Pi * (65 + float64(i)) / 100)
		arcs.Vertices.Data = append(arcs.Vertices.Data, cosine, sine)
	}
	segment := 2 * math.Sin(math.Pi/100)
	chord := 2 * math.Sin(math.Pi/20)
	for name, test := range map[string]struct {
		m    *Mesh
		want float64
	}{
		"three quarters": {ring(75, 100), math.Sqrt2 / (75*segment + math.Sqrt2)},
		"two arcs":       {arcs, chord / (90*segment + 2*chord)},
		"a circle":       {ring(100, 100), 0},
	} {
		if got := test.m.ClosingGap(); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}
