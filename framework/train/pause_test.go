package train_test

import (
	"errors"
	"math"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"ebim/framework/backend"
	"ebim/framework/runs/history"
	"ebim/framework/train"
)

// A training that pauses looks at its validation points there, makes no step when it is asked to pause again, and goes
// on to the parameters and the history of one that does not pause, but for that look.
func TestPause(t *testing.T) {
	onLoops(t, func(t *testing.T, engine string) {
		for _, ahead := range []bool{false, true} {
			const at = 17
			steps := 0
			problem := func() *train.Problem {
				p := quadratic(func(int, []int, []float32, []float32) { steps++ })
				p.Ahead = ahead
				p.Validate = func(parameters backend.State) (float64, error) {
					return math.Abs(float64(parameters.Arrays()[0].Data[0]) - 0.7), nil
				}
				return p
			}
			want, whole := problem(), loopOn(t, engine, many())
			run(t, whole, want)

			l := loopOn(t, engine, many())
			steps, l.Pause = 0, at
			for range 2 {
				if err := l.Run(t.Context(), problem()); !errors.Is(err, train.ErrPaused) || steps != at {
					t.Fatalf("ahead %v: %d steps until the pause, want %d (%v)", ahead, steps, at, err)
				}
				looked := validations(t, l)
				if len(looked) != at || math.IsNaN(looked[at-1]) {
					t.Errorf("ahead %v: the history at the pause has looks that found %v", ahead, looked)
				}
			}
			l.Pause = 0
			got := problem()
			run(t, l, got)
			if diff := cmp.Diff(want.Parameters, got.Parameters, cmpopts.EquateApprox(1e-5, 1e-6)); diff != "" {
				t.Errorf("ahead %v: parameters differ (-whole +paused):\n%s", ahead, diff)
			}
			looked, without := validations(t, l), validations(t, whole)
			without[at-1] = looked[at-1]
			if diff := cmp.Diff(without, looked, cmpopts.EquateApprox(1e-5, 1e-6), cmpopts.EquateNaNs()); diff != "" {
				t.Errorf("ahead %v: looks differ (-whole +paused):\n%s", ahead, diff)
			}
		}
	})
}

// A pause at the end or behind it is none, nor is there one where patience has ended the training.
func TestNoPause(t *testing.T) {
	steps := 0
	for _, pause := range []int{24, 30} {
		p, _ := judged(nil, &steps, 1)
		l := loop(t, adamTraining())
		l.Pause = pause
		run(t, l, p)
	}
	training := adamTraining()
	training.ValidateEvery, training.Patience = 1, whole(1)
	p, _ := judged(nil, &steps, 2, 3)
	l := loop(t, training)
	l.Pause = 6
	run(t, l, p)
	if steps != 6 {
		t.Errorf("%d steps with patience for 6", steps)
	}
}

func validations(t *testing.T, l *train.Loop) []float64 {
	t.Helper()
	columns, err := history.Read(filepath.Join(l.Folder, train.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	return columns[len(columns)-1].Values
}
