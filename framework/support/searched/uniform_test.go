package searched

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/support/supporttest"
)

// In R^4 uniform points come from chains, which here start at one end of a wave: in twelve parts of its angle there
// are as many as these are long. A chi-square of 11 degrees of freedom above 33 has the probability 5e-4 for
// independent points; the limit is twice that, as neighboring states of a chain are not quite.
func TestUniformPointsInMoreDimensions(t *testing.T) {
	wave := networktest.Wave(4, 0.5)
	s := learned(t, wave)
	s.Env.Data = s.Env.Data.Select([]int{0})
	const n, parts = 3000, 12
	set, err := s.Pool(t.Context(), rand.New(rand.NewPCG(11, 1)), n)
	if err != nil || set.Len() != n {
		t.Fatalf("%v", err)
	}
	if size := supporttest.Residual(t, wave, set); !(size < 1e-3) {
		t.Errorf("|F| is up to %v", size)
	}
	counts, expected := make([]float64, parts), make([]float64, parts)
	for i := range n {
		x := set.At(i)
		counts[int((math.Atan2(x[1], x[0])/(2*math.Pi)+0.5)*parts)%parts]++
	}
	// two coordinates sin(2 a)/4
	speed := func(angle float64) float64 { return math.Sqrt(1 + 0.5*math.Pow(math.Cos(2*angle), 2)) }
	whole := supporttest.Integral(speed, 0, 2*math.Pi)
	for k := range expected {
		from := 2*math.Pi*float64(k)/parts - math.Pi
		expected[k] = n * supporttest.Integral(speed, from, from+2*math.Pi/parts) / whole
	}
	if got := supporttest.ChiSquare(counts, expected); got > 66 {
		t.Errorf("counts %v, expected %v: chi-square %v", counts, expected, got)
	}
}

// Starts are found once, and what a caller does to them does not matter.
func TestStartsAreFoundOnce(t *testing.T) {
	s := learned(t, networktest.Wave(4, 0.5))
	first, err := s.Starts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(first.Data)
	clear(first.Data)
	s.Env.Data = s.Env.Data.Select([]int{0})
	again, err := s.Starts(t.Context())
	if err != nil || !slices.Equal(again.Data, want) {
		t.Errorf("%d numbers, then %d others: %v", len(want), len(again.Data), err)
	}
}
