package model

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	supports "ebim/framework/support"

	gocmp "github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
)

func TestUnitVectorsAreUnit(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	for _, dim := range []int{1, 2, 5} {
		v := make([]float32, 400*dim)
		unitVectors(v, dim, rng)
		mean := make([]float64, dim)
		for i := 0; i < len(v); i += dim {
			square := 0.0
			for j, x := range v[i : i+dim] {
				square += float64(x) * float64(x)
				mean[j] += float64(x) / 400
			}
			if math.Abs(square-1) > 1e-5 {
				t.Fatalf("a cotangent in R^%d has length %v", dim, math.Sqrt(square))
			}
		}
		// Coordinates have variance 1/dim: 4.5 standard errors, false-alarm rate 6e-5 over 8 coordinates.
		for j, m := range mean {
			if math.Abs(m) > 4.5/math.Sqrt(float64(400*dim)) {
				t.Errorf("coordinate %d in R^%d has mean %v, want 0", j, dim, m)
			}
		}
	}
}

// The samples of a step depend on the seed and the step alone, differ between steps and seeds, and stay in the box.
func TestNegativesOfAStep(t *testing.T) {
	m := singleVonMises(1, 1).Manifold
	draw := func(seed uint64, step int) []float32 {
		work := task(t, circle(50, 1), square)
		work.Seed = seed
		n := m.untrained(2, 1, 0)
		samples, err := m.negatives(work, n, 50)
		if err != nil {
			t.Fatal(err)
		}
		x := make([]float32, 100)
		statistics, err := samples.draw(step, backend.NewState(n.Array()), x)
		if err != nil || len(statistics) != len(samples.chain.Columns) || samples.buffer.Len() != 50 {
			t.Fatalf("statistics %v, %d points kept, %v", statistics, samples.buffer.Len(), err)
		}
		for i := 0; i < len(x); i += 2 {
			if !supports.InBox(x[i:i+2], square) {
				t.Fatalf("the sample %v is outside the box", x[i:i+2])
			}
		}
		return x
	}
	first := draw(1, 3)
	if !slices.Equal(first, draw(1, 3)) {
		t.Error("two draws of one step differ")
	}
	if slices.Equal(first, draw(1, 4)) || slices.Equal(first, draw(2, 3)) {
		t.Error("two steps or two seeds draw the same")
	}
}

// Without chains the points of a step are new ones, uniform in the box.
func TestUniformNegatives(t *testing.T) {
	m := singleVonMises(1, 1).Manifold
	m.Sampler = &sampler.Uniform{}
	n := m.untrained(2, 1, 0)
	samples, err := m.negatives(task(t, circle(50, 1), square), n, 50)
	if err != nil {
		t.Fatal(err)
	}
	var before []float32
	for step := range 3 {
		x := make([]float32, 100)
		if told, err := samples.draw(step, backend.NewState(n.Array()), x); err != nil || len(told) > 0 || len(samples.columns()) > 0 {
			t.Fatalf("statistics %v, %v", told, err)
		}
		for i := 0; i < len(x); i += 2 {
			if !inBox(x[i:i+2], square) || slices.Contains(before, x[i]) {
				t.Fatalf("the point %v is used again, or outside the box", x[i:i+2])
			}
		}
		before = x
	}
}

// On a manifold the samples of an energy are on it, also after steps that start from the replay buffer.
func TestSamplesOnAManifold(t *testing.T) {
	work, sphere := task(t, circle(50, 1), square), networktest.Sphere(2, 1)
	e := singleVonMises(1, 1).Energy
	n, manifold := e.untrained(2, 1, "energy"), learned(t, sphere)
	samples, err := samplesOnManifold(background, e.Sampler, work, "energy", n, 50, manifold)
	if err != nil {
		t.Fatal(err)
	}
	x, state := make([]float32, 100), backend.NewState(n.Array())
	for step := range 5 {
		if _, err := samples.draw(step, state, x); err != nil {
			t.Fatal(err)
		}
		if size := residuals(t, sphere, points.FromFloat32(x, 2)); !(size < 2e-4) {
			t.Fatalf("|F| is up to %v after step %d", size, step)
		}
	}
}

// A replay memory restored from its arrays draws and keeps as the one it came from.
func TestReplayMemory(t *testing.T) {
	settings := sampler.BufferSettings{Size: 4, Reuse: 1}
	whole, resumed := newReplayMemory(settings, 2), newReplayMemory(settings, 2)
	if arrays := whole.Arrays(); len(arrays["buffer"].Data) != 0 {
		t.Errorf("an empty memory has the arrays %v", arrays)
	}
	if err := resumed.Restore(map[string]backend.Array{}); err != nil || resumed.Len() != 0 {
		t.Errorf("an empty memory can't be restored: %v", err) // empty arrays are not in a checkpoint
	}
	whole.Keep([]float32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
	if err := resumed.Restore(whole.Arrays()); err != nil {
		t.Fatal(err)
	}
	for _, m := range []*replayMemory{whole, resumed} {
		m.Keep([]float32{13, 14})
	}
	if diff := gocmp.Diff(whole.Arrays(), resumed.Arrays()); diff != "" {
		t.Errorf("the restored memory differs (-whole +restored):\n%s", diff)
	}
}
