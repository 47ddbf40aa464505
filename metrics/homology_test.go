package metrics

import (
	"errors"
	"math"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
)

// part is evenly spaced points of a part of the unit circle.
func part(turns float64) *points.Set {
	x := points.New(600, 2)
	for i := range x.Len() {
		sin, cos := math.Sincos(2 * math.Pi * turns * float64(i) / 600)
		copy(x.At(i), []float64{cos, sin})
	}
	return x
}

func TestHomologyComparesSamplesWithData(t *testing.T) {
	metric := &Homology{Points: 600}
	one := &experiment.Subject{Traits: model.Traits{Ambient: 2, Dimension: 1}, Train: part(1), Samples: part(1)}
	half := *one
	half.Samples = part(0.5)
	derived := *one
	derived.Derived = true
	for name, test := range map[string]struct {
		subject *experiment.Subject
		want    map[string]float64
	}{
		"circle":      {one, map[string]float64{"betti_0": 1, "betti_1": 1, "data_betti_1": 1, "matches": 1}},
		"half circle": {&half, map[string]float64{"betti_0": 1, "betti_1": 0, "data_betti_1": 1, "matches": 0}},
		"derived":     {&derived, map[string]float64{"betti_0": 1, "betti_1": 1}},
	} {
		found, err := metric.Measure(t.Context(), test.subject)
		if err != nil {
			t.Fatal(name, err)
		}
		for key, want := range test.want {
			if got, there := found.Values[key]; !there || got != want {
				t.Errorf("%s: %s is %v, want %v", name, key, found.Values[key], want)
			}
		}
		if _, there := found.Values["matches"]; there != (name != "derived") {
			t.Errorf("%s has matches: %v", name, there)
		}
	}
	few := *one
	few.Samples = part(1).Slice(0, 47)
	found, err := metric.Measure(t.Context(), &few)
	if err != nil || len(found.Caveats) != 1 || !strings.Contains(found.Caveats[0], "too few") {
		t.Errorf("47 samples: %v, %v", found, err)
	}
	few.Samples = points.New(0, 2)
	if _, err := metric.Measure(t.Context(), &few); !errors.Is(err, experiment.ErrNotApplicable) {
		t.Errorf("no samples: %v", err)
	}
}
