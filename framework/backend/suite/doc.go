// Package suite tests whether a backend computes what it should: operations, products with what engines fuse into them,
// reductions, convolutions, gradients, loops, random numbers. It is for plugins that this program did not build: some of them give wrong
// numbers without a word.
//
// A Case is a graph with several named outputs, its Parts. Each is compared with plain Go where that is short, and otherwise
// with the same graph on a reference backend. Parts are built together, for compiling costs more than computing; where that
// fails, each is built alone, so that what is missing has a name.
//
// suite.go runs cases and compares, report.go says what was found; operations.go, shapes.go, products.go, reductions.go,
// windows.go, gradients.go, networks.go, loops.go and random.go are the cases.
package suite
