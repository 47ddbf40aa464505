package backend

import (
	"reflect"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// Draft is an engine on which graphs are only built, to find out whether they can be: it has the operations of the
// given engine, but spends no time on compiling, and its programs return zeros.
func Draft(engine compute.Backend) compute.Backend { return draft{engine} }

// IsDraft reports whether an engine is a Draft. Who computes until something holds asks, since with zeros it never
// would: a training ends once its graphs are built, and a search for points on a learned manifold takes those it
// starts from. Everything else runs on a draft as on its engine.
func IsDraft(engine compute.Backend) bool {
	_, ok := engine.(draft)
	return ok
}

type draft struct{ compute.Backend }

// draftBuffer belongs to the draft, as GoMLX demands of the buffers that it takes there.
type draftBuffer struct {
	compute.Buffer
	owner draft
}

func (b draftBuffer) Backend() compute.Backend { return b.owner }

func (d draft) BufferFromFlatData(device compute.DeviceNum, flat any, shape shapes.Shape) (compute.Buffer, error) {
	buffer, err := d.Backend.BufferFromFlatData(device, flat, shape)
	return draftBuffer{buffer, d}, err
}

func (d draft) NewSharedBuffer(device compute.DeviceNum, shape shapes.Shape) (compute.Buffer, any, error) {
	buffer, flat, err := d.Backend.NewSharedBuffer(device, shape)
	return draftBuffer{buffer, d}, flat, err
}

func (d draft) Builder(name string) compute.Builder {
	b := &draftBuilder{Builder: d.Backend.Builder(name), engine: d}
	b.main = &draftMain{Function: b.Builder.Main()}
	return b
}

// Finalize leaves the engine to its owner.
func (draft) Finalize() {}

type draftBuilder struct {
	compute.Builder
	engine compute.Backend
	main   *draftMain
}

func (b *draftBuilder) Main() compute.Function { return b.main }

func (b *draftBuilder) Compile() (compute.Executable, error) {
	return draftProgram{engine: b.engine, outputs: b.main.outputs}, nil
}

// draftMain keeps the shapes of what the main function returns.
type draftMain struct {
	compute.Function
	outputs []shapes.Shape
}

func (m *draftMain) Return(outputs []compute.Value, shardings []*compute.ShardingSpec) error {
	for _, output := range outputs {
		shape, err := m.Shape(output)
		if err != nil {
			return err
		}
		m.outputs = append(m.outputs, shape)
	}
	return m.Function.Return(outputs, shardings)
}

// draftProgram is asked for nothing but Finalize and Execute by a Program.
type draftProgram struct {
	compute.Executable
	engine  compute.Backend
	outputs []shapes.Shape
}

func (draftProgram) Finalize() {}

func (p draftProgram) Execute([]compute.Buffer, []bool, compute.DeviceNum) ([]compute.Buffer, error) {
	buffers := make([]compute.Buffer, len(p.outputs))
	for i, shape := range p.outputs {
		var err error
		if buffers[i], err = p.engine.BufferFromFlatData(0, zeros(shape.DType, shape.Size()), shape); err != nil {
			return nil, err
		}
	}
	return buffers, nil
}

// zeros is a slice of the type's Go type.
func zeros(dtype dtypes.DType, size int) any {
	return reflect.MakeSlice(reflect.SliceOf(dtype.GoType()), size, size).Interface()
}
