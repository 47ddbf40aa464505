package metrics

import (
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// A cloud in R^4 whose points are near a sphere of three dimensions at no size of neighborhoods is doubted to be one;
// points on that sphere are not, with noise either.
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
	for name, test := range map[string]struct {
		data    *points.Set
		doubted bool
	}{
		"cloud":        {cloud, true},
		"sphere":       {onSphere(rng, 2000, 4, 0), false},
		"noisy sphere": {noisy, false},
	} {
		f := &findings{Subject: trusted(t, networktest.Sphere(4, 1).Formula, test.data, 4)}
		f.Values = map[string]float64{"verdict": good}
		f.components()
		said := strings.Contains(strings.Join(f.Caveats, "; "), "no gap after 3 principal components")
		if doubted := f.Values["verdict"] == doubtful; doubted != test.doubted || said != test.doubted {
			t.Errorf("%s: verdict %v, %v", name, f.Values["verdict"], f.Caveats)
		}
	}
}
