package autodiff_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"ebim/framework/backend"
	"ebim/framework/network/networktest"
)

// engines are the backends that the rules are tested on: they hold on each, whatever operations it has.
var engines = []string{"go", "cpu"}

// onEngines runs a test on every backend that has the operations that the test itself needs.
func onEngines(t *testing.T, test func(t *testing.T, engine compute.Backend), needs ...compute.OpType) {
	t.Helper()
	tested := false
	for _, name := range engines {
		engine, err := backend.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		lacks := func(operation compute.OpType) bool { return !engine.Capabilities().Operations[operation] }
		if slices.ContainsFunc(needs, lacks) {
			continue
		}
		tested = true
		t.Run(name, func(t *testing.T) { test(t, engine) })
	}
	if !tested {
		t.Fatalf("no backend has %v", needs)
	}
}

type build = func(in []*graph.Node) []*graph.Node

// compile makes a graph a Go function in double precision.
func compile(t *testing.T, engine compute.Backend, b build) func(inputs ...networktest.Array) []networktest.Array {
	t.Helper()
	exec, err := graph.NewExec(engine, b)
	if err != nil {
		t.Fatal(err)
	}
	return func(inputs ...networktest.Array) []networktest.Array {
		t.Helper()
		arguments := make([]any, len(inputs))
		for i, a := range inputs {
			arguments[i] = tensors.FromFlatDataAndDimensions(a.Data, a.Dimensions...)
		}
		results, err := exec.Call(arguments...)
		if err != nil {
			t.Fatal(err)
		}
		arrays := make([]networktest.Array, len(results))
		for i, r := range results {
			arrays[i] = networktest.Array{Dimensions: r.Shape().Dimensions, Data: tensors.MustCopyFlatData[float64](r)}
		}
		return arrays
	}
}

// weightedSum has fixed weights that are all different.
func weightedSum(x *graph.Node) *graph.Node {
	weights := graph.Sin(graph.AddScalar(graph.IotaFull(x.Graph(), x.Shape()), 1))
	return graph.ReduceAllSum(graph.Mul(x, weights))
}

// checkDerivatives compares first and second derivatives of a function of arrays with central differences: of a
// weighted sum s of sin f, and of a weighted sum of the squares of the derivatives of s.
func checkDerivatives(t *testing.T, engine compute.Backend, f func(in []*graph.Node) *graph.Node,
	inputs ...networktest.Array) {
	t.Helper()
	first := func(in []*graph.Node) *graph.Node { return weightedSum(graph.Sin(f(in))) }
	second := func(in []*graph.Node) *graph.Node {
		var sum *graph.Node
		for _, gradient := range graph.Gradient(first(in), in...) {
			if term := weightedSum(graph.Square(gradient)); sum == nil {
				sum = term
			} else {
				sum = graph.Add(sum, term)
			}
		}
		return sum
	}
	t.Run("first", func(t *testing.T) { checkGradient(t, engine, first, inputs) })
	t.Run("second", func(t *testing.T) { checkGradient(t, engine, second, inputs) })
}

// checkGradient compares the gradient of a scalar with central differences in some coordinates of each input.
func checkGradient(t *testing.T, engine compute.Backend, scalar func(in []*graph.Node) *graph.Node,
	inputs []networktest.Array) {
	t.Helper()
	exact := compile(t, engine, func(in []*graph.Node) []*graph.Node {
		return graph.Gradient(scalar(in),
			in...)
	})(inputs...)
	value := compile(t, engine, func(in []*graph.Node) []*graph.Node { return []*graph.Node{scalar(in)} })
	const step, tolerance, coordinates = 1e-5, 1e-6, 10
	rng := rand.New(rand.NewPCG(1, 1))
	for k := range inputs {
		moved := append([]networktest.Array(nil), inputs...)
		moved[k] = inputs[k].Copy()
		order := rng.Perm(len(inputs[k].Data))
		for _, i := range order[:min(len(order), coordinates)] {
			at := func(x float64) float64 {
				moved[k].Data[i] = x
				return value(moved...)[0].Data[0]
			}
			x := inputs[k].Data[i]
			numeric := (at(x+step) - at(x-step)) / (2 * step)
			moved[k].Data[i] = x
			if got := exact[k].Data[i]; !(math.Abs(got-numeric) <= tolerance*max(1, math.Abs(numeric))) {
				t.Errorf("input %d, coordinate %d: derivative %v, by central differences %v", k, i, got, numeric)
			}
		}
	}
}
