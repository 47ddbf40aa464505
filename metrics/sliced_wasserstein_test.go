package metrics

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Along a direction u, a translation by t moves everything by |t.u|, of mean |t| gamma(d/2) / (sqrt(pi)
// gamma((d+1)/2)). 4 standard errors are a false alarm in 6e-5 of all seeds.
func TestSlicedWassersteinOfATranslation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, dim := range []int{2, 3, 7} {
		set := gaussian(rng, 50, dim, 0, 1)
		moved := &points.Set{Dim: dim}
		for k, value := range set.Data {
			moved.Data = append(moved.Data, value+[]float64{2, 0}[min(1, k%dim)])
		}
		value, standardError, err := SlicedWasserstein{Directions: 4000}.Measure(t.Context(), Sample{Points: set},
			Sample{Points: moved}, rng)
		if err != nil {
			t.Fatal(err)
		}
		d := float64(dim)
		near(t, "value", value, 2*math.Gamma(d/2)/(math.Sqrt(math.Pi)*math.Gamma((d+1)/2)), 4*standardError)
		if standardError > 0.02 {
			t.Errorf("standard error %v: the test shows little", standardError)
		}
	}
}

func TestSlicedWassersteinOnALineIsExact(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{1, 2, 30, 200} {
		a := Sample{gaussian(rng, n, 1, 0, 1), nil}
		b := Sample{gaussian(rng, 70, 1, 1, 2), make([]float64, 70)}
		for i := range b.Weights {
			b.Weights[i] = float64(rng.IntN(4))
		}
		want, err := Wasserstein1(t.Context(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		value, _, err := SlicedWasserstein{Directions: 1}.Measure(t.Context(), a, b, rng)
		if err != nil {
			t.Fatal(err)
		}
		near(t, "value", value, want, 1e-12)
	}
}

func TestSlicedWassersteinStaysBelowWasserstein(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 2))
	a, b := Sample{gaussian(rng, 100, 3, 0, 1), nil}, Sample{gaussian(rng, 140, 3, 0, 2), nil}
	whole, err := Wasserstein1(t.Context(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	value, _, err := SlicedWasserstein{Directions: 100}.Measure(t.Context(), a, b, rng)
	if err != nil || !(value > 0.2*whole && value < whole) {
		t.Errorf("sliced %v (%v), whole %v", value, err, whole)
	}
	if value, _, err := (SlicedWasserstein{Directions: 5}).Measure(t.Context(), a, a, rng); err != nil || value != 0 {
		t.Errorf("to itself: %v, %v", value, err)
	}
}

func TestSlicedWassersteinRejectsBadInput(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 2))
	for name, c := range badPairs() {
		_, _, err := SlicedWasserstein{Directions: 3}.Measure(t.Context(), c.a, c.b, rng)
		wantError(t, name, err, c.want)
	}
	_, _, err := SlicedWasserstein{}.Measure(t.Context(), onLine(1), onLine(2), rng)
	wantError(t, "directions", err, "0 directions")
	_, _, err = SlicedWasserstein{Directions: 3}.Measure(t.Context(), onLine(math.MaxFloat64),
		onLine(-math.MaxFloat64), rng)
	wantError(t, "far apart", err, "too far apart")
}
