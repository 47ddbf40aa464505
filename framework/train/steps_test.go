package train_test

import (
	"testing"

	"ebim/framework/backend"
	"ebim/framework/train"
)

// A training of so many steps makes these, whatever its epochs, its batch and the number of its points; also fewer
// than an epoch has.
func TestStepsOfATraining(t *testing.T) {
	for _, steps := range []int{1, 2, 10} {
		for _, batch := range []int{1, 3, 100} {
			training := adamTraining()
			training.Steps, training.Batch, training.Epochs = &steps, batch, 5
			p, made := quadratic(nil), 0
			feed := p.Feed
			p.Feed = func(step int, indices []int, parameters backend.State,
				inputs []backend.Array) ([]float64, error) {
				if made++; step != made-1 || len(indices) != min(batch, len(points)) {
					t.Errorf("step %d is number %d, of %d points", step, made, len(indices))
				}
				return feed(step, indices, parameters, inputs)
			}
			l, total := loop(t, training), 0
			l.Monitor = monitor(func(_, of int, _ []string, _ []float64) { total = of })
			run(t, l, p)
			if made != steps || total != steps {
				t.Errorf("batches of %d: %d of %d steps, want %d", batch, made, total, steps)
			}
			if got := training.StepsFor(1000); got != steps {
				t.Errorf("of 1000 points %d steps, want %d", got, steps)
			}
		}
	}
	plain := train.Training{Epochs: 5, Batch: 3}
	if got := plain.StepsFor(7); got != 15 {
		t.Errorf("5 epochs of 7 points in batches of 3 are %d steps, want 15", got)
	}
}

// The parameters at the end are looked at also where the training ends within the epochs between looks.
func TestStepsWithinAnEpochAreValidated(t *testing.T) {
	training, made, steps := adamTraining(), 0, 4
	training.Steps, training.Batch, training.ValidateEvery = &steps, 1, 50
	p, seen := judged(nil, &made, 5, 3, 4)
	run(t, loop(t, training), p)
	if made != steps || len(seen.values) != 1 {
		t.Errorf("%d steps and looks that found %v, want %d steps and one look", made, seen.values, steps)
	}
}
