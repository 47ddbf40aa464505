package networktest

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/random"
)

// CheckInitialize checks that parameters depend on the seed only, and have names and dimensions.
func CheckInitialize(t *testing.T, n network.Network, inputs, outputs int) {
	t.Helper()
	first := n.Initialize(inputs, outputs, rand.New(rand.NewPCG(1, 1)))
	again := n.Initialize(inputs, outputs, rand.New(rand.NewPCG(1, 1)))
	other := n.Initialize(inputs, outputs, rand.New(rand.NewPCG(2, 1)))
	names := map[string]bool{}
	for i, p := range first {
		size := 1
		for _, d := range p.Dimensions {
			size *= d
		}
		if size != len(p.Values) || size == 0 {
			t.Errorf("%s has %d values and dimensions %v", p.Name, len(p.Values), p.Dimensions)
		}
		if p.Name == "" || names[p.Name] {
			t.Errorf("the name %q is empty or used twice", p.Name)
		}
		names[p.Name] = true
		if !slices.Equal(p.Values, again[i].Values) {
			t.Errorf("%s differs between two draws of one seed", p.Name)
		}
	}
	if slices.Equal(network.Flatten(first), network.Flatten(other)) {
		t.Error("two seeds give the same parameters")
	}
}

// CheckLinearize compares Linearize with Apply and the derivatives of reverse mode, at any batch size, row by row.
func CheckLinearize(t *testing.T, n network.Network, inputs, outputs int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 1))
	parameters := n.Initialize(inputs, outputs, rng)
	for _, batch := range []int{1, 5} {
		x, w, v := Normal(rng, batch, inputs), Normal(rng, batch, inputs),
			Normal(rng, batch, outputs)
		got := Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
			y, linear := f.Linearize(in[0])
			applied := f.Apply(in[0])
			reference := autodiff.Linearize(in[0], applied)
			return []*graph.Node{y, applied, linear.JVP(in[1]), reference.JVP(in[1]), linear.VJP(in[2]),
				reference.VJP(in[2])}
		}, parameters, x, w, v)
		for k, what := range []string{"Linearize's value", "J w", "J^T v"} {
			Near(t, what, got[2*k], got[2*k+1], 1e-12)
		}
		if want := []int{batch, outputs}; !slices.Equal(got[0].Dimensions, want) {
			t.Errorf("the output has dimensions %v, want %v", got[0].Dimensions, want)
		}
		last := Matrix(x.Data[(batch-1)*inputs:])
		alone := Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{f.Apply(in[0])}
		}, parameters, last)
		Near(t, "the last row by itself", Matrix(got[0].Data[(batch-1)*outputs:]),
			alone[0], 1e-12)
	}
}

// CheckLosses compares derivatives by parameters and input, of a loss in F and of one in J as the rank term is, with
// differences.
func CheckLosses(t *testing.T, n network.Network, parameters []network.Parameter, rng *rand.Rand, inputs, outputs int) {
	t.Helper()
	arrays := append(Parameters(parameters), Normal(rng, 3, inputs),
		Normal(rng, 3, outputs), Normal(rng, 3, inputs))
	count, check := len(parameters), CheckGradient
	if inputs+outputs > 500 {
		check = checkAlong
	}
	check(t, func(nodes []*graph.Node) *graph.Node {
		return graph.ReduceAllSum(graph.Mul(n.Bind(nodes[:count]).Apply(nodes[count]), nodes[count+1]))
	}, arrays[:count+2]...)
	check(t, func(nodes []*graph.Node) *graph.Node {
		_, derivative := n.Bind(nodes[:count]).Linearize(nodes[count])
		stretch := graph.ReduceAllSum(autodiff.Norm(derivative.VJP(nodes[count+1])))
		return graph.Add(stretch, graph.ReduceAllSum(graph.Square(derivative.JVP(nodes[count+2]))))
	}, arrays...)
}

// checkAlong is CheckGradient along one random direction of each input, for large ones.
func checkAlong(tb testing.TB, scalar func(inputs []*graph.Node) *graph.Node, inputs ...Array) {
	tb.Helper()
	gradients := Evaluate(tb, func(inputs []*graph.Node) []*graph.Node {
		return graph.Gradient(scalar(inputs), inputs...)
	}, inputs...)
	value := Compile(tb, func(inputs []*graph.Node) []*graph.Node { return []*graph.Node{scalar(inputs)} })
	// a small step meets few places where another pixel of a pool becomes the largest
	const step, tolerance = 1e-7, 1e-6
	rng := rand.New(rand.NewPCG(2, 1))
	for k := range inputs {
		direction, exact := Normal(rng, inputs[k].Dimensions...), 0.0
		for i, g := range gradients[k].Data {
			exact += g * direction.Data[i]
		}
		along := func(distance float64) float64 {
			moved := slices.Clone(inputs)
			moved[k] = inputs[k].Copy()
			for i, d := range direction.Data {
				moved[k].Data[i] += distance * d
			}
			return value(moved...)[0].Data[0]
		}
		numeric := (along(step) - along(-step)) / (2 * step)
		if !(math.Abs(exact-numeric) <= tolerance*max(1, math.Abs(numeric))) {
			tb.Errorf("input %d %v: derivative %v, by central differences %v", k, inputs[k].Dimensions, exact, numeric)
		}
	}
}

// CheckCost checks that a network counts as many parameters as it draws.
func CheckCost(t *testing.T, n network.Network) {
	t.Helper()
	for _, shape := range [][2]int{{2, 1}, {3, 1}, {3, 2}, {6, 5}} {
		drawn := network.Size(n.Initialize(shape[0], shape[1], random.New(0, "test", 0)))
		cost := network.CostOf(n, shape[0], shape[1])
		if cost.Parameters != float64(drawn) || drawn == 0 {
			t.Errorf("R^%d to R^%d: %v parameters are counted, %d are drawn", shape[0], shape[1], cost.Parameters,
				drawn)
		}
		if cost.Activations < float64(shape[1]) || cost.Setting == "" {
			t.Errorf("%+v", cost)
		}
	}
}
