package engine

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// Closure implements compute.Function. A closure is for While alone.
func (f *Function) Closure() (compute.Function, error) {
	return f.builder.function("", f), nil
}

// Parent implements compute.Function: the main function has none.
func (f *Function) Parent() compute.Function {
	if f.parent == nil {
		return nil
	}
	return f.parent
}

// While implements compute.Function: the closures' programs run until the condition is false. There is no derivative.
func (f *Function) While(cond, body compute.Function, initialState ...compute.Value) ([]compute.Value, error) {
	x, err := f.nodes(compute.OpTypeWhile, initialState)
	if err != nil {
		return nil, err
	}
	loop, operands, err := f.loop(cond, body, x)
	if err != nil {
		return nil, f.fail(compute.OpTypeWhile, x, err)
	}
	all := f.graph.Add(compute.OpTypeWhile, shapes.Make(dtypes.Uint8, loop.Bytes()), *loop, operands...)
	end := make([]compute.Value, len(x))
	for i, offset := range loop.Offsets {
		if end[i], err = f.taken(all, offset, x[i].Shape); err != nil {
			return nil, err
		}
	}
	return end, nil
}

// loop returns what closures do with a state, and all that they need: the state and what each captured.
func (f *Function) loop(cond, body compute.Function, state []*ir.Node) (*ir.While, []*ir.Node, error) {
	if len(state) == 0 {
		return nil, nil, fmt.Errorf("there is no state; at least 1 array is needed")
	}
	loop, operands := &ir.While{State: shapesOf(state)}, slices.Clone(state)
	for i, of := range []compute.Function{cond, body} {
		name := []string{"condition", "body"}[i]
		own, ok := of.(*Function)
		if !ok || own == nil || own.builder != f.builder || own.parent == nil || !own.returned {
			return nil, nil, fmt.Errorf("the %s is no closure of this graph that returns something", name)
		}
		graph, values, err := own.closed(f, loop.State)
		if err != nil {
			return nil, nil, fmt.Errorf("the %s: %w", name, err)
		}
		operands = append(operands, values...)
		results := shapesOf(graph.Outputs)
		if i == 0 {
			loop.Condition, loop.Captured = graph, len(values)
			if len(results) != 1 || !results[0].Equal(shapes.Make(dtypes.Bool)) {
				return nil, nil, fmt.Errorf("the condition returns %v; one Bool is needed", results)
			}
		} else if loop.Body = graph; !slices.EqualFunc(results, loop.State, shapes.Shape.Equal) {
			return nil, nil, fmt.Errorf("the body returns %v; the state is %v", results, loop.State)
		}
	}
	loop.Place()
	return loop, operands, nil
}

// closed returns a closure's graph, whose parameters are a state and what it captured, and the values of the latter in
// a function that uses it.
func (f *Function) closed(in *Function, state []shapes.Shape) (*ir.Graph, []*ir.Node, error) {
	if declared := shapesOf(f.graph.Parameters); !slices.EqualFunc(declared, state, shapes.Shape.Equal) {
		return nil, nil, fmt.Errorf("it takes %v; the state is %v", declared, state)
	}
	graph := *f.graph
	graph.Parameters = slices.Concat(f.graph.Parameters, f.captured.parameters)
	values := make([]*ir.Node, len(f.captured.values))
	for i, n := range f.captured.values {
		if values[i] = n; !in.owns(n) {
			if values[i] = in.capture(n); values[i] == nil {
				return nil, nil,
					fmt.Errorf("it uses a value of shape %s that is not known where the loop stands", n.Shape)
			}
		}
	}
	return &graph, values, nil
}

// taken is an array of the bytes of all, from an offset on.
func (f *Function) taken(all *ir.Node, offset int, shape shapes.Shape) (compute.Value, error) {
	if shape.Size() == 0 {
		return f.broadcast(f.zero(shape.DType), shape.Dimensions), nil
	}
	size := shape.DType.Size()
	part, err := f.Slice(all, []int{offset}, []int{offset + shape.Size()*size}, nil)
	if err == nil && size > 1 {
		part, err = f.Reshape(part, shape.Size(), size)
	}
	if err == nil {
		if shape.DType == dtypes.Bool {
			part, err = f.NotEqual(part, f.zero(dtypes.Uint8))
		} else {
			part, err = f.Bitcast(part, shape.DType)
		}
	}
	if err != nil {
		return nil, err
	}
	return f.Reshape(part, shape.Dimensions...)
}

// zero is the constant 0, or false.
func (f *Function) zero(dtype dtypes.DType) *ir.Node {
	flat := reflect.MakeSlice(reflect.SliceOf(dtype.GoType()), 1, 1).Interface()
	return f.graph.Add(compute.OpTypeConstant, shapes.Shape{DType: dtype}, ir.Constant{Flat: flat})
}
