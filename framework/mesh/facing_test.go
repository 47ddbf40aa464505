package mesh

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Ends are shown to be apart by a gap of 20 spacings between them, and not by one of two that the curve has of its own.
func TestFacing(t *testing.T) {
	for name, test := range map[string]struct {
		empty float64 // of the turn, where the curve leaves out a twentieth
		want  int
	}{
		"a gap":                  {0.05, 0},
		"none, as data go on":    {0, 1},
		"so small that none can": {0.005, 1},
	} {
		data := onCircle(500, 1, func(rng *rand.Rand) float64 {
			return 2 * math.Pi * (test.empty + (1-test.empty)*rng.Float64() - 0.025 - test.empty/2)
		})
		if count := len(ring(95, 100).Facing(data, 0.1, 0.01, nil)); count != test.want {
			t.Errorf("%s: %d pairs, want %d", name, count, test.want)
		}
	}
	if count := len(ring(100, 100).Facing(onCircle(500, 1, (*rand.Rand).Float64), 0.1, 0.01, nil)); count != 0 {
		t.Errorf("a loop has %d pairs of ends", count)
	}
}

// An end of a strand of 200 points per unit of length is shown to be apart from the strand that it points at by a gap
// of 20 spacings, not by one of two. One of ten times fewer points is not.
func TestFacingStrands(t *testing.T) {
	for name, test := range map[string]struct {
		density int
		gap     float64
		want    int
	}{
		"a gap":                   {200, 0.1, 0},
		"a small one":             {200, 0.01, 1},
		"a gap of few points":     {20, 0.1, 1},
		"a long one of as few":    {20, 0.9, 0},
		"the strand is elsewhere": {200, -1, 0},
	} {
		rng := rand.New(rand.NewPCG(3, 9))
		m := &Mesh{Dimension: 1, Vertices: points.New(0, 2)}
		line := func(from, to []float64, count int) *points.Set {
			const steps = 50
			x := points.New(0, 2)
			for k := range steps + 1 {
				share := float64(k) / steps
				m.Vertices.Data = append(m.Vertices.Data, from[0]+share*(to[0]-from[0]), from[1]+share*(to[1]-from[1]))
				if last := int32(m.Vertices.Len() - 1); k > 0 {
					m.Elements = append(m.Elements, last-1, last)
				}
			}
			for range count {
				share := rng.Float64()
				x.Data = append(x.Data, from[0]+share*(to[0]-from[0]), from[1]+share*(to[1]-from[1]))
			}
			return x
		}
		up := 0.0
		if test.gap < 0 {
			up = 1
		}
		data := line([]float64{0, up - 1}, []float64{0, up + 1}, 800)
		more := line([]float64{1 + math.Abs(test.gap), up * 3}, []float64{math.Abs(test.gap), up * 3}, test.density)
		data.Data = append(data.Data, more.Data...)
		if count := m.FacingStrands(data, 0.05, 0.01); count != test.want {
			t.Errorf("%s: %d ends, want %d", name, count, test.want)
		}
	}
}
