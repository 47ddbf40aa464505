package engine

import (
	"fmt"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/program"
)

// Executable is a compiled graph. Its methods may be called at the same time.
type Executable struct {
	backend *Backend
	name    string
	program atomic.Pointer[runner] // nil once the executable is finalized

	inputNames                []string
	inputShapes, outputShapes []shapes.Shape
	outputPools               []*sync.Pool // where each output's storage comes from
}

var _ compute.Executable = (*Executable)(nil)

// newExecutable compiles a recorded graph.
func newExecutable(b *Backend, g *ir.Graph) (*Executable, error) {
	e := &Executable{backend: b, name: g.Name}
	for _, p := range g.Parameters {
		e.inputNames = append(e.inputNames, p.Attributes.(ir.Parameter).Name)
		e.inputShapes = append(e.inputShapes, p.Shape)
	}
	for _, n := range g.Outputs {
		e.outputShapes = append(e.outputShapes, n.Shape)
		e.outputPools = append(e.outputPools, b.pools.pool(n.Shape.DType, n.Shape.Size()))
	}
	program, err := b.compile(g)
	if err != nil {
		return nil, fmt.Errorf("cpu: compile %q: %w", g.Name, err)
	}
	e.program.Store(&program)
	return e, nil
}

// Finalize implements compute.Executable. Runs that go on are not disturbed.
func (e *Executable) Finalize() { e.program.Store(nil) }

// Inputs implements compute.Executable.
func (e *Executable) Inputs() (names []string, inputShapes []shapes.Shape) {
	return e.inputNames, e.inputShapes
}

// Outputs implements compute.Executable.
func (e *Executable) Outputs() (outputShapes []shapes.Shape) { return e.outputShapes }

// Execute implements compute.Executable. Donated inputs are finalized after the run; when an error is returned, there
// was no run and they are as before.
func (e *Executable) Execute(inputs []compute.Buffer, donate []bool,
	device compute.DeviceNum) ([]compute.Buffer, error) {
	program := e.program.Load()
	if program == nil {
		return nil, fmt.Errorf("cpu: the executable %q is finalized", e.name)
	}
	if err := checkDevice(device); err != nil {
		return nil, err
	}
	if len(donate) > 0 && len(donate) != len(inputs) {
		return nil, fmt.Errorf("cpu: run %q: donate has %d entries for %d inputs", e.name, len(donate), len(inputs))
	}
	addresses, err := e.inputAddresses(inputs)
	if err != nil {
		return nil, fmt.Errorf("cpu: run %q: %w", e.name, err)
	}
	headers := make([]Buffer, len(e.outputShapes))
	outputs := make([]compute.Buffer, len(headers))
	for i := range headers {
		s := e.donated(i, (*program).Donors()[i], inputs, donate, addresses[:len(inputs)])
		headers[i].backend, headers[i].shape = e.backend, e.outputShapes[i]
		headers[i].storage.Store(s)
		outputs[i] = &headers[i]
		addresses = append(addresses, s.at)
	}
	(*program).Run(addresses[:len(inputs):len(inputs)], addresses[len(inputs):])
	for i, donated := range donate {
		if donated {
			inputs[i].(*Buffer).finalize() // the same buffer may be given, and donated, several times
		}
	}
	return outputs, nil
}

// donated returns the storage of an output: that of its donor, if that is donated and no other input shares it, or a
// fresh one.
func (e *Executable) donated(output, donor int, inputs []compute.Buffer, donate []bool,
	addresses []unsafe.Pointer) *storage {
	if donor >= 0 && len(donate) > 0 && donate[donor] {
		shared := false
		for i, at := range addresses {
			shared = shared || i != donor && at == addresses[donor]
		}
		if !shared {
			if s := inputs[donor].(*Buffer).storage.Swap(nil); s != nil {
				return s
			}
		}
	}
	return e.outputPools[output].Get().(*storage)
}

// inputAddresses checks the inputs and returns where their values are, with room for the outputs' addresses.
func (e *Executable) inputAddresses(inputs []compute.Buffer) ([]unsafe.Pointer, error) {
	if len(inputs) != len(e.inputShapes) {
		return nil, fmt.Errorf("there are %d inputs; %d are needed: %v", len(inputs), len(e.inputShapes), e.inputNames)
	}
	addresses := make([]unsafe.Pointer, len(inputs), len(inputs)+len(e.outputShapes))
	for i, input := range inputs {
		buffer, s, err := e.backend.contents(input)
		if err != nil {
			return nil, fmt.Errorf("input %d (%s): %w", i, e.inputNames[i], err)
		}
		if !buffer.shape.Equal(e.inputShapes[i]) {
			return nil, fmt.Errorf("input %d (%s) is %s; %s is needed", i, e.inputNames[i], buffer.shape,
				e.inputShapes[i])
		}
		addresses[i] = s.at
	}
	return addresses, nil
}

// compiler returns how a backend with the given options compiles graphs.
func compiler(o options) func(*ir.Graph) (runner, error) {
	return func(g *ir.Graph) (runner, error) {
		p, err := program.Compile(g, program.Options{Fuse: o.fuse, Threads: o.threads})
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}
