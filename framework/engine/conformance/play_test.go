package conformance_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/backend"
	cpu "ebim/framework/engine"
	"ebim/framework/engine/ir"
	"ebim/framework/engine/memory"
)

// open starts the backend "cpu" with a configuration.
func open(t testing.TB, config string) compute.Backend {
	t.Helper()
	engine, err := cpu.New(config)
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// openReference starts GoMLX's own backend.
func openReference(t testing.TB) compute.Backend {
	t.Helper()
	engine, err := backend.Open(backend.Reference)
	if err != nil {
		t.Fatal(err)
	}
	return engine
}

// executable is a compiled graph, whose output i is output places[i] of what the backend made of it.
type executable struct {
	compute.Executable
	engine compute.Backend
	places []int
}

// compile records a graph with the builder of a backend.
func compile(engine compute.Backend, g *ir.Graph) (*executable, error) {
	builder := engine.Builder("conformance")
	p := player{Function: builder.Main(), reference: engine.Name() != cpu.Name}
	played := make([]compute.Value, len(g.Nodes))
	for _, n := range g.Nodes {
		operands := make([]compute.Value, len(n.Inputs))
		for i, in := range n.Inputs {
			operands[i] = played[in.Index]
		}
		op, err := p.play(n, operands)
		if err != nil {
			return nil, fmt.Errorf("%%%d: %w", n.Index, err)
		}
		shape, err := p.Shape(op)
		if err != nil {
			return nil, err
		}
		if !shape.Equal(n.Shape) {
			return nil, fmt.Errorf("%%%d is %s, not %s", n.Index, shape, n.Shape)
		}
		played[n.Index] = op
	}
	e := &executable{engine: engine}
	var outputs []compute.Value
	for _, n := range g.Outputs {
		place := len(outputs)
		if known := slices.Index(outputs, played[n.Index]); p.reference && known >= 0 {
			place = known
		} else {
			outputs = append(outputs, played[n.Index])
		}
		e.places = append(e.places, place)
	}
	if last := len(g.Parameters) - 1; p.reference && last >= 0 { // the reference fails if parameters follow all outputs
		if op := played[g.Parameters[last].Index]; !slices.Contains(outputs, op) {
			outputs = append(outputs, op)
		}
	}
	if err := p.Return(outputs, nil); err != nil {
		return nil, err
	}
	var err error
	e.Executable, err = builder.Compile()
	return e, err
}

// run feeds flat arrays and returns the outputs as such.
func (e *executable) run(inputs []any) ([]any, error) {
	engine := e.engine
	_, inputShapes := e.Inputs()
	buffers := make([]compute.Buffer, len(inputs))
	for i, flat := range inputs {
		buffer, err := engine.BufferFromFlatData(0, flat, inputShapes[i])
		if err != nil {
			return nil, err
		}
		buffers[i] = buffer
	}
	results, err := e.Execute(buffers, make([]bool, len(buffers)), 0)
	if err != nil {
		return nil, err
	}
	flats := make([]any, len(results))
	for i, result := range results {
		shape, err := result.Shape()
		if err != nil {
			return nil, err
		}
		flats[i] = newFlat(shape.DType, shape.Size())
		if err := result.ToFlatData(flats[i]); err != nil {
			return nil, err
		}
		if err := result.Finalize(); err != nil {
			return nil, err
		}
	}
	outputs := make([]any, len(e.places))
	for i, place := range e.places {
		outputs[i] = flats[place]
	}
	return outputs, nil
}

// evaluate compiles and runs a graph.
func evaluate(engine compute.Backend, g *ir.Graph, inputs []any) ([]any, error) {
	e, err := compile(engine, g)
	if err != nil {
		return nil, fmt.Errorf("compile on %q: %w", engine.Name(), err)
	}
	defer e.Finalize()
	outputs, err := e.run(inputs)
	if err != nil {
		return nil, fmt.Errorf("run on %q: %w", engine.Name(), err)
	}
	return outputs, nil
}

func newFlat(dtype dtypes.DType, n int) any {
	flat, _ := memory.Flat(dtype, n)
	return flat
}

// player records nodes with a builder. It composes what the reference lacks of what that has.
type player struct {
	compute.Function
	reference bool
}

func (p player) play(n *ir.Node, x []compute.Value) (compute.Value, error) {
	if p.reference && (n.Shape.Size() == 0 && n.Op != compute.OpTypeParameter || n.Op == compute.OpTypeDotGeneral &&
		n.Inputs[0].Shape.Size() == 0) {
		// it has no slices and products of nothing
		return p.Constant(newFlat(n.Shape.DType, n.Shape.Size()), n.Shape.Dimensions...)
	}
	if p.reference && len(x) == 1 && x[0] != nil && n.Inputs[0].Shape.DType == n.Shape.DType &&
		n.Shape.DType.Size() == 1 && isExtreme(n) {
		return p.extremeOfBytes(n, x)
	}
	return p.playDirectly(n, x)
}

func isExtreme(n *ir.Node) bool {
	if a, ok := n.Attributes.(ir.ReduceWindow); ok {
		return a.Reduction == compute.ReduceOpMax || a.Reduction == compute.ReduceOpMin
	}
	return n.Op == compute.OpTypeReduceMax || n.Op == compute.OpTypeReduceMin
}

// extremeOfBytes is for the reference, whose extremes of bytes fail: those of Int32 are taken instead, up to the least
// byte, which is the largest of none. (The least of none is not drawn.)
func (p player) extremeOfBytes(n *ir.Node, x []compute.Value) (compute.Value, error) {
	wide, err := p.ConvertDType(x[0], dtypes.Int32)
	if err != nil {
		return nil, err
	}
	extreme, err := p.playDirectly(n, []compute.Value{wide})
	if err != nil {
		return nil, err
	}
	if n.Shape.DType == dtypes.Int8 {
		least, err := p.Constant([]int32{math.MinInt8})
		if err != nil {
			return nil, err
		}
		if extreme, err = p.Max(extreme, least); err != nil {
			return nil, err
		}
	}
	return p.ConvertDType(extreme, n.Shape.DType)
}

func (p player) playDirectly(n *ir.Node, x []compute.Value) (compute.Value, error) {
	switch a := n.Attributes.(type) {
	case ir.Parameter:
		return p.Parameter(a.Name, n.Shape, nil)
	case ir.Constant:
		return p.Constant(a.Flat, n.Shape.Dimensions...)
	case ir.Iota:
		return p.Iota(n.Shape, a.Axis)
	case ir.Transpose:
		return p.Transpose(x[0], a.Permutation...)
	case ir.BroadcastInDim:
		return p.BroadcastInDim(x[0], n.Shape, a.Axes)
	case ir.Slice:
		return p.Slice(x[0], a.Starts, a.Limits, a.Strides)
	case ir.Reverse:
		return p.reverse(n.Inputs[0].Shape, x[0], a.Axes)
	case ir.ArgMinMax:
		return p.ArgMinMax(x[0], a.Axis, n.Shape.DType, a.IsMinimum)
	case ir.DotGeneral:
		return p.DotGeneral(x[0], a.LeftContracting, a.LeftBatch, x[1], a.RightContracting, a.RightBatch,
			compute.DotGeneralConfig{})
	case ir.ConvGeneral:
		return p.ConvGeneral(x[0], x[1], a.Axes, a.Strides, a.Paddings, a.InputDilations, a.KernelDilations,
			a.ChannelGroupCount, a.BatchGroupCount)
	case ir.ReduceWindow:
		return p.ReduceWindow(x[0], a.Reduction, a.Dimensions, a.Strides, a.BaseDilations,
			a.WindowDilations, a.Paddings)
	case ir.Gather:
		return p.Gather(x[0], x[1], a.IndexVectorAxis, a.OffsetOutputAxes, a.CollapsedSliceAxes, a.StartIndexMap,
			a.SliceSizes, false)
	case ir.Scatter:
		scatter := map[compute.OpType]func(_, _, _ compute.Value, _ int, _, _, _ []int, _,
			_ bool) (compute.Value, error){
			compute.OpTypeScatterSum: p.ScatterSum, compute.OpTypeScatterMax: p.ScatterMax,
			compute.OpTypeScatterMin: p.ScatterMin}
		return scatter[n.Op](x[0], x[1], x[2], a.IndexVectorAxis, a.UpdateWindowAxes, a.InsertedWindowAxes,
			a.ScatterAxesToOperandAxes, false, false)
	case ir.DynamicSlice:
		return p.DynamicSlice(x[0], x[1:], a.Dimensions)
	case ir.Concatenate:
		if p.reference { // it cannot read nothing
			x = slices.DeleteFunc(x, func(op compute.Value) bool {
				shape, err := p.Shape(op)
				return err == nil && shape.Size() == 0
			})
		}
		return p.Concatenate(a.Axis, x...)
	case ir.Pad:
		return p.Pad(x[0], x[1], a.Axes...)
	}
	switch n.Op {
	case compute.OpTypeReshape:
		return p.Reshape(x[0], n.Shape.Dimensions...)
	case compute.OpTypeConvertDType:
		return p.ConvertDType(x[0], n.Shape.DType)
	case compute.OpTypeBitcast:
		return p.Bitcast(x[0], n.Shape.DType)
	case compute.OpTypeDynamicUpdateSlice:
		return p.DynamicUpdateSlice(x[0], x[1], x[2:])
	}
	return p.call(n, x)
}

// call records an operation that has no attributes beside the axes of a reduction.
func (p player) call(n *ir.Node, x []compute.Value) (compute.Value, error) {
	var arguments []reflect.Value
	for _, op := range x {
		arguments = append(arguments, reflect.ValueOf(op))
	}
	if a, ok := n.Attributes.(ir.Reduce); ok {
		for _, axis := range a.Axes {
			arguments = append(arguments, reflect.ValueOf(axis))
		}
		if len(a.Axes) == 0 { // no axes would mean all of them
			return x[0], nil
		}
	}
	results := reflect.ValueOf(p.Function).MethodByName(n.Op.String()).Call(arguments)
	err, _ := results[1].Interface().(error)
	return results[0].Interface(), err
}

func (p player) reverse(shape shapes.Shape, x compute.Value, axes []int) (compute.Value, error) {
	if !p.reference {
		return p.Reverse(x, axes...)
	}
	for _, axis := range axes {
		length := shape.Dimensions[axis]
		positions := make([]int32, length)
		for i := range positions {
			positions[i] = int32(length - 1 - i)
		}
		indices, err := p.Constant(positions, length, 1)
		if err != nil {
			return nil, err
		}
		sizes := slices.Clone(shape.Dimensions)
		sizes[axis] = 1
		var rest []int
		for i := range sizes {
			if i != axis {
				rest = append(rest, i)
			}
		}
		if x, err = p.Gather(x, indices, 1, rest, []int{axis}, []int{axis}, sizes, false); err != nil {
			return nil, err
		}
	}
	return x, nil
}

func addressOf(flat any) unsafe.Pointer { return reflect.ValueOf(flat).UnsafePointer() }
