package images

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/points"
)

func gaussian(rng *rand.Rand, n, dim int, mean, deviation float64) *points.Set {
	set := points.New(n, dim)
	for k := range set.Data {
		set.Data[k] = mean + deviation*rng.NormFloat64()
	}
	return set
}

func onLine(values ...float64) *points.Set { return &points.Set{Dim: 1, Data: values} }

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if !(math.Abs(got-want) <= tolerance) {
		t.Errorf("%s is %v, want %v within %v", what, got, want, tolerance)
	}
}

func wantError(t *testing.T, what string, err error, part string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), part) {
		t.Errorf("%s: error %v, want one with %q", what, err, part)
	}
}

func measured(t *testing.T, m experiment.Metric, s *experiment.Subject) map[string]float64 {
	t.Helper()
	found, err := m.Measure(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	return found.Values
}

// badPairs are inputs that every distance of two sets must refuse.
func badPairs() map[string]struct {
	a, b *points.Set
	want string
} {
	good := onLine(1, 2)
	return map[string]struct {
		a, b *points.Set
		want string
	}{
		"empty":        {points.New(0, 1), good, "first sample: there are no points"},
		"nil":          {good, nil, "second sample: there are no points"},
		"not a number": {good, onLine(1, math.NaN()), "second sample: row 1, column 0"},
		"dimensions":   {good, points.New(2, 3), "dimension 1, the second 3"},
		"ragged":       {&points.Set{Dim: 2, Data: []float64{1, 2, 3}}, good, "no whole number of points"},
	}
}

// Whatever a metric gives is declared.
func TestMetricsGiveWhatTheyDeclare(t *testing.T) {
	perfect := stripes(80, 3).Set(nil)
	features := imageFeatures{Features: "classifier", Components: 1}
	for name, test := range map[string]struct {
		metric  experiment.Metric
		subject *experiment.Subject
	}{
		"frechet":           {&Frechet{imageComparison{features, "held_out"}, 80}, pictured(perfect)},
		"published_frechet": {&PublishedFrechet{features, 80, 80}, replayed(perfect, nil)},
		"support_vectors":   {&SupportVectors{80, 200, 10}, pictured(perfect)},
	} {
		declared, given := output.List(test.metric.Outputs()), map[string]bool{}
		for value := range measured(t, test.metric, test.subject) {
			found, _ := declared.Find(value)
			if found.Name != value {
				t.Errorf("%s gives %s, which is not declared, or formerly", name, value)
			}
			given[value] = true
		}
		for _, o := range declared {
			if !given[o.Name] {
				t.Errorf("%s declares %s, which it does not give", name, o.Name)
			}
		}
	}
}

// refusal is the error of a metric's Needs.
func refusal(_ experiment.Needs, err error) error { return err }
