package benchmark_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/gomlx/compute"

	"ebim/experiments"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/train/traintest"
	"ebim/registry"
)

// defaultRows are the steps of the models that `ebim new` chooses between, with all that a file leaves out.
func defaultRows() []row {
	const circle, trefoil = "experiments/zoo/zoo_circle.yaml", "experiments/zoo/zoo_trefoil.yaml"
	const manifold = "models.denoising.ebim.manifold."
	plane, space := points.Box{{-1.5, 1.5}, {-1.5, 1.5}}, points.Box{{-4, 4}, {-4, 4}, {-2, 2}}
	// forward and gradient, then both of each product with J^T: at the noisy points one, at the data one for each row
	passes := func(codimension float64) float64 { return 6 + 3 + 3*codimension }
	return []row{
		{name: "training step: default manifold, circle, batch 128", alone: true,
			operations: 2 * 128 * passes(1) * weights(66, 64, 64, 64, 1),
			prepare:    defaultSteps(circle, "denoising", manifold, 128, traintest.Circle(1000, 1), plane)},
		{name: "training step: default manifold, trefoil, batch 128", alone: true,
			operations: 2 * 128 * passes(2) * weights(67, 64, 64, 64, 2),
			prepare:    defaultSteps(trefoil, "denoising", manifold, 128, knot(1000), space)},
		{name: "training step: ridge, circle, 64 pairs", alone: true,
			prepare: defaultSteps(circle, "ridge", "models.ridge.ridge.displacement.", 64,
				traintest.Circle(1000, 1), plane)},
	}
}

// defaultSteps measures a step of a model's first part, which settings in a file's terms name, from one start.
func defaultSteps(file, label, part string, batch int, data *points.Set, box points.Box) func(testing.TB,
	compute.Backend) func() time.Duration {
	return func(tb testing.TB, engine compute.Backend) func() time.Duration {
		set := []string{part + fmt.Sprintf("training={steps: %d, batch: %d, shuffle: true, optimizer: adam, "+
			"schedule: cosine, clip_norm: 1}", warmUp+*measuredSteps, batch)}
		if label == "denoising" {
			set = append(set, part+"starts=1")
		}
		return steps(firstPart(tb, file, label, set...), data, box)(tb, engine)
	}
}

// firstPart is that of a shipped experiment's model, with settings in the file's terms.
func firstPart(tb testing.TB, file, label string, set ...string) []model.Part {
	tb.Helper()
	loaded, err := experiment.Load(registry.Standard(), experiments.Files, file, set...)
	if err != nil {
		tb.Fatal(err)
	}
	return loaded[0].Models[label].(model.Trainable).Parts()[:1]
}

// knot are points of a trefoil, around the unit's scale.
func knot(n int) *points.Set {
	rng, set := random.New(1, "knot", 0), points.New(n, 3)
	for i := range n {
		t := 2 * math.Pi * rng.Float64()
		out := 2 + math.Cos(3*t)
		copy(set.At(i), []float64{out * math.Cos(2*t), out * math.Sin(2*t), math.Sin(3 * t)})
	}
	return set
}
