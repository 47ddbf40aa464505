package train

import (
	"fmt"
	"math"

	"ebim/framework/backend"
	"ebim/framework/runs/history"
)

// restore finds the lowest value in a history.
func (b *best) restore(h *table, parameters []float32) {
	b.parameters = parameters
	width := len(h.columns)
	for last := width - 1; last < len(h.values); last += width {
		if v := float64(h.values[last]); v < b.value {
			b.value, b.step = v, last/width+1
		}
	}
}

// due reports whether the validation points are looked at after the steps that have been made: after every given
// number of epochs, and at the end.
func (r *running) due() bool {
	every := r.Training.ValidateEvery * r.Training.StepsPerEpoch(r.problem.Size)
	return r.best != nil && r.step > 0 && (r.step%every == 0 || r.step == r.total)
}

// validate looks at the validation points where that is due, and keeps the parameters if they are the best so far.
func (r *running) validate() error {
	if r.best == nil {
		return nil
	}
	last := len(r.values) - 1
	if r.values[last] = math.NaN(); !r.due() {
		return nil
	}
	value, err := r.problem.Validate(r.evaluated())
	if err != nil {
		return fmt.Errorf("step %d: validation: %w", r.step-1, err)
	}
	value = float64(float32(value))
	if math.IsNaN(value) || math.IsInf(value, 0) {
		return &DivergedError{Step: r.step - 1, Term: history.Validation, Last: r.lastValidation(),
			Likely: r.problem.Hint}
	}
	r.values[last] = value
	if value < r.best.value {
		*r.best = best{value: value, step: r.step, parameters: r.evaluated().Arrays()[0].Data}
	}
	return nil
}

// lastValidation returns the last value in the history; NaN if there is none.
func (r *running) lastValidation() float64 {
	width := len(r.history.columns)
	for i := len(r.history.values) - 1; i >= 0; i -= width {
		if v := float64(r.history.values[i]); !math.IsNaN(v) {
			return v
		}
	}
	return math.NaN()
}

// impatient reports whether the training ends early because validation has not improved for too long.
func (r *running) impatient() bool {
	if r.Training.Patience == nil || !r.due() {
		return false
	}
	return r.step-r.best.step >= *r.Training.Patience*r.Training.StepsPerEpoch(r.problem.Size)
}

// evaluated returns the parameters as they are validated and saved: their average, if there is one.
func (r *running) evaluated() backend.State {
	if r.Training.Average > 0 {
		return r.state[len(r.state)-1:]
	}
	return r.state[:1]
}

// result returns the trained parameters: of the best look at the validation points, or the last.
func (r *running) result() []float32 {
	if r.best != nil {
		return r.best.parameters
	}
	return r.evaluated().Arrays()[0].Data
}
