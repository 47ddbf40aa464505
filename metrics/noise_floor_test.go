package metrics

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/statistics"
)

// clusters has half of its points, but for chance, around each of two places: what a floor varies by most.
func clusters(rng *rand.Rand, n int) (*points.Set, error) {
	set := gaussian(rng, n, 2, 0, 0.5)
	for i := range n {
		set.At(i)[0] += 4 * float64(rng.IntN(2))
	}
	return set, nil
}

// Many noise floors scatter about the mean of many more pairs by what they say, and by less than 5 %. Their deviation,
// 3.6 %, is estimated to 6 %, so that it comes out above 5 %, or beyond a third from what they say, for one seed in
// 10^5 at most; 4.4 standard errors are a false alarm of 1e-5. A mean of 8 pairs deviates by 12 %.
func TestNoiseFloorIsAsExactAsItSays(t *testing.T) {
	source := &trueSets{n: 40, m: 30, draw: clusters}
	rng := rand.New(rand.NewPCG(1, 5))
	var distances, means, excess []float64
	for range 3000 {
		a, b, _ := source.pair(rng)
		distance, err := Wasserstein1(t.Context(), Sample{Points: a}, Sample{Points: b})
		if err != nil {
			t.Fatal(err)
		}
		distances = append(distances, distance)
	}
	want, wantError := MeanAndError(distances)
	for range 150 {
		pairs, err := Wasserstein{Samples: 40, Repeats: 400, FloorError: 0.05}.floor(t.Context(), source,
			rng, Wasserstein1)
		if err != nil {
			t.Fatal(err)
		}
		floor := pairs.estimate()
		if floor.Error > 0.05*floor.Mean || floor.Repeats < leastRepeats || floor.Repeats > 40 {
			t.Fatalf("got %+v", floor)
		}
		means, excess = append(means, floor.Mean), append(excess, (floor.Mean-want)/floor.Error)
	}
	mean, deviation := statistics.Mean(means), statistics.StandardDeviation(means)
	near(t, "mean", mean, want, 4.4*math.Hypot(wantError, deviation/math.Sqrt(150)))
	if deviation > 0.05*mean {
		t.Errorf("floors deviate by %.2g of their mean", deviation/mean)
	}
	inErrors := statistics.StandardDeviation(excess)
	near(t, "deviation in standard errors", inErrors, 1, 1.0/3)
}

// Distances that are linear in their control variate have the residual 0: what is left is the error of the control's
// mean.
func TestNoiseFloorOfAnExactControl(t *testing.T) {
	pairs := &floorPairs{further: []float64{10, 12}}
	for k := range leastRepeats {
		pairs.controls = append(pairs.controls, float64(k)) // of mean 3.5, and of mean 5 with the further ones
		pairs.distances = append(pairs.distances, 3+2*float64(k))
	}
	floor := pairs.estimate()
	near(t, "mean", floor.Mean, 3+2*5, 1e-12)
	// squares about 5: 25+16+9+4+1+0+1+4+25+49
	near(t, "deviation", floor.StandardDeviation, 2*math.Sqrt(134.0/9), 1e-12)
	near(t, "standard error", floor.Error, 2*math.Sqrt(134.0/9/10), 1e-12)
	// A control that says nothing, or that few pairs have, leaves the plain mean.
	for i := range pairs.controls {
		pairs.controls[i] = 1
	}
	plain := pairs.estimate()
	pairs.controls = nil
	if diff := cmp.Diff(plain, pairs.estimate()); diff != "" {
		t.Errorf("a constant control: %s", diff)
	}
	near(t, "plain mean", plain.Mean, 10, 1e-12)
	near(t, "plain error", plain.Error, math.Sqrt(24.0/8), 1e-12) // the deviation of 3, 5, ..., 17 is sqrt(24)
}

func TestControlOfASplitIsThatOfItsSets(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	for dim := range 4 {
		source := &trueSets{n: 30, m: 17, pool: gaussian(rng, 60, dim+1, 1, 2)}
		copy(source.pool.Data[:10*(dim+1)], source.pool.Data[20*(dim+1):]) // points may be equal
		for range 3 {
			order := rng.Perm(60)
			want := projectedDistance(source.pool.Select(order[:30]), source.pool.Select(order[30:47]))
			near(t, "control", source.splitDistance(order), want, 1e-12)
		}
	}
}

func settings(source dataset.Source, samples int) *experiment.Settings {
	return &experiment.Settings{Data: experiment.Data{Source: source, Holdout: 0.2}, Samples: samples}
}

func TestSharedNoiseFloor(t *testing.T) {
	law := vonMises(2, 1)
	metric := &ProperWasserstein{Wasserstein: Wasserstein{Samples: 60, Repeats: 20, FloorError: 0.2},
		reference: reference{"held_out"}}
	part := shared(metric, settings(law, 50))
	numbers, err := part.Compute(t.Context(), &experiment.Subject{Source: law})
	if err != nil || !part.OfDistribution() {
		t.Fatal(err, part.OfDistribution())
	}
	floor := sharedFloor(numbers, 50, 50).estimate()
	measure := func(samples int, seed uint64) map[string]float64 {
		s := learned(sampled{law: law}, law)
		s.Samples, s.Seed, s.Shared = law.Sample(rand.New(rand.NewPCG(seed, 1)), samples), seed, numbers
		return measured(t, metric, s)
	}
	for seed := range uint64(2) {
		got := measure(50, seed)
		if got["noise_floor"] != floor.Mean || got["noise_floor_standard_error"] != floor.Error ||
			got["noise_floor_standard_deviation"] != floor.StandardDeviation ||
			got["noise_floor_repeats"] != float64(floor.Repeats) || got["ratio"] != got["value"]/floor.Mean {
			t.Errorf("seed %d: %v, want the floor %+v", seed, got, floor)
		}
		near(t, "the ratio's error", got["ratio_error"], got["ratio"]*floor.Error/floor.Mean, 1e-15)
	}
	// A model of which fewer samples were drawn is compared at its own sizes.
	if got := measure(20, 0); got["model_points"] != 20 || got["true_points"] != 20 ||
		!(got["noise_floor"] > 1.2*floor.Mean) {
		t.Errorf("of 20 samples: %v, of 50 the floor is %+v", got, floor)
	}
}

// Floors that are the same have one key, and none but what they depend on is in it.
func TestSharedNoiseFloorIsOne(t *testing.T) {
	law, sizes := vonMises(2, 1), Wasserstein{Samples: 60, Repeats: 20, FloorError: 0.05}
	of := func(m experiment.Metric, samples int) *truthFloor {
		floor := *shared(m, settings(law, samples)).(*truthFloor)
		floor.distance = nil
		return &floor
	}
	same := func(a, b *truthFloor) bool {
		return a.Distance == b.Distance && a.Wasserstein == b.Wasserstein && a.ModelPoints == b.ModelPoints &&
			a.Reference == b.Reference &&
			a.fresh == b.fresh
	}
	held := &ProperWasserstein{Wasserstein: sizes, reference: reference{"held_out"}}
	first := of(held, 100)
	for name, other := range map[string]*truthFloor{"training": of(&ProperWasserstein{Wasserstein: sizes,
		reference: reference{"training"}}, 70),
		"mixing": of(&Mixing{sizes}, 10)} {
		if !same(first, other) {
			t.Errorf("%s: %+v, want %+v", name, other, first)
		}
	}
	if same(first, of(held, 50)) {
		t.Error("50 samples have the floor of 60")
	}
	if same(first, of(&SlicedComparison{Samples: 60, Repeats: 20, FloorError: 0.05}, 100)) {
		t.Error("the sliced distance has the floor of the whole one")
	}
	file := settings(&dataset.CSV{}, 100)
	if shared(held, file).OfDistribution() || shared(&Mixing{sizes}, file) != nil {
		t.Error("points of a file are taken for a law")
	}
	validation := &ProperWasserstein{Wasserstein: sizes, reference: reference{"validation"}}
	if shared(validation, settings(law, 100)).OfDistribution() {
		t.Error("validation points are taken for a law")
	}
}

func TestSharedNoiseFloorOfAFile(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	truth := &experiment.Subject{Source: &dataset.CSV{}, Seed: 4, Train: gaussian(rng, 90, 2, 0, 1),
		Held: gaussian(rng, 30, 2, 0, 1)}
	metric := &ProperWasserstein{Wasserstein: Wasserstein{Samples: 60, Repeats: 20, FloorError: 0.2},
		reference: reference{"held_out"}}
	part := shared(metric, settings(truth.Source, 80))
	numbers, err := part.Compute(t.Context(), truth)
	if err != nil {
		t.Fatal(err)
	}
	s := *truth
	s.Samples, s.Shared = gaussian(rng, 80, 2, 0, 1), numbers
	got := measured(t, metric, &s)
	if got["model_points"] != 60 || got["true_points"] != 30 ||
		got["noise_floor"] != sharedFloor(numbers, 60, 30).estimate().Mean {
		t.Errorf("got %v of %v", got, numbers["sizes"])
	}
	broken := &experiment.Subject{Source: &dataset.CSV{}, Train: truth.Train, Held: points.New(0, 2)}
	_, err = part.Compute(t.Context(), broken)
	wantError(t, "none held out", err, "the held-out points: there are no points")
}

// The floor of the energy distance is not known from the fewest repeats.
func TestNoiseFloorOfTheEnergyDistance(t *testing.T) {
	law := vonMises(1, 1)
	s := learned(sampled{law: law}, law)
	s.Samples = law.Sample(rand.New(rand.NewPCG(1, 1)), 50)
	metric := &EnergyComparison{Samples: 50, Repeats: 30, FloorError: 0.01}
	if got := measured(t, metric, s); got["noise_floor_repeats"] <= leastRepeats {
		t.Errorf("it took %v repeats", got["noise_floor_repeats"])
	}
}
