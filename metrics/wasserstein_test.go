package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/framework/support"
)

func TestWasserstein1ToOnePointIsTheMeanDistance(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	set := gaussian(rng, 300, 3, 1, 2)
	weights := make([]float64, 300)
	want, sum := 0.0, 0.0
	for i := range weights {
		weights[i] = rng.Float64()
		x := set.At(i)
		want += weights[i] * math.Sqrt(x[0]*x[0]+x[1]*x[1]+x[2]*x[2])
		sum += weights[i]
	}
	got, err := Wasserstein1(t.Context(), Sample{set, weights}, Sample{Points: points.New(1, 3)})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "distance", got, want/sum, 1e-12)
}

func TestWasserstein1OfATranslationIsItsLength(t *testing.T) {
	set := gaussian(rand.New(rand.NewPCG(2, 1)), 500, 2, 0, 1)
	moved := &points.Set{Dim: 2}
	for k, value := range set.Data {
		moved.Data = append(moved.Data, value+[]float64{3, -4}[k%2])
	}
	got, err := Wasserstein1(t.Context(), Sample{Points: set}, Sample{Points: moved})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "distance", got, 5, 1e-10)
}

func TestWasserstein1RejectsBadInput(t *testing.T) {
	for name, c := range badPairs() {
		_, err := Wasserstein1(t.Context(), c.a, c.b)
		wantError(t, name, err, c.want)
	}
}

// A perfect model must not be told from the truth, however few points there are: the mean of value - floor over many
// data sets is zero. A deviation of 4 standard errors is a false alarm in 6e-5 of all seeds.
func TestAPerfectModelReachesItsNoiseFloor(t *testing.T) {
	draw := func(rng *rand.Rand, n int) (*points.Set, error) { return gaussian(rng, n, 2, 0, 1), nil }
	cases := map[string]struct {
		samples int
		truth   func(rng *rand.Rand) Truth
		n, m    int
	}{
		"law":           {60, func(*rand.Rand) Truth { return Truth{Draw: draw} }, 60, 60},
		"held out":      {60, func(rng *rand.Rand) Truth { return Truth{HeldOut: gaussian(rng, 81, 2, 0, 1)} }, 40, 41},
		"more held out": {30, func(rng *rand.Rand) Truth { return Truth{HeldOut: gaussian(rng, 81, 2, 0, 1)} }, 30, 30},
		"training, too": {60, func(rng *rand.Rand) Truth {
			return Truth{HeldOut: gaussian(rng, 20, 2, 0, 1), Further: gaussian(rng, 70, 2, 0, 1)}
		}, 60, 20},
		"training, less": {60, func(rng *rand.Rand) Truth {
			return Truth{HeldOut: gaussian(rng, 70, 2, 0, 1), Further: gaussian(rng, 20, 2, 0, 1)}
		}, 20, 60},
	}
	for name, c := range cases {
		rng := rand.New(rand.NewPCG(3, 1))
		var excess, ratios []float64
		for range 120 {
			model := gaussian(rng, 100, 2, 0, 1)
			r, err := Wasserstein{Samples: c.samples, Repeats: 4}.measure(t.Context(), model, c.truth(rng), rng,
				Wasserstein1, nil)
			if err != nil {
				t.Fatal(name, err)
			}
			if r["model_points"] != float64(c.n) || r["true_points"] != float64(c.m) {
				t.Fatalf("%s: %v, want %d compared with %d", name, r, c.n, c.m)
			}
			near(t, "ratio", r["ratio"], r["value"]/r["noise_floor"], 0)
			excess, ratios = append(excess, r["value"]-r["noise_floor"]), append(ratios, r["ratio"])
		}
		mean, standardError := MeanAndError(excess)
		near(t, name+": value less floor", mean, 0, 4*standardError)
		if ratio := statistics.Mean(ratios); standardError > 0.03 || math.Abs(ratio-1) > 0.2 {
			t.Errorf("%s: mean ratio %v, standard error %v: the test shows little", name, ratio, standardError)
		}
	}
}

func TestABadModelIsFarAboveItsNoiseFloor(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	truth := Truth{HeldOut: gaussian(rng, 200, 2, 0, 1), Further: gaussian(rng, 800, 2, 0, 1)}
	r, err := Wasserstein{Samples: 2000, Repeats: 3}.measure(t.Context(), gaussian(rng, 1000, 2, 2, 1), truth, rng,
		Wasserstein1, nil)
	if err != nil {
		t.Fatal(err)
	}
	near(t, "value", r["value"], math.Sqrt(8), 0.4)
	if r["model_points"] != 800 || r["true_points"] != 200 || r["ratio"] < 5 ||
		!(r["noise_floor_standard_deviation"] > 0) {
		t.Errorf("got %v", r)
	}
}

func TestWassersteinWithoutNoiseHasNoRatio(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	r, err := Wasserstein{Samples: 10, Repeats: 1}.measure(t.Context(), points.New(5, 2),
		Truth{HeldOut: points.New(8, 2)}, rng, Wasserstein1, nil)
	if err != nil || r["value"] != 0 || r["noise_floor"] != 0 || !math.IsNaN(r["ratio"]) ||
		!math.IsNaN(r["noise_floor_standard_deviation"]) {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestWassersteinMeasureRejectsBadInput(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	set, broken := points.New(4, 2), errors.New("no more points")
	good := Wasserstein{Samples: 10, Repeats: 1}
	measure := func(w Wasserstein, model *points.Set, truth Truth) error {
		_, err := w.measure(t.Context(), model, truth, rng, Wasserstein1, nil)
		return err
	}
	wantError(t, "no model", measure(good, nil, Truth{HeldOut: set}), "the model's samples: there are no points")
	wantError(t, "no truth", measure(good, set, Truth{}), "the held-out points: there are no points")
	wantError(t, "one held out", measure(good, set, Truth{HeldOut: points.New(1, 2)}), "at least two held-out points")
	wantError(t, "dimension", measure(good, set, Truth{HeldOut: points.New(4, 3)}), "dimension 2, the second 3")
	wantError(t, "further", measure(good, set, Truth{HeldOut: set, Further: points.New(4, 3)}), "further true points")
	wantError(t, "draw", measure(good, set, Truth{Draw: func(*rand.Rand, int) (*points.Set, error) {
		return nil,
			broken
	}}), "no more points")
	wantError(t, "draw nothing", measure(good, set, Truth{Draw: func(*rand.Rand, int) (*points.Set,
		error) {
		return nil, nil
	}}), "no points")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := good.measure(ctx, set, Truth{HeldOut: set}, rng, Wasserstein1, nil); !errors.Is(err,
		context.Canceled) {
		t.Errorf("a canceled context gives %v", err)
	}
}

// A model that repeats its draws gets a caveat where they are compared.
func TestComparisonsTellOfRepeatedDraws(t *testing.T) {
	for share, told := range map[float64]bool{1: false, 0.95: false, 0.94: true, 0.4: true} {
		if got := repeatedDraws(map[string]float64{distinctShare: share}); (got != nil) != told {
			t.Errorf("draws of which %v are distinct have the caveats %q", share, got)
		}
	}
	repeating := learned(repeater{}, vonMises(1, 1))
	repeating.Samples = points.New(20, 2)
	for name, metric := range map[string]experiment.Metric{"wasserstein": &ProperWasserstein{
		Wasserstein: Wasserstein{Samples: 20, Repeats: 1}},
		"sliced_wasserstein": &SlicedComparison{Samples: 20, Repeats: 1,
			SlicedWasserstein: SlicedWasserstein{Directions: 2}},
		"energy_distance":  &EnergyComparison{Samples: 20, Repeats: 1},
		"noisy_likelihood": &NoisyLikelihood{Noise: 1, Repeats: 1, Points: 20, Samples: 20}} {
		found, err := metric.Measure(t.Context(), repeating)
		if err != nil || len(found.Caveats) != 1 || !strings.Contains(found.Caveats[0], "0.05") {
			t.Errorf("%s of 20 equal draws: %+v, %v", name, found, err)
		}
	}
	set := points.New(4, 2)
	copy(set.Data, []float64{1, 2, 1, 3, 1, 2, 1, 2})
	if got := shareOfDistinct(set); got != 0.5 {
		t.Errorf("two of four points are distinct, not a share of %v", got)
	}
}

// repeater is a model that draws the same point again and again.
type repeater struct{ support.Density }

func (repeater) Sample(_ context.Context, _ *rand.Rand, n int) (*points.Set, map[string]float64, error) {
	return points.New(n, 2), nil, nil
}
