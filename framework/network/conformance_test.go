package network_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/network/images/imagestest"
	"ebim/framework/network/networktest"
	"ebim/registry"
)

// everyNetwork runs a test on each network of the registry: its defaults and its example. Those of images are tried at
// sizes of their own.
func everyNetwork(t *testing.T, test func(t *testing.T, n network.Network)) {
	components := registry.Standard()
	kind, err := components.Kind("network")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range kind.Components {
		for name, text := range map[string]string{c.Name + " by default": c.Name,
			c.Name + " as in its example": c.Example} {
			decoded, err := components.Decode("network", text)
			if err != nil {
				t.Fatal(err)
			}
			if _, images := decoded.(network.Imaging); !images {
				t.Run(name, func(t *testing.T) { test(t, decoded.(network.Network)) })
			}
		}
	}
}

const inputs, outputs = 3, 2

// outputsOf is outputs, or 1 for a network that has no other.
func outputsOf(n network.Network) int {
	if network.CheckShape("network", n, inputs, outputs) != nil {
		return 1
	}
	return outputs
}

func TestInitializeIsReproducibleAndConsistent(t *testing.T) {
	everyNetwork(t, func(t *testing.T, n network.Network) { checkInitialize(t, n, inputs, outputsOf(n)) })
}

// Linearize must be Apply with the derivatives that GoMLX's reverse mode finds, at any batch size, row by row.
func TestLinearizeAgreesWithReverseMode(t *testing.T) {
	everyNetwork(t, func(t *testing.T, n network.Network) { checkLinearize(t, n, inputs, outputsOf(n)) })
}

// Derivatives by parameters and input, of a loss in F and of one in J as the rank term is.
func TestParameterDerivatives(t *testing.T) {
	everyNetwork(t, func(t *testing.T, n network.Network) {
		rng := rand.New(rand.NewPCG(4, 1))
		checkLosses(t, n, n.Initialize(inputs, outputsOf(n), rng), rng, inputs, outputsOf(n))
	})
}

// checkInitialize checks that parameters depend on the seed only, and have names and dimensions.
func checkInitialize(t *testing.T, n network.Network, inputs, outputs int) {
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

// checkLinearize compares Linearize with Apply and the derivatives of reverse mode, at any batch size, row by row.
func checkLinearize(t *testing.T, n network.Network, inputs, outputs int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(3, 1))
	parameters := n.Initialize(inputs, outputs, rng)
	for _, batch := range []int{1, 5} {
		x, w, v := networktest.Normal(rng, batch, inputs), networktest.Normal(rng, batch, inputs),
			networktest.Normal(rng, batch, outputs)
		got := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
			y, linear := f.Linearize(in[0])
			applied := f.Apply(in[0])
			reference := autodiff.Linearize(in[0], applied)
			return []*graph.Node{y, applied, linear.JVP(in[1]), reference.JVP(in[1]), linear.VJP(in[2]),
				reference.VJP(in[2])}
		}, parameters, x, w, v)
		for k, what := range []string{"Linearize's value", "J w", "J^T v"} {
			networktest.Near(t, what, got[2*k], got[2*k+1], 1e-12)
		}
		if want := []int{batch, outputs}; !slices.Equal(got[0].Dimensions, want) {
			t.Errorf("the output has dimensions %v, want %v", got[0].Dimensions, want)
		}
		last := networktest.Matrix(x.Data[(batch-1)*inputs:])
		alone := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{f.Apply(in[0])}
		}, parameters, last)
		networktest.Near(t, "the last row by itself", networktest.Matrix(got[0].Data[(batch-1)*outputs:]),
			alone[0], 1e-12)
	}
}

// checkLosses compares derivatives by parameters and input, of a loss in F and of one in J as the rank term is, with
// differences.
func checkLosses(t *testing.T, n network.Network, parameters []network.Parameter, rng *rand.Rand, inputs, outputs int) {
	t.Helper()
	arrays := append(networktest.Parameters(parameters), networktest.Normal(rng, 3, inputs),
		networktest.Normal(rng, 3, outputs), networktest.Normal(rng, 3, inputs))
	count, check := len(parameters), networktest.CheckGradient
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

// checkAlong is networktest.CheckGradient along one random direction of each input, for large ones.
func checkAlong(tb testing.TB, scalar func(inputs []*graph.Node) *graph.Node, inputs ...networktest.Array) {
	tb.Helper()
	gradients := networktest.Evaluate(tb, func(inputs []*graph.Node) []*graph.Node {
		return graph.Gradient(scalar(inputs), inputs...)
	}, inputs...)
	value := networktest.Compile(tb, func(inputs []*graph.Node) []*graph.Node { return []*graph.Node{scalar(inputs)} })
	// a small step meets few places where another pixel of a pool becomes the largest
	const step, tolerance = 1e-7, 1e-6
	rng := rand.New(rand.NewPCG(2, 1))
	for k := range inputs {
		direction, exact := networktest.Normal(rng, inputs[k].Dimensions...), 0.0
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

func TestNetworksOfImages(t *testing.T) {
	for _, test := range imagestest.Networks {
		t.Run(test.Text, func(t *testing.T) {
			decoded, err := registry.Standard().Decode("network", test.Text)
			if err != nil {
				t.Fatal(err)
			}
			n := decoded.(network.Network)
			if err := network.CheckShape("network", n, test.In, test.Out); err != nil {
				t.Fatal(err)
			}
			checkInitialize(t, n, test.In, test.Out)
			checkLinearize(t, n, test.In, test.Out)
			rng := rand.New(rand.NewPCG(6, 1))
			parameters := n.Initialize(test.In, test.Out, rng)
			if cost := network.CostOf(n, test.In, test.Out); int(cost.Parameters) != network.Size(parameters) ||
				cost.Activations < float64(test.Out) {
				t.Errorf("the cost is %+v, of %d parameters", cost, network.Size(parameters))
			}
			checkLosses(t, n, parameters, rng, test.In, test.Out)
		})
	}
}
