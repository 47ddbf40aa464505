package pieces

import (
	"math"
	"testing"

	"ebim/framework/support"
	"ebim/framework/support/supporttest"
)

// Of several searches, one that arrived wins over one that did not, and then the nearer one.
func TestClosest(t *testing.T) {
	x := supporttest.Rows(t, []float64{0}, []float64{0}, []float64{0})
	best, owners := closest([]*support.Projection{
		{Points: supporttest.Rows(t, []float64{1}, []float64{1}, []float64{2}), Residual: []float64{0, math.NaN(), 1},
			Unconverged: 2},
		{Points: supporttest.Rows(t, []float64{2}, []float64{3}, []float64{1}), Residual: []float64{0, 0, 1},
			Unconverged: 2},
	}, x)
	supporttest.CloseTo(t, "the points", best.Points.Data, []float64{1, 3, 1}, 0)
	if owners[0] != 0 || owners[1] != 1 || owners[2] != 1 || best.Unconverged != 3 {
		t.Errorf("the owners are %v, and %d did not converge", owners, best.Unconverged)
	}
}
