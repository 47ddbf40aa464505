package images

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/dataset/images"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

// The conditions of Karush, Kuhn and Tucker hold: s d >= 1 where a = 0, s d <= 1 where a is at its bound, 1 between.
func TestSupportVectorsSolveTheDualProblem(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	features, of := points.New(120, 2), make([]int, 120)
	for i := range of {
		of[i] = i % 3
		features.At(i)[0], features.At(i)[1] = float64(of[i])+0.7*rng.NormFloat64(), rng.NormFloat64()
	}
	machines, err := trainSupportVectors(t.Context(), features, of, 3, 0.5, rng)
	if err != nil {
		t.Fatal(err)
	}
	decided, free, bound := machines.decide(features), 0, 0
	for class, w := range machines.weights {
		for i := range of {
			sign := -1.0
			if of[i] == class {
				sign = 1
			}
			a, margin := w[i]*sign, sign*decided.At(i)[class]
			switch {
			case a < 0 || a > dualBound:
				t.Errorf("class %d, point %d: a is %v", class, i, a)
			case a == 0 && margin < 0.97, a == dualBound && margin > 1.03,
				a > 0 && a < dualBound && math.Abs(margin-1) > 0.03:
				t.Errorf("class %d, point %d: a is %v, and s d %v", class, i, a, margin)
			}
			if a == dualBound {
				bound++
			} else if a > 0 {
				free++
			}
		}
	}
	if free == 0 || bound == 0 {
		t.Errorf("%d variables are free and %d at their bound, so that not every condition is tested", free, bound)
	}
}

// Perfect samples are as clear as held-out images, gray ones less; of one class of two, the classes are half off.
func TestSupportVectorsOfSamples(t *testing.T) {
	m := &SupportVectors{Samples: 1000, Images: 200, Components: 20}
	one := measured(t, m, pictured(stripes(200, 3).Where(7).Set(nil)))
	near(t, "clear share of images", one["clear_share"], 0.9, 0.1)
	near(t, "total variation of one class", one["total_variation"], 0.5, 0.1)
	near(t, "total variation of held-out images", one["held_out_total_variation"], 0, 0.1)
	near(t, "samples", one["model_points"], 100, 0)
	if !(one["accuracy"] > 0.9) {
		t.Errorf("of held-out bars %v are found", one["accuracy"])
	}
	gray := points.New(20, 36)
	for i := range gray.Data {
		gray.Data[i] = 0.2
	}
	s := pictured(gray)
	s.Derived = true
	found := measured(t, m, s)
	if !(found["clear_share"] < 0.2) || !(found["margin"] < found["held_out_margin"]) {
		t.Errorf("of gray images they say %v", found)
	}
	if value, given := found["total_variation"]; given {
		t.Errorf("total variation of a derived model is %v", value)
	}
}

func TestSupportVectorsRefuse(t *testing.T) {
	settings, digits := &experiment.Settings{}, &images.MNIST{}
	settings.Data.Holdout, settings.Data.Source = 0.1, new(dataset.VonMises)
	wantError(t, "points", refusal(new(SupportVectors).Needs(settings)), "data that are no images")
	settings.Data.Source = digits
	if err := refusal(new(SupportVectors).Needs(settings)); err != nil {
		t.Errorf("digits: %v", err)
	}
	settings.Data.Holdout = 0
	wantError(t, "none held out", refusal(new(SupportVectors).Needs(settings)), "none are held out")
	same := pictured(stripes(20, 3).Set(nil))
	same.Images.Train = same.Images.Train.Where(2)
	_, err := (&SupportVectors{Samples: 10, Images: 100, Components: 5}).Measure(t.Context(), same)
	wantError(t, "one class", err, "two known classes")
}
