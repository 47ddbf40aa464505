package engine

import (
	"ebim/framework/engine/ir"
	"ebim/framework/engine/program"
)

// compiler returns how a backend with the given options compiles graphs.
func compiler(o options) func(*ir.Graph) (runner, error) {
	return func(g *ir.Graph) (runner, error) {
		p, err := program.Compile(g, program.Options{Fuse: o.fuse, Threads: o.threads})
		if err != nil {
			return nil, err
		}
		return p, nil
	}
}
