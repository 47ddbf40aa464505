package engine

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/notimplemented"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// Function records a graph in the normal form of package ir. A compute.Value is an *ir.Node of its graph. Operations
// are in files by theme; beside what they demand of shapes.
type Function struct {
	notimplemented.Function // for the operations that the backend lacks
	builder                 *Builder
	parent                  *Function // of a closure
	graph                   *ir.Graph
	captured                captured
	returned                bool
}

var _ compute.Function = (*Function)(nil)

// inference is the shape of an operation's result and its attributes, given the shapes of its operands.
type inference func(x []shapes.Shape) (shapes.Shape, any, error)

// record adds an operation whose node has the same operands.
func (f *Function) record(op compute.OpType, infer inference, operands ...compute.Value) (compute.Value, error) {
	x, err := f.nodes(op, operands)
	if err != nil {
		return nil, err
	}
	return f.recordNodes(op, infer, x...)
}

// recordNodes is record for checked operands.
func (f *Function) recordNodes(op compute.OpType, infer inference, x ...*ir.Node) (compute.Value, error) {
	shape, attributes, err := infer(shapesOf(x))
	if err == nil {
		err = checkShape(shape)
	}
	if err != nil {
		return nil, f.fail(op, x, err)
	}
	return f.graph.Add(op, shape, attributes, x...), nil
}

// nodes checks that operands are nodes of this graph, which is not compiled yet.
func (f *Function) nodes(op compute.OpType, operands []compute.Value) ([]*ir.Node, error) {
	nodes, err := f.check(operands)
	if err != nil {
		return nil, f.fail(op, nil, err)
	}
	return nodes, nil
}

func (f *Function) check(operands []compute.Value) ([]*ir.Node, error) {
	if f.returned {
		return nil, fmt.Errorf("the graph is complete already")
	}
	nodes := make([]*ir.Node, len(operands))
	for i, operand := range operands {
		n, ok := operand.(*ir.Node)
		switch {
		case operand == nil || ok && n == nil:
			return nil, fmt.Errorf("operation %d is nil", i)
		case !ok:
			return nil, fmt.Errorf("operation %d is a %T, of another backend", i, operand)
		case !f.owns(n):
			if n = f.capture(n); n == nil {
				return nil, fmt.Errorf("operation %d belongs to another graph", i)
			}
		}
		nodes[i] = n
	}
	return nodes, nil
}

// fail returns an error that names the operation, its operands and the graph.
func (f *Function) fail(op compute.OpType, x []*ir.Node, err error) error {
	if len(x) == 0 {
		return fmt.Errorf("cpu: %s in %q: %w", op, f.graph.Name, err)
	}
	return fmt.Errorf("cpu: %s of %v in %q: %w", op, shapesOf(x), f.graph.Name, err)
}

func shapesOf(nodes []*ir.Node) []shapes.Shape {
	list := make([]shapes.Shape, len(nodes))
	for i, n := range nodes {
		list[i] = n.Shape
	}
	return list
}

// Name implements compute.Function: closures have none.
func (f *Function) Name() string {
	if f.parent != nil {
		return ""
	}
	return compute.MainName
}

// Builder implements compute.Function.
func (f *Function) Builder() compute.Builder { return f.builder }

// Call implements compute.Function: it always gives an error.
func (f *Function) Call(compute.Function, ...compute.Value) ([]compute.Value, error) {
	return nil, f.ErrFn(compute.OpTypeCall)
}

// Shape implements compute.Function.
func (f *Function) Shape(op compute.Value) (shapes.Shape, error) {
	n, ok := op.(*ir.Node)
	if !ok || n == nil {
		return shapes.Invalid(), fmt.Errorf("cpu: a %T is not an operation of this backend", op)
	}
	return n.Shape, nil
}

// Parameter implements compute.Function.
func (f *Function) Parameter(name string, shape shapes.Shape, sharding *compute.ShardingSpec) (compute.Value, error) {
	if sharding != nil {
		return nil, f.fail(compute.OpTypeParameter, nil, fmt.Errorf(
			"%q is sharded, but there is only one device", name))
	}
	attributes := ir.Parameter{Name: name, Index: len(f.graph.Parameters)}
	op, err := f.record(compute.OpTypeParameter, func([]shapes.Shape) (shapes.Shape, any, error) {
		return shape.Clone(), attributes, nil
	})
	if err != nil {
		return nil, err
	}
	f.graph.Parameters = append(f.graph.Parameters, op.(*ir.Node))
	return op, nil
}

// Constant implements compute.Function. The values are copied.
func (f *Function) Constant(flat any, dims ...int) (compute.Value, error) {
	return f.record(compute.OpTypeConstant, func([]shapes.Shape) (shapes.Shape, any, error) {
		shape, values, err := inferConstant(flat, dims)
		return shape, ir.Constant{Flat: values}, err
	})
}

// inferConstant returns the shape of a constant and a copy of its values.
func inferConstant(flat any, dims []int) (shapes.Shape, any, error) {
	values := reflect.ValueOf(flat)
	if values.Kind() != reflect.Slice {
		return shapes.Shape{}, nil, fmt.Errorf("the values are a %T; a slice is needed", flat)
	}
	shape := shapes.Shape{DType: dtypes.FromGoType(values.Type().Elem()), Dimensions: slices.Clone(dims)}
	if err := checkShape(shape); err != nil {
		return shape, nil, err
	}
	if values.Len() != shape.Size() {
		return shape, nil, fmt.Errorf("there are %d values for %s, which has %d", values.Len(), shape, shape.Size())
	}
	own := reflect.MakeSlice(reflect.SliceOf(shape.DType.GoType()), values.Len(), values.Len())
	if own.Type() == values.Type() {
		reflect.Copy(own, values)
	} else { // int, uint, and named types
		for i := range values.Len() {
			own.Index(i).Set(values.Index(i).Convert(own.Type().Elem()))
		}
	}
	return shape, own.Interface(), nil
}

// Identity implements compute.Function: it is the operand itself.
func (f *Function) Identity(x compute.Value) (compute.Value, error) {
	nodes, err := f.nodes(compute.OpTypeIdentity, []compute.Value{x})
	if err != nil {
		return nil, err
	}
	return nodes[0], nil
}

// OptimizationBarrier implements compute.Function: it is its operands. Passes that look across it do no harm but to
// memory.
func (f *Function) OptimizationBarrier(operands ...compute.Value) ([]compute.Value, error) {
	nodes, err := f.nodes(compute.OpTypeOptimizationBarrier, operands)
	if err == nil && len(nodes) == 0 {
		err = f.fail(compute.OpTypeOptimizationBarrier, nil, fmt.Errorf("there are no operands; at least 1 is needed"))
	}
	if err != nil {
		return nil, err
	}
	values := make([]compute.Value, len(nodes))
	for i, n := range nodes {
		values[i] = n
	}
	return values, nil
}

// SchedulingBarrier implements compute.Function: it is its operand, for no operation has effects that an order would
// show.
func (f *Function) SchedulingBarrier(operand compute.Value, dependencies ...compute.Value) (compute.Value, error) {
	nodes, err := f.nodes(compute.OpTypeSchedulingBarrier, append([]compute.Value{operand}, dependencies...))
	if err != nil {
		return nil, err
	}
	return nodes[0], nil
}

// FusedScaledDotProductAttentionVJP implements compute.Function: it always gives an error, which the embedded type
// does not name.
func (f *Function) FusedScaledDotProductAttentionVJP(_, _, _ compute.Value, _ compute.AttentionAxesLayout,
	_ *compute.ScaledDotProductAttentionConfig, _ compute.Value, _ []compute.Value, _ compute.Value) (
	dQuery, dKey, dValue compute.Value, err error) {
	return nil, nil, nil, f.ErrFn(compute.OpTypeFusedScaledDotProductAttentionVJP)
}

// Return implements compute.Function. Outputs may repeat an operation; each becomes a buffer of its own.
func (f *Function) Return(outputs []compute.Value, shardings []*compute.ShardingSpec) error {
	name := f.graph.Name
	for i, sharding := range shardings {
		if sharding != nil {
			return fmt.Errorf("cpu: return of %q: output %d is sharded, but there is only one device", name, i)
		}
	}
	nodes, err := f.check(outputs)
	if err != nil {
		return fmt.Errorf("cpu: return of %q: %w", name, err)
	}
	if len(nodes) == 0 {
		return fmt.Errorf("cpu: return of %q: there are no outputs", name)
	}
	f.graph.Outputs, f.returned = nodes, true
	return nil
}

// captured are the values of the functions around a closure that it uses: each is a parameter of its own, behind those
// that it declares.
type captured struct {
	values     []*ir.Node // of the parent's graph
	parameters []*ir.Node
}

// capture returns the parameter of a closure that stands for a value of a function around it, or nil where n belongs
// to none.
func (f *Function) capture(n *ir.Node) *ir.Node {
	if f.parent == nil {
		return nil
	}
	if !f.parent.owns(n) {
		if n = f.parent.capture(n); n == nil {
			return nil
		}
	}
	if i := slices.Index(f.captured.values, n); i >= 0 {
		return f.captured.parameters[i]
	}
	parameter := f.graph.Add(compute.OpTypeParameter, n.Shape, ir.Parameter{Name: "captured"})
	f.captured.values, f.captured.parameters = append(f.captured.values, n), append(f.captured.parameters, parameter)
	return parameter
}

// owns reports whether a node is of the function's own graph.
func (f *Function) owns(n *ir.Node) bool {
	return n.Index < len(f.graph.Nodes) && f.graph.Nodes[n.Index] == n
}
