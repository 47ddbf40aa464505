package onkernels

import (
	"math"
	"testing"

	"ebim/framework/points"
	"ebim/framework/random"
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

// Draws are enough where their weights are alike, and not where one of them weighs much, or where there are none.
func TestDrawsThatAreEnough(t *testing.T) {
	w := &weighted{points: points.New(0, 1)}
	if w.known() {
		t.Error("no draws are enough")
	}
	rng := random.New(0, "test", 0)
	alike := &weighted{points: points.New(1000, 1), logs: make([]float64, 1000), centers: make([]int, 1000),
		drawn: 1000}
	for i := range alike.logs {
		alike.logs[i] = 0.01 * rng.NormFloat64()
	}
	if w.add(alike); !w.known() {
		t.Errorf("draws of weights that differ by 1 %% are not enough: error %v", w.integral().Error)
	}
	w.add(&weighted{points: points.New(1, 1), logs: []float64{math.Log(200)}, centers: []int{0}, drawn: 1})
	if w.known() || w.drawn != 1001 || w.points.Len() != 1001 {
		t.Errorf("%d draws, one of which has a sixth of the weight, are enough", w.drawn)
	}
}
