package metrics

import (
	"context"
	"errors"
	"testing"

	"ebim/framework/arithmetic"
	"ebim/framework/dataset"
	"ebim/framework/energy"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
	lawful "ebim/framework/support/known"
)

// trueFamily is a known law as a model.
func trueFamily(law dataset.Distribution) *model.Trained {
	manifold, density := lawful.New(law)
	return &model.Trained{Support: manifold, Density: density}
}

// energyOn is a model of the energy |x|^2.
func energyOn(s support.Carrier) *model.Trained {
	return &model.Trained{Support: s, Density: &energy.Density{Support: s, Energy: formula(networktest.Square)}}
}

func circle(t *testing.T) *model.Trained {
	t.Helper()
	return zeroSet(t, networktest.Sphere(2, 1).Formula, square())
}

func square() points.Box { return points.Box{{-1.5, 1.5}, {-1.5, 1.5}} }

// wholePlane is the subject of an energy-based model of a square.
func wholePlane(t *testing.T) *experiment.Subject {
	t.Helper()
	env := newDomain(t).Environment()
	env.Box = square()
	s := learned(nil, vonMises(1, 1))
	s.Trained, s.Traits, s.Box = energyOn(box.New(env)), model.Traits{Ambient: 2, Dimension: 2, Density: true}, square()
	return s
}

// Metrics say of each kind of model whether they apply to it.
func TestMetricsSayWhatTheyDoNotApplyTo(t *testing.T) {
	law := vonMises(1, 1)
	manifold, implicit := circle(t), learned(nil, law)
	implicit.Trained, implicit.Traits.Density, implicit.Box = manifold, false, square()
	plane := wholePlane(t)
	family := learned(nil, law)
	family.Trained, family.Traits.Implicit, family.Box = trueFamily(law), false, square()
	mixture := learned(nil, law)
	mixture.Traits, mixture.Derived, mixture.Box = plane.Traits, true, square()
	whole, err := (&arithmetic.Mixture{Of: []string{"ebm", "ebim"}}).Combine([]*model.Trained{plane.Trained,
		energyOn(manifold.Support.(support.Carrier))})
	if err != nil {
		t.Fatal(err)
	}
	mixture.Trained = whole

	metrics := map[string]experiment.Metric{"likelihood": &MeanLikelihood{Points: 20},
		"density_error": &DensityError{Points: 20},
		"published_transport": &PublishedComparison{PublishedTransport: PublishedTransport{Granularity: 10,
			Cost: "squared", Temperature: 1},
			SupportPoints: 100, TruePoints: 20},
		"mixing": &Mixing{Wasserstein{Samples: 10, Repeats: 1}}, "convergence": &Convergence{Chains: 2, Draws: 8},
		"manifold_distance": &ManifoldDistance{Points: 20, Reference: "training"}, "topology": &Topology{Debris: 0.01},
		"trust":            defaultTrust(),
		"noisy_likelihood": &NoisyLikelihood{Noise: 0.1, Repeats: 1, Points: 10, Samples: 20}}
	for name, test := range map[string]struct {
		subject *experiment.Subject
		not     []string
		does    []string // of those that need no chains
	}{
		"implicit_manifold": {implicit, []string{"likelihood", "density_error", "published_transport", "mixing",
			"convergence"},
			[]string{"manifold_distance", "topology", "trust", "noisy_likelihood"}},
		"ebm": {plane, []string{"density_error", "mixing", "manifold_distance", "topology", "trust"},
			[]string{"likelihood", "published_transport", "noisy_likelihood"}},
		"true_family": {family, []string{"mixing", "convergence", "topology"},
			[]string{"likelihood", "density_error", "published_transport", "manifold_distance", "trust",
				"noisy_likelihood"}},
		"mixture": {mixture, []string{"likelihood", "density_error", "published_transport", "mixing", "convergence",
			"manifold_distance",
			"topology", "trust", "noisy_likelihood"}, nil},
	} {
		for _, metric := range test.not {
			if figures, err := metrics[metric].Measure(t.Context(), test.subject); !errors.Is(err,
				experiment.ErrNotApplicable) {
				t.Errorf("%s of %s: %v, %v", metric, name, figures, err)
			}
		}
		for _, metric := range test.does {
			test.subject.Held = test.subject.Train.Slice(0, 10)
			if figures, err := metrics[metric].Measure(t.Context(), test.subject); err != nil ||
				len(figures.Values) == 0 {
				t.Errorf("%s of %s: %v, %v", metric, name, figures, err)
			}
		}
	}
}

// lost is a support that finds no nearest points.
type lost struct{ searched }

func (lost) Nearest(context.Context, *points.Set) (*support.Projection, error) {
	return nil, errors.ErrUnsupported
}

func TestManifoldDistanceNeedsNearestPoints(t *testing.T) {
	s := learned(nil, vonMises(1, 1))
	s.Trained = &model.Trained{Support: lost{}}
	if _, err := (&ManifoldDistance{Points: 20, Reference: "training"}).Measure(t.Context(), s); !errors.Is(err,
		experiment.ErrNotApplicable) {
		t.Errorf("a support that finds no nearest points: %v", err)
	}
}

// As printed, there are no points to take of a model without a density, nor of a mixture with such a model.
func TestPublishedComparisonNeedsPointsOfTheOther(t *testing.T) {
	implicit := circle(t)
	mixture, err := (&arithmetic.Mixture{Of: []string{"a", "b"}}).Combine([]*model.Trained{implicit,
		trueFamily(vonMises(1, 1))})
	if err != nil {
		t.Fatal(err)
	}
	for name, other := range map[string]*model.Trained{"no density": implicit, "mixture": mixture} {
		s := learned(even(1), vonMises(1, 1))
		s.Other = func(string) (*model.Trained, error) { return other, nil }
		_, err := (&PublishedComparison{AsPrinted: true, PointsOf: "other", SupportPoints: 10}).Measure(t.Context(), s)
		wantError(t, name, err, "model other has no density, so there are no points to take")
	}
}
