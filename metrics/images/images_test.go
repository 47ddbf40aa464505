package images

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/dataset/images"
	"ebim/framework/experiment"
	"ebim/framework/points"
	"ebim/framework/statistics"
	"ebim/metrics"
)

// stripes are noisy images of 6 x 6 pixels with a horizontal bar (class 2) or a vertical one (class 7), in turns.
func stripes(n int, seed uint64) *points.Images {
	rng := rand.New(rand.NewPCG(seed, 22))
	images := &points.Images{Shape: points.Shape{Channels: 1, Height: 6, Width: 6}}
	for k := range n {
		at := rng.IntN(6)
		for i := range 36 {
			across := i / 6
			if k%2 == 1 {
				across = i % 6
			}
			value := rng.IntN(40)
			if across == at {
				value += 200
			}
			images.Pixels = append(images.Pixels, uint8(value))
		}
		images.Labels = append(images.Labels, uint8(2+5*(k%2)))
	}
	return images
}

// pictured is the subject of a model of stripes, with samples.
func pictured(samples *points.Set) *experiment.Subject {
	train, held := stripes(200, 1), stripes(80, 2)
	return &experiment.Subject{Images: &experiment.Images{Train: train, Validation: train.Select(nil), Held: held},
		Samples: samples, Seed: 4}
}

// A perfect model is at the noise floor, within a factor of 2; noise is far above it, by either
// feature and reference.
func TestImageDistancesTellImagesFromNoise(t *testing.T) {
	perfect, noise := stripes(80, 3).Set(nil), points.New(80, 36)
	rng := rand.New(rand.NewPCG(3, 22))
	for i := range noise.Data {
		noise.Data[i] = rng.Float64()
	}
	for _, features := range []Features{"pixels", "classifier"} {
		for _, r := range []metrics.Reference{"held_out", "training"} {
			comparison := imageComparison{imageFeatures{Features: features, Components: 10}, r}
			good, bad := pictured(perfect), pictured(noise)
			if features == "classifier" {
				shared, err := newClassifiers().Compute(t.Context(), good)
				if err != nil {
					t.Fatal(err)
				}
				good.Shared, bad.Shared = shared, shared
			}
			name := string(features) + " " + string(r)
			m := &Frechet{comparison, 80}
			if ratio := measured(t, m, good)["ratio"]; !(ratio > 0.5 && ratio < 2) {
				t.Errorf("%s: a perfect model has the ratio %v", name, ratio)
			}
			if ratio := measured(t, m, bad)["ratio"]; !(ratio > 3) {
				t.Errorf("%s: noise has the ratio %v", name, ratio)
			}
		}
	}
}

// Half the images have twice the bias, so that the extrapolated distance of perfect models is nearer to 0. The bounds
// are three standard errors of the means over 40 seeds, about.
func TestFrechetShowsItsBias(t *testing.T) {
	sums := map[string]float64{}
	for seed := range uint64(40) {
		s := pictured(stripes(80, 100+seed).Set(nil))
		s.Images.Held = stripes(80, 200+seed)
		for name, value := range measured(t, &Frechet{imageComparison{imageFeatures{Features: "pixels",
			Components: 20}, "held_out"}, 80}, s) {
			sums[name] += value / 40
		}
	}
	if value, half := sums["value"], sums["half_size"]; !(half > 1.7*value && half < 2.4*value) {
		t.Errorf("the distance is %v on average, of half the images %v", value, half)
	}
	if !(math.Abs(sums["extrapolated"]) < 0.25*sums["value"]) {
		t.Errorf("extrapolated %v on average, of %v", sums["extrapolated"], sums["value"])
	}
}

// The noise floor is the mean over 16 sets of true images, so that draws of them move it a quarter as much as one set
// would, and less: the sets have most of the images in common.
func TestFrechetFloorIsAMean(t *testing.T) {
	var floors, deviations []float64
	for seed := range uint64(20) {
		s := pictured(stripes(20, 7).Set(nil))
		s.Images.Train, s.Images.Held, s.Seed = stripes(400, 8), stripes(80, 9), seed
		got := measured(t, &Frechet{imageComparison{imageFeatures{Features: "pixels", Components: 10},
			"held_out"}, 80}, s)
		floors, deviations = append(floors, got["noise_floor"]),
			append(deviations, got["noise_floor_standard_deviation"])
	}
	if spread, one := statistics.StandardDeviation(floors), statistics.Mean(deviations); !(one > 0 && spread < one/2) {
		t.Errorf("floors spread by %v, of single sets by %v", spread, one)
	}
}

// Samples are clipped, and those that were far outside are counted; none breaks a metric.
func TestSampledImagesAreClipped(t *testing.T) {
	samples := &points.Set{Dim: 2, Data: []float64{0.2, 0.4, -0.1, 1.2, math.NaN(), 0.5, 1e300, math.Inf(-1)}}
	rows, outside := sampledImages(samples, 10, rand.New(rand.NewPCG(4, 22)))
	near(t, "share outside", outside, 0.5, 0)
	for _, v := range rows {
		if !(v >= 0 && v <= 1) {
			t.Errorf("%v is not in [0, 1]", v)
		}
	}
	s := pictured(&points.Set{Dim: 36, Data: make([]float64, 8*36)})
	s.Samples.Data[40] = math.NaN()
	found, err := (&Frechet{imageComparison{imageFeatures{Features: "pixels", Components: 5}, "held_out"},
		80}).Measure(t.Context(), s)
	if err != nil || len(found.Caveats) != 1 {
		t.Errorf("%v, %v", found, err)
	}
}

func TestImageMetricsRefuseOtherData(t *testing.T) {
	file := "images.idx"
	digits := func(change func(d *images.MNIST)) *experiment.Settings {
		s := &experiment.Settings{}
		source := &images.MNIST{}
		change(source)
		s.Data.Source, s.Data.Holdout = source, 0.1
		return s
	}
	byClasses, byPixels := &Frechet{}, &Frechet{}
	byPixels.Features = "pixels"
	unlabeled := digits(func(d *images.MNIST) { d.Images = &file })
	single := digits(func(d *images.MNIST) { d.Filter.Classes = []int{4} })
	points := &experiment.Settings{}
	points.Data.Source = new(dataset.VonMises)
	none := digits(func(*images.MNIST) {})
	none.Data.Holdout = 0
	for name, test := range map[string]struct {
		metric   experiment.Metric
		settings *experiment.Settings
		want     string
	}{
		"points":     {byPixels, points, "data that are no images"},
		"unlabeled":  {byClasses, unlabeled, "without labels"},
		"one class":  {byClasses, single, "images of one class"},
		"no holdout": {byPixels, none, "no points held out"},
	} {
		wantError(t, name, refusal(test.metric.Needs(test.settings)), test.want)
	}
	for name, settings := range map[string]*experiment.Settings{"unlabeled": unlabeled, "one class": single} {
		if err := refusal(byPixels.Needs(settings)); err != nil {
			t.Errorf("pixels of images, %s: %v", name, err)
		}
	}
	s := pictured(stripes(8, 3).Set(nil))
	s.Images.Train.Labels = nil
	_, err := byClasses.Measure(t.Context(), s)
	wantError(t, "no classes in the data", err, "take features: pixels")
	for name, change := range map[string]func(s *experiment.Subject){
		"no images":  func(s *experiment.Subject) { s.Images = nil },
		"no samples": func(s *experiment.Subject) { s.Samples = nil },
		"derived":    func(s *experiment.Subject) { s.Derived = true }} {
		s := pictured(stripes(8, 3).Set(nil))
		change(s)
		if _, err := byPixels.Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
