package energy

import (
	"errors"
	"slices"
	"testing"
)

// Energies are found once while they are remembered, what the caller does to them does not matter, and neither does an
// error. Those that were not asked for since longest are found anew.
func TestRemembered(t *testing.T) {
	var r remembered
	found := 0
	ask := func(x ...float32) []float64 {
		energies, err := r.at(x, func(x []float32) ([]float64, error) {
			found++
			return []float64{float64(x[0])}, nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return energies
	}
	ask(1)[0] = 7
	if again := ask(1); found != 1 || !slices.Equal(again, []float64{1}) {
		t.Errorf("asked again it is %v, found %d times", again, found)
	}
	for i := range mostRemembered {
		ask(float32(i), 0)
		ask(1)
	}
	if found != 1+mostRemembered {
		t.Errorf("one asked for again and again and %d others are found %d times", mostRemembered, found)
	}
	if ask(0, 0); found != 2+mostRemembered {
		t.Errorf("one that is long ago is not found anew")
	}
	fails := errors.New("fails")
	fail := func([]float32) ([]float64, error) { return nil, fails }
	if _, err := r.at([]float32{-1}, fail); !errors.Is(err, fails) {
		t.Errorf("the error is %v", err)
	}
	if ask(-1); found != 3+mostRemembered {
		t.Error("what failed is remembered")
	}
}
