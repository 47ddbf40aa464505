package metrics

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/points"
)

func gaussian(rng *rand.Rand, n, dim int, mean, deviation float64) *points.Set {
	set := points.New(n, dim)
	for k := range set.Data {
		set.Data[k] = mean + deviation*rng.NormFloat64()
	}
	return set
}

func onLine(values ...float64) Sample {
	return Sample{Points: &points.Set{Dim: 1, Data: values}}
}

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

// badPairs are inputs that every metric of two samples must refuse.
func badPairs() map[string]struct {
	a, b Sample
	want string
} {
	good := onLine(1, 2)
	return map[string]struct {
		a, b Sample
		want string
	}{
		"empty":        {Sample{Points: points.New(0, 1)}, good, "first sample: there are no points"},
		"nil":          {good, Sample{}, "second sample: there are no points"},
		"not a number": {good, onLine(1, math.NaN()), "second sample: row 1, column 0"},
		"dimensions":   {good, Sample{Points: points.New(2, 3)}, "dimension 1, the second 3"},
		"ragged": {Sample{Points: &points.Set{Dim: 2, Data: []float64{1, 2, 3}}}, good,
			"no whole number of points"},
		"weight count":    {Sample{good.Points, []float64{1}}, good, "1 weights for 2 points"},
		"negative weight": {Sample{good.Points, []float64{1, -1}}, good, "row 1 (from 0) has weight -1"},
		"no weight":       {Sample{good.Points, []float64{0, 0}}, good, "all weights are zero"},
		"infinite sum":    {Sample{good.Points, []float64{1e308, 1e308}}, good, "weights' sum"},
	}
}

// refusal is the error of a metric's Needs.
func refusal(_ experiment.Needs, err error) error { return err }

// shared is the part of a metric that models share, whether or not it can be measured.
func shared(m experiment.Metric, s *experiment.Settings) experiment.Shared {
	needs, _ := m.Needs(s)
	return needs.Shared
}
