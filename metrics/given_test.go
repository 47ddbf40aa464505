package metrics

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/network/networktest"
)

// Half a sphere of places is no guess where the columns say that they lie on one, unless the learned one is another.
func TestVerdictOnWhatColumnsGive(t *testing.T) {
	half := onSphere(rand.New(rand.NewPCG(16, 13)), 1000, 3, 0)
	for i := range half.Len() {
		half.At(i)[2] = math.Abs(half.At(i)[2])
	}
	for name, test := range map[string]struct {
		radius float64
		source dataset.Source
		want   float64
	}{
		"no columns":          {1, nil, wrong},
		"made up":             {1, &dataset.UniformSphere{Dimension: 2, Radius: 1}, wrong},
		"places on the Earth": {1, &dataset.Earth{}, good},
		"a larger sphere":     {1.4, &dataset.Earth{}, wrong},
	} {
		s := trusted(t, networktest.Sphere(3, test.radius).Formula, half, 1.8)
		s.Source = test.source
		values, caveats := findingsOf(t, s)
		if values["verdict"] != test.want || (test.want == good) != strings.Contains(caveats, "the columns give") {
			t.Errorf("%s: verdict %v, want %v: %s", name, values["verdict"], test.want, caveats)
		}
	}
}
