package homology

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

func BenchmarkRips(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	x := points.New(2000, 3)
	for i := range x.Len() {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		up, across := math.Sincos(2 * math.Pi * rng.Float64())
		copy(x.At(i), []float64{(2 + across) * cos, (2 + across) * sin, up})
	}
	for b.Loop() {
		Rips(x.Slice(0, 200), 2, math.Inf(1))
	}
}
