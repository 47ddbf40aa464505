package metrics

import (
	"math"
	"testing"
)

func TestMeanAndError(t *testing.T) {
	mean, standardError := MeanAndError([]float64{1, 2, 3, 6})
	near(t, "mean", mean, 3, 1e-15)
	near(t, "standard error", standardError, math.Sqrt(14.0/3/4), 1e-15)
	if mean, standardError := MeanAndError([]float64{5}); mean != 5 || !math.IsNaN(standardError) {
		t.Errorf("one value: %v +- %v, want 5 +- NaN", mean, standardError)
	}
}
