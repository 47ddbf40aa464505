package statistics

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestDipOfKnownValues(t *testing.T) {
	even := make([]float64, 100)
	for i := range even {
		even[i] = float64(i)
	}
	heaps := append(make([]float64, 50), even[50:]...)
	for i := range heaps {
		heaps[i] = math.Floor(heaps[i]/50) + 1e-9*float64(i)
	}
	for _, c := range []struct {
		name   string
		values []float64
		dip    float64
	}{
		{"none", nil, 0.5}, {"one", []float64{3}, 0.5}, {"equal", []float64{2, 2, 2, 2}, 0.125}, {"even", even, 0.005},
		{"two heaps", heaps, 0.25},
		// A convex function d off the counts at 0, 0.2 and 1 has 3 - 6d - 0.2 (12d/0.8) <= 6d.
		{"twice three", []float64{0, 0.1, 0.2, 1, 1.1, 1.2}, 0.2},
	} {
		if dip := Dip(c.values); math.Abs(dip-c.dip) > 0.01*c.dip {
			t.Errorf("%s: dip %g, not %g", c.name, dip, c.dip)
		}
	}
}

// TestDipChance draws from the distribution with the largest dips: of 2000 sets 200 +- 13 and 20 +- 4.5 are expected,
// so that it fails by chance in fewer than 1 of 1000 seeds.
func TestDipChance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	const sets, n = 2000, 400
	tenth, hundredth := 0, 0
	values := make([]float64, n)
	for range sets {
		for i := range values {
			values[i] = rng.Float64()
		}
		chance := DipChance(Dip(values), n)
		if chance < 0.1 {
			tenth++
		}
		if chance < 0.01 {
			hundredth++
		}
	}
	if tenth > 250 || tenth < 120 || hundredth > 38 || hundredth < 4 {
		t.Errorf("%d of %d below 0.1 and %d below 0.01", tenth, sets, hundredth)
	}
}
