package metrics

import (
	"maps"
	"slices"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/points"
	exact "ebim/framework/support/known"
)

// Whatever a metric gives is declared by its present name, and whatever is declared is given of some model.
func TestMetricsGiveWhatTheyDeclare(t *testing.T) {
	law := vonMises(2, 1)
	drawn := learned(sampled{law: law}, law)
	drawn.Samples = drawn.Train
	density, _ := mixing(t, law, law)
	chained := learned(density, law)
	chained.Box = points.Box{{-2, 2}, {-2, 2}}
	ambient := learned(known{law: law}, law)
	ambient.Traits.Dimension = 2
	searchedBox := &experiment.Subject{Trained: &model.Trained{Support: searched{}}, Train: points.New(9, 2),
		Box: chained.Box}
	repeating := learned(known{law: law}, law)
	repeating.Source, repeating.Train = &dataset.CSV{}, &points.Set{Dim: 2, Data: []float64{1, 0}}
	repeating.Held = &points.Set{Dim: 2, Data: []float64{1, 0, 0, 1, 0, -1}}
	smaller := learned(known{law: law}, law)
	smaller.Trained.Support, _ = exact.New(law)
	boxed := learned(even(2), law)
	boxed.Box = chained.Box
	crossing, err := mesh.Parametric(&points.Set{Dim: 2, Data: []float64{0, 0, 1, 1, 0, 1, 1, 0}}, []int{4})
	if err != nil {
		t.Fatal(err)
	}
	line := &experiment.Subject{Traits: model.Traits{Ambient: 2, Dimension: 1}, Mesh: crossing, Train: points.New(2, 2),
		Trained: &model.Trained{Support: arc{values: &points.Set{Dim: 1, Data: []float64{1, 2}}}}}
	sheets := &experiment.Subject{Traits: model.Traits{Ambient: 3, Dimension: 2, Anywhere: true},
		Mesh: &mesh.Mesh{Dimension: 2, Elements: []int32{0, 1, 2, 3, 4, 5}, // two triangles that cross
			Vertices: &points.Set{Dim: 3, Data: []float64{0, 0, 0, 2, 0, 0, 0, 2, 0,
				0.5, 0.5, -1, 0.5, 0.6, 1, 0.7, 0.4, 1}}},
		Train: points.New(2, 3), Trained: &model.Trained{Support: meshed{}}}
	small := Wasserstein{Samples: 20, Repeats: 2}
	for name, test := range map[string]struct {
		metric   experiment.Metric
		subjects []*experiment.Subject
	}{
		"wasserstein": {&ProperWasserstein{Wasserstein: small}, []*experiment.Subject{drawn}},
		"sliced_wasserstein": {&SlicedComparison{Samples: 20, Repeats: 2,
			SlicedWasserstein: SlicedWasserstein{Directions: 2}}, []*experiment.Subject{drawn}},
		"energy_distance": {&EnergyComparison{Samples: 20, Repeats: 2}, []*experiment.Subject{drawn}},
		"published_transport": {&PublishedComparison{PublishedTransport: PublishedTransport{Granularity: 10,
			Temperature: 1, Cost: "squared"}, SupportPoints: 20, TruePoints: 20}, []*experiment.Subject{boxed}},
		"manifold_distance": {&ManifoldDistance{Points: 9, Reference: "training"},
			[]*experiment.Subject{searchedBox}},
		"topology": {&Topology{Debris: 0.01}, []*experiment.Subject{line, sheets,
			implicit(t, both(ball(1, -1, 0), ball(0.5, 1, 0)), 2, 16, law),
			implicit(t, both(ball(0.5, -1, 0, 0), ball(0.5, 1, 0, 0)), 3, 16, nil),
			learnedAs(t, product(law, law), product(law, law))}},
		"likelihood": {&MeanLikelihood{Points: 5}, []*experiment.Subject{learned(known{law: law,
			sheets: []int{1, 2, 1, 1, 1}}, law), ambient, repeating, smaller}},
		"noisy_likelihood": {&NoisyLikelihood{Noise: 1, Repeats: 1, Points: 5, Samples: 5},
			[]*experiment.Subject{drawn}},
		"density_error": {&DensityError{Points: 5}, []*experiment.Subject{learned(known{law: law,
			sheets: []int{1, 2, 1, 1, 1}}, law)}},
		"mixing":      {&Mixing{small}, []*experiment.Subject{chained}},
		"convergence": {&Convergence{Chains: 2, Draws: 8}, []*experiment.Subject{learned(tracer(t, 0.5, 0), law)}},
	} {
		declared := output.List(test.metric.Outputs())
		given := map[string]bool{}
		for _, s := range test.subjects {
			for value := range measured(t, test.metric, s) {
				if found, _ := declared.Find(value); found.Name != value {
					t.Errorf("%s gives %s, which is not declared, or formerly", name, value)
				}
				given[value] = true
			}
		}
		for _, o := range declared {
			any := slices.ContainsFunc(slices.Collect(maps.Keys(given)),
				func(value string) bool { _, ok := output.List{o}.Find(value); return ok })
			if !any && !slices.ContainsFunc(experiment.ChainOutputs(),
				func(chain experiment.Output) bool { return chain.Name == o.Name }) {
				t.Errorf("%s declares %s, which no model has", name, o.Name)
			}
		}
	}
}
