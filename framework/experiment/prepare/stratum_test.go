package prepare

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/points"
)

// The strata of a sphere with a ring around it divide all sets of the data, in their units.
func TestStratum(t *testing.T) {
	rng, set := rand.New(rand.NewPCG(1, 2)), points.New(0, 3)
	for i := range 1600 {
		sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
		z := 2*rng.Float64() - 1
		if r := math.Sqrt(1 - z*z); i < 900 {
			set.Data = append(set.Data, 5+r*cosine, r*sine, 100*z)
		} else {
			set.Data = append(set.Data, 5+2*cosine, 2*sine, 0)
		}
	}
	data, err := Load(&experiment.Data{Source: pointSet{set}, Holdout: 0.2, Validation: new(0.1),
		Standardize: dataset.StandardizeColumns}, dataset.Env{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	counts := map[int]int{}
	for _, dimension := range []int{1, 2} {
		stratum, err := data.Stratum(dimension)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []*points.Set{stratum.Train, stratum.Validation, stratum.Held} {
			counts[dimension] += part.Len()
			for i := range part.Len() {
				if x := part.At(i); (math.Hypot(x[0]-5, x[1]) > 1.5) != (dimension == 1) {
					t.Errorf("%v is in the stratum of dimension %d", x, dimension)
				}
			}
		}
	}
	if counts[1] != 700 || counts[2] != 900 {
		t.Errorf("the strata have %v points", counts)
	}
	none := points.New(0, 3)
	sphere := &Data{Scaling: data.Scaling, Train: set.Slice(0, 900), Validation: none, Held: none}
	const want = "0 of 900 training points lie along curves; allowed: at least 20"
	if _, err := sphere.Stratum(1); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("the curves of a sphere: %v; want %s", err, want)
	}
}
