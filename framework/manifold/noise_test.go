package manifold

import (
	"math"
	"slices"
	"testing"

	"ebim/framework/loss"
	"ebim/framework/points"
	"ebim/framework/support/supporttest"
)

// polygon is the corners of a regular polygon in the unit circle around a center: their scale is sqrt(1/2), and
// neighbors are 2 sin(pi/n) apart.
func polygon(n int, center float64) *points.Set {
	set := points.New(n, 2)
	for i := range n {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(n))
		set.At(i)[0], set.At(i)[1] = center+cos, center+sin
	}
	return set
}

// The noise ends at twice the data's scale. It begins at the distance of neighbors, from a fiftieth to a tenth of the
// scale, or, where neighbors are far apart, at a fifth of their distance, up to half of the scale; whatever the data's
// units and place.
func TestNoiseFollowsFromTheData(t *testing.T) {
	scale := math.Sqrt(0.5)
	line := supporttest.Rows(t, []float64{3, 3})
	for name, test := range map[string]struct {
		data            *points.Set
		lowest, highest float64
	}{
		"dense":            {polygon(1000, 5), 0.02 * scale, 2 * scale},
		"as neighbors are": {polygon(100, 5), 2 * math.Sin(math.Pi/100), 2 * scale},
		"sparse":           {polygon(30, 5), 0.1 * scale, 2 * scale},
		"sparser":          {polygon(4, 5), math.Sqrt2 / 5, 2 * scale},
		"two points":       {polygon(2, 5), 0.5 * scale, 2 * scale},
		"one point":        {line, 0.02, 2},
		"one place":        {line.Select([]int{0, 0, 0}), 0.02, 2},
	} {
		for _, unit := range []float64{1, 1e-3, 1e6} {
			data := points.New(test.data.Len(), 2)
			for i, v := range test.data.Data {
				data.Data[i] = unit * v
			}
			if data.Distinct() == 1 { // which have no unit
				unit = 1
			}
			n := newNoise(&loss.Noise{}, &known{scale: scaleOf(data), spacing: spacingOf(data)}, 1)
			supporttest.CloseTo(t, name, []float64{n.lowest / unit, n.highest / unit},
				[]float64{test.lowest, test.highest}, 1e-6)
		}
	}
}

// Bounds that are given are taken; the other is the data's.
func TestNoiseOfGivenBounds(t *testing.T) {
	data := polygon(100, 0)
	own := newNoise(&loss.Noise{}, &known{scale: scaleOf(data), spacing: spacingOf(data)}, 1)
	for _, test := range []struct {
		wanted          loss.Noise
		lowest, highest float64
	}{
		{loss.Noise{Lowest: new(0.3)}, 0.3, own.highest},
		{loss.Noise{Highest: new(0.3)}, own.lowest, 0.3},
		{loss.Noise{Lowest: new(0.2), Highest: new(0.4)}, 0.2, 0.4},
		{loss.Noise{Lowest: new(7.)}, own.highest, 7}, // the other bound is the data's, which it passes
		{loss.Noise{Highest: new(1e-4)}, 1e-4, own.lowest},
	} {
		n := newNoise(&test.wanted, &known{scale: scaleOf(data), spacing: spacingOf(data)}, 1)
		if n.lowest != test.lowest || n.highest != test.highest {
			t.Errorf("noise from %v to %v, want %v to %v", n.lowest, n.highest, test.lowest, test.highest)
		}
	}
}

// The points of a step share the logarithms of the deviations evenly, one in each part; steps and seeds have draws of
// their own.
func TestDeviationsAreLogUniform(t *testing.T) {
	const batch = 50
	n := &noise{lowest: 0.01, highest: 3, seed: 1}
	draw := func(n *noise, step int) []float32 {
		into := make([]float32, batch)
		n.deviations(step, into)
		return into
	}
	var places []float64
	for step := range 40 {
		for i, s := range draw(n, step) {
			place := batch*math.Log(float64(s)/n.lowest)/math.Log(n.highest/n.lowest) - float64(i)
			if place < -1e-4 || place > 1+1e-4 {
				t.Fatalf("step %d, point %d: the deviation %v lies %v parts from the begin of its own",
					step, i, s, place)
			}
			places = append(places, place)
		}
	}
	// Uniform in a part: the mean of 2000 is 4.5 standard errors from 1/2 with probability 7e-6.
	mean := 0.0
	for _, p := range places {
		mean += p / float64(len(places))
	}
	if math.Abs(mean-0.5) > 4.5*math.Sqrt(1./12/float64(len(places))) {
		t.Errorf("places within parts have the mean %v", mean)
	}
	if !slices.Equal(draw(n, 7), draw(n, 7)) || slices.Equal(draw(n, 7), draw(n, 8)) ||
		slices.Equal(draw(n, 7), draw(&noise{lowest: 0.01, highest: 3, seed: 2}, 7)) {
		t.Error("draws are not those of the seed and the step")
	}
	for _, s := range draw(&noise{lowest: 0.5, highest: 0.5, seed: 1}, 0) {
		if s != 0.5 {
			t.Errorf("a deviation of %v between 0.5 and 0.5", s)
		}
	}
}

// Noise divided by the deviations of its step is standard normal.
func TestNoiseHasItsDeviations(t *testing.T) {
	const batch, dim = 500, 4
	n := &noise{lowest: 0.01, highest: 3, seed: 1}
	into, deviations := make([]float32, batch*dim), make([]float32, batch)
	n.fill(3, dim, into)
	n.deviations(3, deviations)
	sums := [3]float64{}
	for i, v := range into {
		r := float64(v / deviations[i/dim])
		for k, power := range []float64{r, r * r, r * r * r * r} {
			sums[k] += power / (batch * dim)
		}
	}
	// The means of r, r^2 and r^4 of normal r have variances 1, 2 and 96 over their number; each fails by chance at a
	// rate of 7e-6.
	for k, want := range []float64{0, 1, 3} {
		if limit := 4.5 * math.Sqrt([]float64{1, 2, 96}[k]/(batch*dim)); math.Abs(sums[k]-want) > limit {
			t.Errorf("moment %d is %v, want %v within %v", k, sums[k], want, limit)
		}
	}
}

// The middle's share is log-normal about 1.6 times the data's scale and stays within the bounds.
func TestMiddleNoise(t *testing.T) {
	n := &noise{lowest: 1e-6, highest: 1e-5, seed: 1, middle: 0.5, scale: 2}
	into := make([]float32, 4000)
	n.deviations(0, into)
	for _, s := range into {
		if float64(s) < n.lowest*(1-1e-6) || float64(s) > n.highest*(1+1e-6) {
			t.Fatalf("a deviation of %v", s)
		}
	}
	n.highest = 1e6
	n.lowest = 1e5 // so that all of the middle is at the lower end
	n.deviations(0, into)
	low := 0
	for _, s := range into {
		if float64(s) <= n.lowest*(1+1e-6) {
			low++
		}
	}
	// Binomial of 4000 and 1/2: 4.5 standard errors are 142.
	if math.Abs(float64(low)-2000) > 142 {
		t.Errorf("%d of 4000 are of the middle", low)
	}
	n.lowest, n.middle = 1e-9, 1
	n.deviations(1, into)
	mean := 0.0
	for _, s := range into {
		mean += math.Log(float64(s)) / 4000
	}
	if want := math.Log(3.2); math.Abs(mean-want) > 4.5*0.6/math.Sqrt(4000) {
		t.Errorf("the mean logarithm is %v, want %v", mean, want)
	}
}
