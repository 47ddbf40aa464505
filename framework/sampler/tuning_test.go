package sampler_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network/networktest"
	"ebim/framework/sampler"
)

// steep is the von Mises energy on the circle whose concentration is a state array.
func steep(state []*graph.Node) sampler.System {
	l := vonMisesLaw()
	system := l.system()
	system.Energy = networktest.Formula(func(x *graph.Node) *graph.Node {
		return graph.Mul(l.energy(x),
			graph.MulScalar(state[0], 0.5))
	})
	return system
}

func concentration(k float32) backend.State {
	return backend.NewState(backend.Array{Dimensions: []int{1, 1}, Data: []float32{k}})
}

func steepChain(t *testing.T, s sampler.Constrained, chains int) *sampler.Chain {
	t.Helper()
	c, err := sampler.NewChain(engine(t), sampler.OnManifold(s, steep), chains, 2, [][]int{{1, 1}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ones(chains int) []float32 {
	x := make([]float32, 2*chains)
	for i := range chains {
		x[2*i] = 1
	}
	return x
}

// The frozen step size has the acceptance that was asked for, from first step sizes that are too small and too large.
// Of 40 transitions of 500 chains the mean acceptance has a standard error of at most 0.5/sqrt(20000) = 0.004;
// shrinkage to ten times the first step size leaves an error of up to shrinkage log(50)/(2 sqrt(300)) = 0.023 after
// 300 updates.
func TestStepSizeReachesTheTarget(t *testing.T) {
	const chains = 500
	for _, test := range []struct{ first, target float64 }{{0.005, 0.65}, {0.2, 0.65}, {0.02, 0.8}} {
		s := hmc(test.first, 3, 300)
		s.Target = test.target
		c, rng, state := steepChain(t, s, chains), rand.New(rand.NewPCG(20, 1)), concentration(2000)
		x := ones(chains)
		moved := func() (statistics []float64) {
			ends, statistics, err := c.Run(state, x, rng)
			if err != nil {
				t.Fatal(err)
			}
			copy(x, ends)
			return statistics
		}
		for !c.Warm() {
			moved()
		}
		c.Freeze()
		mean, first := 0.0, moved()[3]
		for range 4 {
			statistics := moved()
			mean += statistics[0] / 4
			if math.Abs(statistics[3]-first) > 1e-6 {
				t.Errorf("the frozen step size goes from %v to %v", first, statistics[3])
			}
		}
		if math.Abs(mean-test.target) > 0.05 {
			t.Errorf("from %v: acceptance %v with step size %v, want %v", test.first, mean, first, test.target)
		}
	}
}

// A step size that is not frozen follows an energy that becomes steeper, and one that becomes flatter.
func TestStepSizeFollowsTheEnergy(t *testing.T) {
	const chains = 200
	c, rng := steepChain(t, hmc(0.1, 3, 100), chains), rand.New(rand.NewPCG(21, 1))
	x := ones(chains)
	for _, k := range []float32{2000, 200, 20000, 2000} {
		var statistics []float64
		state := concentration(k)
		for range 60 {
			ends, latest, err := c.Run(state, x, rng)
			if err != nil {
				t.Fatal(err)
			}
			copy(x, ends)
			statistics = latest
		}
		if math.Abs(statistics[0]-0.65) > 0.12 {
			t.Errorf("at concentration %v the acceptance is %v with step size %v, want about 0.65", k, statistics[0],
				statistics[3])
		}
	}
}

// Where the manifold's bend bounds the step size and not the energy, few transitions fail.
func TestFewTransitionsFail(t *testing.T) {
	const chains = 500
	c, rng, state := steepChain(t, hmc(0.1, 3, 300), chains), rand.New(rand.NewPCG(22, 1)), concentration(1)
	x := ones(chains)
	var statistics []float64
	for range 40 {
		if c.Warm() {
			c.Freeze()
		}
		ends, latest, err := c.Run(state, x, rng)
		if err != nil {
			t.Fatal(err)
		}
		copy(x, ends)
		statistics = latest
	}
	if statistics[1]+statistics[2] > 0.06 || statistics[0] < 0.8 || statistics[3] < 0.2 {
		t.Errorf("acceptance %v, failed %v, non-reversible %v with step size %v", statistics[0], statistics[1],
			statistics[2], statistics[3])
	}
}

// Without a warm-up the step size stays, and nothing is left to wait for.
func TestFixedStepSize(t *testing.T) {
	c := steepChain(t, hmc(0.25, 2, 0), 10)
	if !c.Warm() {
		t.Error("a chain without a warm-up is not warm")
	}
	for range 3 {
		if _, statistics, err := c.Run(concentration(30), ones(10), rand.New(rand.NewPCG(1, 1))); err != nil ||
			statistics[3] != 0.25 {
			t.Fatalf("step size %v, %v", statistics, err)
		}
	}
}

// A chain that goes on from another's state is the same as that one, bit for bit, and one seed gives one result.
func TestTunedStateGoesOn(t *testing.T) {
	s := hmc(0.1, 2, 1000)
	s.Steps, s.Unroll, s.Persistence = 7, 3, 0.5
	whole, resumed := steepChain(t, s, 20), steepChain(t, s, 20)
	run := func(c *sampler.Chain, x []float32, seed uint64) ([]float32, []float64) {
		ends, statistics, err := c.Run(concentration(10), x, rand.New(rand.NewPCG(seed, 4)))
		if err != nil {
			t.Fatal(err)
		}
		return slices.Clone(ends), statistics
	}
	x, _ := run(whole, ones(20), 1)
	if err := resumed.RestoreTuned(whole.Tuned()); err != nil {
		t.Fatal(err)
	}
	once, statistics := run(whole, x, 2)
	again, same := run(resumed, x, 2)
	if !slices.Equal(once, again) || !slices.Equal(statistics, same) {
		t.Error("the resumed chain differs from the one that was never stopped")
	}
	if other, _ := run(steepChain(t, s, 20), x, 2); slices.Equal(once, other) {
		t.Error("the state of the adaptation makes no difference")
	}
	if len(statistics) != len(whole.Columns) {
		t.Errorf("%d statistics for the columns %v", len(statistics), whole.Columns)
	}
	if resumed.RestoreTuned([]float32{1}) == nil {
		t.Error("a state of one number is restored without complaint")
	}
	plain := chain(t, on(constrained(0.1, 1, &sampler.Newton{Iterations: 1}), vonMisesLaw().system()), 2, 2)
	if plain.Tuned() != nil || plain.RestoreTuned(nil) != nil || !plain.Warm() {
		t.Error("a sampler without a step size to tune has a state of it")
	}
}
