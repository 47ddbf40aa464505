package mesh

import (
	"math"
	"math/rand/v2"
	"testing"
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
		if count := ring(95, 100).Facing(data, 0.1, 0.01); count != test.want {
			t.Errorf("%s: %d pairs, want %d", name, count, test.want)
		}
	}
	if count := ring(100, 100).Facing(onCircle(500, 1, (*rand.Rand).Float64), 0.1, 0.01); count != 0 {
		t.Errorf("a loop has %d pairs of ends", count)
	}
}
