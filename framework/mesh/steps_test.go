package mesh

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Of data in equal steps, gaps of six or more have hardly a chance, one or three alike, also where few steps lie
// between them; one of two steps may be, and so may those of data at random.
func TestRegularGaps(t *testing.T) {
	steps := func(count, missing int) func(*rand.Rand) float64 {
		k := -1.0
		return func(*rand.Rand) float64 {
			if k++; k == float64(count/2) {
				k += float64(missing)
			}
			return 0.01 + k/float64(count+missing)*1.9*math.Pi
		}
	}
	thirds := func(count, missing float64) func(*rand.Rand) float64 { // of a circle, each some steps shorter
		k := -1.0
		return func(*rand.Rand) float64 {
			k++
			return (k + missing*math.Floor(k/count)) / (3 * (count + missing)) * 2 * math.Pi
		}
	}
	columns := func(count int) func(*rand.Rand) float64 { // at places of equal x, above and below
		k := -1
		return func(*rand.Rand) float64 {
			k++
			x := -1 + (2*float64(k/2)+1)/float64(count/2)
			return math.Mod(math.Acos(x)*float64(1-k%2*2)+2*math.Pi, 2*math.Pi)
		}
	}
	for name, test := range map[string]struct {
		curve *Mesh
		angle func(*rand.Rand) float64
		count int
		want  int
	}{
		"six steps on an arc": {ring(98, 100), steps(100, 6), 100, 1},
		"two steps on an arc": {ring(98, 100), steps(100, 1), 100, 0},
		"the end of a circle": {ring(100, 100), steps(200, 0), 200, 1}, // a twentieth of it
		"at random": {ring(100, 100),
			func(rng *rand.Rand) float64 { return 2 * math.Pi * rng.Float64() }, 100, 0},
		"three alike":     {ring(100, 100), thirds(30, 10), 90, 3},
		"three of twelve": {ring(100, 100), thirds(12, 4), 36, 3},
		"equal columns":   {ring(100, 100), columns(100), 100, 0}, // by the longest there is one half as long
		"too few":         {ring(98, 100), steps(8, 6), 8, 0},
	} {
		gaps := test.curve.RegularGaps(onCircle(test.count, 3, test.angle), 1, 0.01)
		if len(gaps) != test.want {
			t.Errorf("%s: %+v", name, gaps)
		}
		if name == "six steps on an arc" && len(gaps) == 1 && math.Abs(gaps[0].Missing-7) > 0.5 {
			t.Errorf("%s: %v are missing", name, gaps[0].Missing)
		}
	}
}

// Of data at random on a ring, 5 in 100 sets at most have gaps that one in 100 has, and 10 of those in clumps, but one
// of twelve mean steps is found, and four of ten are though each alone has some chance.
func TestGapsTogether(t *testing.T) {
	const sets = 200
	angles := func(taken func(rng *rand.Rand) float64) func(*rand.Rand) float64 {
		return func(rng *rand.Rand) float64 { return 2 * math.Pi * taken(rng) }
	}
	clumps := func() func(*rand.Rand) float64 {
		k, at := 0, 0.0
		return func(rng *rand.Rand) float64 {
			if k++; k%4 == 1 {
				at = rng.Float64()
			}
			return math.Mod(1+at+0.3*rng.NormFloat64()/300, 1)
		}
	}
	dashes := func(count, steps, missing float64) func(*rand.Rand) float64 {
		return func(rng *rand.Rand) float64 {
			u := rng.Float64() * count
			return (math.Floor(u) + (u-math.Floor(u))*steps/(steps+missing)) / count
		}
	}
	slow := func(rng *rand.Rand) float64 { // twice in a turn, where density falls toward what looks like gaps
		u := 2 * rng.Float64()
		return (math.Floor(u) + 0.5 + math.Atan(0.22*math.Tan(math.Pi*(math.Mod(u, 1)-0.5)))/math.Pi) / 2
	}
	losing := func(places int, missing float64) func() func(*rand.Rand) float64 { // places at random, and some in a row
		return func() func(*rand.Rand) float64 {
			var left []int
			return func(rng *rand.Rand) float64 {
				if left == nil {
					left = rng.Perm(places)
				}
				k := left[0]
				left = left[1:]
				return float64(k) / (float64(places) + missing)
			}
		}
	}
	for name, test := range map[string]struct {
		taken              func() func(*rand.Rand) float64
		count, least, most int // data; sets with as many gaps
		gaps               int
	}{
		"at random": {func() func(*rand.Rand) float64 { return (*rand.Rand).Float64 }, 300, 0, sets / 20, 1},
		"clumps":    {clumps, 300, 0, sets / 10, 1},
		"one":       {func() func(*rand.Rand) float64 { return dashes(1, 299, 12) }, 300, sets / 2, sets, 1},
		"lost":      {losing(333, 0), 300, 0, sets / 20, 1},
		"few lost":  {losing(63, 0), 60, 0, sets / 20, 1},
		"as well":   {losing(333, 12), 300, sets / 2, sets, 1},
		"short":     {func() func(*rand.Rand) float64 { return dashes(5, 25, 12) }, 125, sets * 3 / 4, sets, 3},
		"slow":      {func() func(*rand.Rand) float64 { return slow }, 60, 0, sets / 10, 1},
		"four":      {func() func(*rand.Rand) float64 { return dashes(4, 74, 10) }, 300, sets * 3 / 4, sets, 3},
	} {
		found := 0
		for seed := range uint64(sets) {
			if len(ring(100, 100).RegularGaps(onCircle(test.count, seed, angles(test.taken())), 1, 0.01)) >= test.gaps {
				found++
			}
		}
		if found < test.least || found > test.most {
			t.Errorf("%s: %d of %d sets have %d gaps", name, found, sets, test.gaps)
		}
	}
}
