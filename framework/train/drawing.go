package train

import (
	"slices"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
)

// kept are the arrays of the drawing, if there is one.
func (p *Problem) kept() backend.State {
	if p.Drawing == nil {
		return nil
	}
	return p.Drawing.Kept()
}

// dimensionsOf are those of a state.
func dimensionsOf(state backend.State) [][]int {
	all := make([][]int, len(state))
	for i, array := range state {
		all[i] = array.Shape().Dimensions
	}
	return all
}

// drawingStep is stepGraph with the drawing before it: its arrays come behind the other state, and its statistics
// behind the terms.
func (l *Loop) drawingStep(p *Problem) backend.Build {
	step := l.stepGraph(p)
	if p.Drawing == nil {
		return step
	}
	count := len(p.Drawing.Kept())
	return func(state, inputs []*graph.Node) (newState, outputs []*graph.Node) {
		own := len(state) - count
		points, kept, statistics := p.Drawing.Draw(state[0], state[own:], inputs[p.DrawnInput])
		inputs = slices.Clone(inputs)
		inputs[p.DrawnInput] = graph.StopGradient(points)
		newState, outputs = step(state[:own], inputs)
		checkScalars("the drawing", "statistic", p.Statistics, statistics)
		return append(newState, kept...), append(outputs, statistics...)
	}
}

// run runs the program on the state and what is kept of the drawing.
func (r *running) run(inputs []backend.Array) (err error) {
	kept := r.problem.kept()
	all := slices.Concat(r.state, kept)
	r.out, err = r.program.Run(all, inputs, r.out)
	copy(r.state, all)
	copy(kept, all[len(r.state):])
	return err
}

// ready returns how many of count steps may be fed before the first of them is made.
func (r *running) ready(count int) (int, error) {
	switch {
	case !r.problem.Ahead:
		return 1, nil
	case r.problem.Drawing == nil:
		return count, nil
	}
	settled, err := r.problem.Drawing.Settled()
	if !settled {
		count = 1
	}
	return count, err
}
