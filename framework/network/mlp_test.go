package network_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/autodiff"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// The activations in closed form, also far out, where a naive formula overflows.
func TestActivations(t *testing.T) {
	logistic := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	formulas := map[network.Activation]func(z float64) float64{
		"silu":     func(z float64) float64 { return z * logistic(z) },
		"softplus": func(z float64) float64 { return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) },
		"tanh":     math.Tanh,
		"sine":     math.Sin,
		"relu":     func(z float64) float64 { return max(z, 0) },
	}
	for _, choice := range network.Activation("").Choices() {
		t.Run(choice.Name, func(t *testing.T) {
			formula, known := formulas[network.Activation(choice.Name)]
			if !known {
				t.Fatalf("this test has no formula for %s", choice.Name)
			}
			// A network of one hidden unit with weights 1 and biases 0 is the activation.
			n := &network.MLP{Hidden: []int{1}, Activation: network.Activation(choice.Name)}
			parameters := n.Initialize(1, 1, rand.New(rand.NewPCG(1, 1)))
			for i := range parameters {
				parameters[i].Values[0] = float32((i + 1) % 2)
			}
			z := []float64{-300, -20, -1.5, -1e-3, 0, 0.25, 3, 40, 300}
			if choice.Name == "relu" { // which has no derivative at 0
				z = slices.Delete(z, 4, 5)
			}
			x, want := networktest.Array{Dimensions: []int{len(z), 1}, Data: z},
				networktest.Array{Dimensions: []int{len(z), 1}}
			slope, bend := want, want
			const h = 1e-4
			for _, z := range z {
				want.Data = append(want.Data, formula(z))
				slope.Data = append(slope.Data, (formula(z+h)-formula(z-h))/(2*h))
				bend.Data = append(bend.Data, (formula(z+h)-2*formula(z)+formula(z-h))/(h*h))
			}
			got := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
				y, derivative := f.Linearize(in[0])
				first := derivative.VJP(graph.OnesLike(y))
				return []*graph.Node{y, first, graph.Gradient(graph.ReduceAllSum(first), in[0])[0]}
			}, parameters, x)
			networktest.Near(t, "value", got[0], want, 1e-12)
			networktest.Near(t, "derivative", got[1], slope, 1e-7)
			// Second differences lose half the digits of values up to 300.
			networktest.Near(t, "second derivative", got[2], bend, 1e-5)
		})
	}
}

const inputs, outputs = 3, 2

// Every activation and spectral norm through all derivatives that the losses take.
func TestMLPDerivatives(t *testing.T) {
	for _, choice := range network.Activation("").Choices() {
		t.Run(choice.Name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 1))
			n := &network.MLP{Hidden: []int{4, 3}, Activation: network.Activation(choice.Name)}
			parameters := n.Initialize(inputs, outputs, rng)
			networktest.CheckLosses(t, n, parameters, rng, inputs, outputs)
			x, v := networktest.Normal(rng, 4, inputs), networktest.Normal(rng, 4, outputs)
			got := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
				y, linear := f.Linearize(in[0])
				reference := autodiff.Linearize(in[0], y)
				second := func(l autodiff.Linear) *graph.Node {
					return graph.Gradient(graph.ReduceAllSum(graph.Square(l.VJP(in[1]))), in[0])[0]
				}
				return []*graph.Node{second(linear), second(reference)}
			}, parameters, x, v)
			networktest.Near(t, "second derivative by x", got[0], got[1], 1e-12)
		})
	}
}

// With spectral norm each layer's matrix has largest singular value 1 (see autodiff for the estimate's error), and the
// network can be trained: its parameters have derivatives.
func TestSpectralNorm(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	n := &network.MLP{Activation: "silu", SpectralNorm: true} // no hidden layer: one matrix
	parameters := n.Initialize(inputs, outputs, rng)
	got := networktest.Bound(t, n, func(f network.Function, in []*graph.Node) []*graph.Node {
		_, derivative := f.Linearize(in[0])
		return []*graph.Node{derivative.JVP(in[0])}
	}, parameters, networktest.Matrix([]float64{1, 0, 0}, []float64{0, 1, 0}, []float64{0, 0, 1}))
	var svd mat.SVD
	svd.Factorize(mat.NewDense(inputs, outputs, got[0].Data), mat.SVDNone)
	if largest := svd.Values(nil)[0]; math.Abs(largest-1) > 1e-3 {
		t.Errorf("the largest singular value is %v, want 1", largest)
	}
	deep := &network.MLP{Hidden: []int{5}, Activation: "tanh", SpectralNorm: true}
	deepParameters := deep.Initialize(inputs, outputs, rng)
	gradients := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		f := deep.Bind(in[:4])
		return graph.Gradient(graph.ReduceAllSum(graph.Square(f.Apply(in[4]))), in[:4]...)
	}, append(networktest.Parameters(deepParameters), networktest.Normal(rng, 3, inputs))...)
	for i, gradient := range gradients {
		if size := mat.Norm(mat.NewVecDense(len(gradient.Data), gradient.Data), 2); !(size > 1e-6) {
			t.Errorf("the gradient by %s has norm %v", deepParameters[i].Name, size)
		}
	}
}

// Weights and biases of each layer are uniform on +-1/sqrt(fan in) (PyTorch's default for linear layers). Kolmogorov's
// statistic exceeds 1.95/sqrt(n) with probability 0.001.
func TestInitializeDistribution(t *testing.T) {
	n := &network.MLP{Hidden: []int{200, 50}, Activation: "silu"}
	parameters := n.Initialize(7, 90, rand.New(rand.NewPCG(7, 1)))
	wantDimensions := [][]int{{200, 7}, {200}, {50, 200}, {50}, {90, 50}, {90}}
	fanIn := []float64{7, 7, 200, 200, 50, 50}
	for i, p := range parameters {
		if !slices.Equal(p.Dimensions, wantDimensions[i]) {
			t.Errorf("%s has dimensions %v, want %v", p.Name, p.Dimensions, wantDimensions[i])
		}
		bound := 1 / math.Sqrt(fanIn[i])
		sorted, distance := slices.Sorted(slices.Values(p.Values)), 0.0
		for k, v := range sorted {
			uniform := (float64(v)/bound + 1) / 2
			if uniform < -1e-7 || uniform > 1+1e-7 {
				t.Errorf("%s has a value %v outside +-%v", p.Name, v, bound)
			}
			distance = max(distance, math.Abs(uniform-float64(k)/float64(len(sorted))),
				math.Abs(uniform-float64(k+1)/float64(len(sorted))))
		}
		if limit := 1.95 / math.Sqrt(float64(len(sorted))); distance > limit {
			t.Errorf("%s: Kolmogorov's distance from the uniform distribution is %v, want at most %v", p.Name,
				distance, limit)
		}
	}
}

func TestFlatVectors(t *testing.T) {
	n := &network.MLP{Hidden: []int{3}, Activation: "silu"}
	parameters := n.Initialize(2, 1, rand.New(rand.NewPCG(8, 1)))
	if got := network.Size(parameters); got != 2*3+3+3+1 {
		t.Errorf("the size is %d, want 13", got)
	}
	flat := network.Flatten(parameters)
	vector := networktest.Array{Dimensions: []int{len(flat)}}
	for _, v := range flat {
		vector.Data = append(vector.Data, float64(v))
	}
	got := networktest.Evaluate(t, func(in []*graph.Node) []*graph.Node {
		nodes := network.Unflatten(in[0], parameters)
		return append(nodes, network.FlattenNodes(nodes))
	}, vector)
	for i, want := range networktest.Parameters(parameters) {
		networktest.Near(t, parameters[i].Name, got[i], want, 0)
	}
	networktest.Near(t, "joined again", got[len(parameters)], vector, 0)

	other := n.Initialize(2, 1, rand.New(rand.NewPCG(9, 1)))
	network.Fill(other, flat)
	if !slices.Equal(network.Flatten(other), flat) {
		t.Error("parameters filled from a flat vector give another one")
	}
	// A parameter's storage must end where the next one begins.
	rest := slices.Clone(flat[6:])
	other[0].Values = append(other[0].Values, 42)
	if !slices.Equal(network.Flatten(other[1:]), rest) {
		t.Error("appending to one parameter wrote into the next")
	}
}

func TestGlorotInitialization(t *testing.T) {
	m := &network.MLP{Hidden: []int{100}, Activation: "silu", Initialization: "glorot"}
	bound := math.Sqrt(6.0 / 150)
	parameters := m.Initialize(50, 1, rand.New(rand.NewPCG(1, 2)))
	largest := 0.0
	for _, w := range parameters[0].Values {
		largest = max(largest, math.Abs(float64(w)))
	}
	if largest > bound || largest < 0.99*bound {
		t.Errorf("5000 weights reach %g, want nearly %g", largest, bound)
	}
	for _, b := range parameters[1].Values {
		if b != 0 {
			t.Fatalf("bias %g, want 0", b)
		}
	}
}
