package arithmetic

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/energy"
	"ebim/framework/model"
	"ebim/framework/network/networktest"
	"ebim/framework/points"
	"ebim/framework/sampler"
	"ebim/framework/support"
	"ebim/framework/support/box"
	"ebim/framework/support/image"
	"ebim/framework/support/supporttest"
	"ebim/framework/support/zeroset"
	"ebim/framework/train"
)

func with(d *energy.Density) *model.Trained { return &model.Trained{Support: d.Support, Density: d} }

func bare(s support.Support) *model.Trained { return &model.Trained{Support: s} }

// environment is the box and the data of an energy's domain.
func environment(m *model.Trained) train.Environment {
	return m.Energy().Support.Domain().Environment()
}

// onSphere is the unit sphere with the energy slopes.x, as if it had been learned.
func onSphere(tb testing.TB, slopes ...float64) *model.Trained {
	tb.Helper()
	constrained := &sampler.ConstrainedLangevin{LangevinStep: sampler.LangevinStep{Steps: 20, Noise: 0.3, Unroll: 20},
		Solver: &sampler.Newton{Iterations: 4}, Tolerance: 1e-4, LongestReturn: 1}
	return with(&energy.Density{Support: zeroset.New(supporttest.Learned(tb, networktest.Sphere(len(slopes), 1))),
		Energy: supporttest.Slope(slopes...),
		Moves:  energy.Constrained(constrained), Sampling: energy.Sampling{Sampler: energy.ByImportance,
			Proposals: 4, Steps: 20}})
}

// latentModel is the energy z on the image of a latent segment.
func latentModel(tb testing.TB) *model.Trained {
	tb.Helper()
	d := supporttest.Sine(tb)
	pair := image.Pair{Encoder: d.Encoder, Decoder: d.Decoder, Code: func(z *graph.Node) *graph.Node { return z }}
	return with(&energy.Density{Support: image.New(pair, box.New(d.Latent), d.Bounds), Energy: supporttest.Slope(1),
		Sampling: energy.Sampling{Proposals: 4}})
}

// derive combines trained operands and fails the test where it can't.
func derive(tb testing.TB, m model.Derived, operands ...*model.Trained) *model.Trained {
	tb.Helper()
	trained, err := m.Combine(operands)
	if err != nil {
		tb.Fatal(err)
	}
	return trained
}

func translated(tb testing.TB, operand *model.Trained, by ...float64) *model.Trained {
	tb.Helper()
	return derive(tb, &Translate{By: by}, operand)
}

func sample(tb testing.TB, trained *model.Trained, n int, seed uint64) *points.Set {
	tb.Helper()
	set, _, err := trained.Sample(tb.Context(), rand.New(rand.NewPCG(seed, 7)), n)
	if err != nil {
		tb.Fatal(err)
	}
	if set.Len() != n {
		tb.Fatalf("%d points, want %d", set.Len(), n)
	}
	return set
}
