package train_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ebim/framework/train"
)

// bounded is a quadratic whose term first has a bound, and whose input is set step by step.
func bounded(x func(step int) float32) *train.Problem {
	p := quadratic(func(step int, _ []int, _, input []float32) { input[0] = x(step) })
	p.Bounds = []train.Bound{{Term: "first", Most: 50, Seen: func(mean float64) string { return fmt.Sprintf("a mean of %.0f was seen", mean) }, Hint: "lower it"}}
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
			if !errors.As(err, &astray) || astray.Step != test.step || astray.Term != "first" || astray.Likely != "lower it" {
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
