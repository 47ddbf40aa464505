// Package networktest helps to test what is built on networks: it evaluates graphs in double precision, differentiates
// numerically, and has manifolds and energies whose answers are known, written as network functions.
package networktest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ebim/framework/backend"
	"ebim/framework/network"
)

// Array is a float64 array on the host, row-major.
type Array struct {
	Dimensions []int
	Data       []float64
}

// Matrix is rows of equal length as an array.
func Matrix(rows ...[]float64) Array {
	a := Array{Dimensions: []int{len(rows), len(rows[0])}}
	for _, row := range rows {
		a.Data = append(a.Data, row...)
	}
	return a
}

// Normal returns an array of independent standard normal numbers.
func Normal(rng *rand.Rand, dimensions ...int) Array {
	size := 1
	for _, d := range dimensions {
		size *= d
	}
	a := Array{Dimensions: dimensions, Data: make([]float64, size)}
	for i := range a.Data {
		a.Data[i] = rng.NormFloat64()
	}
	return a
}

// Copy returns an array with storage of its own.
func (a Array) Copy() Array {
	return Array{Dimensions: a.Dimensions, Data: append([]float64(nil), a.Data...)}
}

// Compile makes a graph a Go function in double precision on the pure-Go backend. The function fails the test when the
// graph can't be built or run.
func Compile(tb testing.TB, build func(inputs []*graph.Node) []*graph.Node) func(inputs ...Array) []Array {
	tb.Helper()
	engine, err := backend.Open(backend.Default)
	if err != nil {
		tb.Fatal(err)
	}
	exec, err := graph.NewExec(engine, build)
	if err != nil {
		tb.Fatal(err)
	}
	return func(inputs ...Array) []Array {
		tb.Helper()
		arguments := make([]any, len(inputs))
		for i, a := range inputs {
			arguments[i] = tensors.FromFlatDataAndDimensions(a.Data, a.Dimensions...)
		}
		results, err := exec.Call(arguments...)
		if err != nil {
			tb.Fatal(err)
		}
		arrays := make([]Array, len(results))
		for i, t := range results {
			arrays[i] = Array{Dimensions: t.Shape().Dimensions, Data: tensors.MustCopyFlatData[float64](t)}
		}
		return arrays
	}
}

// Evaluate builds and runs a graph once.
func Evaluate(tb testing.TB, build func(inputs []*graph.Node) []*graph.Node, inputs ...Array) []Array {
	tb.Helper()
	return Compile(tb, build)(inputs...)
}

// Parameters returns a network's parameters in double precision.
func Parameters(parameters []network.Parameter) []Array {
	arrays := make([]Array, len(parameters))
	for i, p := range parameters {
		arrays[i] = Array{Dimensions: p.Dimensions, Data: make([]float64, len(p.Values))}
		for j, v := range p.Values {
			arrays[i].Data[j] = float64(v)
		}
	}
	return arrays
}

// mostDerivatives is the number of coordinates of one input that CheckGradient looks at.
const mostDerivatives = 24

// CheckGradient compares the gradient of a scalar with central differences, in every coordinate of each input or, of
// large ones, in some that are drawn with a fixed seed. It fails the test where they differ by more than 1e-6 (relative
// to the larger of 1 and the gradient's size). In double precision the differences themselves are good to about 1e-9.
func CheckGradient(tb testing.TB, scalar func(inputs []*graph.Node) *graph.Node, inputs ...Array) {
	tb.Helper()
	gradients := Evaluate(tb, func(inputs []*graph.Node) []*graph.Node {
		return graph.Gradient(scalar(inputs), inputs...)
	}, inputs...)
	value := Compile(tb, func(inputs []*graph.Node) []*graph.Node { return []*graph.Node{scalar(inputs)} })
	const step, tolerance = 1e-5, 1e-6
	rng := rand.New(rand.NewPCG(1, 1))
	for k := range inputs {
		moved := append([]Array(nil), inputs...)
		moved[k] = inputs[k].Copy()
		coordinates := rng.Perm(len(inputs[k].Data))
		for _, i := range coordinates[:min(len(coordinates), mostDerivatives)] {
			x := inputs[k].Data[i]
			at := func(x float64) float64 {
				moved[k].Data[i] = x
				return value(moved...)[0].Data[0]
			}
			numeric := (at(x+step) - at(x-step)) / (2 * step)
			moved[k].Data[i] = x
			if exact := gradients[k].Data[i]; !(math.Abs(exact-numeric) <= tolerance*max(1, math.Abs(numeric))) {
				tb.Errorf("input %d, coordinate %d: derivative %v, by central differences %v", k, i, exact, numeric)
			}
		}
	}
}

// Bound evaluates a graph over the function with the given parameters.
func Bound(t *testing.T, n network.Network, build func(f network.Function, in []*graph.Node) []*graph.Node,
	parameters []network.Parameter, in ...Array) []Array {
	t.Helper()
	arrays := append(Parameters(parameters), in...)
	return Evaluate(t, func(nodes []*graph.Node) []*graph.Node {
		return build(n.Bind(nodes[:len(parameters)]), nodes[len(parameters):])
	}, arrays...)
}

// Near compares two arrays.
func Near(t *testing.T, what string, got, want Array, tolerance float64) {
	t.Helper()
	if !slices.Equal(got.Dimensions, want.Dimensions) {
		t.Fatalf("%s has dimensions %v, want %v", what, got.Dimensions, want.Dimensions)
	}
	for i := range want.Data {
		if !(math.Abs(got.Data[i]-want.Data[i]) <= tolerance*max(1, math.Abs(want.Data[i]))) {
			t.Fatalf("%s: number %d is %v, want %v (within %v)", what, i, got.Data[i], want.Data[i], tolerance)
		}
	}
}
