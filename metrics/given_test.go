package metrics

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
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

// A curve on the sphere that columns give is no sphere, however sure that is.
func TestCurvesOnWhatColumnsGive(t *testing.T) {
	rng, curve := rand.New(rand.NewPCG(3, 5)), points.New(0, 3)
	for range 800 {
		u := 2 * math.Pi * rng.Float64()
		v := 0.6*math.Sin(3*u) + 0.005*rng.NormFloat64()
		curve.Data = append(curve.Data, math.Cos(v)*math.Cos(u), math.Cos(v)*math.Sin(u), math.Sin(v))
	}
	s := trusted(t, networktest.Sphere(3, 1).Formula, curve, 1.8)
	s.Source = &dataset.Earth{}
	values, caveats := findingsOf(t, s)
	const part = "a part of dimension 1 of the manifold of dimension 2"
	if values["verdict"] != doubtful || !strings.Contains(caveats, part) {
		t.Errorf("verdict %v: %s", values["verdict"], caveats)
	}
}
