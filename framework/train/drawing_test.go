package train_test

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/runs/history"
	"ebim/framework/train"
)

// trail is a drawing that adds to a point the trail of the parameters w, which is t <- t/2 + w/10 after each step, and
// returns its sum.
type trail struct {
	kept  backend.State
	fed   int // steps that were fed
	asked int // steps fed when it was asked last
}

// unsettled are the first steps of a trail, each of which is fed after the one before was made.
const unsettled = 5

func newTrail() *trail {
	return &trail{kept: backend.NewState(backend.Array{Dimensions: []int{3}, Data: make([]float32, 3)})}
}

func (r *trail) Kept() backend.State { return r.kept }

func (r *trail) Draw(parameters *graph.Node, kept []*graph.Node, input *graph.Node) (points *graph.Node, next,
	statistics []*graph.Node) {
	after := graph.Add(graph.MulScalar(kept[0], 0.5), graph.MulScalar(parameters, 0.1))
	return graph.Add(input, kept[0]), []*graph.Node{after}, []*graph.Node{graph.ReduceAllSum(kept[0])}
}

func (r *trail) Settled() (bool, error) {
	r.asked = r.fed
	return r.fed >= unsettled, nil
}

func (r *trail) Arrays() map[string]backend.Array {
	return map[string]backend.Array{"trail": r.kept.Arrays()[0]}
}

func (r *trail) Restore(arrays map[string]backend.Array) error {
	r.kept = backend.NewState(arrays["trail"])
	return nil
}

// withTrail is the quadratic whose points are drawn on the engine.
func withTrail(t *testing.T) (*train.Problem, *trail) {
	r := newTrail()
	p := quadratic(nil)
	fill := p.Feed
	p.Feed = func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
		if r.fed++; r.asked < unsettled && r.fed > r.asked+1 {
			t.Errorf("step %d is fed before step %d is made", step, step-1)
		}
		_, err := fill(step, indices, parameters, inputs)
		return nil, err
	}
	p.Ahead, p.Drawing, p.Memory, p.Statistics = true, r, r, []string{"sum"}
	return p, r
}

// withTrailOnHost is the same in Go.
func withTrailOnHost() *train.Problem {
	var kept [3]float32
	var sum float64
	p := quadratic(func(_ int, _ []int, parameters, x []float32) {
		sum = 0
		for j := range kept {
			x[j] += kept[j]
			sum += float64(kept[j])
			kept[j] = kept[j]/2 + parameters[j]/10
		}
	})
	fill := p.Feed
	p.Feed = func(step int, indices []int, parameters backend.State, inputs []backend.Array) ([]float64, error) {
		_, err := fill(step, indices, parameters, inputs)
		return []float64{sum}, err
	}
	p.Statistics = []string{"sum"}
	return p
}

// Points that are drawn within the steps, and their statistics, are those that the host gives one step after the
// other; an interrupted training goes on with what was kept.
func TestDrawing(t *testing.T) {
	onLoops(t, func(t *testing.T, engine string) {
		if engine == backend.Default {
			t.Skip("its loops are written out")
		}
		training := train.Training{Epochs: 60, Batch: 2, Optimizer: config.Default[train.Adam](), Average: 0.9}
		historyOf := func(l *train.Loop) []history.Series {
			series, err := history.Read(filepath.Join(l.Folder, train.HistoryFile))
			if err != nil {
				t.Fatal(err)
			}
			return series
		}
		host, whole, resumed := loopOn(t, engine, training), loopOn(t, engine, training), loopOn(t, engine, training)
		want := withTrailOnHost()
		run(t, host, want)
		got, _ := withTrail(t)
		run(t, whole, got)
		close := cmp.Options{cmpopts.EquateApprox(1e-5, 1e-6)}
		if diff := cmp.Diff(want.Parameters, got.Parameters, close); diff != "" {
			t.Errorf("parameters: %s", diff)
		}
		if diff := cmp.Diff(historyOf(host), historyOf(whole), close); diff != "" {
			t.Errorf("histories: %s", diff)
		}

		ctx, cancel := context.WithCancel(context.Background())
		resumed.Monitor = stopper{20, cancel}
		interrupted, _ := withTrail(t)
		if err := resumed.Run(ctx, interrupted); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
		resumed.Monitor = nil
		again, r := withTrail(t)
		run(t, resumed, again)
		if r.fed < 100 {
			t.Errorf("the resumed training made %d steps", r.fed)
		}
		if diff := cmp.Diff(got.Parameters, again.Parameters); diff != "" {
			t.Errorf("resumed: %s", diff)
		}
		if diff := cmp.Diff(historyOf(whole), historyOf(resumed)); diff != "" {
			t.Errorf("resumed history: %s", diff)
		}
	})
}
