package train_test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/runs/history"
	"ebim/framework/train"
)

// bounded is a quadratic whose term first has a bound, and whose input is set step by step.
func bounded(x func(step int) float32) *train.Problem {
	p := quadratic(func(step int, _ []int, _, input []float32) { input[0] = x(step) })
	p.Bounds = []train.Bound{{Term: "first", Most: 50, Seen: func(mean float64) string {
		return fmt.Sprintf("a mean of %.0f was seen", mean)
	}, Hint: "lower it"}}
	return p
}

// With a rate of almost nothing the term is x^2/2 or so: 200 for x = 20.
func TestTrainingsThatGoAstray(t *testing.T) {
	still := sgd(100, 7, false)
	still.Optimizer = &train.SGD{Rate: 1e-12}
	for _, test := range []struct {
		name string
		x    func(step int) float32
		step int // at which it is given up; 0: never
	}{
		{"above from the beginning", func(int) float32 { return 22 }, 199},
		{"above later", func(step int) float32 {
			if step < 130 {
				return 2
			}
			return 22
		}, 249},
		{"falling", func(step int) float32 { return 400 - float32(step) }, 0},
		{"now and then", func(step int) float32 { return float32(step%20) * 20 }, 0},
		{"within", func(int) float32 { return 11 }, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			training := still
			training.Epochs = 380
			err := loop(t, training).Run(context.Background(), bounded(test.x))
			if test.step == 0 {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var astray *train.DivergedError
			if !errors.As(err, &astray) || astray.Step != test.step || astray.Term != "first" ||
				astray.Likely != "lower it" {
				t.Fatalf("got %v, want it given up at step %d", err, test.step)
			}
			for _, part := range []string{"given up", "a mean of 200 was seen", "lower it", fmt.Sprint(test.step)} {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("the error does not say %q: %v", part, err)
				}
			}
		})
	}
}

// An estimate is asked for after every 50 steps, by the parameters that these have made, and stands in the history
// until the next one, also in a training that is interrupted; what overflows counts as large. Parameters are as
// without it, in steps made one by one or many at once.
func TestEstimates(t *testing.T) {
	for _, ahead := range []bool{false, true} {
		train := func(estimated bool, interrupt int) (parameters, column []float64, asked []int, err error) {
			p := quadratic(nil)
			p.Ahead = ahead
			l := loop(t, sgd(40, 3, true))
			if estimated {
				p.Bounds = []train.Bound{{Term: "first", Most: 1e4,
					Seen: func(mean float64) string { return fmt.Sprintf("%.3g was seen", mean) }, Hint: "lower it"}}
				p.Estimate = &train.Estimate{Term: "first",
					Value: func(step int, parameters backend.State) (float64, error) {
						asked = append(asked, step)
						return float64(parameters.Arrays()[0].Data[0]) + float64(step), nil
					}}
			}
			if interrupt > 0 {
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				l.Monitor = monitor(func(done, _ int, _ []string, _ []float64) {
					if done == interrupt {
						cancel()
					}
				})
				if err := l.Run(ctx, p); !errors.Is(err, context.Canceled) {
					t.Fatal(err)
				}
				l.Monitor = nil
			}
			err = l.Run(t.Context(), p)
			columns, _ := history.Read(filepath.Join(l.Folder, train.HistoryFile))
			for _, part := range p.Parameters {
				for _, v := range part.Values {
					parameters = append(parameters, float64(v))
				}
			}
			return parameters, columns[1].Values, asked, err
		}
		without, _, _, err := train(false, 0)
		if err != nil {
			t.Fatal(err)
		}
		with, column, asked, err := train(true, 0)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(without, with) + cmp.Diff([]int{50, 100}, asked); diff != "" {
			t.Errorf("ahead %v: %s", ahead, diff)
		}
		for step, v := range column {
			if standing := float64((step + 1) / 50 * 50); v < standing || v > standing+10 || standing == 0 &&
				v != column[0] {
				t.Fatalf("ahead %v: after step %d the estimate is %v", ahead, step, v)
			}
		}
		resumed, again, _, err := train(true, 70)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(with, resumed) + cmp.Diff(column, again); diff != "" {
			t.Errorf("ahead %v, interrupted: %s", ahead, diff)
		}
	}
}

// A training whose estimates are above the bound three times and do not fall is given up; overflow is the largest
// number, and an error names its step.
func TestEstimatesThatGoAstray(t *testing.T) {
	failure := errors.New("no memory")
	for _, test := range []struct {
		name  string
		value func(step int) (float64, error)
		step  int
		want  string
	}{
		{"overflow", func(step int) (float64, error) { return math.Inf(1), nil }, 199, "3.4e+38 was seen"},
		{"no number", func(step int) (float64, error) { return math.NaN(), nil }, 199, "3.4e+38 was seen"},
		{"later", func(step int) (float64, error) { return float64(step / 200 * 60), nil }, 299, "60 was seen"},
		{"falling", func(step int) (float64, error) { return float64(1000 - step), nil }, 0, ""},
		{"failing", func(step int) (float64, error) { return 0, failure }, 0, "step 49: first: no memory"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := bounded(func(int) float32 { return 22 })
			p.Bounds[0].Seen = func(mean float64) string { return fmt.Sprintf("%.2g was seen", mean) }
			p.Estimate = &train.Estimate{Term: "first", Value: func(step int, _ backend.State) (float64,
				error) {
				return test.value(step)
			}}
			err := loop(t, sgd(380, 7, false)).Run(t.Context(), p)
			var astray *train.DivergedError
			if errors.As(err, &astray) && astray.Step != test.step || (err == nil) != (test.want == "") ||
				err != nil && !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q at step %d", err, test.want, test.step)
			}
		})
	}
}
