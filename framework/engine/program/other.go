package program

import (
	"fmt"
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/convolution"
	"ebim/framework/engine/kernel/index"
	"ebim/framework/engine/kernel/product"
	"ebim/framework/engine/kernel/random"
	"ebim/framework/engine/kernel/reduce"
	"ebim/framework/engine/kernel/view"
	"ebim/framework/engine/kernel/window"
)

// kernels prepares the operations that have instructions of their own.
var kernels = map[compute.OpType]func(*ir.Node) (kernel.Instruction, error){
	compute.OpTypeArgMinMax:          reduce.New,
	compute.OpTypeConcatenate:        view.New,
	compute.OpTypePad:                view.New,
	compute.OpTypeConvGeneral:        convolution.New,
	compute.OpTypeDotGeneral:         product.New,
	compute.OpTypeDynamicSlice:       index.New,
	compute.OpTypeDynamicUpdateSlice: index.New,
	compute.OpTypeGather:             index.New,
	compute.OpTypeScatterMax:         index.New,
	compute.OpTypeScatterMin:         index.New,
	compute.OpTypeScatterSum:         index.New,
	compute.OpTypeReduceWindow:       window.New,
	compute.OpTypeRNGBitGenerator:    random.New,
	ir.OpRandomState:                 random.New,
}

// otherStep is an operation over row-major operands.
type otherStep struct {
	instruction kernel.Instruction
	inputs      []*value
	result      *value
}

func (s *schedule) addOther(node *ir.Node, inputs []*value) (*value, error) {
	prepare, ok := kernels[node.Op]
	if !ok {
		return nil, fmt.Errorf("the cpu backend has no such operation")
	}
	prepared, err := prepare(node)
	if err != nil {
		return nil, err
	}
	return s.addPrepared(node, prepared, inputs), nil
}

func (s *schedule) addPrepared(node *ir.Node, prepared kernel.Instruction, inputs []*value) *value {
	rows := make([]*value, len(inputs))
	for i, in := range inputs {
		rows[i] = s.contiguous(in)
	}
	o := &otherStep{instruction: prepared, inputs: rows, result: newValue(node.Shape, len(s.steps))}
	s.add(o)
	return o.result
}

// addColumns reduces the columns of an array that is too wide for a loop's blocks.
func (s *schedule) addColumns(node *ir.Node, in *value, rows, columns int) (*value, error) {
	reduced := reduce.Columns(node.Op, in.shape.DType)
	if reduced == nil {
		return nil, fmt.Errorf("there is no kernel for %s elements", in.shape.DType)
	}
	o := &otherStep{instruction: wideColumns{reduced, rows, columns}, inputs: []*value{in},
		result: newValue(node.Shape, len(s.steps))}
	s.add(o)
	return o.result, nil
}

type wideColumns struct {
	reduce        kernel.ReduceColumns
	rows, columns int
}

func (wideColumns) Scratch() int { return 0 }
func (wideColumns) Tasks() int   { return 1 }
func (w wideColumns) Run(_ int, dst unsafe.Pointer, operands []unsafe.Pointer, _ unsafe.Pointer) {
	w.reduce(dst, operands[0], w.rows, w.columns)
}

func (o *otherStep) reads(visit func(*value)) {
	for _, in := range o.inputs {
		visit(in.source)
	}
}
func (o *otherStep) writes(visit func(*value)) { visit(o.result) }
func (o *otherStep) prepare()                  {}
func (o *otherStep) reuse(_, _ *value) bool    { return false }

func (o *otherStep) build() (instruction, int) {
	b := &otherInstruction{instruction: o.instruction, result: o.result.at()}
	for _, in := range o.inputs {
		b.inputs = append(b.inputs, in.at())
	}
	return b, o.instruction.Scratch()
}

type otherInstruction struct {
	complete
	instruction kernel.Instruction
	inputs      []address
	result      address
}

func (o *otherInstruction) tasks() int { return o.instruction.Tasks() }

func (o *otherInstruction) run(t *thread, task int) {
	t.operands = t.operands[:0]
	for _, in := range o.inputs {
		t.operands = append(t.operands, t.at(in, 0))
	}
	o.instruction.Run(task, t.at(o.result, 0), t.operands, t.bases[scratchBase])
	clear(t.operands)
}
