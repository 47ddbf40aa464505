package train

import (
	"fmt"
	"math"
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
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
// number of epochs, at a pause and at the end.
func (r *running) due() bool {
	every := r.Training.ValidateEvery * r.Training.StepsPerEpoch(r.problem.Size)
	return r.best != nil && r.step > 0 && (r.step%every == 0 || r.step == r.end)
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

// ValidateLoss makes a problem's validation its loss at other inputs, which stay the same from look to look: as many
// arrays as the problem's, of any batch.
func ValidateLoss(t Task, p *Problem, inputs []backend.Array) error {
	dimensions := make([][]int, len(inputs))
	for i, input := range inputs {
		dimensions[i] = input.Dimensions
	}
	program, err := backend.Compile(t.Engine, p.Name+" validation", [][]int{{network.Size(p.Parameters)}}, dimensions,
		func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
			total, _ := p.Loss(network.Unflatten(state[0], p.Parameters), inputs)
			return nil, []*graph.Node{total}
		})
	if err != nil {
		return err
	}
	var out []backend.Array
	p.Validate = func(parameters backend.State) (float64, error) {
		var err error
		if out, err = program.Run(parameters, inputs, out); err != nil {
			return 0, err
		}
		return float64(out[0].Data[0]), nil
	}
	return nil
}

// Divergence is why a loss diverges, where it knows no other reason.
const Divergence = "a learning rate that is too high (lower it, or set clip_norm)"

// estimate puts the newest estimate into the values of the step that was made.
func (r *running) estimate() error {
	e := r.problem.Estimate
	if e == nil {
		return nil
	}
	width, column := len(r.history.columns), slices.Index(r.history.columns, e.Term)
	if last := len(r.history.values) - width; last >= 0 {
		r.values[column] = float64(r.history.values[last+column])
	}
	if r.step%(patience/2) != 0 {
		return nil
	}
	value, err := e.Value(r.step, r.state[:1])
	if err != nil {
		return fmt.Errorf("step %d: %s: %w", r.step-1, e.Term, err)
	}
	if !(value <= math.MaxFloat32) { // it has overflown
		value = math.MaxFloat32
	}
	r.values[column] = value
	return nil
}

// astray returns an error where a term has left its bound. All of it follows from the history, so that an interruption
// changes nothing.
func (r *running) astray() error {
	width := len(r.history.columns)
	if len(r.problem.Bounds) == 0 || r.step%(patience/2) != 0 || r.step < 2*patience ||
		len(r.history.values) < patience*width {
		return nil
	}
	window := r.history.values[len(r.history.values)-patience*width:]
	for _, bound := range r.problem.Bounds {
		column, halves, above := slices.Index(r.history.columns, bound.Term), [2]float64{}, true
		for i := range patience {
			v := float64(window[i*width+column])
			halves[i/(patience/2)] += v / (patience / 2)
			above = above && v > bound.Most
		}
		if above && halves[1] >= halves[0] {
			return &DivergedError{Step: r.step - 1, Term: bound.Term, Last: halves[1], Likely: bound.Hint,
				Seen: bound.Seen(halves[1])}
		}
	}
	return nil
}

// patience is the number of steps in which a term must be above its bound without falling, from their first to their
// second half. A training that starts there and comes back is left alone, as are batches out of the ordinary.
const patience = 100
