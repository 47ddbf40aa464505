package neighbors

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/points"
)

// Points count as thin exactly where their variances say so, whether or not these are found.
func TestThin(t *testing.T) {
	const share = 0.15
	rng, found := rand.New(rand.NewPCG(4, 2)), map[bool]int{}
	for range 3000 {
		x := points.New(16, 2+rng.IntN(24))
		scale := math.Exp(rng.NormFloat64() * 10)
		across := share * math.Exp(rng.NormFloat64()/10) * scale
		for i := range x.Len() {
			row := x.At(i)
			row[0] = scale * rng.NormFloat64()
			for j := 1; j < x.Dim; j++ {
				row[j] = across * rng.NormFloat64()
			}
		}
		indices := points.Range(0, x.Len())
		variances, err := Variances(x, indices)
		if err != nil {
			t.Fatal(err)
		}
		want := math.Sqrt(variances[1]) < share*math.Sqrt(variances[0])
		if got := thin(x, indices, share); got != want {
			t.Errorf("%v: thin %v", variances, got)
		}
		if shown := wide(scatterOf(x, indices), share*share); shown || !want {
			found[shown]++
		}
	}
	if found[true] < 100 || found[false] < 100 {
		t.Errorf("wide at a glance: %v", found)
	}
}
