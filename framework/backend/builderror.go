package backend

import (
	"errors"
	"fmt"
	"regexp"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/notimplemented"

	"ebim/framework/component"
	"ebim/framework/engine"
)

// BuildError says why a graph can't be built. Package component finds in it which component was building.
type BuildError struct {
	Graph     string // name of the graph, such as "manifold step"
	Backend   string // the engine's short name
	Operation string // that the engine lacks, such as "Reverse"; empty where something else is wrong
	shapes    string // of the graph's inputs
	cause     error
}

func (e *BuildError) Error() string {
	if e.Operation != "" {
		return fmt.Sprintf("the graph of %s can't be built: the backend %s lacks the operation %s", e.Graph,
			e.Backend, e.Operation)
	}
	return fmt.Sprintf("the graph of %s (%s) can't be built: %v", e.Graph, e.shapes, e.cause)
}

func (e *BuildError) Unwrap() error { return e.cause }

// newBuildError is of what was caught while a graph was built.
func newBuildError(backend compute.Backend, name, shapes string, caught any) *BuildError {
	e := &BuildError{Graph: name, Backend: backend.String(), shapes: shapes, cause: component.Error(caught)}
	if missing, ok := errors.AsType[*engine.MissingError](e.cause); ok {
		e.Operation = missing.Operation.String()
	} else if errors.Is(e.cause, notimplemented.NotImplementedError) {
		if found := missingOperation.FindStringSubmatch(e.cause.Error()); found != nil {
			e.Operation = found[1]
		}
	}
	return e
}

// missingOperation finds what GoMLX's own engine lacks, which it names in prose only.
var missingOperation = regexp.MustCompile(`op "(\w+)" not implemented`)
