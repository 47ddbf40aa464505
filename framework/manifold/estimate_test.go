package manifold

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/runs/history"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// rankOf are the values that a training's history has of the rank.
func rankOf(t *testing.T, folder string) []float64 {
	t.Helper()
	columns, err := history.Read(filepath.Join(folder, train.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	return columns[slices.IndexFunc(columns, func(s history.Series) bool { return s.Name == "rank" })].Values
}

// The Jacobian of a linear F is its weights, of which the estimate is certain; F does not move where the rate is
// nothing.
func TestEstimateOfALinearFunction(t *testing.T) {
	m := vonMises(60)
	m.Network, m.Starts = traintest.MLP(), 1
	m.Loss = &loss.Denoising{DataTolerance: 0.1, Sharpening: 1}
	m.Training.Optimizer = &train.SGD{Rate: 1e-30}
	task := traintest.Task(t, traintest.Circle(100, 1), square)
	if err := m.Train(t.Context(), task); err != nil {
		t.Fatal(err)
	}
	f, err := m.Load(task.Environment, task.Folder)
	if err != nil {
		t.Fatal(err)
	}
	norm := math.Hypot(float64(f.Parameters[0].Values[0]), float64(f.Parameters[0].Values[1]))
	rank := rankOf(t, task.Folder)
	if want := (norm - 1) * (norm - 1); rank[48] != 0 || math.Abs(rank[49]-want) > 1e-5 ||
		math.Abs(rank[119]-want) > 1e-5 {
		t.Errorf("of |J| = %v the history has %v, %v and %v", norm, rank[48], rank[49], rank[119])
	}
}

// swelling is a loss that F lowers by steep slopes; like denoising without a weight of the rank it says nothing of
// them.
type swelling struct{ loss.Denoising }

func (s *swelling) Needs() loss.ManifoldNeeds {
	needs := s.Denoising.Needs()
	needs.Cotangents = true
	return needs
}

func (s *swelling) Value(f network.Function, in loss.ManifoldInputs) (*graph.Node, []*graph.Node) {
	_, derivative := f.Linearize(in.Data)
	slope := graph.ReduceAllMean(graph.Square(derivative.VJP(in.Cotangents)))
	zero := graph.ScalarZero(slope.Graph(), slope.DType())
	return graph.Neg(slope), []*graph.Node{zero, zero, zero, zero}
}

// A training without a weight of the rank is given up where singular values blow up, though no term of its loss shows
// it.
func TestSingularValuesGoAstrayWithoutAWeight(t *testing.T) {
	m := vonMises(400)
	m.Loss, m.Starts = &swelling{loss.Denoising{DataTolerance: 0.1, Sharpening: 1}}, 1
	task := traintest.Task(t, traintest.Circle(100, 1), square)
	err := m.Train(t.Context(), task)
	var diverged *train.DivergedError
	if !errors.As(err, &diverged) || diverged.Term != "rank" ||
		!strings.Contains(err.Error(), "singular values at the data are about") ||
		!strings.Contains(err.Error(), "lower the learning rate") {
		t.Errorf("got %v", err)
	}
}
