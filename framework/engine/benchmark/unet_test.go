package benchmark_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/config"
	"ebim/framework/network/images"
	"ebim/framework/network/networktest"
)

// referenceFirst is the backends that are compared, the first of them as the reference.
var referenceFirst = []string{backend.Reference, backend.Default}

// tiny has the paper's depth and sizes, down to maps of one pixel, with the fewest channels.
var tiny = unetNetwork{Width: 1, Levels: 4, Side: 28, Channels: 3}

func open(tb testing.TB, name string) compute.Backend {
	tb.Helper()
	engine, err := backends.Open(name, backends.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return engine
}

// inputs returns the network's parameters, images and cotangents, which start from the same numbers in every call.
func inputs[T float32 | float64](n unetNetwork, batch int) []*tensors.Tensor {
	var arrays []*tensors.Tensor
	add := func(values []float64, dimensions []int) {
		converted := make([]T, len(values))
		for i, v := range values {
			converted[i] = T(v)
		}
		arrays = append(arrays, tensors.FromFlatDataAndDimensions(converted, dimensions...))
	}
	dimensions := n.Dimensions()
	for i, values := range n.Parameters() {
		add(values, dimensions[i])
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, d := range [][]int{{batch, n.Side, n.Side, 1}, {batch, n.ResultSide(), n.ResultSide(), n.Channels}} {
		values := make([]float64, d[0]*d[1]*d[2]*d[3])
		for i := range values {
			values[i] = rng.NormFloat64()
		}
		add(values, d)
	}
	return arrays
}

type evaluation func(inputs []*tensors.Tensor) []*tensors.Tensor

// compile makes a graph of parameters, images and cotangents a Go function.
func compile(tb testing.TB, engine compute.Backend, build func(parameters []*graph.Node, images,
	cotangents *graph.Node) []*graph.Node) evaluation {
	tb.Helper()
	exec, err := graph.NewExec(engine, func(in []*graph.Node) []*graph.Node {
		last := len(in) - 2
		return build(in[:last], in[last], in[last+1])
	})
	if err != nil {
		tb.Fatal(err)
	}
	return func(inputs []*tensors.Tensor) []*tensors.Tensor {
		tb.Helper()
		arguments := make([]any, len(inputs))
		for i, t := range inputs {
			arguments[i] = t
		}
		results, err := exec.Call(arguments...)
		if err != nil {
			tb.Fatal(err)
		}
		return results
	}
}

// The paper gives the number of values of the result.
func TestResultHas768Values(t *testing.T) {
	n := paperUNet
	if got := n.ResultSide() * n.ResultSide() * n.Channels; got != 28*28-16 {
		t.Fatalf("the result has %d values, want 768", got)
	}
}

// Every backend, with convolutions and with unrolled ones, gives the same result and derivatives.
func TestBackendsAgree(t *testing.T) {
	unrolled := tiny
	unrolled.Unrolled = true
	var want [][]float64
	for _, name := range referenceFirst {
		for _, n := range []unetNetwork{tiny, unrolled} {
			t.Run(fmt.Sprintf("%s, unrolled: %v", name, n.Unrolled), func(t *testing.T) {
				results := compile(t, open(t, name), func(parameters []*graph.Node, images,
					cotangents *graph.Node) []*graph.Node {
					return append(n.DoubleBackprop(parameters, images, cotangents),
						n.Forward(parameters, images), n.InputGradient(parameters, images, cotangents))
				})(inputs[float64](n, 2))
				for k, result := range results {
					got := tensors.MustCopyFlatData[float64](result)
					if len(want) == k {
						want = append(want, got)
					}
					for i, w := range want[k] {
						if !(math.Abs(got[i]-w) <= 1e-9*(1+math.Abs(w))) {
							t.Fatalf("number %d of output %d is %v, want %v", i, k, got[i], w)
						}
					}
				}
			})
		}
	}
}

// In single precision, which has kernels of its own, the paper's network agrees with the pure-Go backend to rounding:
// errors are relative to each output's largest value.
func TestSinglePrecision(t *testing.T) {
	var want [][]float32
	for i, name := range referenceFirst {
		n := paperUNet
		n.Unrolled = i == 0 // the faster way there
		results := compile(t, open(t, name), func(parameters []*graph.Node, images,
			cotangents *graph.Node) []*graph.Node {
			return append(n.DoubleBackprop(parameters, images, cotangents), n.Forward(parameters, images))
		})(inputs[float32](n, 1))
		for k, result := range results {
			got := tensors.MustCopyFlatData[float32](result)
			if i == 0 {
				want = append(want, got)
				continue
			}
			var largest, difference float64
			for j, w := range want[k] {
				largest, difference = max(largest, math.Abs(float64(w))), max(difference, math.Abs(float64(got[j]-w)))
			}
			if !(difference <= 2e-5*largest) {
				t.Errorf("output %d of %s differs by %v; its largest value is %v", k, name, difference, largest)
			}
		}
	}
}

// J^T v against differences of <v, F>, and the gradient of |J^T v|^2 against its differences.
func TestDerivatives(t *testing.T) {
	engine, at := open(t, "cpu"), inputs[float64](tiny, 2)
	images := len(at) - 2
	scalar := func(f func(parameters []*graph.Node, images, cotangents *graph.Node) *graph.Node) evaluation {
		return compile(t, engine, func(parameters []*graph.Node, images, cotangents *graph.Node) []*graph.Node {
			return []*graph.Node{f(parameters, images, cotangents)}
		})
	}
	product := scalar(func(parameters []*graph.Node, images, cotangents *graph.Node) *graph.Node {
		return graph.ReduceAllSum(graph.Mul(tiny.Forward(parameters, images), cotangents))
	})
	checkAlongDirection(t, product, at, images, scalar(tiny.InputGradient)(at)[0])

	penalty, gradients := scalar(tiny.Penalty), compile(t, engine, tiny.DoubleBackprop)(at)
	for k, gradient := range gradients {
		checkAlongDirection(t, penalty, at, k, gradient)
	}
}

// checkAlongDirection compares the derivative of a scalar along a random direction of input k with central differences.
func checkAlongDirection(t *testing.T, scalar evaluation, at []*tensors.Tensor, k int, gradient *tensors.Tensor) {
	t.Helper()
	const step, tolerance = 1e-4, 1e-6
	rng := rand.New(rand.NewPCG(3, uint64(k)))
	start := tensors.MustCopyFlatData[float64](at[k])
	direction := make([]float64, len(start))
	exact := 0.0
	for i, g := range tensors.MustCopyFlatData[float64](gradient) {
		direction[i] = rng.NormFloat64()
		exact += g * direction[i]
	}
	along := func(distance float64) float64 {
		moved := slices.Clone(at)
		values := make([]float64, len(start))
		for i := range values {
			values[i] = start[i] + distance*direction[i]
		}
		moved[k] = tensors.FromFlatDataAndDimensions(values, at[k].Shape().Dimensions...)
		return scalar(moved)[0].Value().(float64)
	}
	numeric := (along(step) - along(-step)) / (2 * step)
	if !(math.Abs(exact-numeric) <= tolerance*math.Abs(numeric)) {
		t.Errorf("input %d %s: derivative %v, by central differences %v", k, at[k].Shape(), exact, numeric)
	}
}

// The paper's network is the one by which backends are measured.
func TestUNetIsTheOneOfExperiments(t *testing.T) {
	reference := unetNetwork{Width: 2, Levels: 4, Side: 28, Channels: 3}
	n := config.Default[images.UNet]()
	n.Width = 2
	var arrays []networktest.Array
	drawn := reference.Parameters()
	for i, dimensions := range reference.Dimensions() {
		arrays = append(arrays, networktest.Array{Dimensions: dimensions, Data: drawn[i]})
	}
	x := networktest.Normal(rand.New(rand.NewPCG(7, 1)), 2, 784)
	count := len(arrays)
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		return []*graph.Node{n.Bind(in[:count]).Apply(in[count]),
			graph.Reshape(reference.Forward(in[:count], graph.Reshape(in[count], 2, 28, 28, 1)), 2, 768)}
	}, append(arrays, x)...)
	networktest.Near(t, "the UNet", got[0], got[1], 1e-12)
}
