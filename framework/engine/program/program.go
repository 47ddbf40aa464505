// Package program compiles a graph to a list of instructions over one piece of memory, and runs it.
//
// Compilation has five parts. values.go says how each node is addressed: views cost nothing. nodes.go makes steps of
// the nodes, of three kinds: loops, which elementwise operations and reductions of the same number of elements share
// (loop.go), products of float32 matrices (product.go), and all other operations (other.go).
// epilogue.go moves products into the loops that take their results, stream.go some of them out again. memory.go gives
// each value that is stored its place in the arena. Then each step is built as an instruction: loop_build.go writes a
// loop as calls of kernels on blocks, which loop_run.go makes.
//
// A machine (machine.go) is the memory and the addresses of one run, and shares an instruction's tasks among cores.
// Runs at the same time have machines of their own.
package program

import (
	"runtime"
	"unsafe"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/memory"
	"ebim/framework/engine/pass"
)

// Program is a compiled graph. Runs may overlap.
type Program struct {
	instructions []instruction
	constants    []byte // aligned to a cache line
	arena        int    // bytes
	scratch      int    // bytes for each thread
	parameters   int
	outputs      int
	donors       []int
	threads      int
	idle         machines
}

// Compile optimizes a graph and turns it into a program.
func Compile(g *ir.Graph, options Options) (*Program, error) {
	fold := func(constants *ir.Graph) ([]any, error) { return evaluate(constants, options) }
	return compile(pass.Run(g, fold), options)
}

func compile(g *ir.Graph, options Options) (*Program, error) {
	s := newSchedule(options.Fuse)
	s.options = options
	if err := s.addGraph(g); err != nil {
		return nil, err
	}
	if options.Fuse {
		s.fuseProducts()
		s.streamProducts()
	}
	plan := s.plan()
	p := &Program{constants: s.constants.block(), arena: plan.size, parameters: len(g.Parameters),
		outputs: len(g.Outputs), threads: options.Threads}
	if p.threads <= 0 {
		p.threads = runtime.GOMAXPROCS(0)
	}
	p.donors = s.donors()
	for _, step := range s.steps {
		built, scratch := step.build()
		if built == nil {
			continue
		}
		p.instructions = append(p.instructions, built)
		p.scratch = max(p.scratch, scratch)
	}
	return p, nil
}

// Donors are, for each output, the input whose storage it may have in a run that the input need not outlive, or -1. No
// input is there twice.
func (p *Program) Donors() []int { return p.donors }

// Run computes the outputs, each in storage of its size. That overlaps no input but the output's donor, which it may
// be.
func (p *Program) Run(inputs, outputs []unsafe.Pointer) {
	m := p.idle.take(p)
	m.run(inputs, outputs)
	p.idle.give(m)
}

// evaluate runs a graph without parameters and returns its outputs' values, as slices.
func evaluate(g *ir.Graph, options Options) ([]any, error) {
	p, err := compile(g, options)
	if err != nil {
		return nil, err
	}
	flats, addresses := make([]any, len(g.Outputs)), make([]unsafe.Pointer, len(g.Outputs))
	for i, node := range g.Outputs {
		flats[i], addresses[i] = memory.Flat(node.Shape.DType, node.Shape.Size())
	}
	p.Run(nil, addresses)
	return flats, nil
}
