package train

import (
	"fmt"
	"math"
	"slices"
)

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
