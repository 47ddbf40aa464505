package metrics

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/mesh"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// What is too thin to be learned, or to be told, is doubted: a chord of a circle that holds eight points of 800, and a
// circle that holds a dozen. Eight points anywhere, or twenty, are outliers.
func TestThinParts(t *testing.T) {
	for name, test := range map[string]struct {
		circle, others int
		chord          bool
		reason         string
	}{
		"a chord":      {circle: 800, others: 8, chord: true, reason: "reason_row"},
		"outliers":     {circle: 800, others: 8},
		"more":         {circle: 800, others: 20},
		"a small loop": {circle: 12, reason: "reason_small_loops"},
		"a larger one": {circle: 60},
	} {
		rng := rand.New(rand.NewPCG(5, 3))
		data := aroundCircle(rng, test.circle, 0.005, func() float64 { return 2 * math.Pi * rng.Float64() })
		for range test.others {
			x := []float64{1.4*rng.Float64() - 0.7, 2.4*rng.Float64() - 1.2}
			if test.chord {
				x[1] = 0.3 + 0.2*x[0] + 0.005*rng.NormFloat64()
			}
			data.Data = append(data.Data, x...)
		}
		values, caveats := findingsOf(t, trusted(t, networktest.Sphere(2, 1).Formula, data, 1.5))
		for _, reason := range []string{"reason_row", "reason_small_loops"} {
			if _, found := values[reason]; found != (reason == test.reason) {
				t.Errorf("%s: %s: %t\n%s", name, reason, found, caveats)
			}
		}
	}
}

// What has ends is no loop, however few points it holds.
func TestSmallLoopsAreClosed(t *testing.T) {
	line := polyline([]float64{-1, 0}, []float64{1, 0})
	f := &findings{Subject: trusted(t, networktest.Sphere(2, 1).Formula, points.New(20, 2), 1.5)}
	f.Mesh = line
	if count := f.pieces().smallLoops(line); count != 0 {
		t.Errorf("a line is %d small loops", count)
	}
}

// A piece that is too small to count as a component is debris, unless data lie on it.
func TestSmallPiecesHoldData(t *testing.T) {
	var places [][]float64
	for i := range 101 {
		places = append(places, []float64{float64(i), 0})
	}
	long, short := polyline(places...), polyline([]float64{0, 2}, []float64{0.5, 2})
	for on, want := range map[int]int{0: 0, 4: 0, 12: 1} {
		data := points.New(0, 2)
		for i := range 200 {
			data.Data = append(data.Data, float64(i)/2, 0.01)
		}
		for i := range on {
			data.Data = append(data.Data, 0.5*float64(i)/float64(on), 2)
		}
		f := &findings{Subject: trusted(t, networktest.Sphere(2, 1).Formula, data, 1.5)}
		both, err := mesh.Join(long, short)
		if err != nil {
			t.Fatal(err)
		}
		f.Mesh = both
		if count := f.pieces().smallWithData(); count != want {
			t.Errorf("of a piece with %d data: %d small pieces, want %d", on, count, want)
		}
	}
}
