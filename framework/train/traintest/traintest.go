// Package traintest helps to test what is trained: it has data, settings that are small enough for tests, and tasks,
// which it can interrupt.
package traintest

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ebim/framework/network"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/sampler"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
)

// Circle returns n points of a von Mises distribution of concentration 2 on the unit circle, by its angle's rejection.
func Circle(n int, seed uint64) *points.Set {
	rng, set := random.New(seed, "circle", 0), points.New(n, 2)
	for i := 0; i < n; {
		angle := 2 * math.Pi * rng.Float64()
		if rng.Float64() < math.Exp(2*(math.Cos(angle)-1)) {
			set.At(i)[0], set.At(i)[1] = math.Cos(angle), math.Sin(angle)
			i++
		}
	}
	return set
}

// MLP returns a network with silu between its layers.
func MLP(hidden ...int) network.Network { return &network.MLP{Hidden: hidden, Activation: "silu"} }

// Training returns a training by Adam at a constant rate; clip bounds the gradient's norm unless it is nil.
func Training(epochs, batch int, rate float64, clip *float64) train.Training {
	return train.Training{Epochs: epochs, Batch: batch, Schedule: &train.Constant{}, ClipNorm: clip,
		Optimizer: &train.Adam{Rate: rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}}
}

// LangevinStep returns steps of Langevin dynamics, compiled up to 20 together.
func LangevinStep(steps int, noise, step, clamp float64) sampler.LangevinStep {
	return sampler.LangevinStep{Steps: steps, Noise: noise, Step: &step, Clamp: &clamp, Unroll: 20}
}

// Replay returns a replay buffer for 1000 points.
func Replay() sampler.BufferSettings { return sampler.BufferSettings{Size: 1000, Reuse: 0.95} }

// Task returns a task of one part in folders of its own, on the default engine.
func Task(tb testing.TB, data *points.Set, box points.Box) train.Task {
	tb.Helper()
	return In(tb, supporttest.Environment(tb, data, box))
}

// In returns a task of one part in an environment, in folders of its own.
func In(tb testing.TB, env train.Environment) train.Task {
	tb.Helper()
	folder := tb.TempDir()
	return train.Task{Environment: env, Folder: folder, Checkpoints: filepath.Join(folder, "checkpoints"),
		Input: func(string) string { return folder }, Now: time.Now}
}

// Finish runs a task and fails the test where it fails. A task with a step above 0 is first interrupted after it, and
// resumed.
func Finish(tb testing.TB, run func(context.Context, train.Task) error, t train.Task, interrupt int) {
	tb.Helper()
	if err := os.MkdirAll(t.Folder, 0o755); err != nil {
		tb.Fatal(err)
	}
	if interrupt > 0 {
		ctx, cancel := context.WithCancel(tb.Context())
		defer cancel()
		interrupted := t
		interrupted.Monitor = canceling{interrupt, cancel}
		if err := run(ctx, interrupted); !errors.Is(err, context.Canceled) {
			tb.Fatalf("an interrupted training ends with %v", err)
		}
	}
	if err := run(tb.Context(), t); err != nil {
		tb.Fatal(err)
	}
}

// canceling cancels a training after a step.
type canceling struct {
	after  int
	cancel context.CancelFunc
}

func (c canceling) Report(done, _ int, _ []string, _ []float64) {
	if done == c.after {
		c.cancel()
	}
}
