package network

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/points"
)

// EvaluationBatch is the number of points of one evaluation, unless they are wide: enough to hide dispatch, few enough
// to stay in cache.
const EvaluationBatch = 512

// wideBatch is that of points of more than wideRow numbers, such as images; few are enough.
const (
	wideRow   = 256
	wideBatch = 64
)

// BatchOf is the number of points of one evaluation where they have the given number of numbers.
func BatchOf(widths ...int) int {
	if slices.Max(widths) > wideRow {
		return wideBatch
	}
	return EvaluationBatch
}

// Evaluator applies a fixed graph to any number of rows, in batches of one size. It may be used by several goroutines,
// which take turns.
type Evaluator struct {
	turn    *sync.Mutex // of inputs and out
	program *backend.Program
	state   backend.State
	widths  []int // of each input's rows
	outputs []int // widths of each output's rows
	batch   int
	inputs  []backend.Array
	out     []backend.Array
}

// NewEvaluator compiles a graph over trained networks. build gets one function for each network and one node [batch,
// width] for each input, and returns outputs [batch, any].
func NewEvaluator(engine compute.Backend, name string, networks []Trained, widths []int,
	build func(functions []Function, inputs []*graph.Node) []*graph.Node) (*Evaluator, error) {
	return NewEvaluatorOf(BatchOf(widths...), engine, name, networks, widths, build)
}

// NewEvaluatorOf returns an evaluator of batches of the given number of rows, for few rows of large networks: a batch
// costs what a full one does.
func NewEvaluatorOf(batch int, engine compute.Backend, name string, networks []Trained, widths []int,
	build func(functions []Function, inputs []*graph.Node) []*graph.Node) (*Evaluator, error) {
	e := &Evaluator{turn: new(sync.Mutex), widths: widths, batch: batch}
	var dimensions, inputs [][]int
	e.state, dimensions = StateOf(networks)
	for _, width := range widths {
		inputs = append(inputs, []int{e.batch, width})
		e.inputs = append(e.inputs, backend.Array{Data: make([]float32, e.batch*width)})
	}
	var err error
	e.program, err = backend.Compile(engine, name, dimensions, inputs,
		func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
			outputs = build(Functions(networks, state), inputs)
			for _, output := range outputs {
				e.outputs = append(e.outputs, output.Shape().Dimensions[1])
			}
			return nil, outputs
		})
	return e, err
}

// Run evaluates rows given as one flat array per input and returns one flat array per output.
func (e *Evaluator) Run(ctx context.Context, inputs ...[]float32) ([][]float32, error) {
	rows := len(inputs[0]) / e.widths[0]
	results := make([][]float32, e.program.Outputs())
	for i, width := range e.outputs {
		results[i] = make([]float32, 0, rows*width)
	}
	for i, width := range e.widths {
		if len(inputs[i]) != rows*width {
			return nil, fmt.Errorf("input %d has %d numbers, not %d rows of %d", i, len(inputs[i]), rows, width)
		}
	}
	for from := 0; from < rows; from += e.batch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if err := e.runBatch(inputs, results, from, min(from+e.batch, rows)); err != nil {
			return nil, err
		}
	}
	return results, nil
}

// runBatch appends the values of some rows to the results.
func (e *Evaluator) runBatch(inputs, results [][]float32, from, to int) error {
	e.turn.Lock()
	defer e.turn.Unlock()
	for i, width := range e.widths {
		// The rest of the last batch repeats what was there before; it is cut off below.
		copy(e.inputs[i].Data, inputs[i][from*width:to*width])
	}
	var err error
	if e.out, err = e.program.Run(e.state, e.inputs, e.out); err != nil {
		return err
	}
	for i, array := range e.out {
		results[i] = append(results[i], array.Data[:(to-from)*e.outputs[i]]...)
	}
	return nil
}

// At evaluates at points, a set for each input, and returns the first output.
func (e *Evaluator) At(ctx context.Context, inputs ...*points.Set) (*points.Set, error) {
	rows := make([][]float32, len(inputs))
	for i, input := range inputs {
		rows[i] = input.Float32()
	}
	out, err := e.Run(ctx, rows...)
	if err != nil {
		return nil, err
	}
	return points.FromFloat32(out[0], e.outputs[0]), nil
}

// Evaluate returns the values at x of what build makes of networks.
func Evaluate(ctx context.Context, engine compute.Backend, name string, networks []Trained, x *points.Set,
	build func(functions []Function, x *graph.Node) *graph.Node) (*points.Set, error) {
	e, err := NewEvaluator(engine, name, networks, []int{x.Dim},
		func(functions []Function, inputs []*graph.Node) []*graph.Node {
			return []*graph.Node{build(functions, inputs[0])}
		})
	if err != nil {
		return nil, err
	}
	return e.At(ctx, x)
}

// Under makes the evaluator take the networks' parameters from another state, such as that of a training.
func (e *Evaluator) Under(state backend.State) *Evaluator {
	other := *e
	other.state = state
	return &other
}

// OutputWidth returns the width of the rows of output i.
func (e *Evaluator) OutputWidth(i int) int { return e.outputs[i] }

// Column returns a vector node [batch] as [batch, 1], for outputs.
func Column(x *graph.Node) *graph.Node { return graph.InsertAxes(x, -1) }
