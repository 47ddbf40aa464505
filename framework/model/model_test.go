package model

import (
	"context"
	"testing"

	"ebim/framework/random"
)

// TestCircle trains the motivating example and checks what an EBIM must get right: the manifold is the circle, its nearest
// points are near, and what is drawn follows the density.
func TestCircle(t *testing.T) {
	ctx := context.Background()
	setting := task(t, circle(1000, 1), [][2]float64{{-1.5, 1.5}, {-1.5, 1.5}})
	m := singleVonMises(100, 20)
	for _, part := range m.Parts() {
		if err := part.Train(ctx, setting); err != nil {
			t.Fatal(err)
		}
		if part.Name == "manifold" {
			p, err := m.Manifold.load(setting.Setting, setting.Folder)
			if err != nil {
				t.Fatal(err)
			}
			lm := &LearnedManifold{setting: setting.Setting, network: p}
			near, err := lm.Nearest(ctx, setting.Data)
			if err != nil {
				t.Fatal(err)
			}
			sum := 0.0
			for i := range near.Residual {
				sum += squaredDistance(near.Points.At(i), setting.Data.At(i))
			}
			t.Logf("rms distance %g unconverged %d", sum/1000, near.Unconverged)
			u, err := lm.uniform(ctx, random.New(1, "u", 0), 1000)
			if err != nil {
				t.Fatal(err)
			}
			mean := 0.0
			for i := range 1000 {
				mean += u.At(i)[0] / 1000
			}
			t.Logf("uniform mean x %g", mean)
			setting.Input = func(string) string { return setting.Folder }
		}
	}
}
