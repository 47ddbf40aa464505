package backend

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/backends/notimplemented"
)

// BuildError says why a graph can't be built, and who was building it.
type BuildError struct {
	Graph     string          // name of the graph, such as "manifold step"
	Backend   string          // the engine's short name
	Operation string          // that failed, such as "Reverse"; empty where it was none
	Missing   bool            // whether the engine lacks it
	Asked     []runtime.Frame // the functions that were building, innermost first
	shapes    string          // of the graph's inputs
	cause     error
}

func (e *BuildError) Error() string {
	if e.Missing && e.Operation != "" {
		return fmt.Sprintf("the graph of %s can't be built: the backend %s lacks the operation %s", e.Graph, e.Backend, e.Operation)
	}
	return fmt.Sprintf("the graph of %s (%s) can't be built: %v", e.Graph, e.shapes, e.cause)
}

func (e *BuildError) Unwrap() error { return e.cause }

// Having are the names of the backends that have an operation, of those that are there. No plugin is loaded for it.
func Having(operation string) []string {
	kind, err := backends.OpTypeString(operation)
	if err != nil {
		return nil
	}
	var names []string
	for _, info := range List() {
		if info.Available && capabilities(info.Name).Operations[kind] {
			names = append(names, info.Name)
		}
	}
	return names
}

// capabilities are what a backend can do; nothing where it can't be opened.
func capabilities(name string) backends.Capabilities {
	if strings.HasPrefix(name, xlaPrefix) {
		return xlaCapabilities()
	}
	engine, err := Open(name)
	if err != nil {
		return backends.Capabilities{}
	}
	defer engine.Finalize()
	return engine.Capabilities()
}

// newBuildError is of what was caught while a graph was built. It must be called by the function that recovers, while the
// panic's stack is there.
func newBuildError(engine backends.Backend, name, shapes string, caught any) *BuildError {
	// GoMLX builds an operation Name in a function graph.backendName.
	const builds = "github.com/gomlx/gomlx/pkg/core/graph.backend"
	cause := asError(caught)
	e := &BuildError{Graph: name, Backend: engine.String(), Missing: errors.Is(cause, notimplemented.NotImplementedError), Asked: stack(),
		shapes: shapes, cause: cause}
	at := slices.IndexFunc(e.Asked, func(f runtime.Frame) bool { return strings.HasPrefix(f.Function, builds) })
	if at >= 0 {
		e.Operation = strings.TrimPrefix(e.Asked[at].Function, builds)
		e.Asked = e.Asked[at+1:]
	}
	return e
}

// stack is the calling functions, innermost first.
func stack() []runtime.Frame {
	counters := make([]uintptr, 256)
	found := runtime.CallersFrames(counters[:runtime.Callers(2, counters)])
	var all []runtime.Frame
	for more := true; more; {
		var frame runtime.Frame
		frame, more = found.Next()
		all = append(all, frame)
	}
	return all
}
