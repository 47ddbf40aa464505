package images

import (
	"testing"

	"ebim/framework/dataset"

	"ebim/framework/dataset/images"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

// Of samples that are images of one class of two, nearly all are found to be of it, so that the classes are half off;
// of perfect ones they are as those of held-out images.
func TestClassesOfSamples(t *testing.T) {
	one := pictured(stripes(100, 3).Where(7).Set(nil))
	shared, err := newClassifiers().Compute(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	one.Shared = shared
	found := measured(t, &Classes{Samples: 1000}, one)
	near(t, "share of class 7", found["class_7"], 1, 0.1)
	near(t, "share of class 2", found["class_2"], 1-found["class_7"], 1e-12)
	near(t, "total variation", found["total_variation"], 0.5, 0.1)
	near(t, "total variation of held-out images", found["held_out_total_variation"], 0, 0.1)
	near(t, "samples", found["model_points"], 50, 0)
	if !(found["confident_share"] > 0.5) || !(found["confidence"] > 0.8) || !(found["accuracy"] > 0.9) {
		t.Errorf("of bars in rows and columns the classifiers say %v", found)
	}
	// The held-out images themselves as samples are found as they are.
	same := pictured(stripes(80, 2).Set(nil))
	same.Shared = shared
	found = measured(t, &Classes{Samples: 1000}, same)
	for name, held := range map[string]string{"confidence": "held_out_confidence",
		"confident_share": "held_out_confident_share", "total_variation": "held_out_total_variation"} {
		near(t, name, found[name], found[held], 1e-12)
	}
}

// Gray images are of no class; a derived model is not compared with the data's.
func TestClassesOfOtherImages(t *testing.T) {
	gray := points.New(20, 36)
	for i := range gray.Data {
		gray.Data[i] = 0.4
	}
	s := pictured(gray)
	s.Derived, s.Images.Held = true, s.Images.Held.Select(nil)
	found := measured(t, &Classes{Samples: 1000}, s)
	for _, name := range []string{"total_variation", "held_out_confidence", "held_out_total_variation"} {
		if value, given := found[name]; given {
			t.Errorf("%s of a derived model without held-out images is %v", name, value)
		}
	}
	if len(found) == 0 || !(found["accuracy"] > 0.8) {
		t.Errorf("found %v", found)
	}
	near(t, "total variation", totalVariation([]float64{0.5, 0.5, 0}, []float64{0.25, 0.25, 0.5}), 0.5, 1e-15)
	settings, digits := &experiment.Settings{}, &images.MNIST{}
	settings.Data.Source = new(dataset.VonMises)
	wantError(t, "points", refusal(new(Classes).Needs(settings)), "data that are no images")
	settings.Data.Source = digits
	if err := refusal(new(Classes).Needs(settings)); err != nil {
		t.Errorf("digits: %v", err)
	}
	digits.Filter.Classes = []int{4}
	wantError(t, "one class", refusal(new(Classes).Needs(settings)), "images of one class")
}
