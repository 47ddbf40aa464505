package model

import (
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"ebim/framework/loss"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/train"
)

func hamiltonian(warmup int) *sampler.ConstrainedHMC {
	return &sampler.ConstrainedHMC{LeapfrogSteps: 3, Target: 0.65, MetropolisStep: sampler.MetropolisStep{Steps: 4, StepSize: 0.1, Warmup: warmup,
		Solver: &sampler.Newton{Iterations: 5}, Tolerance: 1e-4, ReverseTolerance: 1e-3, Unroll: 2, Buffer: replay()}}
}

// vonMisesOnCircle has the energy -(2 x_0) on the circle, of which every chain starts at the other side.
func vonMisesOnCircle(t *testing.T, how sampler.Constrained, steps int) *trainedEBIM {
	manifold := learned(t, networktest.Sphere(2, 1))
	manifold.setting.Data = rows(t, []float64{-1.1, 0.05})
	return &trainedEBIM{learnedManifold: manifold, energy: slope(-2, 0), sampler: how, sampling: Sampling{Steps: steps}}
}

// The ends of chains with a Metropolis test have the mean of the von Mises law, I_1(2)/I_0(2) = 0.69777, and its variance:
// I_2(2)/I_0(2) = 0.30222 is the mean of cos 2a, so that the variance of cos a is (1 + 0.30222)/2 - 0.69777^2 = 0.16423.
// Limits are 4.5 standard errors of 1000 chains (false-alarm rate 1.4e-5). The step size is the warm-up's.
func TestSampleByAdjustedChains(t *testing.T) {
	drawn, figures, err := vonMisesOnCircle(t, hamiltonian(200), 60).SampleByChains(background, rand.New(rand.NewPCG(1, 9)), 1000)
	if err != nil {
		t.Fatal(err)
	}
	if mean := meanOf(drawn, 0); math.Abs(mean-0.69777) > 4.5*math.Sqrt(0.16423/1000) {
		t.Errorf("the mean is %v", mean)
	}
	if d := offCircle(drawn); d[len(d)-1] > 1e-4 {
		t.Errorf("an end is %v from the circle", d[len(d)-1])
	}
	if figures["chain_steps"] != 60 || figures["acceptance"] < 0.8 || !(figures["step_size"] > 0.2) || figures["failed"] > 0.1 {
		t.Errorf("the figures are %v", figures)
	}
}

// A trace keeps each chain's draws with their energies, after as many steps as samples have; two draws of a chain are of
// one chain, and those of different chains are not.
func TestTraceChains(t *testing.T) {
	const chains, draws = 5, 40
	trace, err := vonMisesOnCircle(t, hamiltonian(40), 60).TraceChains(background, rand.New(rand.NewPCG(2, 9)), chains, draws)
	if err != nil {
		t.Fatal(err)
	}
	if len(trace.Points) != chains || len(trace.Energies) != chains || trace.Figures["chain_steps"] != 60 {
		t.Fatalf("%d chains with %d sequences of energies, figures %v", len(trace.Points), len(trace.Energies), trace.Figures)
	}
	mean := 0.0
	for i, way := range trace.Points {
		if way.Len() != draws || len(trace.Energies[i]) != draws {
			t.Fatalf("chain %d has %d draws and %d energies", i, way.Len(), len(trace.Energies[i]))
		}
		for k := range draws {
			if want := -2 * way.At(k)[0]; math.Abs(trace.Energies[i][k]-want) > 1e-6 {
				t.Fatalf("draw %d of chain %d has energy %v, want %v", k, i, trace.Energies[i][k], want)
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
	if trace, err = vonMisesOnCircle(t, still, 4).TraceChains(background, rand.New(rand.NewPCG(2, 9)), 3, 5); err != nil {
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
	s := setting(t, circle(50, 1), square)
	for name, test := range map[string]struct {
		model Trainable
		dim   int
	}{"ebm": {ambient(1, 60), 2}, "pushforward": {pushforward(&loss.Reconstruction{}, 1, 1, 60), 1}} {
		trained, _ := fit(t, test.model, s, 0)
		trace, err := trained.(ChainTracer).TraceChains(background, rand.New(rand.NewPCG(3, 9)), 3, 4)
		if err != nil {
			t.Fatal(err)
		}
		if len(trace.Points) != 3 || trace.Points[0].Dim != test.dim || trace.Points[2].Len() != 4 {
			t.Errorf("%s: %d chains in R^%d", name, len(trace.Points), trace.Points[0].Dim)
		}
	}
}

func TestTracesNeedAStart(t *testing.T) {
	m := vonMisesOnCircle(t, hamiltonian(0), 1)
	m.setting.Data = points.New(0, 2)
	var empty *EmptyError
	if _, err := m.TraceChains(background, rand.New(rand.NewPCG(1, 1)), 2, 2); !errors.As(err, &empty) {
		t.Errorf("no data point to start at: %v", err)
	}
}

// Contrastive training takes its samples by Hamiltonian Monte Carlo from a replay buffer; its history tells of the chains,
// and an interrupted training goes on to the same bits, with the step size that was found.
func TestTrainingByAdjustedChains(t *testing.T) {
	s := setting(t, circle(120, 1), square)
	m := singleVonMises(20, 10)
	m.Energy.Sampler = hamiltonian(60)
	_, whole := fit(t, m, s, 0)
	_, resumed := fit(t, m, s, 7)
	if diff := gocmp.Diff(everything(t, whole, m), everything(t, resumed, m)); diff != "" {
		t.Errorf("an interrupted training differs (-uninterrupted +resumed):\n%s", diff)
	}
	history, err := os.ReadFile(filepath.Join(whole, "energy", train.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	if head, _, _ := strings.Cut(string(history), "\n"); !strings.HasSuffix(head, "acceptance,failed,non_reversible,step_size") {
		t.Errorf("the history's columns are %s", head)
	}
}
