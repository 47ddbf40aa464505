package images

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"ebim/framework/energy"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"

	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/support"
	"ebim/framework/support/box"
)

// Pairs are counted one by one.
func TestAreaUnderROC(t *testing.T) {
	inside, outside := []float64{1, 2, 2, 5, math.NaN()}, []float64{2, 3, math.Inf(1)}
	want := (1 + 0.5 + 0.5 + 3 + 4 + 0.5) / 15
	near(t, "area", areaUnderROC(inside, outside), want, 1e-15)
	near(t, "the other way round", areaUnderROC(outside, inside), 1-want, 1e-15)
	near(t, "equal scores", areaUnderROC([]float64{1, 1}, []float64{1, 1, 1}), 0.5, 1e-15)
}

// Of normal scores a distance d apart the area is Phi(d/sqrt 2). A 95 % interval holds it in 95 % of 200 sets or so:
// fewer than 88 % or all of them are of less than 1e-4 of all seeds.
func TestIntervalsHoldTheArea(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 25))
	m, held := &OutOfDistribution{Bootstrap: 200}, 0
	want := 0.5 * (1 + math.Erf(1./2))
	for range 200 {
		inside, outside := gaussian(rng, 60, 1, 0, 1).Data, gaussian(rng, 60, 1, 1, 1).Data
		if low, high := m.interval(inside, outside, rng); low <= want && want <= high {
			held++
		}
	}
	if held < 176 || held == 200 {
		t.Errorf("%d of 200 intervals hold the area", held)
	}
}

// scored are subjects with the function of a sphere, with an energy, and with a decoder of black images.
func scored(t *testing.T) []*experiment.Subject {
	t.Helper()
	env := supporttest.Environment(t, points.New(0, 36), slices.Repeat([][2]float64{{-0.5, 1.5}}, 36))
	whole := box.New(env)
	subjects := []*experiment.Subject{pictured(nil), pictured(nil), pictured(nil)}
	subjects[0].Trained = &model.Trained{Support: zeroset.New(env,
		supporttest.Fixed(networktest.Sphere(36, 2).Formula), 1)}
	subjects[1].Trained = &model.Trained{Support: whole, Density: &energy.Density{Support: whole,
		Energy: supporttest.Fixed(networktest.Square)}}
	subjects[2].Trained = &model.Trained{Support: black{}}
	return subjects
}

type silent struct{ support.Support }

type black struct{ support.Support }

func (black) Reconstruct(_ context.Context, x *points.Set) (*points.Set, error) {
	return points.New(x.Len(), x.Dim), nil
}

// Energies and reconstruction errors are larger for noise, which is longer: |x|^2 and |x|.
func TestOutOfDistributionByOtherScores(t *testing.T) {
	for i, name := range []string{"energy_noise", "reconstruction_noise"} {
		found := measured(t, &OutOfDistribution{Samples: 50, Bootstrap: 100}, scored(t)[1+i])
		near(t, name, found[name], 1, 0)
		if len(found) != 7 {
			t.Errorf("found %v", found)
		}
	}
}

// Of F = 0 on a sphere, |F| tells images from noise as their distances to the sphere do. What a model lacks is left
// out, and a model that has nothing is not measured.
func TestOutOfDistributionByResiduals(t *testing.T) {
	s := scored(t)[0]
	found := measured(t, &OutOfDistribution{Samples: 50, Bootstrap: 100}, s)
	// A stripe is 2.1 long or so, and so are its pixels in any order; noise is sqrt(36/3) = 3.5 long.
	near(t, "noise", found["residual_noise"], 1, 0)
	near(t, "shuffled", found["residual_shuffled"], 0.5, 0.05) // but for the rounding of sums in another order
	near(t, "images", found["true_points"], 50, 0)
	if low, high := found["residual_shuffled_low"], found["residual_shuffled_high"]; !(low < 0.5 && 0.5 < high &&
		high-low < 0.4) {
		t.Errorf("the interval of chance is from %v to %v", low, high)
	}
	if _, given := found["energy_noise"]; given {
		t.Error("a manifold alone has an energy")
	}
	s.Trained = &model.Trained{Support: silent{}}
	if _, err := new(OutOfDistribution).Measure(t.Context(), s); !errors.Is(err, experiment.ErrNotApplicable) {
		t.Errorf("a model without scores: %v", err)
	}
}
