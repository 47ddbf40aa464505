package metrics

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// A cloud in R^4 whose points are near a sphere of three dimensions at no size of neighborhoods is doubted to be one;
// points on that sphere are not, with noise either. A few points of a flat piece are, which have neighborhoods of one
// size alone, and a curve whose noise has three dimensions.
func TestComponentsOfWhatHasNoMesh(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 3))
	cloud := points.New(2000, 4)
	for i := range cloud.Data {
		cloud.Data[i] = rng.NormFloat64()
	}
	noisy := onSphere(rng, 2000, 4, 0)
	for i := range noisy.Data {
		noisy.Data[i] += 0.02 * rng.NormFloat64()
	}
	curve := points.New(360, 4)
	for i := range curve.Len() {
		x, t := curve.At(i), 2*math.Pi*rng.Float64()
		copy(x, []float64{math.Cos(t), math.Sin(t), 0.5 * math.Sin(2*t), 0})
		for j := range x[:3] {
			x[j] += 0.05 * rng.NormFloat64()
		}
		x[3] = 0.01 * rng.NormFloat64()
	}
	few := points.New(100, 4)
	for i := range few.Data {
		if few.Data[i] = rng.Float64(); i%4 == 3 {
			few.Data[i] *= 0.01
		}
	}
	for name, test := range map[string]struct {
		data   *points.Set
		doubts string // nothing: it is good
	}{
		"cloud":        {cloud, "no gap after 3 principal components"},
		"sphere":       {onSphere(rng, 2000, 4, 0), ""},
		"noisy sphere": {noisy, ""},
		"few":          {few, "or at one size alone"},
		"curve":        {curve, "of 32 training points have dimension 1, smaller ones that of the manifold, 3"},
	} {
		f := &findings{Subject: trusted(t, networktest.Sphere(4, 1).Formula, test.data, 4)}
		f.Values = map[string]float64{"verdict": good}
		f.components()
		said := strings.Contains(strings.Join(f.Caveats, "; "), test.doubts)
		if doubted := f.Values["verdict"] == doubtful; doubted != (test.doubts != "") || !said {
			t.Errorf("%s: verdict %v, %v", name, f.Values["verdict"], f.Caveats)
		}
	}
}
