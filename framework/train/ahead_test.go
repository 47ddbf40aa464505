package train_test

import (
	"context"
	"errors"
	"math"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/config"
	"ebim/framework/runs/history"
	"ebim/framework/train"
)

// onLoops runs a test on the engine that has loops, and on the one that does without.
func onLoops(t *testing.T, test func(t *testing.T, engine string)) {
	t.Helper()
	for _, info := range backends.List() {
		if info.Name == "xla:cuda" || info.Name == backend.Reference {
			continue
		}
		t.Run(info.Name, func(t *testing.T) {
			if !info.Available {
				t.Skip(info.Problem)
			}
			test(t, info.Name)
		})
	}
}

// loopOn is loop on another engine.
func loopOn(t *testing.T, name string, training train.Training) *train.Loop {
	t.Helper()
	l := loop(t, training)
	var err error
	if l.Engine, err = backends.Open(name, backends.Options{}); err != nil {
		t.Fatal(err)
	}
	return l
}

// many are more steps than are made at once, with all that goes on in a step: moments, clipping, an average, a
// schedule and validation.
func many() train.Training {
	return train.Training{Epochs: 60, Batch: 2, Shuffle: true, Optimizer: config.Default[train.Adam](),
		ClipNorm: number(3), Average: 0.9,
		Schedule: config.Default[train.Cosine](), ValidateEvery: 7}
}

// Steps that are made ahead are those that are made one by one, and so are the history and the validation.
func TestStepsAhead(t *testing.T) {
	onLoops(t, func(t *testing.T, engine string) {
		var values [2][]float32
		var histories [2][]history.Series
		for i, ahead := range []bool{false, true} {
			l, p := loopOn(t, engine, many()), quadratic(nil)
			looks := 0
			p.Ahead = ahead
			p.Validate = func(parameters backend.State) (float64, error) {
				looks++
				return math.Abs(float64(parameters.Arrays()[0].Data[0]) - 0.7), nil
			}
			run(t, l, p)
			values[i] = append(p.Parameters[0].Values, p.Parameters[1].Values...)
			var err error
			if histories[i], err = history.Read(filepath.Join(l.Folder, train.HistoryFile)); err != nil {
				t.Fatal(err)
			}
			if looks != 9 {
				t.Errorf("%d looks at the validation points, want 9", looks)
			}
		}
		if diff := cmp.Diff(values[0], values[1], cmpopts.EquateApprox(1e-5, 1e-6)); diff != "" {
			t.Errorf("parameters: %s", diff)
		}
		if diff := cmp.Diff(histories[0], histories[1], cmpopts.EquateApprox(1e-5, 1e-6),
			cmpopts.EquateNaNs()); diff != "" || len(histories[0][0].Values) != 240 {
			t.Errorf("histories of %d steps: %s", len(histories[0][0].Values), diff)
		}
	})
}

// A loss that stops being a number is reported with its step, and an interruption between blocks of steps is resumed.
func TestStepsAheadEnd(t *testing.T) {
	onLoops(t, func(t *testing.T, engine string) {
		p := quadratic(func(step int, _ []int, _, x []float32) {
			if step == 41 {
				x[1] = float32(math.NaN())
			}
		})
		p.Ahead = true
		var diverged *train.DivergedError
		if err := loopOn(t, engine, train.Training{Epochs: 30, Batch: 2,
			Optimizer: config.Default[train.Adam]()}).Run(context.Background(), p); !errors.As(err, &diverged) ||
			diverged.Step != 41 {
			t.Errorf("got %v, want step 41", err)
		}
		training := train.Training{Epochs: 30, Batch: 2, Optimizer: config.Default[train.Adam]()}
		whole, resumed := quadratic(nil), quadratic(nil)
		whole.Ahead, resumed.Ahead = true, true
		run(t, loopOn(t, engine, training), whole)
		l := loopOn(t, engine, training)
		ctx, cancel := context.WithCancel(context.Background())
		l.Monitor = stopper{20, cancel}
		if err := l.Run(ctx, resumed); !errors.Is(err, context.Canceled) {
			t.Fatalf("got %v", err)
		}
		l.Monitor = nil
		run(t, l, resumed)
		if diff := cmp.Diff(whole.Parameters, resumed.Parameters); diff != "" {
			t.Errorf("resumed: %s", diff)
		}
	})
}

// stopper interrupts a training after a number of steps.
type stopper struct {
	after  int
	cancel func()
}

func (s stopper) Report(done, _ int, _ []string, _ []float64) {
	if done == s.after {
		s.cancel()
	}
}
