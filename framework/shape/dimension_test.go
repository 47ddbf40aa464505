package shape_test

import (
	"testing"

	"ebim/framework/dimension"
	"ebim/framework/shape"
	"ebim/framework/support/ridged"
)

// spectra are those of scales 0.02, 0.03, ... with the given numbers of tangents in R^n, with clear eigenvalues.
func spectra(n int, tangents ...int) (scales []shape.Scale) {
	noise := 0.02
	for _, m := range tangents {
		values := make([]float64, n)
		for j := m; j < n; j++ {
			values[j] = 0.99
		}
		scales = append(scales, shape.ScaleOf(ridged.Spectrum{Noise: noise, Values: values}, 1))
		noise *= 1.5
	}
	return scales
}

func TestCombined(t *testing.T) {
	for name, test := range map[string]struct {
		scales    []shape.Scale
		neighbors dimension.Estimate
		want      int
		clusters  bool
		agree     bool
	}{
		"not trained":          {nil, dimension.Estimate{Ambient: 3, Dimension: 2}, 2, false, true},
		"a limit cycle":        {spectra(2, 1, 1, 1, 1, 1), of(2, 2, false), 1, false, false},
		"noise":                {spectra(2, 2, 2, 1, 1, 1), of(2, 2, false), 1, false, false},
		"filled":               {spectra(2, 2, 2, 2, 2, 2), of(2, 2, false), 2, false, true},
		"filled, far":          {spectra(3, 3, 3, 3, 3, 3), of(3, 1, false), 3, false, false},
		"clusters":             {spectra(2, 2, 2, 0, 0, 0), of(2, 2, false), 2, true, true},
		"circles far apart":    {spectra(2, 1, 1, 1, 0, 0), of(2, 1, true), 1, false, true},
		"nothing stable":       {spectra(3, 3, 2, 2, 1, 1), of(3, 2, true), 2, false, true},
		"many columns":         {spectra(10, 3, 3, 3, 3, 3), of(10, 2, true), 2, false, false},
		"many columns, no gap": {spectra(10, 3, 3, 3, 3, 3), of(10, 2, false), 3, false, false},
		// a line and a normal of noise, of ten columns of which the others are noise
		"filled, in a subspace":    {spectra(2, 2, 2, 2, 2, 2), of(10, 10, false), 10, false, true},
		"fine noise in a subspace": {spectra(3, 3, 3, 3, 2, 2, 2), of(10, 10, false), 2, false, false},
		"many columns, no form":    {spectra(14, 14, 14, 14, 14), of(14, 7, false), 7, false, false},
	} {
		e := shape.Combined(test.scales, test.neighbors)
		if e.Dimension != test.want || e.Clusters != test.clusters || e.Agree() != test.agree {
			t.Errorf("%s: dimension %d, clusters %v, agree %v", name, e.Dimension, e.Clusters, e.Agree())
		}
	}
	single := spectra(2, 1, 1, 1, 2, 2, 2)
	for i := range 3 {
		single[i].Fine = true
	}
	if e := shape.Combined(single, of(2, 2, false)); e.Dimension != 2 {
		t.Errorf("threads between single points: %d", e.Dimension)
	}
	few := of(3, 3, false)
	few.Distinct = 30
	if e := shape.Combined(spectra(3, 0, 0, 1, 1, 1), few); e.Dimension != 3 {
		t.Errorf("30 points that single scales say little of: %d", e.Dimension)
	}
	few = of(2, 2, false)
	few.Distinct = 80
	if e := shape.Combined(spectra(2, 2, 2, 1, 1, 1, 1, 1), few); e.Dimension != 1 {
		t.Errorf("a curve of 80 points with little noise: %d", e.Dimension)
	}
	few.Dimension = 1
	if e := shape.Combined(spectra(2, 1, 1, 0, 0, 0, 0, 0), few); e.Dimension != 1 {
		t.Errorf("80 points that five coarse scales call clusters: %d", e.Dimension)
	}
	few.Dimension = 2
	if e := shape.Combined(spectra(2, 2, 2, 1, 1, 1, 1), few); e.Dimension != 2 {
		t.Errorf("80 points that four scales call a curve: %d", e.Dimension)
	}
}

// Few points that a displacement learned by heart lie along no curve where neighbors see more dimensions, but for noise
// that these see, too.
func TestMemorized(t *testing.T) {
	cloud := of(3, 3, false)
	cloud.Distinct, cloud.Nearest, cloud.Error = 40, 2.1, 0.3
	cloud.Scales = []dimension.Scale{{Length: 0.8}}
	curve, circle, many, steps := cloud, cloud, cloud, cloud
	curve.Dimension, curve.Nearest, many.Distinct, steps.Nearest = 1, 1.2, 400, 4.2
	circle.Scales = []dimension.Scale{{Length: 0.005}}
	scales := spectra(3, 1, 1, 1, 1, 1, 1)
	for name, test := range map[string]struct {
		neighbors dimension.Estimate
		want      int
	}{"a cloud": {cloud, 3}, "a curve": {curve, 1}, "noise": {circle, 1}, "many points": {many, 1},
		"equal steps": {steps, 1}} {
		if e := shape.Combined(scales, test.neighbors).WithoutMemorized(1); e.Dimension != test.want ||
			e.Memorized != (test.want == 3) {
			t.Errorf("%s: dimension %d, want %d; memorized: %v", name, e.Dimension, test.want, e.Memorized)
		}
	}
}

// Neighborhoods of length 2 that are 0.05 thick are no noise of 0.8, those that are 0.7 thick may be, and wide ones, or
// ones without a clear dimension, say nothing.
// On a torus in R^4 noise stays on the torus.
func TestWithin(t *testing.T) {
	for name, test := range map[string]struct {
		scales []shape.Scale
		want   int
	}{
		"noise along the torus": {spectra(4, 2, 2, 2, 2, 1, 1, 1), 1},
		"all of the torus":      {spectra(4, 2, 2, 2, 2, 2, 2, 2), 2},
		"clusters":              {spectra(4, 2, 2, 2, 2, 0, 0, 0), 2},
		"not trained":           {nil, 2},
	} {
		if e := shape.Combined(test.scales, of(4, 2, true)).Within(2); e.Dimension != test.want {
			t.Errorf("%s: dimension %d, want %d", name, e.Dimension, test.want)
		}
	}
}

func TestRelief(t *testing.T) {
	spectrum := func(length, across, gap float64) dimension.Spectrum {
		share := across * across / (length * length)
		return dimension.Spectrum{Length: length, Shares: []float64{(1 - share) / 2, (1 - share) / 2, share},
			Dimension: 2, Gap: gap}
	}
	for _, test := range []struct {
		at   dimension.Spectrum
		want bool
	}{{spectrum(2, 0.05, 20), true}, {spectrum(2, 0.7, 20), false}, {spectrum(4, 0.05, 20), false},
		{spectrum(2, 0.05, 1.2), false}} {
		e := shape.Estimate{Dimension: 2, Noise: 0.08,
			Neighbors: dimension.Estimate{Ambient: 3, Spectra: []dimension.Spectrum{test.at}}}
		if got := e.Relief(10); got != test.want {
			t.Errorf("%+v: relief %v", test.at, got)
		}
	}
}

func of(n, m int, clear bool) dimension.Estimate {
	return dimension.Estimate{Ambient: n, Dimension: m, Clear: clear, Distinct: 1000}
}

func TestTangents(t *testing.T) {
	for _, test := range []struct {
		values []float64
		want   int
	}{
		{[]float64{0, 0.02, 0.1}, 3}, {[]float64{0, 0.99, 1}, 1}, {[]float64{0.6, 0.9}, 0},
		{[]float64{0, 0.43, 0.93, 0.95}, 1}, // a normal that is not trained out
		{[]float64{0, 0.3, 0.93, 0.95}, 2},
		{[]float64{0, 0.45}, 2}, // noise as large as the scale
	} {
		if got := shape.ScaleOf(ridged.Spectrum{Noise: 1, Values: test.values}, 1).Dimension; got != test.want {
			t.Errorf("%v: %d tangents, want %d", test.values, got, test.want)
		}
	}
}
