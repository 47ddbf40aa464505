package ridged

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// A circle with noise in fifteen columns is looked at in the plane of the circle and one direction more; what has as
// little variance, but is a function of the place, a curve or a torus of its own, or a part of a blob, is no noise.
func TestNoiseIsLeftOut(t *testing.T) {
	const count, n, whole = 600, 15, 0
	var rng *rand.Rand
	turn := func() float64 { return 2 * math.Pi * rng.Float64() }
	for name, test := range map[string]struct {
		place func(x []float64)
		want  int
	}{
		"noise": {func(x []float64) {
			x[1], x[0] = math.Sincos(turn())
			for j := range x {
				x[j] += 0.08 * rng.NormFloat64()
			}
		}, 3},
		"uniform noise": {func(x []float64) {
			x[1], x[0] = math.Sincos(turn())
			for j := range x {
				x[j] += 0.15 * (2*rng.Float64() - 1)
			}
		}, 3},
		"heavy tails": {func(x []float64) {
			x[1], x[0] = math.Sincos(turn())
			for j := range x {
				x[j] += 0.04 * rng.NormFloat64() / math.Sqrt(rng.ExpFloat64()+0.2)
			}
		}, 3},
		"function": {func(x []float64) {
			a := turn()
			x[1], x[0] = math.Sincos(a)
			for j := 2; j < n; j++ {
				x[j] = 0.1*math.Sin(float64(j/2+1)*a+float64(j%2)*math.Pi/2) + 0.005*rng.NormFloat64()
			}
		}, whole},
		"small circles": {func(x []float64) {
			for j := 0; j+1 < n; j += 2 {
				radius := 0.1
				if j == 0 {
					radius = 1
				}
				a := turn()
				x[j], x[j+1] = radius*math.Cos(a), radius*math.Sin(a)
			}
			x[n-1] = 0.07 * rng.NormFloat64()
		}, whole},
		"a curve of its own": {func(x []float64) {
			x[1], x[0] = math.Sincos(turn())
			a := turn()
			for j := 2; j < n; j++ {
				x[j] = 0.1 * math.Sin(float64(j*j)*a+float64(j))
			}
		}, whole},
		"blob": {func(x []float64) {
			for j := range x {
				x[j] = rng.NormFloat64()
			}
		}, whole},
	} {
		x := points.New(count, n)
		rng = rand.New(rand.NewPCG(28, 3))
		for i := range count {
			test.place(x.At(i))
		}
		within, err := SubspaceOf(x, 1)
		if err != nil {
			t.Fatal(err)
		}
		got := whole
		if within != nil {
			got = len(within.Axes)
		}
		if got != test.want {
			t.Errorf("%s: %d axes, want %d", name, got, test.want)
		}
	}
}
