package benchmark_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	_ "ebim/framework/autodiff"
	"ebim/framework/backend"
)

const imageCount = 16

// function is an expression of arrays with the given dimensions.
type function struct {
	dimensions [][]int
	build      func(inputs []*graph.Node) []*graph.Node
}

func operationRows() []row {
	forward := unetOperations()
	return []row{
		{name: "product of 512 x 512 matrices", goal: "70 % of the peak", jax: "0.98", torch: "0.44",
			operations: 2 * 512 * 512 * 512,
			prepare:    runs(func(bool) function { return productOf(512) })},
		{name: "product of 1024 x 1024 matrices", goal: "OpenBLAS's", operations: 2 * 1024 * 1024 * 1024,
			prepare: runs(func(bool) function { return productOf(1024) })},
		{name: "product of 2048 x 2048 matrices", goal: "OpenBLAS's", operations: 2 * 2048 * 2048 * 2048,
			prepare: runs(func(bool) function { return productOf(2048) })},
		{name: "product of 4096 x 4096 matrices", goal: "OpenBLAS's", operations: 2 * 4096 * 4096 * 4096, alone: true,
			prepare: runs(func(bool) function { return productOf(4096) })},
		{name: "convolution 3 x 3, 64 to 64 channels, 28 x 28, batch 16", goal: "60 % of the peak",
			operations: 2 * imageCount * 28 * 28 * 64 * 64 * 9,
			prepare:    runs(func(bool) function { return convolution(28, 64) })},
		{name: "UNet, 28 x 28, batch 16: forward", goal: "15", reference: "12.5", jax: "0.21", torch: "0.56",
			operations: forward,
			prepare: runs(unetFunction(func(n unetNetwork, p []*graph.Node, x, _ *graph.Node) []*graph.Node {
				return []*graph.Node{n.Forward(p, x)}
			}))},
		{name: "the same with the input's gradient", goal: "25", reference: "21", jax: "0.23", torch: "0.58",
			operations: 2 * forward,
			prepare: runs(unetFunction(func(n unetNetwork, p []*graph.Node, x, v *graph.Node) []*graph.Node {
				return []*graph.Node{n.InputGradient(p, x, v)}
			}))},
		// The derivative of each of the two products of a layer needs two more.
		{name: "the same with double backpropagation", goal: "90", reference: "80", jax: "0.26", torch: "0.46",
			operations: 6 * forward,
			prepare:    runs(unetFunction(unetNetwork.DoubleBackprop))},
	}
}

func productOf(side int) function {
	return function{[][]int{{side, side}, {side, side}}, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{graph.Dot(in[0], in[1]).Product()}
	}}
}

func convolution(side, channels int) function {
	return function{[][]int{{imageCount, side, side, channels}, {3, 3, channels, channels}},
		func(in []*graph.Node) []*graph.Node {
			return []*graph.Node{graph.Convolve(in[0], in[1]).PadSame().Strides(1).Done()}
		}}
}

func unetFunction(build func(n unetNetwork, parameters []*graph.Node, x,
	cotangents *graph.Node) []*graph.Node) func(unrolled bool) function {
	return func(unrolled bool) function {
		n := paperUNet
		n.Unrolled = unrolled
		side := n.ResultSide()
		dimensions := append(n.Dimensions(), []int{imageCount, n.Side, n.Side, 1},
			[]int{imageCount, side, side, n.Channels})
		return function{dimensions, func(in []*graph.Node) []*graph.Node {
			last := len(in) - 2
			return build(n, in[:last], in[last], in[last+1])
		}}
	}
}

// unetOperations returns those of the forward pass's products.
func unetOperations() float64 {
	n, total := paperUNet, 0
	dimensions := n.Dimensions()
	pixels := func(level int) int { return (n.Side >> level) * (n.Side >> level) }
	add := func(pixels int) {
		d := dimensions[0]
		total += 2 * imageCount * pixels * d[0] * d[1] * d[2] * d[3]
		dimensions = dimensions[2:]
	}
	for level := range n.Levels + 1 {
		add(pixels(level))
		add(pixels(level))
	}
	side := n.Side >> n.Levels
	for range n.Levels {
		add(side * side) // each pixel becomes 2 x 2
		side *= 2
		add(side * side)
		add(side * side)
	}
	add(side * side)
	return float64(total)
}

// runs measures runs of a function, which the pure-Go engine gets with convolutions unrolled, its faster way.
func runs(of func(unrolled bool) function) func(testing.TB, compute.Backend) func() time.Duration {
	return func(tb testing.TB, engine compute.Backend) func() time.Duration {
		f := of(engine.Name() != backend.Default)
		exec, err := graph.NewExec(engine, f.build)
		if err != nil {
			tb.Fatal(err)
		}
		rng, arguments := rand.New(rand.NewPCG(1, 2)), []any(nil)
		for _, d := range f.dimensions {
			size := 1
			for _, length := range d {
				size *= length
			}
			values := make([]float32, size)
			for i := range values {
				values[i] = 0.1 * float32(rng.NormFloat64())
			}
			arguments = append(arguments, tensors.FromFlatDataAndDimensions(values, d...))
		}
		once := func() {
			results, err := exec.Call(arguments...)
			if err != nil {
				tb.Fatal(err)
			}
			for _, t := range results {
				t.MustFinalizeAll()
			}
		}
		once() // compiles
		return func() time.Duration { return perUnit(once) }
	}
}
