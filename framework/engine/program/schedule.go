package program

import (
	"fmt"
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/view"
)

// step computes values. Steps run one after another.
type step interface {
	reads(visit func(*value))        // sources that earlier steps computed
	writes(visit func(*value))       // sources that it computes
	prepare()                        // settles what memory it needs, once it is known which values are stored
	reuse(output, input *value) bool // whether output may take input's place, when no later step reads that
	build() (instruction, int)       // the instruction and its scratch in bytes, once memory is planned
}

// schedule is the program while nodes are added to it.
type schedule struct {
	fuse      bool
	options   Options // of the programs of loops
	steps     []step
	values    []*value // by node
	users     []int    // elementwise operations that take a node
	constants constants
	inputs    []*value // the parameters
	outputs   []*value
	loops     map[int][]*loop   // by number of elements, in the order of steps
	copies    map[*value]*value // row-major copies of views
	packs     map[packKey]*value
}

func newSchedule(fuse bool) *schedule {
	return &schedule{fuse: fuse, loops: map[int][]*loop{}, copies: map[*value]*value{}, packs: map[packKey]*value{}}
}

func (s *schedule) add(st step) { s.steps = append(s.steps, st) }

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
	case compute.OpTypeDotGeneral:
		if isProduct(node) {
			return s.addProduct(node, inputs[0], inputs[1]), nil
		}
	}
	return s.addOther(node, inputs)
}

// A small view that many loops read (the biases of a network, broadcast to a batch, in each of its applications) is copied
// once instead of block by block in each loop.
const (
	usersOfCopy = 3
	sizeOfCopy  = 1 << 14
)

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

// contiguous returns the value stored row-major: itself, or a copy that all users share.
func (s *schedule) contiguous(v *value) *value {
	if v.view.IsContiguous() {
		return v
	}
	if s.copies[v] == nil {
		s.copies[v] = s.copy(v)
	}
	return s.copies[v]
}

// shapeOf returns a one-dimensional shape for storage that no node has.
func shapeOf(v *value, elements int) shapes.Shape { return shapes.Make(v.shape.DType, elements) }
