package model

import (
	"math/rand/v2"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/sampler"
	"ebim/framework/support/implicit"
	"ebim/framework/support/supporttest"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// gentle is a loss as another program could declare it: denoising, with random numbers of its own.
type gentle struct{ loss.Denoising }

func (g *gentle) Needs() loss.ManifoldNeeds {
	needs := g.Denoising.Needs()
	needs.Own = []loss.OwnInput{{Dimensions: func(batch int) []int { return []int{batch, 3} }, Fill: sampler.Normal}}
	return needs
}

func (g *gentle) Value(f network.Function, in loss.ManifoldInputs) (*graph.Node, []*graph.Node) {
	total, terms := g.Denoising.Value(f, in)
	return graph.Add(total, graph.MulScalar(graph.ReduceAllMean(graph.Square(in.Own[0])), 1e-3)), terms
}

// A loss from outside that embeds loss.Denoising trains, with an input that no loss from inside has, and draws by
// diffusion.
func TestLossFromOutsideDenoises(t *testing.T) {
	s := supporttest.Environment(t, traintest.Circle(60, 1), square)
	m := &ImplicitManifold{Manifold: vonMises(1, 1).Manifold, Annealing: &implicit.Annealing{Steps: 3}}
	m.Manifold.Loss = &gentle{loss.Denoising{DataTolerance: 0.1, Sharpening: 1, RankWeight: 1}}
	m.Manifold.Training = train.Training{Epochs: 2, Batch: 20, Optimizer: m.Manifold.Training.Optimizer,
		Schedule: m.Manifold.Training.Schedule}
	if err := m.Check(); err != nil {
		t.Fatal(err)
	}
	trained, _ := fit(t, m, s, 0)
	drawn, _, err := trained.Sample(t.Context(), rand.New(rand.NewPCG(1, 1)), 5)
	if err != nil || drawn.Len() != 5 {
		t.Errorf("%v", err)
	}
}
