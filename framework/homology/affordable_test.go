package homology

import (
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Complexes are cut where they have too many triangles, and no sooner.
func TestAffordableScales(t *testing.T) {
	rng, x := rand.New(rand.NewPCG(1, 1)), points.New(70, 5)
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	if got, want := triangles(x, 100), 70*69*68/6; got != want {
		t.Errorf("of 70 points in reach of each other %d triangles, want %d", got, want)
	}
	if got := affordable(x, 100, 70*69*68/6); got != 100 {
		t.Errorf("a scale of %v is affordable, want all", got)
	}
	for _, most := range []int{0, 10, 1000} {
		scale := affordable(x, 100, most)
		larger := 100.
		for i := range x.Len() {
			for j := range i {
				if d := distance(x.At(i), x.At(j)); d > scale {
					larger = min(larger, d)
				}
			}
		}
		if within, beyond := triangles(x, scale), triangles(x, larger); within > most || beyond <= most {
			t.Errorf("at most %d triangles: %d at the scale, %d at the next", most, within, beyond)
		}
	}
}

func TestBettiNumbersOfManyDimensionsAreBounded(t *testing.T) {
	rng, x := rand.New(rand.NewPCG(2, 1)), points.New(4000, 6)
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	if _, ok := BettiOf(x, 2); !ok {
		t.Error("4000 points have no numbers")
	}
}
