package mesh

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The line that closes three quarters of a circle is its chord; of two arcs that face each other the longest is the
// wider gap; a circle has none.
func TestClosingGap(t *testing.T) {
	arcs := ring(60, 100)
	other := ring(30, 100)
	for _, v := range other.Elements { // turned by 65 segments
		arcs.Elements = append(arcs.Elements, v+int32(arcs.Vertices.Len()))
	}
	for i := range other.Vertices.Len() {
		sine, cosine := math.Sincos(2 * math.Pi * (65 + float64(i)) / 100)
		arcs.Vertices.Data = append(arcs.Vertices.Data, cosine, sine)
	}
	segment := 2 * math.Sin(math.Pi/100)
	chord := 2 * math.Sin(math.Pi/20)
	for name, test := range map[string]struct {
		m    *Mesh
		want float64
	}{
		"three quarters": {ring(75, 100), math.Sqrt2 / (75*segment + math.Sqrt2)},
		"two arcs":       {arcs, chord / (90*segment + 2*chord)},
		"a circle":       {ring(100, 100), 0},
	} {
		if got := test.m.ClosingGap(); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
}

// Gaps of six equal steps or more are longer than three times any other, one or three alike; two steps are not, nor
// is any of data at random, at most 6 of whose 1e4 sets have one as long.
func TestOutstandingGaps(t *testing.T) {
	steps := func(count, missing int) func(*rand.Rand) float64 {
		k := -1.0
		return func(*rand.Rand) float64 {
			if k++; k == float64(count/2) {
				k += float64(missing)
			}
			return 0.01 + k/float64(count+missing)*1.9*math.Pi
		}
	}
	thirds := func() func(*rand.Rand) float64 { // of a circle, each ten steps shorter
		k := -1.0
		return func(*rand.Rand) float64 {
			k++
			return (k + 10*math.Floor(k/30)) / 120 * 2 * math.Pi
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
		"three alike": {ring(100, 100), thirds(), 90, 3},
		"too few":     {ring(98, 100), steps(8, 6), 8, 0},
	} {
		gaps := test.curve.OutstandingGaps(onCircle(test.count, 3, test.angle), 1, 3)
		if len(gaps) != test.want {
			t.Errorf("%s: %+v", name, gaps)
		}
		if name == "six steps on an arc" && len(gaps) == 1 && math.Abs(gaps[0].Missing-7) > 0.5 {
			t.Errorf("%s: %v are missing", name, gaps[0].Missing)
		}
	}
}
