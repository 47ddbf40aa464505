package train

import (
	"fmt"
	"slices"
	"time"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
)

// Steps that are made at once take at most as many bytes of inputs, and as long.
const (
	mostAhead      = 100
	mostAheadBytes = 8 << 20
	longestAhead   = 200 * time.Millisecond // so that progress is seen, and an interruption heard
)

// compileAhead returns a program of the number of steps that it is given, whose inputs and values stand one behind the
// other.
func (l *Loop) compileAhead(p *Problem, state, inputs [][]int) (*backend.Program, *ahead, error) {
	size := 0
	for _, d := range inputs {
		size += 4 * product(d)
	}
	a := &ahead{most: min(mostAhead, max(1, mostAheadBytes/max(size, 1))), next: 1}
	stacked := make([][]int, len(inputs)+1)
	for i, d := range inputs {
		stacked[i] = append([]int{a.most}, d...)
		a.inputs = append(a.inputs, NewArray(stacked[i]))
	}
	a.inputs = append(a.inputs, backend.Array{Data: make([]float32, 1)})
	a.statistics = make([][]float64, a.most)
	step, width := l.drawingStep(p), p.reported()
	state = slices.Concat(state, dimensionsOf(p.kept()))
	program, err := backend.Compile(l.Engine, p.Name+" steps", state, stacked,
		func(state, in []*graph.Node) (newState, outputs []*graph.Node) {
			count, fixed := graph.ConvertDType(in[len(inputs)], dtypes.Int32), in[:len(inputs)]
			values := graph.Zeros(count.Graph(), shapes.Make(dtypes.Float32, a.most, width))
			end := backend.Repeat(count, a.most, fixed, append(slices.Clone(state), values),
				func(turn *graph.Node, fixed, now []*graph.Node) []*graph.Node {
					own := make([]*graph.Node, len(fixed))
					for i, all := range fixed {
						own[i] = graph.Reshape(backend.Turn(all, turn, 1), inputs[i]...)
					}
					next, values := step(now[:len(state)], own)
					return append(next, backend.SetTurn(now[len(state)], turn, values))
				})
			return end[:len(state)], end[len(state):]
		})
	return program, a, err
}

// proceedAhead makes steps until the next look at the validation points, or fewer.
func (r *running) proceedAhead() error {
	a := r.ahead
	count, err := r.ready(min(a.next, r.untilLook()))
	if err != nil {
		return err
	}
	began := r.Now()
	for i := range count {
		one := make([]backend.Array, len(a.inputs)-1)
		for j, d := range r.inputs[:len(one)] {
			size := len(a.inputs[j].Data) / a.most
			one[j] = backend.Array{Dimensions: d.Dimensions, Data: a.inputs[j].Data[i*size : (i+1)*size]}
		}
		own := slices.Clone(one)
		if a.statistics[i], err = r.feed(r.step+i, own); err != nil {
			return err
		}
		for j := range one {
			copy(one[j].Data, own[j].Data) // which the feed may have replaced
		}
	}
	a.inputs[len(a.inputs)-1].Data[0] = float32(count)
	if err := r.run(a.inputs); err != nil {
		return fmt.Errorf("steps %d to %d: %w", r.step, r.step+count-1, err)
	}
	if r.Now().Sub(began) < longestAhead/2 {
		a.next = min(2*a.next, a.most)
	}
	width := r.problem.reported()
	for i := range count {
		for j, v := range r.out[0].Data[i*width : (i+1)*width] {
			r.values[j] = float64(v)
		}
		copy(r.values[width:], a.statistics[i])
		if err := r.conclude(); err != nil {
			return err
		}
	}
	return nil
}

// reported is the number of values that a program returns for a step.
func (p *Problem) reported() int {
	if p.Drawing != nil {
		return len(p.columns())
	}
	return 1 + len(p.Terms)
}

// untilLook returns the number of steps until the validation points or an estimate are due, or the end.
func (r *running) untilLook() int {
	left := r.end - r.step
	if r.problem.Estimate != nil {
		left = min(left, patience/2-r.step%(patience/2))
	}
	if r.best == nil {
		return left
	}
	every := r.Training.ValidateEvery * r.Training.StepsPerEpoch(r.problem.Size)
	return min(left, every-r.step%every)
}
