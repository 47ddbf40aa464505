package onnx

import (
	"cmp"
	"fmt"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

func newConverter(f Function) (*converter, error) {
	all, err := compare(f.Recorded, f.Batches)
	if err != nil {
		return nil, &BatchError{f.Name, err.Error()}
	}
	for i, g := range f.Recorded {
		if len(g.Parameters) != len(f.Parameters)+1 || len(g.Outputs) != 1 {
			return nil, fmt.Errorf("%s: recording %d has %d parameters and %d outputs; %d and 1 are needed", f.Name, i,
				len(g.Parameters), len(g.Outputs), len(f.Parameters)+1)
		}
	}
	nodes := f.Recorded[0].Nodes
	return &converter{f: f, nodes: nodes, lengths: all, values: make([]value, len(nodes)),
		integers: map[string]string{}, used: map[string]bool{},
		needed: needed(f.Recorded[0]), taken: map[string]bool{f.Input.Name: true, f.Output.Name: true}}, nil
}

// needed reports for each node whether the output depends on it.
func needed(g *ir.Graph) []bool {
	all := make([]bool, len(g.Nodes))
	all[g.Outputs[0].Index] = true
	for i := len(g.Nodes) - 1; i >= 0; i-- {
		for _, input := range g.Nodes[i].Inputs {
			all[input.Index] = all[input.Index] || all[i]
		}
	}
	return all
}

// convert returns the GraphProto.
func (c *converter) convert() (message, error) {
	c.place()
	for _, n := range c.nodes {
		if n.Op == compute.OpTypeParameter || !c.needed[n.Index] {
			continue
		}
		v, err := c.operation(n)
		err = cmp.Or(err, c.err)
		if err != nil {
			return nil, err
		}
		c.values[n.Index] = v
	}
	out := c.f.Recorded[0].Outputs[0]
	last := c.emit("Cast", []string{c.whole(out)}, attribute{"to", int(float64Type)})
	if s := c.f.Output.Scale; s != nil {
		last = c.emit("Mul", []string{last, c.doubles("output_scale", s)})
		last = c.emit("Add", []string{last, c.doubles("output_shift", c.f.Output.Shift)})
	}
	outside := float64Type
	if c.f.Single {
		outside = float32Type
		last = c.emit("Cast", []string{last}, attribute{"to", int(outside)})
	}
	c.node("Identity", []string{last}, c.f.Output.Name)
	g := c.graph
	g.text(2, c.f.Name)
	for _, t := range c.tensors {
		if c.used[t.name] {
			g.bytes(5, t.message)
		}
	}
	g.text(10, c.f.Doc)
	input := c.f.Recorded[0].Parameters[len(c.f.Parameters)]
	g.bytes(11, valueInfo(c.f.Input.Name, c.f.Input.Doc, outside, c.lengths[input.Index]))
	g.bytes(12, valueInfo(c.f.Output.Name, c.f.Output.Doc, outside, c.lengths[out.Index]))
	return g, c.err
}

// operation writes a node whose operands are written.
func (c *converter) operation(n *ir.Node) (value, error) {
	if elementTypes[n.Shape.DType] == 0 {
		return value{}, c.missing(n, "makes numbers of type "+n.Shape.DType.String()+", which is not written")
	}
	write := writers[n.Op]
	if ir.KindOf(n.Op) == ir.Elementwise {
		return c.elementwise(n)
	}
	if write == nil {
		return value{}, c.missing(n, "")
	}
	return write(c, n)
}

// writers are those of operations that are not elementwise.
var writers map[compute.OpType]func(*converter, *ir.Node) (value, error)

func init() {
	writers = map[compute.OpType]func(*converter, *ir.Node) (value, error){
		compute.OpTypeConstant:       (*converter).constant,
		compute.OpTypeIota:           (*converter).iota,
		compute.OpTypeReshape:        (*converter).reshape,
		compute.OpTypeTranspose:      (*converter).transpose,
		compute.OpTypeBroadcastInDim: (*converter).broadcast,
		compute.OpTypeSlice:          (*converter).slice,
		compute.OpTypeReverse:        (*converter).reverse,
		compute.OpTypeConcatenate:    (*converter).concatenate,
		compute.OpTypePad:            (*converter).pad,
		compute.OpTypeReduceSum:      (*converter).reduce,
		compute.OpTypeReduceProduct:  (*converter).reduce,
		compute.OpTypeReduceMax:      (*converter).reduce,
		compute.OpTypeReduceMin:      (*converter).reduce,
		compute.OpTypeReduceWindow:   (*converter).reduceWindow,
		compute.OpTypeDotGeneral:     (*converter).dotGeneral,
		compute.OpTypeConvGeneral:    (*converter).convolve,
	}
}
