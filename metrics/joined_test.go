package metrics

import (
	"context"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
)

// A model that joins strata is trusted as the least of them, for the same reasons; doubted where one of them misses
// many of its own points, and where samples hang together otherwise than the data.
func TestTrustInJoinedStrata(t *testing.T) {
	rng := rand.New(rand.NewPCG(27, 11))
	around := func(share float64) *points.Set {
		return aroundCircle(rng, 800, 0.005, func() float64 { return share * 2 * math.Pi * rng.Float64() })
	}
	learned := func(data *points.Set) *experiment.Subject {
		return trusted(t, networktest.Sphere(2, 1).Formula, data, 1.5)
	}
	spread := around(1)
	for i := range 120 { // all over the box
		spread.At(i)[0], spread.At(i)[1] = 3*rng.Float64()-1.5, 3*rng.Float64()-1.5
	}
	twice := around(1)
	for i := range 400 {
		twice.At(i)[0] += 5
	}
	for name, test := range map[string]struct {
		other, samples *points.Set
		verdict        float64
		reason         string
	}{
		"good":     {around(1), around(1), good, ""},
		"a gap":    {around(0.8), around(1), doubtful, "reason_empty"},
		"far":      {spread, around(1), doubtful, "reason_unlearned_part"},
		"in two":   {around(1), twice, doubtful, "reason_homology"},
		"no draws": {around(1), nil, good, ""},
	} {
		first, second := learned(around(1)), learned(test.other)
		second.Label = "second"
		whole := *first
		whole.Traits.Mixed, whole.Samples = true, test.samples
		whole.Strata = func(context.Context) ([]*experiment.Subject, error) {
			return []*experiment.Subject{first, second}, nil
		}
		values, caveats := findingsOf(t, &whole)
		_, found := values[test.reason]
		if values["verdict"] != test.verdict || found != (test.reason != "") ||
			name == "a gap" && !strings.Contains(caveats, "second: ") {
			t.Errorf("%s: verdict %v, want %v for %q\n%s", name, values["verdict"], test.verdict, test.reason, caveats)
		}
	}
}
