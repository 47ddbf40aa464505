package page

import (
	"slices"
	"testing"
)

func TestNaturalOrder(t *testing.T) {
	want := []string{"", "a", "rate=0.01", "rate=0.03,n=2", "rate=0.03,n=10", "rate=0.2", "rate=0.20", "rate=1",
		"rate=1.", "rate=1.5.2", "rate=10",
		"rate=99999999999999999999", "rates"}
	for i, a := range want {
		for j, b := range want {
			if got := Naturally(a, b); got < 0 != (i < j) || got == 0 != (i == j) {
				t.Errorf("%q and %q compare as %d", a, b, got)
			}
		}
	}
	shuffled := []string{"steps=10", "steps=3", "steps=1", "steps", "stepping"}
	slices.SortFunc(shuffled, Naturally)
	if !slices.Equal(shuffled, []string{"stepping", "steps", "steps=1", "steps=3", "steps=10"}) {
		t.Errorf("the order is %q", shuffled)
	}
}
