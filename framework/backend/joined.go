package backend

import (
	"fmt"
	"slices"
	"sync"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// joined is how a program's inputs, and its outputs, go to an engine and come from it as one array each: through a
// plugin, every array costs some twenty microseconds, which is as much as a small network.
type joined struct {
	size    int       // of all inputs together
	results int       // of all outputs together
	scratch sync.Pool // of *[]float32
}

// newJoined returns nil for the embedded engines, to which an array is a slice.
func newJoined(engine compute.Backend, inputs [][]int) *joined {
	if !HasLoops(engine) || len(inputs) == 0 {
		return nil
	}
	p := &joined{}
	for _, d := range inputs {
		p.size += shapes.Make(dtypes.Float32, d...).Size()
	}
	if p.size == 0 {
		return nil
	}
	return p
}

// split takes the inputs out of the array of all.
func (p *joined) split(all *graph.Node, inputs [][]int) []*graph.Node {
	nodes := make([]*graph.Node, len(inputs))
	from := 0
	for i, d := range inputs {
		size := shapes.Make(dtypes.Float32, d...).Size()
		nodes[i] = taken(all, from, d)
		from += size
	}
	return nodes
}

// taken is the array of some dimensions from a place of the array of all.
func taken(all *graph.Node, from int, dimensions []int) *graph.Node {
	shape := shapes.Make(dtypes.Float32, dimensions...)
	if shape.Size() == 0 { // its place may be the end, where no slice begins
		return graph.Zeros(all.Graph(), shape)
	}
	return graph.Reshape(graph.Slice(all, graph.AxisRange(from, from+shape.Size())), dimensions...)
}

// join puts outputs one behind the other.
func (p *joined) join(outputs []*graph.Node) []*graph.Node {
	flat := make([]*graph.Node, len(outputs))
	for i, node := range outputs {
		flat[i] = graph.Reshape(node, node.Shape().Size())
		p.results += node.Shape().Size()
	}
	if len(flat) < 2 {
		return flat
	}
	return []*graph.Node{graph.Concatenate(flat, 0)}
}

// take returns a scratch array of a length. It goes back to the pool.
func (p *joined) take(length int) *[]float32 {
	kept, _ := p.scratch.Get().(*[]float32)
	if kept == nil {
		kept = new([]float32)
	}
	*kept = slices.Grow((*kept)[:0], length)[:length]
	return kept
}

func (p *joined) transfer(engine compute.Backend, inputs []Array) (compute.Buffer, error) {
	all := p.take(p.size)
	defer p.scratch.Put(all)
	to := *all
	for _, array := range inputs {
		to = to[copy(to, array.Data):]
	}
	return engine.BufferFromFlatData(0, *all, shapes.Make(dtypes.Float32, p.size))
}

// readJoined is read for outputs that are joined.
func (p *Program) readJoined(results []*tensors.Tensor, out []Array) ([]Array, error) {
	if len(results) == 0 {
		return out[:0], nil
	}
	all := p.joined.take(p.joined.results)
	defer p.joined.scratch.Put(all)
	buffer, err := results[0].Buffer(p.engine, 0)
	if err == nil {
		err = buffer.ToFlatData(*all)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: outputs: %w", p.name, err)
	}
	results[0].MustFinalizeAll()
	for len(out) < len(p.outputs) {
		out = append(out, Array{})
	}
	from := *all
	for i, d := range p.outputs {
		size := shapes.Make(dtypes.Float32, d...).Size()
		if out[i].Dimensions = d; len(out[i].Data) != size {
			out[i].Data = make([]float32, size)
		}
		copy(out[i].Data, from)
		from = from[size:]
	}
	return out[:len(p.outputs)], nil
}
