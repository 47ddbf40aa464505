package homology

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/random/randomtest"
)

func circleAt(rng *rand.Rand, x, radius float64) []float64 {
	sin, cos := math.Sincos(turn(rng))
	return []float64{x + radius*cos, radius * sin}
}

func sphereAt(rng *rand.Rand, x, radius float64) []float64 {
	s := onSphere(rng)
	return []float64{x + radius*s[0], radius * s[1], radius * s[2]}
}

func blobAt(rng *rand.Rand, x, y float64) []float64 {
	return []float64{x + 0.5*rng.NormFloat64(), y + 0.5*rng.NormFloat64()}
}

// torusAt draws of a torus of radii 2 and that.
func torusAt(rng *rand.Rand, radius float64) []float64 {
	u, v := tube(rng)
	r := 2 + radius*math.Cos(v)
	return []float64{r * math.Cos(u), r * math.Sin(u), radius * math.Sin(v)}
}

// more shapes, with those of hard, that shortcuts were set on.
var more = []shape{
	{"close unequal circles", func(rng *rand.Rand) []float64 {
		if rng.Float64() < 0.8 {
			return circleAt(rng, 0, 1)
		}
		return circleAt(rng, 2, 0.3)
	}, []int{2, 2}},
	{"spiral", func(rng *rand.Rand) []float64 {
		t := 4 * math.Pi * math.Sqrt(0.02+0.98*rng.Float64())
		return []float64{t * math.Cos(t), t * math.Sin(t)}
	}, []int{1, 0}},
	{"linked circles", func(rng *rand.Rand) []float64 {
		x := circleAt(rng, 0, 1)
		if rng.IntN(2) == 0 {
			return append(x, 0)
		}
		return []float64{1 + x[0], 0, x[1]}
	}, []int{2, 2}},
	{"moons", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(turn(rng) / 2)
		if rng.IntN(2) == 0 {
			cos, sin = 1-cos, 0.5-sin
		}
		return []float64{cos + 0.05*rng.NormFloat64(), sin + 0.05*rng.NormFloat64()}
	}, []int{2, 0}},
	{"Y", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(2 * math.Pi / 3 * float64(rng.IntN(3)))
		u := rng.Float64()
		return []float64{u * cos, u * sin}
	}, []int{1, 0}},
	{"ellipse", func(rng *rand.Rand) []float64 { x := circleAt(rng, 0, 1); return []float64{5 * x[0], x[1]} },
		[]int{1, 1}},
	{"annulus", func(rng *rand.Rand) []float64 { return circleAt(rng, 0, math.Sqrt(0.36+0.64*rng.Float64())) },
		[]int{1, 1, 0}},
	{"cylinder", func(rng *rand.Rand) []float64 { return append(circleAt(rng, 0, 1), 2*rng.Float64()) },
		[]int{1, 1, 0}},
	{"Moebius band", func(rng *rand.Rand) []float64 {
		t, w := turn(rng), rng.Float64()-0.5
		r := 1 + w*math.Cos(t/2)
		return []float64{r * math.Cos(t), r * math.Sin(t), w * math.Sin(t/2)}
	}, []int{1, 1, 0}},
	{"ellipsoid", func(rng *rand.Rand) []float64 { s := onSphere(rng); return []float64{s[0], 1.5 * s[1], 2 * s[2]} },
		[]int{1, 0, 1}},
	{"flat torus", func(rng *rand.Rand) []float64 { return append(circleAt(rng, 0, 1), circleAt(rng, 0, 1)...) },
		[]int{1, 2, 1}},
	{"noisy sphere", func(rng *rand.Rand) []float64 { return sphereAt(rng, 0, 1+0.05*rng.NormFloat64()) },
		[]int{1, 0, 1}},
}

// judged shapes are those that nothing was set on.
var judged = []shape{
	{"sphere in sphere", func(rng *rand.Rand) []float64 {
		if rng.Float64() < 0.8 {
			return sphereAt(rng, 0, 1)
		}
		return sphereAt(rng, 0, 0.4)
	}, []int{2, 0, 2}},
	{"lemniscate", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(turn(rng))
		return []float64{cos / (1 + sin*sin), sin * cos / (1 + sin*sin)}
	}, []int{1, 2}},
	{"touching circles", func(rng *rand.Rand) []float64 {
		if rng.Float64() < 0.7 {
			return circleAt(rng, 0, 1)
		}
		return circleAt(rng, 1.4, 0.4)
	}, []int{1, 2}},
	{"solid torus", func(rng *rand.Rand) []float64 { return torusAt(rng, 0.7*math.Sqrt(rng.Float64())) },
		[]int{1, 1, 0}},
	{"fat torus", func(rng *rand.Rand) []float64 { return torusAt(rng, 1.4) }, []int{1, 2, 1}},
	{"grid of blobs", func(rng *rand.Rand) []float64 {
		return blobAt(rng, 4*float64(rng.IntN(3)), 4*float64(rng.IntN(3)))
	}, []int{9, 0}},
	{"blobs 6 apart", func(rng *rand.Rand) []float64 { return blobAt(rng, 6*float64(rng.IntN(2)), 0) }, []int{2, 0}},
	{"blobs 3 apart", func(rng *rand.Rand) []float64 { return blobAt(rng, 3*float64(rng.IntN(2)), 0) }, []int{2, 0}},
	{"blobs with long tails", func(rng *rand.Rand) []float64 {
		at := 8 * float64(rng.IntN(2))
		return []float64{at + rng.ExpFloat64() - rng.ExpFloat64(), rng.ExpFloat64() - rng.ExpFloat64()}
	}, []int{2, 0}},
	{"S-curve", func(rng *rand.Rand) []float64 {
		t := 3 * math.Pi * (rng.Float64() - 0.5)
		return []float64{math.Sin(t), 2 * rng.Float64(), math.Copysign(1, t) * (math.Cos(t) - 1)}
	}, []int{1, 0, 0}},
	{"ball", func(rng *rand.Rand) []float64 { return sphereAt(rng, 0, math.Cbrt(rng.Float64())) }, []int{1, 0, 0}},
	{"open helix", func(rng *rand.Rand) []float64 {
		t := 8 * math.Pi * rng.Float64()
		return []float64{math.Cos(t), math.Sin(t), t / 8}
	}, []int{1, 0}},
	{"coil", func(rng *rand.Rand) []float64 {
		t := turn(rng)
		r := 3 + math.Cos(9*t)
		return []float64{r * math.Cos(t), r * math.Sin(t), math.Sin(9 * t)}
	}, []int{1, 1}},
	{"rings in rings", func(rng *rand.Rand) []float64 { return circleAt(rng, 0, 1+0.5*float64(rng.IntN(3))) },
		[]int{3, 3}},
	{"unequal spheres", func(rng *rand.Rand) []float64 {
		if rng.Float64() < 0.8 {
			return sphereAt(rng, 0, 1)
		}
		return sphereAt(rng, 2.5, 0.4)
	}, []int{2, 0, 2}},
	{"wide C", func(rng *rand.Rand) []float64 {
		sin, cos := math.Sincos(0.2 + 5.883*rng.Float64())
		return []float64{cos, sin}
	}, []int{1, 0}},
}

// With EBIM_SEEDS=8 it counts wrong, undecided and right numbers of 300 to 3000 points.
func TestFreshShapes(t *testing.T) {
	seeds := randomtest.Many(t)
	for _, of := range slices.Concat(more, judged) {
		line := ""
		for _, count := range []int{300, 600, 1500, 3000} {
			var wrong, undecided, right int
			for seed := range seeds {
				got, ok := BettiOf(drawn(of, count, uint64(seed)), len(of.want)-1)
				switch {
				case !ok || !got.Decided():
					undecided++
				case slices.Equal(got.Numbers, of.want):
					right++
				default:
					wrong++
				}
			}
			line += fmt.Sprintf("  %d: %d/%d/%d", count, wrong, undecided, right)
		}
		t.Logf("%-24s%s", of.name, line)
	}
}
