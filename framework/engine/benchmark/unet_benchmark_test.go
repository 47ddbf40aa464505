package benchmark_test

import (
	"fmt"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

const batch = 16

// The paper's network on every backend, one after another; run with -cpu 1 for one core. On the reference backend
// convolutions are unrolled, its faster way; the others report how many times faster than it they are.
func benchmark(b *testing.B, build func(n unetNetwork, parameters []*graph.Node, images,
	cotangents *graph.Node) []*graph.Node) {
	var reference float64 // seconds
	for i, name := range referenceFirst {
		b.Run(name, func(b *testing.B) {
			network := paperUNet
			network.Unrolled = i == 0
			run := compile(b, open(b, name), func(parameters []*graph.Node, images,
				cotangents *graph.Node) []*graph.Node {
				return build(network, parameters, images, cotangents)
			})
			at := inputs[float32](network, batch)
			finalize(run(at)) // compiles
			for b.Loop() {
				finalize(run(at))
			}
			seconds := b.Elapsed().Seconds() / float64(b.N)
			if i == 0 {
				reference = seconds
			} else if reference > 0 {
				b.ReportMetric(reference/seconds, "times-"+referenceFirst[0])
			}
		})
	}
}

func finalize(results []*tensors.Tensor) {
	for _, t := range results {
		t.MustFinalizeAll()
	}
}

func BenchmarkUNetForward(b *testing.B) {
	benchmark(b, func(n unetNetwork, parameters []*graph.Node, images, _ *graph.Node) []*graph.Node {
		return []*graph.Node{n.Forward(parameters, images)}
	})
}

func BenchmarkUNetInputGradient(b *testing.B) {
	benchmark(b, func(n unetNetwork, parameters []*graph.Node, images, cotangents *graph.Node) []*graph.Node {
		return []*graph.Node{n.InputGradient(parameters, images, cotangents)}
	})
}

func BenchmarkUNetDoubleBackprop(b *testing.B) {
	benchmark(b, func(n unetNetwork, parameters []*graph.Node, images, cotangents *graph.Node) []*graph.Node {
		return n.DoubleBackprop(parameters, images, cotangents)
	})
}

// Everything that a program costs once: GoMLX's graph with its derivatives, and compiling it.
func BenchmarkUNetDoubleBackpropCompile(b *testing.B) {
	arrays := inputs[float32](paperUNet, batch)
	for _, name := range referenceFirst {
		b.Run(name, func(b *testing.B) {
			engine := open(b, name)
			for b.Loop() {
				g := graph.NewGraph(engine, "double backprop")
				var in []*graph.Node
				for i, t := range arrays {
					in = append(in, graph.Parameter(g, fmt.Sprintf("input %d", i), t.Shape()))
				}
				last := len(in) - 2
				g.Compile(paperUNet.DoubleBackprop(in[:last], in[last], in[last+1])...)
				g.Finalize()
			}
		})
	}
}
