package metrics

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/support"
)

// evenModel is a model on the unit circle with log density sharpness * x.
type evenModel struct {
	support.Density
	sharpness float64
}

func even(sharpness float64) evenModel { return evenModel{sharpness: sharpness} }

func (m evenModel) Spread(_ context.Context, _ *rand.Rand, n int) (*points.Set, []float64, error) {
	set, logs := points.New(n, 2), make([]float64, n)
	for i := range logs {
		angle := 2 * math.Pi * float64(i) / float64(n)
		set.At(i)[0], set.At(i)[1] = math.Cos(angle), math.Sin(angle)
		logs[i] = m.sharpness * math.Cos(angle)
	}
	return set, logs, nil
}

// hollow is a model whose support has no points.
type hollow struct{ support.Density }

func (hollow) Spread(context.Context, *rand.Rand, int) (*points.Set, []float64, error) {
	return nil, nil, &support.EmptyError{Reason: "nothing"}
}

func TestPublishedComparisonOfNothing(t *testing.T) {
	s := learned(hollow{}, vonMises(2, 1))
	if _, err := (&PublishedComparison{}).Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
		t.Errorf("a support without points gives %v", err)
	}
}

func TestPublishedComparison(t *testing.T) {
	subject := func(label string, m, other support.Density) *experiment.Subject {
		return &experiment.Subject{Label: label, Trained: &model.Trained{Density: m},
			Source: &dataset.VonMises{Center: []float64{0, 0}, Radius: 1, Concentration: 2},
			Box:    points.Box{{-1.5, 1.5}, {-1.5, 1.5}},
			Other:  func(string) (*model.Trained, error) { return &model.Trained{Density: other}, nil }}
	}
	measure := func(p PublishedComparison, s *experiment.Subject) float64 {
		p.Granularity, p.Cost, p.SupportPoints, p.TruePoints = 50, "squared", 4000, 500
		if p.Temperature == 0 {
			p.Temperature = 1
		}
		return measured(t, &p, s)["value"]
	}
	right := measure(PublishedComparison{}, subject("a", even(2), nil))
	if right > 1e-3 {
		t.Errorf("the true density is at %g of itself", right)
	}
	// A density that is twice as sharp is right at temperature 2, which is given for model a alone.
	tempered := PublishedComparison{Temperatures: map[string]float64{"a": 2}}
	if cool := measure(tempered, subject("a", even(4), nil)); math.Abs(cool-right) > 1e-9 {
		t.Errorf("at its own temperature: %g, want %g", cool, right)
	}
	if warm := measure(tempered, subject("b", even(4), nil)); warm < 10*right {
		t.Errorf("another model's temperature was taken: %g", warm)
	}
	// As printed, the points are the other model's and the densities this one's, in order.
	printed := PublishedComparison{AsPrinted: true, PointsOf: "other"}
	if same := measure(printed, subject("a", even(2), even(0))); math.Abs(same-right) > 1e-9 {
		t.Errorf("equal points of another model: %g, want %g", same, right)
	}
}
