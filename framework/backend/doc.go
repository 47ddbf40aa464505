// Package backend compiles and runs graphs on an engine. Nothing above it compiles by itself.
//
// It opens the engines that are part of the binary: "cpu", this project's own, and "go", GoMLX's. Package backends
// opens any, also XLA's: a program or a test that does without that leaves XLA out of its binary.
//
// A Program is a graph with fixed dimensions. It takes a State, arrays that stay where the backend computes, such as
// parameters and an optimizer's moments, and inputs from the host. It returns outputs to the host and, if it makes a
// new state, replaces the arrays of the State it was given.
//
// GoMLX panics on a mistake in a graph. Compile turns that into a BuildError, which says in which graph, and for whom,
// which operation failed. A Draft is an engine on which graphs are only built: validation finds with it what a backend
// lacks before anything is trained.
//
// backend.go opens the embedded engines, program.go compiles and runs, loop.go repeats, builderror.go explains
// failures, draft.go has Draft.
package backend
