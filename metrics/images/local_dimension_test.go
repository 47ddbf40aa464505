package images

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

// leveled is a support of images of 36 pixels with 30 singular values, of which as many are above a half as a function
// says.
type leveled struct {
	support.Support
	above func(image []float64) int
}

func (l leveled) SingularValues(_ context.Context, x *points.Set) (*points.Set, error) {
	values := points.New(x.Len(), 30)
	for i := range x.Len() {
		for k := range l.above(x.At(i)) {
			values.At(i)[k] = 0.9
		}
	}
	return values, nil
}

// length is the PNG size of an image of 36 numbers in [0, 1].
func length(t *testing.T, numbers []float64) int {
	t.Helper()
	bytes := make([]uint8, len(numbers))
	for i, v := range numbers {
		bytes[i] = uint8(math.Round(255 * v))
	}
	size, err := pngSize(points.Shape{Channels: 1, Height: 6, Width: 6}, bytes)
	if err != nil {
		t.Fatal(err)
	}
	return int(size)
}

func TestLocalDimension(t *testing.T) {
	m := &LocalDimension{Samples: 60, Threshold: 0.5, Bootstrap: 100}
	subject := func(above func([]float64) int) *experiment.Subject {
		s := pictured(nil)
		s.Traits, s.Trained = model.Traits{Implicit: true}, &model.Trained{Support: leveled{above: above}}
		return s
	}
	least, most := math.MaxInt, 0
	for _, numbers := range rowsOf(pictured(nil).Images.Held.Set(nil)) {
		size := length(t, numbers)
		least, most = min(least, size), max(most, size)
	}
	if most-least > 30 || most == least {
		t.Fatalf("sizes from %d to %d make no test", least, most)
	}
	longer := measured(t, m, subject(func(x []float64) int { return most - length(t, x) }))
	near(t, "more dimensions of longer images", longer["correlation"], 1, 1e-12)
	near(t, "its interval", longer["correlation_low"], 1, 1e-12)
	near(t, "images", longer["true_points"], 60, 0)
	if longer["lowest"] < 6 || longer["median"] < longer["lowest"] || longer["highest"] <= longer["lowest"] ||
		longer["highest"] > 36 {
		t.Errorf("got %v", longer)
	}
	shorter := measured(t, m, subject(func(x []float64) int { return length(t, x) - least }))
	near(t, "fewer dimensions of longer images", shorter["correlation"], -1, 1e-12)
	same, err := m.Measure(t.Context(), subject(func([]float64) int { return 20 }))
	if err != nil || len(same.Caveats) != 1 || same.Values["median"] != 16 {
		t.Errorf("one dimension: %v, %v", same, err)
	}
	if _, found := same.Values["correlation"]; found {
		t.Error("a correlation of one dimension")
	}
	explicit := subject(nil)
	explicit.Traits.Implicit = false
	if _, err := m.Measure(t.Context(), explicit); !errors.Is(err, experiment.ErrNotApplicable) {
		t.Errorf("a decoder: %v", err)
	}
}

func rowsOf(set *points.Set) (rows [][]float64) {
	for i := range set.Len() {
		rows = append(rows, set.At(i))
	}
	return rows
}

// By hand: ranks 1, 2.5, 2.5, 4 and 2, 1, 3, 4 have the covariance 3/3 and the variances 4.5/3 and 5/3.
func TestSpearman(t *testing.T) {
	near(t, "with a tie", spearman([]float64{1, 5, 5, 9}, []float64{0, -1, 7, 100}), 3/math.Sqrt(4.5*5), 1e-12)
	near(t, "monotone", spearman([]float64{1, 2, 3}, []float64{1, 8, 27}), 1, 1e-12)
	if r := spearman([]float64{1, 1, 1}, []float64{1, 2, 3}); !math.IsNaN(r) {
		t.Errorf("of one value: %v", r)
	}
}

// The correlation of two independent lists is 0: of 200 intervals of 95 % at 40 images 176 to 199 hold it; others are
// of less than 1e-3 of all seeds.
func TestSpearmansInterval(t *testing.T) {
	rng, held := rand.New(rand.NewPCG(1, 31)), 0
	m := &LocalDimension{Bootstrap: 200}
	for range 200 {
		a, b := gaussian(rng, 40, 1, 0, 1).Data, gaussian(rng, 40, 1, 0, 1).Data
		if low, high := m.interval(a, b, rng); low <= 0 && 0 <= high {
			held++
		}
	}
	if held < 176 || held > 199 {
		t.Errorf("%d of 200 intervals hold 0", held)
	}
}
