package backend

import (
	"reflect"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"
)

// Draft is an engine on which graphs are only built, to find out whether they can be: it has the operations of the given
// engine, but spends no time on compiling, and its programs return zeros.
func Draft(engine backends.Backend) backends.Backend { return draft{engine} }

// IsDraft tells whether an engine is a Draft. Who computes until something holds asks, since with zeros it never would: a
// training ends once its graphs are built, and a search for points on a learned manifold takes those it starts from. Everything
// else runs on a draft as on its engine.
func IsDraft(engine backends.Backend) bool {
	_, ok := engine.(draft)
	return ok
}

type draft struct{ backends.Backend }

func (d draft) Builder(name string) backends.Builder {
	return draftBuilder{d.Backend.Builder(name), d.Backend}
}

// Finalize leaves the engine to its owner.
func (draft) Finalize() {}

type draftBuilder struct {
	backends.Builder
	engine backends.Backend
}

func (b draftBuilder) Compile(outputs []backends.Op, _ []*backends.ShardingSpec) (backends.Executable, error) {
	program := draftProgram{engine: b.engine}
	for _, output := range outputs {
		shape, err := b.OpShape(output)
		if err != nil {
			return nil, err
		}
		program.outputs = append(program.outputs, shape)
	}
	return program, nil
}

// draftProgram is asked for nothing but Finalize and Execute by a Program.
type draftProgram struct {
	backends.Executable
	engine  backends.Backend
	outputs []shapes.Shape
}

func (draftProgram) Finalize() {}

func (p draftProgram) Execute([]backends.Buffer, []bool, backends.DeviceNum) ([]backends.Buffer, error) {
	buffers := make([]backends.Buffer, len(p.outputs))
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
