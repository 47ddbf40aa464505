// Command ebim runs declarative experiments with generative models of data on manifolds. See README.md.
package main

import (
	"os"
	"runtime/debug"

	"ebim/registry"
	"ebim/registry/command"
)

func main() {
	// what nothing can recover from then ends with SIGABRT, and not with the code of a wrong command line
	debug.SetTraceback("crash")
	os.Exit(command.Main(command.Interruptible(), registry.Standard(), os.Args))
}
