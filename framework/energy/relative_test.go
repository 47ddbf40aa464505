package energy

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/network/networktest"
	"ebim/framework/support"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
)

// relativeTo is the energy -2 x_0 relative to diffusion samples of the unit circle, which are uniform on it.
func relativeTo(t *testing.T, proposals int) *Density {
	t.Helper()
	env, _, codimension := supporttest.Learned(t, networktest.Sphere(2, 1))
	distance := supporttest.Fixed(func(x *graph.Node) *graph.Node {
		return graph.AddScalar(graph.Sqrt(graph.AddScalar(networktest.Square(x), 1e-12)), -1)
	})
	on := zeroset.New(env, distance, codimension, zeroset.Annealed(implicit.Annealing{Steps: 20, Corrections: 2}))
	return &Density{Support: on, Energy: supporttest.Slope(-2, 0), Sampling: Sampling{Proposals: proposals},
		Relative: true}
}

// Draws chosen among uniform ones by exp(2 x_0) are von Mises' of concentration 2, with E[cos] = 0.69777 and a
// deviation of cos of 0.4. Of K proposals the mean falls short by E[w^2 (cos - E[cos])]/(E[w]^2 K) in the first order,
// with w = exp(2 cos): by 0.36/K. Of one proposal it is 0.
func TestDrawsChosenAmongAnnealedOnes(t *testing.T) {
	const n = 3000
	for proposals, want := range map[int]float64{1: 0, 64: 0.69777 - 0.36/64} {
		d := relativeTo(t, proposals)
		drawn, figures, err := d.Sample(t.Context(), rand.New(rand.NewPCG(1, 2)), n)
		if err != nil {
			t.Fatal(err)
		}
		// 4.5 standard errors of at most 0.71/sqrt(3000), and 0.02 for the data's mean, which annealing starts from.
		if got := supporttest.Mean(drawn, 0); math.Abs(got-want) > 4.5*0.71/math.Sqrt(n)+0.02 {
			t.Errorf("E[cos] of one of %d is %v, want %v", proposals, got, want)
		}
		if drawn.Len() != n || drawn.Distinct() != n {
			t.Errorf("%d draws, of which %d are distinct", drawn.Len(), drawn.Distinct())
		}
		// (E w)^2/E w^2 is I_0(2)^2/I_0(4) = 0.4598.
		if got, all := figures["effective_sample_size"], float64(n*proposals); figures["proposals"] != all ||
			math.Abs(got/all-0.4598) > 0.04 {
			t.Errorf("an effective size of %v of %v proposals, want 0.46 of %v", got, figures["proposals"], all)
		}
		if figures["drawn_norm"] > 1e-5 {
			t.Errorf("the mean of |F| at draws is %v", figures["drawn_norm"])
		}
	}
}

// What has no chains says so, and what is moved is chosen as before.
func TestRelativeEnergy(t *testing.T) {
	d := relativeTo(t, 64)
	if _, _, err := d.SampleByChains(t.Context(), rand.New(rand.NewPCG(1, 2)), 3); !errors.Is(err,
		errors.ErrUnsupported) {
		t.Errorf("chains: %v", err)
	}
	if _, _, err := d.Spread(t.Context(), rand.New(rand.NewPCG(1, 2)), 3); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("the density at spread points: %v", err)
	}
	if d.DrawsByChains() {
		t.Error("it is said to draw by chains")
	}
	drawn, _, err := d.Moved(support.Similarity{Factor: 2, Shift: []float64{5, 0}}).Sample(t.Context(),
		rand.New(rand.NewPCG(1, 2)), 500)
	if err != nil {
		t.Fatal(err)
	}
	if got := (supporttest.Mean(drawn, 0) - 5) / 2; math.Abs(got-0.7) > 0.1 {
		t.Errorf("E[cos] of the moved density is %v, want 0.7", got)
	}
}

// Where an energy is infinite at all proposals of a draw there is none.
func TestNoneOfTheProposals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	if _, err := oneOfEach([]float64{0, 1, math.Inf(-1), math.NaN()}, 2, rng); !errors.Is(err, support.ErrNowhere) {
		t.Errorf("got %v", err)
	}
	if got, err := oneOfEach([]float64{math.Inf(-1), 3, 2, math.NaN()}, 2, rng); err != nil ||
		got[0] != 1 || got[1] != 2 {
		t.Errorf("chosen are %v: %v", got, err)
	}
}
