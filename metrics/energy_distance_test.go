package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// On a line, it is twice the integral of the squared difference of the distribution functions.
func TestEnergyDistanceOnALine(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	a := Sample{gaussian(rng, 300, 1, 0, 1), nil}
	b := Sample{gaussian(rng, 700, 1, 1, 2), make([]float64, 700)}
	for i := range b.Weights {
		b.Weights[i] = rng.ExpFloat64()
	}
	steps := []massPoint{}
	for k, s := range []Sample{a, b} {
		for i, share := range s.shares() {
			steps = append(steps, massPoint{s.Points.Data[i], share * float64(1-2*k)})
		}
	}
	slices.SortFunc(steps, func(x, y massPoint) int { return int(math.Copysign(1, x.at-y.at)) })
	want, height := 0.0, 0.0
	for k, s := range steps[:len(steps)-1] {
		height += s.mass
		want += 2 * height * height * (steps[k+1].at - s.at)
	}
	got, err := EnergyDistance(t.Context(), a, b)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "energy distance", got, want, 1e-11)
}

// For X and Y normal in 3 dimensions with deviations s and r about one center, E|X - Y| = sqrt(s^2 + r^2) sqrt(8/pi),
// and of n points one in n pairs is of a point with itself. The mean over many samples comes within 4 standard errors
// but in 6e-5 of all seeds.
func TestEnergyDistanceOfNormals(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	for _, r := range []float64{1, 2} {
		want := math.Sqrt(8/math.Pi) * (2*math.Sqrt(1+r*r) - math.Sqrt2*39/40 - math.Sqrt2*r*59/60)
		var values []float64
		for range 200 {
			a, b := Sample{gaussian(rng, 40, 3, 0, 1), nil}, Sample{gaussian(rng, 60, 3, 0, r), nil}
			v, err := EnergyDistance(t.Context(), a, b)
			if err != nil {
				t.Fatal(err)
			}
			values = append(values, v)
		}
		mean, standardError := MeanAndError(values)
		near(t, "the mean", mean, want, 4*standardError)
	}
}

func TestEnergyDistanceOfFewPoints(t *testing.T) {
	measure := func(a, b Sample) float64 {
		t.Helper()
		d, err := EnergyDistance(t.Context(), a, b)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	near(t, "two points", measure(onLine(0), onLine(3)), 6, 0)
	rng := rand.New(rand.NewPCG(3, 3))
	many := Sample{gaussian(rng, 600, 2, 0, 1), nil}
	near(t, "to itself", measure(many, many), 0, 1e-14)
	repeated := onLine(1, 1, 1, 5)
	weighted := onLine(1, 5)
	weighted.Weights = []float64{3, 1}
	near(t, "repeated points are weights", measure(repeated, weighted), 0, 1e-15)
}

func TestEnergyDistanceRejectsBadInput(t *testing.T) {
	for name, c := range badPairs() {
		_, err := EnergyDistance(t.Context(), c.a, c.b)
		wantError(t, name, err, c.want)
	}
	_, err := EnergyDistance(t.Context(), onLine(math.MaxFloat64), onLine(-math.MaxFloat64))
	wantError(t, "far apart", err, "too far apart")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := EnergyDistance(ctx, onLine(1), onLine(2)); !errors.Is(err, context.Canceled) {
		t.Errorf("a canceled context gives %v", err)
	}
}
