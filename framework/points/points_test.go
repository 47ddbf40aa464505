package points_test

import (
	"math"
	"testing"

	"ebim/framework/points"
)

func TestAllFinite(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if points.AllFinite([]float32{1, float32(bad), 2}) {
			t.Errorf("%v is taken for a finite number", bad)
		}
	}
	if !points.AllFinite([]float32{0, -math.MaxFloat32}) || !points.AllFinite(nil) {
		t.Error("finite numbers are not taken for such")
	}
}
