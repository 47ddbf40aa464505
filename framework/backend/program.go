package backend

import (
	"fmt"
	"slices"

	"ebim/framework/component"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// Array is a float32 array on the host, row-major.
type Array struct {
	Dimensions []int
	Data       []float32
}

// State is a list of arrays that live where the backend computes: parameters, optimizer moments.
type State []*tensors.Tensor

// Program is a compiled graph. Its inputs are a state and arrays of fixed dimensions; its outputs are the new state, if
// it makes one, and arrays.
type Program struct {
	name    string
	engine  compute.Backend
	graph   *graph.Graph
	inputs  []shapes.Shape // of the array inputs
	outputs [][]int        // dimensions of the array outputs
	state   int            // number of state inputs
	updates bool           // whether the state is replaced
	joined  *joined        // nil: each array is transferred by itself
}

// Build describes a program's graph: given its state and input nodes it returns the new state (empty when the program
// leaves the state alone, else as many nodes as it was given) and the outputs.
type Build func(state, inputs []*graph.Node) (newState, outputs []*graph.Node)

// Compile builds a program for state arrays and inputs of the given dimensions. GoMLX panics on mistakes in a graph;
// here they become a *BuildError, which names the program and the dimensions, and the operation that the engine lacks.
func Compile(engine compute.Backend, name string, state, inputs [][]int, build Build) (p *Program, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			p, err = nil, newBuildError(engine, name, fmt.Sprintf("state %v, inputs %v", state, inputs), caught)
		}
	}()
	g := graph.NewGraph(engine, name)
	parameters := func(prefix string, dimensions [][]int) []*graph.Node {
		nodes := make([]*graph.Node, len(dimensions))
		for i, d := range dimensions {
			nodes[i] = graph.Parameter(g, fmt.Sprintf("%s_%d", prefix, i), shapes.Make(dtypes.Float32, d...))
		}
		return nodes
	}
	p = &Program{name: name, engine: engine, graph: g, state: len(state), joined: newJoined(engine, inputs)}
	stateNodes := parameters("state", state)
	var inputNodes []*graph.Node
	if p.joined == nil {
		inputNodes = parameters("input", inputs)
	} else {
		inputNodes = p.joined.split(parameters("inputs", [][]int{{p.joined.size}})[0], inputs)
	}
	newState, outputs := build(stateNodes, inputNodes)
	checkState(newState, state)
	p.updates = len(newState) > 0
	for _, d := range inputs {
		p.inputs = append(p.inputs, shapes.Make(dtypes.Float32, d...))
	}
	for _, node := range outputs {
		p.outputs = append(p.outputs, node.Shape().Dimensions)
	}
	if p.joined != nil {
		outputs = p.joined.join(outputs)
	}
	if err := g.Compile(append(newState, outputs...)...); err != nil {
		return nil, newBuildError(engine, name, fmt.Sprintf("state %v, inputs %v", state, inputs), err)
	}
	return p, nil
}

// checkState panics unless a graph leaves its state alone or returns one of the same dimensions.
func checkState(made []*graph.Node, given [][]int) {
	if len(made) != 0 && len(made) != len(given) {
		panic(fmt.Errorf("it returns %d state arrays and was given %d", len(made), len(given)))
	}
	for i, node := range made {
		if dimensions := node.Shape().Dimensions; !slices.Equal(dimensions, given[i]) {
			panic(fmt.Errorf("it makes a state array of dimensions %v of one of %v", dimensions, given[i]))
		}
	}
}

// Run runs the program. When it updates its state, the given state's storage is reused and its arrays are replaced by
// the new ones; the outputs are appended to out[:0], whose storage is reused where it fits.
func (p *Program) Run(state State, inputs []Array, out []Array) (_ []Array, err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = fmt.Errorf("%s failed: %w", p.name, component.Error(caught))
		}
	}()
	if len(state) != p.state || len(inputs) != len(p.inputs) {
		return nil, fmt.Errorf("%s takes %d state arrays and %d inputs, not %d and %d", p.name, p.state, len(p.inputs),
			len(state), len(inputs))
	}
	for i, array := range inputs {
		// The pure-Go engine would copy what fits, and leave the rest as it was.
		if len(array.Data) != p.inputs[i].Size() {
			return nil, fmt.Errorf("%s: input %d has %d numbers, not those of %v", p.name, i, len(array.Data),
				p.inputs[i].Dimensions)
		}
	}
	buffers, donate, err := p.feed(state, inputs)
	if err != nil {
		return nil, err
	}
	results := p.graph.RunWithBuffers(buffers, donate, 0)
	if p.updates {
		copy(state, results)
		results = results[p.state:]
	}
	if p.joined != nil {
		return p.readJoined(results, out)
	}
	return p.read(results, out)
}

// feed places the state and the inputs where the engine computes, and says which of them the run may take.
func (p *Program) feed(state State, inputs []Array) (buffers []compute.Buffer, donate []bool, err error) {
	if err := p.feedState(state, &buffers, &donate); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", p.name, err)
	}
	if p.joined != nil {
		buffer, err := p.joined.transfer(p.engine, inputs)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: inputs: %w", p.name, err)
		}
		return append(buffers, buffer), append(donate, true), nil
	}
	for i, array := range inputs {
		buffer, err := p.engine.BufferFromFlatData(0, array.Data, p.inputs[i])
		if err != nil {
			return nil, nil, fmt.Errorf("%s: input %d: %w", p.name, i, err)
		}
		buffers, donate = append(buffers, buffer), append(donate, true)
	}
	return buffers, donate, nil
}

// feedState places the state where the engine computes.
func (p *Program) feedState(state State, buffers *[]compute.Buffer, donate *[]bool) error {
	for i, t := range state {
		give := t.Buffer
		if p.updates {
			give = t.DonateBuffer
		}
		buffer, err := give(p.engine, 0)
		if err != nil {
			return fmt.Errorf("state array %d: %w", i, err)
		}
		*buffers, *donate = append(*buffers, buffer), append(*donate, p.updates)
	}
	return nil
}

func (p *Program) read(results []*tensors.Tensor, out []Array) ([]Array, error) {
	for len(out) < len(results) {
		out = append(out, Array{})
	}
	for i, t := range results {
		out[i].Dimensions = p.outputs[i]
		if size := t.Size(); len(out[i].Data) != size {
			out[i].Data = make([]float32, size)
		}
		buffer, err := t.Buffer(p.engine, 0)
		if err == nil {
			err = buffer.ToFlatData(out[i].Data)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: output %d: %w", p.name, i, err)
		}
		t.MustFinalizeAll()
	}
	return out[:len(results)], nil
}

// Outputs is the number of arrays that Run returns.
func (p *Program) Outputs() int { return len(p.outputs) }

// Finalize frees the program.
func (p *Program) Finalize() { p.graph.Finalize() }

// NewState places host arrays where the programs of a backend take them as their state.
func NewState(arrays ...Array) State {
	state := make(State, len(arrays))
	for i, a := range arrays {
		state[i] = tensors.FromFlatDataAndDimensions(a.Data, a.Dimensions...)
	}
	return state
}

// Arrays copies a state to the host.
func (s State) Arrays() []Array {
	arrays := make([]Array, len(s))
	for i, t := range s {
		arrays[i] = Array{Dimensions: t.Shape().Dimensions, Data: tensors.MustCopyFlatData[float32](t)}
	}
	return arrays
}
