package energy

import (
	"math"
	"testing"

	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/supporttest"
	"ebim/framework/train/traintest"
)

// Validation is the mean negative log density of the validation points at the parameters, whatever the loss: -k x_0
// with k = 2 on the circle, and in a box.
func TestEnergiesAreValidatedByLikelihood(t *testing.T) {
	n := network.Trained{Network: scaledCoordinate{}, Parameters: scaledCoordinate{}.Initialize(2, 1, nil)}
	n.Parameters[0].Values[0] = 2
	at := supporttest.Rows(t, []float64{1, 0}, []float64{0, 1.1})
	for _, test := range []struct {
		name   string
		domain support.Domain
		want   float64
	}{
		{"circle", learned(t, networktest.Sphere(2, 1)), math.Log(supporttest.OverCircle) - 1},
		{"box", box.New(supporttest.Environment(t, at, supporttest.Square)), math.Log(3*math.Sinh(3)) - 1},
	} {
		work := traintest.Task(t, at, supporttest.Square)
		work.Validation = at
		validate, err := likelihoodOf(t.Context(), work, n, test.domain)
		if err != nil {
			t.Fatal(err)
		}
		state, _ := network.StateOf([]network.Trained{n})
		if got, err := validate(state); err != nil || math.Abs(got-test.want) > 1e-3 {
			t.Errorf("%s: %v (%v), want %v", test.name, got, err, test.want)
		}
	}
}
