package manifold

import (
	"errors"
	"strings"
	"testing"

	"ebim/framework/loss"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// With a rate far too high |F| blows up, as does J where negative points draw F away and nothing holds it; the loss
// stays a number. With small rates the same trainings end.
func TestTrainingsGoAstray(t *testing.T) {
	two := 2.0
	for _, test := range []struct {
		name, want string
		loss       loss.Manifold
		rate       float64
	}{
		{"denoising", "|F| at the data is ", &loss.Denoising{DataTolerance: 0.1, Sharpening: 1}, 3},
		{"bounded singular values", "max_singular_value, 2, ",
			&loss.Implicit{RankWeight: 1e-6, NegativeWeight: 5, MinSingularValue: 1, MaxSingularValue: &two,
				PositiveNorm: "l2", NegativeNorm: "l2"}, 0.03},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := vonMises(200)
			m.Loss, m.Starts = test.loss, 1
			m.Training.Optimizer = &train.Adam{Rate: 1e-4, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}
			if err := m.Train(t.Context(), traintest.Task(t, traintest.Circle(100, 1), square)); err != nil {
				t.Errorf("at a fit rate: %v", err)
			}
			m.Training.Optimizer = &train.Adam{Rate: test.rate, Beta1: 0.9, Beta2: 0.999, Epsilon: 1e-8}
			err := m.Train(t.Context(), traintest.Task(t, traintest.Circle(100, 1), square))
			var diverged *train.DivergedError
			if !errors.As(err, &diverged) || !strings.Contains(err.Error(), test.want) ||
				!strings.Contains(err.Error(), "lower the learning rate") {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
