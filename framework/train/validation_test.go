package train_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/train"
)

// looks are what a training saw of the validation points.
type looks struct {
	parameters [][]float32
	values     []float64
}

// judged returns the remembering problem (three steps an epoch) whose looks at the validation points find the given
// values, one an epoch.
func judged(after func(step int), steps *int, values ...float64) (*train.Problem, *looks) {
	seen := &looks{}
	*steps = 0
	p := remembering(func(step int) {
		*steps = step + 1
		if after != nil {
			after(step)
		}
	})
	p.Validate = func(parameters backend.State) (float64, error) {
		value := values[(*steps+2)/3-1]
		seen.values = append(seen.values, value)
		seen.parameters = append(seen.parameters, parameters.Arrays()[0].Data)
		return value, nil
	}
	return p, seen
}

func whole(n int) *int { return &n }

var errKilled = errors.New("killed")

// ticking returns a clock that moves on by a second each time it is looked at, so that every step is saved.
func ticking() func() time.Time {
	now := start
	return func() time.Time { now = now.Add(time.Second); return now }
}

func TestTheBestParametersAreKept(t *testing.T) {
	values := []float64{5, 3, 4, 2, 2, 6, 1, 7}
	for _, test := range []struct {
		name      string
		every     int
		patience  *int
		wantSteps int
		wantSeen  []float64
		wantBest  int // among those seen
	}{
		{"each epoch", 1, nil, 24, values, 6},
		{"every third epoch and at the end", 3, nil, 24, []float64{4, 6, 7}, 0},
		{"only at the end", 100, nil, 24, []float64{7}, 0},
		{"an epoch's patience", 1, whole(1), 9, []float64{5, 3, 4}, 1},
		{"two epochs' patience", 1, whole(2), 18, []float64{5, 3, 4, 2, 2, 6}, 3},
		{"patience that is over between looks", 2, whole(1), 18, []float64{3, 2, 6}, 1},
		{"patience enough", 1, whole(3), 24, values, 6},
	} {
		for _, decay := range []float64{0, 0.8} {
			t.Run(fmt.Sprintf("%s, average %v", test.name, decay), func(t *testing.T) {
				training := adamTraining()
				training.ValidateEvery, training.Patience, training.Average = test.every, test.patience, decay
				l := loop(t, training)
				var steps int
				p, seen := judged(nil, &steps, values...)
				run(t, l, p)
				if steps != test.wantSteps || !slices.Equal(seen.values, test.wantSeen) {
					t.Fatalf("%d steps and looks that found %v, want %d and %v", steps, seen.values, test.wantSteps,
						test.wantSeen)
				}
				if diff := cmp.Diff(seen.parameters[test.wantBest], network.Flatten(p.Parameters)); diff != "" {
					t.Errorf("the best parameters are not kept (-best +kept):\n%s", diff)
				}
			})
		}
	}
}

// The history has the values in the rows of the steps after which they were found, and nothing between.
func TestHistoryOfValidation(t *testing.T) {
	training := adamTraining()
	training.Epochs, training.ValidateEvery = 3, 2
	l, steps := loop(t, training), 0
	p, _ := judged(nil, &steps, 0, 0.25, 8)
	run(t, l, p)
	text, err := os.ReadFile(filepath.Join(l.Folder, train.HistoryFile))
	if err != nil {
		t.Fatal(err)
	}
	var column []string
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		cells := strings.Split(line, ",")
		column = append(column, cells[len(cells)-1])
	}
	if diff := cmp.Diff([]string{"validation", "", "", "", "", "", "0.25", "", "", "8"}, column); diff != "" {
		t.Error(diff)
	}
}

// A training that is killed after its early end, before anything was written, does not go on.
func TestResumeAfterAnEarlyEnd(t *testing.T) {
	training, steps := adamTraining(), 0
	training.ValidateEvery, training.Patience = 1, whole(1)
	l := loop(t, training)
	l.Every, l.Now = 1, ticking()
	folder := l.Folder
	l.Folder = filepath.Join(folder, "missing")
	p, _ := judged(nil, &steps, 2, 3)
	if err := l.Run(t.Context(), p); err == nil || steps != 6 {
		t.Fatalf("%d steps, and the history was written into no folder: %v", steps, err)
	}
	l.Folder = folder
	again, seen := judged(nil, &steps, 2, 3)
	run(t, l, again)
	if steps != 0 || len(seen.values) != 0 || slices.Equal(network.Flatten(again.Parameters), initial) {
		t.Errorf("%d more steps, looks that found %v, parameters %v", steps, seen.values,
			network.Flatten(again.Parameters))
	}
}

// A training with averages and validation that is killed and resumed stops at the same step with the same bits, also
// when it is killed before its last step, or after its best.
func TestResumeWithValidation(t *testing.T) {
	values := []float64{5, 3, 3.5, 2, 4, 2, 1, 1} // stops after epoch 6, and keeps epoch 4
	training := adamTraining()
	training.ValidateEvery, training.Patience, training.Average = 1, whole(2), 0.9
	uninterrupted, steps := loop(t, training), 0
	want, _ := judged(nil, &steps, values...)
	run(t, uninterrupted, want)
	wantHistory, err := os.ReadFile(filepath.Join(uninterrupted.Folder, train.HistoryFile))
	if err != nil || steps != 18 {
		t.Fatal(err, steps)
	}
	for _, stops := range [][]int{{0}, {3}, {11}, {12}, {14}, {16}, {2, 8, 15}} {
		t.Run(fmt.Sprint(stops), func(t *testing.T) {
			l := loop(t, training)
			for _, at := range stops {
				p, _ := judged(nil, &steps, values...)
				feed := p.Feed
				p.Feed = func(step int, indices []int, parameters backend.State,
					inputs []backend.Array) ([]float64, error) {
					if step == at+1 {
						return nil, errKilled
					}
					return feed(step, indices, parameters, inputs)
				}
				l.Every, l.Now = 1, ticking()
				if err := l.Run(t.Context(), p); !errors.Is(err, errKilled) {
					t.Fatal(err)
				}
			}
			got, _ := judged(nil, &steps, values...)
			run(t, l, got)
			if diff := cmp.Diff(want.Parameters, got.Parameters); diff != "" {
				t.Errorf("parameters differ (-uninterrupted +resumed):\n%s", diff)
			}
			gotHistory, err := os.ReadFile(filepath.Join(l.Folder, train.HistoryFile))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(wantHistory), string(gotHistory)); diff != "" {
				t.Errorf("%s differs (-uninterrupted +resumed):\n%s", train.HistoryFile, diff)
			}
		})
	}
}

func TestValidationThatIsNoNumber(t *testing.T) {
	training := adamTraining()
	training.ValidateEvery = 1
	for _, bad := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		steps := 0
		p, _ := judged(nil, &steps, 2, 1, bad)
		p.Hint = "a test"
		var diverged *train.DivergedError
		if err := loop(t, training).Run(t.Context(), p); !errors.As(err, &diverged) {
			t.Fatalf("%v: %v", bad, err)
		}
		if want := (train.DivergedError{Step: 8, Term: "validation", Last: 1, Likely: "a test"}); *diverged != want {
			t.Errorf("%v: got %+v, want %+v", bad, *diverged, want)
		}
	}
	p, wrong, steps := (*train.Problem)(nil), errors.New("no quadrature"), 0
	p, _ = judged(nil, &steps)
	p.Validate = func(backend.State) (float64, error) { return 0, wrong }
	if err := loop(t, training).Run(t.Context(), p); !errors.Is(err, wrong) ||
		!strings.Contains(err.Error(), "step 2: validation") {
		t.Errorf("got %v", err)
	}
}

func TestValidationSettings(t *testing.T) {
	field := func(err error) string {
		var mistake *config.FieldError
		if !errors.As(err, &mistake) {
			return ""
		}
		return mistake.Field
	}
	if got := field((&train.Training{Patience: whole(3)}).Check()); got != "patience" {
		t.Errorf("patience without validation is a mistake in %q", got)
	}
	if err := (&train.Training{Patience: whole(3), ValidateEvery: 1}).Check(); err != nil {
		t.Error(err)
	}
	training := adamTraining()
	training.ValidateEvery = 1
	if err := loop(t, training).Run(t.Context(), remembering(nil)); err == nil ||
		!strings.Contains(err.Error(), "data.validation") {
		t.Errorf("a problem without validation: %v", err)
	}
}
