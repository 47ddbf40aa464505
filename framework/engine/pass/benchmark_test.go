package pass

import (
	"fmt"
	"testing"

	"ebim/framework/engine/ir"
)

// stepGraph is like the steps of a training run: repeated layers of broadcasts, arithmetic, reductions and constants,
// of about a number of nodes.
func stepGraph(nodes int) *ir.Graph {
	d := newDrawing()
	x, bias := d.parameter(50, 32), d.parameter(32)
	for len(d.Nodes) < nodes {
		shifted := d.op(add, x, d.broadcast(d.reshape(bias, 1, 32), []int{0, 1}, 50, 32))
		scaled := d.op(mul, shifted, d.broadcast(d.scalar(0.5), nil, 50, 32))
		mean := d.op(div, d.reduce(sum, scaled, []int{1}, 50), d.broadcast(d.scalar(32), nil, 50))
		centered := d.op(sub, scaled, d.broadcast(d.reshape(mean, 50, 1), []int{0, 1}, 50, 32))
		x = d.op(add, d.op(exp, d.op(neg, centered)), d.op(mul, centered, centered))
		bias = d.op(sub, bias, d.op(mul, d.reduce(sum, x, []int{0}, 32), d.broadcast(d.scalar(0.1), nil, 32)))
	}
	return d.outputs(x, bias)
}

func BenchmarkRun(b *testing.B) {
	for _, nodes := range []int{3000, 20000} {
		g := stepGraph(nodes)
		b.Run(fmt.Sprintf("nodes=%d", nodes), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				Run(g, evaluate)
			}
		})
	}
}
