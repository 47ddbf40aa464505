package kernels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// What fitting kernels to 6000 points of a sphere in R^n costs.
func BenchmarkFit(b *testing.B) {
	for _, n := range []int{3, 100} {
		rng := rand.New(rand.NewPCG(1, 1))
		x, tangents := points.New(6000, n), []float64(nil)
		for i := range x.Len() {
			at, frame := x.At(i), make([]float64, 2*n)
			for j := range 3 {
				at[j] = rng.NormFloat64()
			}
			floats.Scale(1/floats.Norm(at, 2), at)
			across := math.Hypot(at[0], at[1])
			frame[0], frame[1] = -at[1]/across, at[0]/across
			frame[n], frame[n+1], frame[n+2] = -at[2]*at[0]/across, -at[2]*at[1]/across, across
			tangents = append(tangents, frame...)
		}
		b.Run(fmt.Sprintf("dim=%d", n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Fit(x, tangents, Options{Dimension: 2, Members: 3, Floor: 1e-5}, rng); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
