package ridge_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/support/ridged"
)

func onCircle(rng *rand.Rand) []float64 {
	sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
	return []float64{cosine, sine}
}

// Forty points around a circle join to a closed curve, though its displacement is trained long enough to memorize them:
// their ridge is taken at a share of their spacing, not at the noise that it has between single points.
func TestRidgeOfFewPoints(t *testing.T) {
	for _, seed := range []uint64{1, 2} {
		longer, steps := settings(1), 6000
		longer.Training.Steps = &steps
		z := learned(t, longer, drawn(40, seed, 0.05, onCircle), 0)
		s, is := z.(*ridged.Set)
		if !is {
			t.Fatalf("seed %d: a %T", seed, z)
		}
		if got := topology(t, s); len(got.Components) != 1 || got.Boundary() != 0 {
			t.Errorf("seed %d: %+v", seed, got)
		}
		noise := 0.0
		err := s.Save(t.Context(), t.TempDir(), func(line string) {
			if strings.HasPrefix(line, "the ridge is taken") {
				fmt.Sscanf(line, "the ridge is taken at noise %g", &noise)
			}
		})
		if err != nil || noise < 0.05 {
			t.Errorf("seed %d: taken at noise %v, %v", seed, noise, err)
		}
	}
}

// Twelve points of a circle join to a closed curve; as many of a cloud have a ridge without a mesh.
func TestRidgeWithoutAMesh(t *testing.T) {
	if joined, is := learned(t, narrow(1), drawn(12, 0, 0.05, onCircle), 0).(*ridged.Set); !is {
		t.Errorf("a circle: no mesh")
	} else if got := topology(t, joined); len(got.Components) != 1 || got.Boundary() != 0 {
		t.Errorf("a circle: %+v", got)
	}
	cloud := func(rng *rand.Rand) []float64 { return []float64{rng.NormFloat64(), rng.NormFloat64()} }
	found := learned(t, narrow(1), drawn(12, 0, 0, cloud), 0)
	z, is := found.(*ridged.Meshless)
	if !is {
		t.Fatalf("a cloud: a %T", found)
	}
	x, err := z.Uniform(t.Context(), rand.New(rand.NewPCG(1, 1)), 10)
	if err != nil || x.Len() != 10 {
		t.Errorf("%v, %v", x, err)
	}
}
