package metrics

import (
	"math"
	"testing"
)

func TestSummarize(t *testing.T) {
	if got, want := Summarize([]float64{4, 1, 3, 2}), (Summary{1, 2.5, 2.5, 4}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := Summarize([]float64{7, 1, 4}), (Summary{1, 4, 4, 7}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Summarize(nil); !math.IsNaN(got.Min) || !math.IsNaN(got.Mean) {
		t.Errorf("of nothing: %v, want NaN", got)
	}
}

func TestMeanAndError(t *testing.T) {
	mean, standardError := MeanAndError([]float64{1, 2, 3, 6})
	near(t, "mean", mean, 3, 1e-15)
	near(t, "standard error", standardError, math.Sqrt(14.0/3/4), 1e-15)
	if mean, standardError := MeanAndError([]float64{5}); mean != 5 || !math.IsNaN(standardError) {
		t.Errorf("one value: %v +- %v, want 5 +- NaN", mean, standardError)
	}
}
