// Package backends opens the engines that run graphs, by their names.
//
// There are four backends: "cpu", this project's own engine, and "go", GoMLX's, both part of the binary; "xla:cpu" and
// "xla:cuda" through plugins that are looked for in the usual folders. Opening one never downloads anything.
//
// Plugins that this program did not build may compute wrong numbers: canary.go refuses those.
//
// XLA takes seconds to compile what the cpu backend compiles in milliseconds: shared.go keeps its programs for all who
// build the same graph.
//
// backends.go has the names and opens them, gpu.go bounds a GPU's memory, plugin.go and xla*.go find plugins.
package backends
