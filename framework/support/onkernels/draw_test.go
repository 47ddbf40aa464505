package onkernels

import (
	"math"
	"testing"
)

// Of three weights 1, 4 and 5 the bound is 5, which accepts two thirds; of a million equal ones and one that is 100
// times as large, it is that of the many.
func TestExpectedProposals(t *testing.T) {
	w := &weighted{logs: []float64{0, math.Log(4), math.Log(5)}, drawn: 3}
	if got := w.expected(10); math.Abs(got-15) > 1e-9 {
		t.Errorf("%v proposals are expected to be enough, want 15", got)
	}
	w = &weighted{logs: make([]float64, 1e6), drawn: 2e6}
	w.logs[5] = math.Log(100)
	if got := w.expected(10); math.Abs(got-20) > 1e-9 {
		t.Errorf("%v proposals are expected to be enough, want 20", got)
	}
}

// The excess over a bound of 3 of the weights 1, 4 and 5 is 3 of 10.
func TestExcess(t *testing.T) {
	w := &weighted{logs: []float64{0, math.Log(4), math.Log(5)}}
	if got := w.excess(math.Log(3)); math.Abs(got-0.3) > 1e-12 {
		t.Errorf("the excess is %v, want 0.3", got)
	}
}
