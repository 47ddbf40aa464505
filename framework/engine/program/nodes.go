package program

import (
	"fmt"
	"reflect"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/view"
)

func (s *schedule) addGraph(g *ir.Graph) error {
	s.values = make([]*value, len(g.Nodes))
	s.users = countUsers(g)
	for i, node := range g.Parameters {
		v := newValue(node.Shape, before)
		v.base, v.stored = firstBase+i, true
		s.values[node.Index] = v
		s.inputs = append(s.inputs, v)
	}
	for _, node := range g.Nodes {
		if s.values[node.Index] != nil {
			continue
		}
		v, err := s.addNode(node)
		if err != nil {
			return fmt.Errorf("%s of shape %s in %q: %w", node.Op, node.Shape, g.Name, err)
		}
		s.values[node.Index] = v
	}
	s.addOutputs(g)
	return nil
}

// addOutputs gives outputs their storage. What is not an array of its own (a parameter, a constant, a view, an output
// already) is copied.
func (s *schedule) addOutputs(g *ir.Graph) {
	for i, node := range g.Outputs {
		v := s.values[node.Index]
		if v.source != v || v.base != arenaBase {
			v = s.copy(v)
		}
		v.base, v.stored = firstBase+len(g.Parameters)+i, true
		s.outputs = append(s.outputs, v)
	}
}

func (s *schedule) addNode(node *ir.Node) (*value, error) {
	inputs := make([]*value, len(node.Inputs))
	for i, in := range node.Inputs {
		inputs[i] = s.values[in.Index]
	}
	switch ir.KindOf(node.Op) {
	case ir.Leaf:
		return s.addLeaf(node), nil
	case ir.View:
		v := s.addView(node, inputs[0])
		if s.users[node.Index] >= usersOfCopy && v.size() <= sizeOfCopy && !v.view.IsContiguous() && !v.uniform {
			v = s.contiguous(v)
		}
		return v, nil
	case ir.Elementwise:
		return s.addElementwise(node, inputs)
	case ir.Reduction:
		return s.addReduction(node, inputs[0])
	}
	switch node.Op {
	case compute.OpTypeBitcast:
		return s.addBitcast(node, inputs[0]), nil
	case compute.OpTypeWhile:
		return s.addWhile(node, inputs)
	case compute.OpTypeDotGeneral:
		if isProduct(node) {
			return s.addProduct(node, inputs[0], inputs[1]), nil
		}
	}
	return s.addOther(node, inputs)
}

const usersOfCopy = 3

func countUsers(g *ir.Graph) []int {
	users := make([]int, len(g.Nodes))
	for _, node := range g.Nodes {
		if ir.KindOf(node.Op) == ir.Elementwise {
			for _, in := range node.Inputs {
				users[in.Index]++
			}
		}
	}
	return users
}

func (s *schedule) addLeaf(node *ir.Node) *value {
	flat := any(nil)
	if attributes, ok := node.Attributes.(ir.Constant); ok {
		flat = attributes.Flat
	} else {
		flat = view.Iota(node.Shape, node.Attributes.(ir.Iota).Axis)
	}
	v := newValue(node.Shape, before)
	v.base, v.stored = constantBase, true
	v.offset = s.constants.add(reflect.ValueOf(flat).UnsafePointer(), int(node.Shape.ByteSize()))
	return v
}

func (s *schedule) addView(node *ir.Node, in *value) *value {
	switch a := node.Attributes.(type) {
	case ir.Transpose:
		return viewOf(in, node.Shape, in.view.Transpose(a.Permutation))
	case ir.BroadcastInDim:
		return viewOf(in, node.Shape, in.view.Broadcast(node.Shape.Dimensions, a.Axes))
	case ir.Slice:
		return viewOf(in, node.Shape, in.view.Slice(a.Starts, a.Limits, a.Strides))
	case ir.Reverse:
		return viewOf(in, node.Shape, in.view.Reverse(a.Axes))
	}
	reshaped, ok := in.view.Reshape(node.Shape.Dimensions)
	if !ok {
		in = s.contiguous(in)
		reshaped = view.Contiguous(node.Shape.Dimensions)
	}
	return viewOf(in, node.Shape, reshaped)
}

// addBitcast gives the same bytes another type.
func (s *schedule) addBitcast(node *ir.Node, in *value) *value {
	from, to := in.elementSize(), int(node.Shape.DType.Size())
	if from == to {
		return viewOf(in, node.Shape, in.view)
	}
	if !in.view.IsContiguous() || in.view.Offset != 0 {
		in = s.copy(in)
	}
	return viewOf(in, node.Shape, view.Contiguous(node.Shape.Dimensions))
}
