package homology

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/random/randomtest"
)

// blobs draws points of three normal blobs.
func blobs(rng *rand.Rand) []float64 {
	return []float64{4*float64(rng.IntN(3)) + 0.5*rng.NormFloat64(), 0.5 * rng.NormFloat64()}
}

// hard shapes are those whose sheets, pieces or detail can be too close for the points.
var hard = []struct {
	shape
	counts []int
}{
	{shape{"swiss roll", func(rng *rand.Rand) []float64 {
		t := math.Pi * (1.5 + 3*rng.Float64())
		return []float64{t * math.Cos(t), 21 * rng.Float64(), t * math.Sin(t)}
	}, []int{1, 0, 0}}, []int{600, 1500}},
	{shape{"blobs in a row", blobs, []int{3, 0}}, []int{400, 1500, 3000}},
	{shape{"blobs in a triangle", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(2 * math.Pi / 3 * float64(rng.IntN(3)))
		return []float64{2.31*cos + 0.5*rng.NormFloat64(), 2.31*sin + 0.5*rng.NormFloat64()}
	}, []int{3, 0}}, []int{400, 1500, 3000}},
	{shape{"trefoil", func(rng *rand.Rand) []float64 {
		t := turn(rng)
		return []float64{math.Sin(t) + 2*math.Sin(2*t), math.Cos(t) - 2*math.Cos(2*t), -math.Sin(3 * t)}
	}, []int{1, 1}}, []int{300, 400}},
	{shape{"unequal circles", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(turn(rng))
		if rng.Float64() < 0.8 {
			return []float64{cos, sin}
		}
		return []float64{3 + 0.3*cos, 0.3 * sin}
	}, []int{2, 2}}, []int{300, 400}},
	{shape{"two spheres", func(rng *rand.Rand) []float64 {
		x := onSphere(rng)
		return []float64{3*float64(rng.IntN(2)) + x[0], x[1], x[2]}
	}, []int{2, 0, 2}}, []int{400}},
	{shape{"torus of few points", shapes[11].draw, shapes[11].want}, []int{300, 600}},
}

// Where points are too few to tell, the numbers are undecided rather than wrong.
func TestHardShapesAreNotDecidedWrongly(t *testing.T) {
	for _, of := range hard {
		t.Run(of.name, func(t *testing.T) {
			for _, count := range of.counts {
				for seed := range randomtest.Seeds(t, 3) {
					got, ok := BettiOf(drawn(of.shape, count, uint64(seed)), len(of.want)-1)
					if ok && got.Decided() && !slices.Equal(got.Numbers, of.want) {
						t.Errorf("%d points, seed %d: %v from scale %.3g to %.3g, want %v", count, seed, got.Numbers,
							got.From, got.To, of.want)
					}
				}
			}
		})
	}
}

func TestWaysOverPoints(t *testing.T) {
	g := graph{{{1, 1}, {2, 5}}, {{0, 1}, {2, 2}}, {{1, 2}, {0, 5}, {3, 9}}, {{2, 9}}}
	if got := g.ways(0, 10); !slices.Equal(got, []float64{0, 1, 3, math.Inf(1)}) {
		t.Errorf("ways %v", got)
	}
}

// The way around a gap of a circle is longer than the gap by more than a detour up to where half a circle is one.
func TestShortcutOfCircles(t *testing.T) {
	circle, two := drawn(shapes[0], 1500, 1), drawn(shapes[4], 1500, 1)
	if got := newNet(circle, 100).shortcut(circle, 0.2, 2); got < 1.9 || got > 2 {
		t.Errorf("a circle has shortcuts from scale %v, want its diameter, nearly", got)
	}
	if got := newNet(two, 100).shortcut(two, 0.2, 2); got < 0.9 || got > 1.2 {
		t.Errorf("circles that are 1 apart have shortcuts from scale %v", got)
	}
}
