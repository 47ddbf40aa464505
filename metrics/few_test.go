package metrics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/model"
	"ebim/framework/network/networktest"
)

// Forty points do not show a manifold of seven dimensions, but a curve.
func TestFewPointsOfManyDimensionsAreDoubted(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for dim, doubted := range map[int]bool{2: false, 8: true} {
		s := trusted(t, networktest.Sphere(dim, 1).Formula, onSphere(rng, 40, dim, 0), 1.5)
		s.Traits = model.Traits{Ambient: dim, Dimension: dim - 1, Implicit: true}
		f := &findings{Subject: s}
		f.Values = map[string]float64{"verdict": good}
		if err := few(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if said := strings.Join(f.Caveats, ""); strings.Contains(said, "too few") != doubted {
			t.Errorf("R^%d: %q", dim, said)
		}
	}
}
