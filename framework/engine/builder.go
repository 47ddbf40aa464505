package engine

import (
	"fmt"

	"ebim/framework/engine/ir"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/notimplemented"
	"github.com/gomlx/compute/shapes"
)

// Builder makes the functions of a program. The one that is compiled is Main.
type Builder struct {
	backend  *Backend
	main     *Function
	compiled bool
}

var _ compute.Builder = (*Builder)(nil)

// function returns a new one, with a parent if it is a closure.
func (b *Builder) function(name string, parent *Function) *Function {
	f := &Function{builder: b, parent: parent, graph: &ir.Graph{Name: name}}
	if parent != nil {
		f.graph.Name = parent.graph.Name + " loop"
	}
	f.ErrFn = func(op compute.OpType) error {
		return &MissingError{op, fmt.Sprintf("cpu: %s in %q is not implemented by the backend \"cpu\"; the backend "+
			"\"xla:cpu\" may have it", op, f.graph.Name)}
	}
	return f
}

// Name implements compute.Builder.
func (b *Builder) Name() string { return b.main.graph.Name }

// Graph returns the main function as it has been recorded so far. It is not to be changed.
func (b *Builder) Graph() *ir.Graph { return b.main.graph }

// Main implements compute.Builder.
func (b *Builder) Main() compute.Function { return b.main }

// NewFunction implements compute.Builder: it always gives an error.
func (b *Builder) NewFunction(string) (compute.Function, error) {
	return nil, b.main.ErrFn(compute.OpTypeCall)
}

// OpShape implements compute.Builder.
func (b *Builder) OpShape(op compute.Value) (shapes.Shape, error) { return b.main.Shape(op) }

// Compile implements compute.Builder.
func (b *Builder) Compile() (compute.Executable, error) {
	name := b.Name()
	if err := b.backend.checkAlive(); err != nil {
		return nil, err
	}
	switch {
	case b.compiled:
		return nil, fmt.Errorf("cpu: compile %q: the graph is compiled already", name)
	case !b.main.returned:
		return nil, fmt.Errorf("cpu: compile %q: the main function returns nothing yet", name)
	}
	b.compiled = true
	executable, err := newExecutable(b.backend, b.main.graph)
	if err != nil {
		return nil, err
	}
	return executable, nil
}

// DeviceAssignment implements compute.Builder: there is only device 0.
func (b *Builder) DeviceAssignment(devices ...compute.DeviceNum) error {
	if len(devices) != 1 || devices[0] != 0 {
		return fmt.Errorf("cpu: devices %v are assigned to %q; the only one is 0", devices, b.Name())
	}
	return nil
}

// DistributedSPMD implements compute.Builder: it always gives an error.
func (b *Builder) DistributedSPMD(numDevices int) error {
	return fmt.Errorf("cpu: %q cannot be distributed over %d devices: there is only one", b.Name(), numDevices)
}

// DistributedAutoSharding implements compute.Builder: it always gives an error.
func (b *Builder) DistributedAutoSharding(...compute.Mesh) error {
	return fmt.Errorf("cpu: %q cannot be sharded: there is only one device", b.Name())
}

// Builder implements compute.Backend.
func (b *Backend) Builder(name string) compute.Builder {
	builder := &Builder{backend: b}
	builder.main = builder.function(name, nil)
	return builder
}

// MissingError says that a graph asks for an operation that its backend lacks. It is a
// notimplemented.NotImplementedError.
type MissingError struct {
	Operation compute.OpType
	Message   string
}

func (e *MissingError) Error() string { return e.Message }

// Unwrap returns GoMLX's error for all that is missing.
func (e *MissingError) Unwrap() error { return notimplemented.NotImplementedError }
