package draft

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/dimension"
	"ebim/framework/neighbors"
	"ebim/framework/points"
	"ebim/framework/shape"
)

// Curves are learned apart from a surface where they are seen in the points that a run trains on, too: long ones are,
// and spines of a few points are seen in all points alone.
func TestStrataAreSeenInParts(t *testing.T) {
	for _, test := range []struct {
		count, points int // of curves, and on each
		want          bool
	}{{2, 300, true}, {24, 25, false}} {
		s := &sketch{set: spined(test.count, test.points), choice: dataset.StandardizeScale, dimension: 2}
		share := neighbors.Curves(s.set)
		if share < leastStratum {
			t.Fatalf("%d curves of %d points are not seen: %v", test.count, test.points, share)
		}
		e := &shape.Estimate{Dimension: 2, ByScale: 2, Neighbors: dimension.Estimate{Dimension: 2, Curves: share}}
		if got := s.settleStrata(e); got != test.want {
			t.Errorf("%d curves of %d points: %v", test.count, test.points, got)
		}
	}
}

// spined is a sphere of 2400 points with straight spines of some points each, in random order.
func spined(spines, each int) *points.Set {
	const around = 2400
	rng := rand.New(rand.NewPCG(5, 1))
	x := points.New(around+spines*each, 3)
	order := rng.Perm(x.Len())
	for i := range x.Len() {
		at, along := i, 1.0
		if i >= around {
			at, along = around*((i-around)/each)/spines, 1.02+0.7*rng.Float64()
		}
		z := 1 - (2*float64(at)+1)/around
		sine, cosine := math.Sincos(math.Pi * (3 - math.Sqrt(5)) * float64(at))
		r := math.Sqrt(1 - z*z)
		for j, v := range []float64{r * cosine, r * sine, z} {
			x.At(order[i])[j] = along*v + 0.004*rng.NormFloat64()
		}
	}
	return x
}
