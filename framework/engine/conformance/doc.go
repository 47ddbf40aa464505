// Package conformance holds the tests that compare the whole backend "cpu" with others: with GoMLX's backend "go",
// with loops written plainly, with itself without fusion and on several threads, and, for gradients, with finite
// differences.
//
// Graphs are drawn as ir.Graph, whose text a failing test prints, and played to the builders of both backends. Where
// the two differ on purpose is said at the operation's test. A longer search than that of the ordinary tests is
//
//	go test ./framework/engine/conformance -run Random -rapid.checks 20000
package conformance
