// Package backend opens the engines that run graphs, and compiles and runs graphs on them. Nothing above it opens or
// compiles by itself.
//
// There are four backends: "cpu", this project's own engine, and "go", GoMLX's, both part of the binary; "xla:cpu" and
// "xla:cuda" through plugins that are looked for in the usual folders. Opening one never
// downloads anything.
//
// A Program is a graph with fixed dimensions. It takes a State, arrays that stay where the backend computes, such as
// parameters and an optimizer's moments, and inputs from the host. It returns outputs to the host and, if it makes a
// new state, replaces the arrays of the State it was given.
//
// GoMLX panics on a mistake in a graph. Compile turns that into a BuildError, which says in which graph, and for whom,
// which operation failed. A Draft is an engine on which graphs are only built: validation finds with it what a backend
// lacks before anything is trained.
//
// Plugins that this program did not build may compute wrong numbers: canary.go refuses those.
//
// XLA takes seconds to compile what the cpu backend compiles in milliseconds: shared.go keeps its programs for all who
// build the same graph.
//
// names.go has the backends' names, backend.go opens them, program.go compiles and runs, gpu.go bounds a GPU's memory,
// builderror.go explains failures, draft.go has Draft, plugin.go, libraries.go and xla*.go find plugins.
package backend
