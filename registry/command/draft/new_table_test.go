package draft

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Unit vectors about one direction have one length; wires in meters from a far origin seem to.
func TestOneLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	dome, wires := points.New(500, 3), points.New(500, 3)
	for i := range dome.Len() {
		sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
		across := 0.3 * rng.Float64()
		copy(dome.At(i), []float64{across * cosine, across * sine, math.Sqrt(1 - across*across)})
		copy(wires.At(i), []float64{512500 + 100*rng.Float64(), 5403800 + 100*rng.Float64(), 450})
	}
	if !oneLength(dome) {
		t.Error("a cap of unit vectors has no one length")
	}
	if oneLength(wires) {
		t.Error("places within 100 m have one length")
	}
}
