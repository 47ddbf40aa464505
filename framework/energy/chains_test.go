package energy

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

func hamiltonian(warmup int) *sampler.ConstrainedHMC {
	return &sampler.ConstrainedHMC{LeapfrogSteps: 3, Target: 0.65,
		MetropolisStep: sampler.MetropolisStep{Steps: 4, StepSize: 0.1, Warmup: warmup,
			Solver: &sampler.Newton{Iterations: 5}, Tolerance: 1e-4, ReverseTolerance: 1e-3, Unroll: 2}}
}

// vonMisesOnCircle has the energy -(2 x_0) on the circle, of which every chain starts at the other side.
func vonMisesOnCircle(t *testing.T, how sampler.Constrained, steps int) *Density {
	env, f, codimension := supporttest.Learned(t, networktest.Sphere(2, 1))
	env.Data = supporttest.Rows(t, []float64{-1.1, 0.05})
	return &Density{Support: zeroset.New(env, f, codimension), Energy: supporttest.Slope(-2, 0),
		Moves: Constrained(how), Sampling: Sampling{Steps: steps}}
}

// The ends of chains with a Metropolis test have the mean of the von Mises law, I_1(2)/I_0(2) = 0.69777, and its
// variance: I_2(2)/I_0(2) = 0.30222 is the mean of cos 2a, so that the variance of cos a is (1 + 0.30222)/2 -
// 0.69777^2 = 0.16423. Limits are 4.5 standard errors of 1000 chains (false-alarm rate 1.4e-5). The step size is the
// warm-up's.
func TestSampleByAdjustedChains(t *testing.T) {
	drawn, figures, err := vonMisesOnCircle(t, hamiltonian(200), 60).SampleByChains(t.Context(),
		rand.New(rand.NewPCG(1, 9)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	if mean := supporttest.Mean(drawn, 0); math.Abs(mean-0.69777) > 4.5*math.Sqrt(0.16423/1000) {
		t.Errorf("the mean is %v", mean)
	}
	if d := offCircle(drawn); d > 1e-4 {
		t.Errorf("an end is %v from the circle", d)
	}
	if figures["chain_steps"] != 60 || figures["acceptance"] < 0.8 || !(figures["step_size"] > 0.2) ||
		figures["failed"] > 0.1 {
		t.Errorf("the figures are %v", figures)
	}
}

// A trace keeps each chain's draws with their energies, after as many steps as samples have; two draws of a chain are
// of one chain, and those of different chains are not.
func TestTraceChains(t *testing.T) {
	const chains, draws = 5, 40
	trace, energies, err := vonMisesOnCircle(t, hamiltonian(40), 60).Trace(t.Context(), rand.New(rand.NewPCG(2, 9)),
		chains, draws)
	if err != nil {
		t.Fatal(err)
	}
	if len(trace.Points) != chains || len(energies) != chains || trace.Figures["chain_steps"] != 60 {
		t.Fatalf("%d chains with %d sequences of energies, figures %v", len(trace.Points), len(energies), trace.Figures)
	}
	mean := 0.0
	for i, way := range trace.Points {
		if way.Len() != draws || len(energies[i]) != draws {
			t.Fatalf("chain %d has %d draws and %d energies", i, way.Len(), len(energies[i]))
		}
		for k := range draws {
			if want := -2 * way.At(k)[0]; math.Abs(energies[i][k]-want) > 1e-6 {
				t.Fatalf("draw %d of chain %d has energy %v, want %v", k, i, energies[i][k], want)
			}
			mean += way.At(k)[0] / (chains * draws)
		}
	}
	// The standard error of 200 independent draws is 0.029; these are nearly so.
	if math.Abs(mean-0.69777) > 0.2 {
		t.Errorf("the mean of the traces is %v", mean)
	}
	// With almost no step size no chain moves: each stays where it is, and its draws are alike.
	still := hamiltonian(0)
	still.StepSize = 1e-6
	if trace, _, err = vonMisesOnCircle(t, still, 4).Trace(t.Context(), rand.New(rand.NewPCG(2, 9)), 3, 5); err != nil {
		t.Fatal(err)
	}
	for _, way := range trace.Points {
		if spread := math.Abs(way.At(4)[1] - way.At(0)[1]); spread > 1e-3 {
			t.Errorf("chains that stand still move by %v", spread)
		}
	}
}

// Models of a box and of a latent box can be traced too, in the space where their chains run.
func TestTraceFreeChains(t *testing.T) {
	for name, test := range map[string]struct {
		density *Density
		dim     int
	}{"box": {inBox(t, supporttest.Square, supporttest.Slope(-2, 0)), 2}, "image": {parabola(t), 1}} {
		trace, energies, err := test.density.Trace(t.Context(), rand.New(rand.NewPCG(3, 9)), 3, 4)
		if err != nil {
			t.Fatal(err)
		}
		if len(trace.Points) != 3 || trace.Points[0].Dim != test.dim || trace.Points[2].Len() != 4 ||
			len(energies[2]) != 4 {
			t.Errorf("%s: %d chains in R^%d", name, len(trace.Points), trace.Points[0].Dim)
		}
	}
}

func TestTracesNeedAStart(t *testing.T) {
	m := vonMisesOnCircle(t, hamiltonian(0), 1)
	z := m.Support.(implicit.Set)
	env := z.Environment()
	env.Data = points.New(0, 2)
	m.Support = zeroset.New(env, *z.Constraint(), 1)
	var empty *support.EmptyError
	if _, _, err := m.Trace(t.Context(), rand.New(rand.NewPCG(1, 1)), 2, 2); !errors.As(err, &empty) {
		t.Errorf("no data point to start at: %v", err)
	}
}

// Above three dimensions chains draw. On the curve (cos, sin, h cos sin, h cos sin) the density exp(2 cos) is with
// respect to arc length, whose element is sqrt(1 + 2 h^2 cos^2(2 angle)). 1000 chains have 4.5 standard errors of 0.06,
// and 0.02 is left for the discretization.
func TestEBIMDrawsByChains(t *testing.T) {
	const h = 0.8
	wave := networktest.Wave(4, h)
	set, _, err := tilted(t, wave, 200).Sample(t.Context(), rand.New(rand.NewPCG(3, 2)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	if size := supporttest.Residual(t, wave, set); !(size < 3e-4) {
		t.Errorf("|F| is up to %v", size)
	}
	density := func(a float64) float64 {
		return math.Exp(2*math.Cos(a)) * math.Sqrt(1+2*h*h*math.Cos(2*a)*math.Cos(2*a))
	}
	want := supporttest.Integral(func(a float64) float64 { return math.Cos(a) * density(a) }, -math.Pi,
		math.Pi) / supporttest.Integral(density, -math.Pi, math.Pi)
	mean := 0.0
	for i := range set.Len() {
		mean += set.At(i)[0] / float64(set.Len())
	}
	if math.Abs(mean-want) > 0.08 {
		t.Errorf("E[x_0] is %v, want %v", mean, want)
	}
}

// offCircle is how far the farthest point is from the unit circle.
func offCircle(set *points.Set) float64 {
	farthest := 0.0
	for i := range set.Len() {
		farthest = max(farthest, math.Abs(math.Hypot(set.At(i)[0], set.At(i)[1])-1))
	}
	return farthest
}

// Chains of an energy without a sampler take steps in proportion to the box, so that those of a scaled energy are the
// scaled ones.
func TestDefaultChainsScale(t *testing.T) {
	by := support.Similarity{Factor: 8}
	d := inBox(t, supporttest.Square, supporttest.Slope(-2, 0))
	d.Moves = nil
	var ends [2]*points.Set
	for i, density := range []*Density{d, d.MovedEnergy(by)} {
		drawn, _, err := density.SampleByChains(t.Context(), rand.New(rand.NewPCG(4, 9)), 20)
		if err != nil {
			t.Fatal(err)
		}
		ends[i] = drawn
	}
	supporttest.CloseTo(t, "the ends of scaled chains", ends[1].Data, by.Points(ends[0]).Data, 1e-2)
}
