package backend

import (
	"errors"
	"fmt"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/engine"
	"ebim/framework/engine/ir"
)

// Trace returns the operations of a function, for other programs than engines. Its parameters are float32 arrays of
// the given dimensions, in order; build gets their nodes and returns the outputs. Nothing is compiled. The error is
// that of Compile.
func Trace(name string, parameters [][]int, build func(parameters []*graph.Node) []*graph.Node) (
	recorded *ir.Graph, err error) {
	cpu, err := engine.New("")
	if err != nil {
		return nil, err
	}
	defer cpu.Finalize()
	defer func() {
		if caught := recover(); caught != nil {
			recorded, err = nil, newBuildError(cpu, name, fmt.Sprintf("parameters %v", parameters), caught)
		}
	}()
	t := &tracer{Backend: cpu}
	g := graph.NewGraph(t, name)
	nodes := make([]*graph.Node, len(parameters))
	for i, d := range parameters {
		nodes[i] = graph.Parameter(g, fmt.Sprintf("parameter_%d", i), shapes.Make(dtypes.Float32, d...))
	}
	if err := g.Compile(build(nodes)...); err != nil {
		return nil, newBuildError(cpu, name, fmt.Sprintf("parameters %v", parameters), err)
	}
	return t.recorded, nil
}

// tracer is the engine that keeps a graph where others compile it.
type tracer struct {
	compute.Backend
	recorded *ir.Graph
}

// Builder implements compute.Backend.
func (t *tracer) Builder(name string) compute.Builder {
	return &tracingBuilder{Builder: t.Backend.Builder(name).(*engine.Builder), tracer: t}
}

type tracingBuilder struct {
	*engine.Builder
	tracer *tracer
}

// Compile implements compute.Builder: it compiles nothing.
func (b *tracingBuilder) Compile() (compute.Executable, error) {
	b.tracer.recorded = b.Graph()
	return traced{}, nil
}

// traced is what is never executed.
type traced struct{ compute.Executable }

// Finalize implements compute.Executable.
func (traced) Finalize() {}

// Execute implements compute.Executable: it always gives an error.
func (traced) Execute([]compute.Buffer, []bool, compute.DeviceNum) ([]compute.Buffer, error) {
	return nil, errors.New("a traced graph is not compiled")
}
