package images

import (
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/support/supporttest"

	"ebim/framework/dataset/images"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

func TestToNearestIsExact(t *testing.T) {
	images, rng := stripes(700, 1), rand.New(rand.NewPCG(1, 24))
	rows := make([]float32, 5*36)
	for i := range rows {
		rows[i] = rng.Float32()
	}
	found, err := toNearest(t.Context(), rows, images)
	if err != nil {
		t.Fatal(err)
	}
	all, x := images.Set(nil), points.FromFloat32(rows, 36)
	for i := range x.Len() {
		least := math.Inf(1)
		for k := range all.Len() {
			least = min(least, supporttest.Distance(x.At(i), all.At(k)))
		}
		near(t, "distance", found[i], least, 1e-6) // of differences in single precision
	}
}

// Training images that are drawn again are at distance 0; the held-out images as samples are as near as they are; new
// ones are about as near.
func TestMemorization(t *testing.T) {
	train := stripes(200, 1).Set(nil)
	copies := measured(t, &Memorization{Samples: 1000}, pictured(train))
	near(t, "ratio of copies", copies["ratio"], 0, 0)
	near(t, "close copies", copies["close_share"], 1, 1e-12)
	held := measured(t, &Memorization{Samples: 1000}, pictured(stripes(80, 2).Set(nil)))
	near(t, "ratio of held-out images", held["ratio"], 1, 1e-12)
	near(t, "close held-out images", held["close_share"], 0, 0)
	near(t, "ratio of new images", measured(t, &Memorization{Samples: 1000},
		pictured(stripes(300, 5).Set(nil)))["ratio"], 1, 0.1)
}

func TestMemorizationNeedsHeldOutImages(t *testing.T) {
	settings := &experiment.Settings{}
	settings.Data.Source = &images.MNIST{}
	wantError(t, "no holdout", refusal(new(Memorization).Needs(settings)), "held-out images, but none are held out")
	settings.Data.Source, settings.Data.Holdout = new(dataset.VonMises), 0.1
	wantError(t, "points", refusal(new(Memorization).Needs(settings)), "data that are no images")
}
