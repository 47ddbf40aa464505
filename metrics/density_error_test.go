package metrics

import (
	"errors"
	"math"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/model"
)

// TestDensityErrorOfVonMises: with concentrations k of the truth and c of the model, KL is
// log(I0(c)/I0(k)) + (k - c) I1(k)/I0(k), and L1 is an integral over the angle.
func TestDensityErrorOfVonMises(t *testing.T) {
	const k, c = 2.0, 0.5
	metric := &DensityError{Points: 2000}
	got := measured(t, metric, learned(known{law: vonMises(c, 1.5)}, vonMises(k, 1.5)))
	near(t, "KL", got["kl"], math.Log(besselI(0, c)/besselI(0, k))+(k-c)*besselI(1, k)/besselI(0, k), 1e-12)
	const steps = 200000
	l1, normalizerK, normalizerC := 0.0, besselI(0, k), besselI(0, c)
	for i := range steps {
		cos := math.Cos(math.Pi * (float64(i) + 0.5) / steps)
		l1 += math.Abs(math.Exp(k*cos)/normalizerK-math.Exp(c*cos)/normalizerC) / steps
	}
	near(t, "L1", got["value"], l1, 1e-5)
	near(t, "mass", got["mass"], 1, 1e-12)

	same := measured(t, metric, learned(known{law: vonMises(k, 1.5)}, vonMises(k, 1.5)))
	near(t, "L1 of the truth", same["value"], 0, 1e-12)
	near(t, "KL of the truth", same["kl"], 0, 1e-12)
}

// A uniform law on a circle of another radius is right but for the mass, which shows that projection stretches.
func TestDensityErrorOnAnotherManifold(t *testing.T) {
	got := measured(t, &DensityError{Points: 500}, learned(known{law: vonMises(0, 1.25)}, vonMises(0, 1)))
	near(t, "mass", got["mass"], 1/1.25, 1e-12)
	near(t, "L1", got["value"], 0, 1e-12)
	near(t, "distance", got["distance"], 0.25, 1e-12)
}

// Of two circles the model has found one, so that the other's points are matched with that one as well.
func TestDensityErrorOfAMissingComponent(t *testing.T) {
	truth := circlePair()
	one := truth.Components[0].Source.(*dataset.VonMises)
	got := measured(t, &DensityError{Points: 1000}, learned(known{law: one}, truth))
	near(t, "mass", got["mass"], 2, 1e-9)
	near(t, "distance", got["distance"], 0.5*meanGap(one, truth), 1e-6)
}

// meanGap is the mean distance of the second circle's points to the first.
func meanGap(one *dataset.VonMises, pair *dataset.Mixture) float64 {
	x, _ := pair.Components[1].Source.(*dataset.VonMises).Evenly(500)
	sum := 0.0
	for i := range x.Len() {
		sum += math.Abs(away(x.At(i), one.Center) - one.Radius)
	}
	return sum / 500
}

func TestDensityErrorOfZeroDensity(t *testing.T) {
	got := measured(t, &DensityError{Points: 100}, learned(broken{value: math.Inf(-1)}, vonMises(0, 1)))
	if !math.IsInf(got["kl"], 1) || got["zero_density"] != 1 {
		t.Errorf("of a density that is 0 at one of 100 points: %v", got)
	}
	near(t, "mass", got["mass"], 0.99, 1e-12)
	near(t, "L1", got["value"], 0.02, 1e-12)
}

func TestDensityErrorNeedsAKnownLaw(t *testing.T) {
	s := learned(known{law: vonMises(1, 1)}, vonMises(1, 1))
	ambient := *s
	ambient.Traits = model.Traits{Ambient: 2, Dimension: 2, Density: true}
	file := *s
	file.Source = &dataset.Earth{}
	manifold := *s
	manifold.Trained = &model.Trained{Support: meshed{}}
	for name, subject := range map[string]*experiment.Subject{"law": &file, "dimension": &ambient,
		"density": &manifold} {
		if _, err := (&DensityError{Points: 10}).Measure(t.Context(), subject); !errors.Is(err,
			experiment.ErrNotApplicable) {
			t.Errorf("%s: %v", name, err)
		}
	}
	check := func(source dataset.Source) error {
		return refusal(new(DensityError).Needs(&experiment.Settings{Data: experiment.Data{Source: source}}))
	}
	wantError(t, "a file", check(&dataset.Earth{}), "synthetic")
	if err := check(vonMises(1, 1)); err != nil {
		t.Error(err)
	}
}
