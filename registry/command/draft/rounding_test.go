package draft

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// A step is seen where most multiples of it occur and nothing between; not of few numbers, set points far apart, or
// numbers of all sizes.
func TestStepOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, test := range map[string]struct {
		number func() float64
		want   float64
	}{
		"tenths":     {func() float64 { return math.Round(20*rng.Float64()) / 10 }, 0.1},
		"steps of 5": {func() float64 { return 100 + 5*float64(rng.IntN(20)) }, 5},
		"few":        {func() float64 { return float64(rng.IntN(6)) }, 0},
		"set points": {func() float64 { return []float64{1, 2, 5, 10, 20, 50, 100, 200, 500}[rng.IntN(9)] }, 0},
		"any":        {rng.Float64, 0},
		"one apart":  {func() float64 { return max(0.5, float64(rng.IntN(20))) }, 0}, // most halves are missing
		"off it":     {func() float64 { return max(0.3, float64(rng.IntN(20))) }, 0},
	} {
		x := points.New(0, 1)
		for range 400 {
			x.Data = append(x.Data, test.number())
		}
		if got := stepOf(x, 0); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: step %v, want %v", name, got, test.want)
		}
	}
}

// The turns of a spring are bound to its heights, rings at any height are not.
func TestIsBound(t *testing.T) {
	const turns = 4
	rng := rand.New(rand.NewPCG(3, 4))
	spring, rings := points.New(0, 3), points.New(0, 3)
	for range 1500 {
		u := rng.Float64()
		sin, cos := math.Sincos(2 * math.Pi * turns * u)
		spring.Data = append(spring.Data, cos, math.Round(12*u), sin)
		rings.Data = append(rings.Data, cos, float64(rng.IntN(12)), sin)
	}
	if !isBound(spring, 1) || isBound(rings, 1) {
		t.Errorf("bound: a spring %v, rings %v", isBound(spring, 1), isBound(rings, 1))
	}
}
