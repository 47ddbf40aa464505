package engine

import (
	"fmt"
	"reflect"
	"slices"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/notimplemented"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"ebim/framework/engine/ir"
)

// Builder records a graph in the normal form of package ir. A backends.Op is an *ir.Node of its graph. Operations are in
// files by theme; what they demand of shapes is in the infer_*.go file of the same theme.
type Builder struct {
	notimplemented.Builder // for the operations that the backend lacks
	backend                *Backend
	graph                  *ir.Graph
	compiled               bool
}

var _ backends.Builder = (*Builder)(nil)

// inference is the shape of an operation's result and its attributes, given the shapes of its operands.
type inference func(x []shapes.Shape) (shapes.Shape, any, error)

// record adds an operation whose node has the same operands.
func (b *Builder) record(op backends.OpType, infer inference, operands ...backends.Op) (backends.Op, error) {
	x, err := b.nodes(op, operands)
	if err != nil {
		return nil, err
	}
	return b.recordNodes(op, infer, x...)
}

// recordNodes is record for checked operands.
func (b *Builder) recordNodes(op backends.OpType, infer inference, x ...*ir.Node) (backends.Op, error) {
	shape, attributes, err := infer(shapesOf(x))
	if err == nil {
		err = checkShape(shape)
	}
	if err != nil {
		return nil, b.fail(op, x, err)
	}
	return b.graph.Add(op, shape, attributes, x...), nil
}

// nodes checks that operands are nodes of this graph, which is not compiled yet.
func (b *Builder) nodes(op backends.OpType, operands []backends.Op) ([]*ir.Node, error) {
	nodes, err := b.check(operands)
	if err != nil {
		return nil, b.fail(op, nil, err)
	}
	return nodes, nil
}

func (b *Builder) check(operands []backends.Op) ([]*ir.Node, error) {
	if b.compiled {
		return nil, fmt.Errorf("the graph is compiled already")
	}
	nodes := make([]*ir.Node, len(operands))
	for i, operand := range operands {
		n, ok := operand.(*ir.Node)
		switch {
		case operand == nil || ok && n == nil:
			return nil, fmt.Errorf("operation %d is nil", i)
		case !ok:
			return nil, fmt.Errorf("operation %d is a %T, of another backend", i, operand)
		case n.Index >= len(b.graph.Nodes) || b.graph.Nodes[n.Index] != n:
			return nil, fmt.Errorf("operation %d belongs to another graph", i)
		}
		nodes[i] = n
	}
	return nodes, nil
}

// fail returns an error that tells of which operation, of which operands and in which graph.
func (b *Builder) fail(op backends.OpType, x []*ir.Node, err error) error {
	if len(x) == 0 {
		return fmt.Errorf("cpu: %s in %q: %w", op, b.graph.Name, err)
	}
	return fmt.Errorf("cpu: %s of %v in %q: %w", op, shapesOf(x), b.graph.Name, err)
}

func shapesOf(nodes []*ir.Node) []shapes.Shape {
	list := make([]shapes.Shape, len(nodes))
	for i, n := range nodes {
		list[i] = n.Shape
	}
	return list
}

// Name implements backends.Builder.
func (b *Builder) Name() string { return b.graph.Name }

// OpShape implements backends.Builder.
func (b *Builder) OpShape(op backends.Op) (shapes.Shape, error) {
	n, ok := op.(*ir.Node)
	if !ok || n == nil {
		return shapes.Invalid(), fmt.Errorf("cpu: a %T is not an operation of this backend", op)
	}
	return n.Shape, nil
}

// Parameter implements backends.Builder.
func (b *Builder) Parameter(name string, shape shapes.Shape, sharding *backends.ShardingSpec) (backends.Op, error) {
	if sharding != nil {
		return nil, b.fail(backends.OpTypeParameter, nil, fmt.Errorf("%q is sharded, but there is only one device", name))
	}
	attributes := ir.Parameter{Name: name, Index: len(b.graph.Parameters)}
	op, err := b.record(backends.OpTypeParameter, func([]shapes.Shape) (shapes.Shape, any, error) {
		return shape.Clone(), attributes, nil
	})
	if err != nil {
		return nil, err
	}
	b.graph.Parameters = append(b.graph.Parameters, op.(*ir.Node))
	return op, nil
}

// Constant implements backends.Builder. The values are copied.
func (b *Builder) Constant(flat any, dims ...int) (backends.Op, error) {
	return b.record(backends.OpTypeConstant, func([]shapes.Shape) (shapes.Shape, any, error) {
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

// Identity implements backends.Builder: it is the operand itself.
func (b *Builder) Identity(x backends.Op) (backends.Op, error) {
	nodes, err := b.nodes(backends.OpTypeIdentity, []backends.Op{x})
	if err != nil {
		return nil, err
	}
	return nodes[0], nil
}

// Compile implements backends.Builder. Outputs may repeat an operation; each becomes a buffer of its own.
func (b *Builder) Compile(outputs []backends.Op, shardings []*backends.ShardingSpec) (backends.Executable, error) {
	for i, sharding := range shardings {
		if sharding != nil {
			return nil, fmt.Errorf("cpu: compile %q: output %d is sharded, but there is only one device", b.graph.Name, i)
		}
	}
	if err := b.backend.checkAlive(); err != nil {
		return nil, err
	}
	nodes, err := b.check(outputs)
	if err != nil {
		return nil, fmt.Errorf("cpu: compile %q: %w", b.graph.Name, err)
	}
	if len(nodes) == 0 {
		return nil, fmt.Errorf("cpu: compile %q: there are no outputs", b.graph.Name)
	}
	b.compiled = true
	b.graph.Outputs = nodes
	executable, err := newExecutable(b.backend, b.graph)
	if err != nil {
		return nil, err
	}
	return executable, nil
}

// DeviceAssignment implements backends.Builder: there is only device 0.
func (b *Builder) DeviceAssignment(devices ...backends.DeviceNum) error {
	if len(devices) != 1 || devices[0] != 0 {
		return fmt.Errorf("cpu: devices %v are assigned to %q; the only one is 0", devices, b.graph.Name)
	}
	return nil
}

// DistributedSPMD implements backends.Builder: it always gives an error.
func (b *Builder) DistributedSPMD(numDevices int) error {
	return fmt.Errorf("cpu: %q cannot be distributed over %d devices: there is only one", b.graph.Name, numDevices)
}

// DistributedAutoSharding implements backends.Builder: it always gives an error.
func (b *Builder) DistributedAutoSharding(...backends.Mesh) error {
	return fmt.Errorf("cpu: %q cannot be sharded: there is only one device", b.graph.Name)
}
