package model

import (
	"context"
	"fmt"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/backend"
	"ebim/framework/network"
)

// evaluationBatch is the number of points of one evaluation: enough to hide dispatch, few enough to stay in cache.
const evaluationBatch = 512

// trainedNetwork is a network with its trained parameters, on the host.
type trainedNetwork struct {
	network.Network
	parameters []network.Parameter
}

// array is the parameters as one flat state array.
func (n trainedNetwork) array() backend.Array {
	return backend.Array{Dimensions: []int{network.Size(n.parameters)}, Data: network.Flatten(n.parameters)}
}

// bind is the network inside a graph, from the node of its flat array.
func (n trainedNetwork) bind(flat *graph.Node) network.Function {
	return n.Network.Bind(network.Unflatten(flat, n.parameters))
}

// stateOf is the parameters of networks as a graph's state, one array each, and the arrays' dimensions.
func stateOf(networks []trainedNetwork) (state backend.State, dimensions [][]int) {
	var arrays []backend.Array
	for _, n := range networks {
		arrays = append(arrays, n.array())
		dimensions = append(dimensions, arrays[len(arrays)-1].Dimensions)
	}
	return backend.NewState(arrays...), dimensions
}

// bindAll is networks inside a graph, from the nodes of their state.
func bindAll(networks []trainedNetwork, state []*graph.Node) []network.Function {
	functions := make([]network.Function, len(networks))
	for i, n := range networks {
		functions[i] = n.bind(state[i])
	}
	return functions
}

// evaluator applies a fixed graph to any number of rows, in batches of one size.
type evaluator struct {
	program *backend.Program
	state   backend.State
	widths  []int // of each input's rows
	outputs []int // widths of each output's rows
	batch   int
	inputs  []backend.Array
	out     []backend.Array
}

// newEvaluator compiles a graph over trained networks. build gets one function for each network and one node [batch,
// width] for each input, and returns outputs [batch, any].
func newEvaluator(engine backends.Backend, name string, networks []trainedNetwork, widths []int,
	build func(functions []network.Function, inputs []*graph.Node) []*graph.Node) (*evaluator, error) {
	e := &evaluator{widths: widths, batch: evaluationBatch}
	var dimensions, inputs [][]int
	e.state, dimensions = stateOf(networks)
	for _, width := range widths {
		inputs = append(inputs, []int{e.batch, width})
		e.inputs = append(e.inputs, backend.Array{Data: make([]float32, e.batch*width)})
	}
	var err error
	e.program, err = backend.Compile(engine, name, dimensions, inputs, func(state, inputs []*graph.Node) (_, outputs []*graph.Node) {
		outputs = build(bindAll(networks, state), inputs)
		for _, output := range outputs {
			e.outputs = append(e.outputs, output.Shape().Dimensions[1])
		}
		return nil, outputs
	})
	return e, err
}

// run evaluates rows given as one flat array per input and returns one flat array per output.
func (e *evaluator) run(ctx context.Context, inputs ...[]float32) ([][]float32, error) {
	rows := len(inputs[0]) / e.widths[0]
	results := make([][]float32, e.program.Outputs())
	for i, width := range e.outputs {
		results[i] = make([]float32, 0, rows*width)
	}
	for from := 0; from < rows; from += e.batch {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		count := min(e.batch, rows-from)
		for i, width := range e.widths {
			if len(inputs[i]) != rows*width {
				return nil, fmt.Errorf("input %d has %d numbers, not %d rows of %d", i, len(inputs[i]), rows, width)
			}
			// The rest of the last batch repeats what was there before; it is cut off below.
			copy(e.inputs[i].Data, inputs[i][from*width:(from+count)*width])
		}
		var err error
		if e.out, err = e.program.Run(e.state, e.inputs, e.out); err != nil {
			return nil, err
		}
		for i, array := range e.out {
			results[i] = append(results[i], array.Data[:count*e.outputs[i]]...)
		}
	}
	return results, nil
}

// column is a vector node [batch] as [batch, 1], for outputs.
func column(x *graph.Node) *graph.Node { return graph.InsertAxes(x, -1) }
