package energy

import (
	"testing"

	"ebim/framework/backend"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// On a manifold the samples of an energy are on it, also after steps that start from the replay buffer.
func TestSamplesOnAManifold(t *testing.T) {
	work, circle := traintest.Task(t, traintest.Circle(50, 1), supporttest.Square), networktest.Sphere(2, 1)
	moves := Constrained(&sampler.ConstrainedLangevin{LangevinStep: traintest.LangevinStep(10, 0.3, 1, 0.1),
		Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1, Buffer: traintest.Replay()})
	e := OnManifold{Network: traintest.MLP(32, 32)}
	n := e.untrained(2, 1, "energy")
	samples, err := (&site{Task: work, name: "energy", energy: n, batch: 50,
		domain: learned(t, circle)}).samples(t.Context(), moves)
	if err != nil {
		t.Fatal(err)
	}
	x, state := []backend.Array{{Data: make([]float32, 100)}}, backend.NewState(n.Array())
	for step := range 5 {
		if _, err := samples.Feed(train.Moment{Step: step, Parameters: state}, x); err != nil {
			t.Fatal(err)
		}
		if size := supporttest.Residual(t, circle, points.FromFloat32(x[0].Data, 2)); !(size < 2e-4) {
			t.Fatalf("|F| is up to %v after step %d", size, step)
		}
	}
}
