package network_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/autodiff"
	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
)

// flows covers odd and even dimensions and layers, all outputs and one, and couplings without a hidden layer.
var flows = []struct {
	network network.InjectiveFlow
	in, out int
}{
	{network.InjectiveFlow{Layers: 3, Hidden: []int{4, 3}, Activation: "tanh"}, 2, 1},
	{network.InjectiveFlow{Layers: 2, Hidden: []int{3}, Activation: "tanh"}, 3, 2},
	{network.InjectiveFlow{Layers: 1, Hidden: []int{4}, Activation: "tanh"}, 3, 1},
	{network.InjectiveFlow{Layers: 4, Hidden: nil, Activation: "tanh"}, 5, 5},
	{network.InjectiveFlow{Layers: 5, Hidden: []int{6}, Activation: "tanh"}, 4, 4},
}

// everyFlow runs a test on flows that are no longer the identity.
func everyFlow(t *testing.T, test func(t *testing.T, f *network.InjectiveFlow, parameters []network.Parameter, in,
	out int, rng *rand.Rand)) {
	for i, c := range flows {
		t.Run(fmt.Sprintf("%d_layers_R%d_to_R%d", c.network.Layers, c.in, c.out), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(20, uint64(i)))
			test(t, &c.network, disturbed(c.network.Initialize(c.in, c.out, rng), rng), c.in, c.out, rng)
		})
	}
}

// disturbed adds normal numbers to the parameters, as a training would.
func disturbed(parameters []network.Parameter, rng *rand.Rand) []network.Parameter {
	for _, p := range parameters {
		for i := range p.Values {
			p.Values[i] += float32(0.4 * rng.NormFloat64())
		}
	}
	return parameters
}

func TestInjectiveFlowDerivatives(t *testing.T) {
	everyFlow(t, func(t *testing.T, f *network.InjectiveFlow, parameters []network.Parameter, in, out int,
		rng *rand.Rand) {
		x, w, v := networktest.Normal(rng, 3, in), networktest.Normal(rng, 3, in), networktest.Normal(rng, 3, out)
		got := networktest.Bound(t, f, func(f network.Function, in []*graph.Node) []*graph.Node {
			y, linear := f.Linearize(in[0])
			applied := f.Apply(in[0])
			reference := autodiff.Linearize(in[0], applied)
			second := func(l autodiff.Linear) *graph.Node {
				loss := graph.Add(graph.ReduceAllSum(graph.Square(l.VJP(in[2]))),
					graph.ReduceAllSum(graph.Square(l.JVP(in[1]))))
				return graph.Gradient(loss, in[0])[0]
			}
			return []*graph.Node{y, applied, linear.JVP(in[1]), reference.JVP(in[1]), linear.VJP(in[2]),
				reference.VJP(in[2]),
				second(linear), second(reference)}
		}, parameters, x, w, v)
		for k, what := range []string{"Linearize's value", "J w", "J^T v", "second derivative"} {
			networktest.Near(t, what, got[2*k], got[2*k+1], 1e-11)
		}
		count := len(parameters)
		networktest.CheckGradient(t, func(nodes []*graph.Node) *graph.Node {
			y, derivative := f.Bind(nodes[:count]).Linearize(nodes[count])
			stretch := graph.ReduceAllSum(autodiff.Norm(derivative.VJP(nodes[count+1])))
			return graph.Add(graph.ReduceAllSum(graph.Mul(y, nodes[count+1])), stretch)
		}, append(networktest.Parameters(parameters), x, v)...)
	})
}

// The graph against the couplings' formula written on the host, and x found again from all latent coordinates by the
// inverse couplings: the flow is injective.
func TestInjectiveFlowIsInvertible(t *testing.T) {
	everyFlow(t, func(t *testing.T, f *network.InjectiveFlow, parameters []network.Parameter, in, out int,
		rng *rand.Rand) {
		x := networktest.Normal(rng, 6, in)
		got := networktest.Bound(t, f, func(f network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{f.Apply(in[0])}
		}, parameters, x)
		couplings := hostCouplings(f, parameters, in)
		for i := range x.Dimensions[0] {
			row := x.Data[i*in : (i+1)*in]
			u := append([]float64(nil), row...)
			for _, c := range couplings {
				u = c.apply(u, false)
			}
			for j := range out {
				want := u[in-out+j] + float64(parameters[len(parameters)-1].Values[j])
				if y := got[0].Data[i*out+j]; !(math.Abs(y-want) <= 1e-12*max(1, math.Abs(want))) {
					t.Errorf("point %d, output %d is %v, by formula %v", i, j, y, want)
				}
			}
			for k := len(couplings) - 1; k >= 0; k-- {
				u = couplings[k].apply(u, true)
			}
			for j, want := range row {
				if !(math.Abs(u[j]-want) <= 1e-9*max(1, math.Abs(want))) {
					t.Errorf("point %d, coordinate %d is %v after the flow and its inverse, want %v", i, j, u[j], want)
				}
			}
		}
	})
}

// The outputs' Jacobian has full rank, and that of all coordinates the determinant that LogDeterminant gives.
func TestInjectiveFlowRankAndDeterminant(t *testing.T) {
	everyFlow(t, func(t *testing.T, f *network.InjectiveFlow, parameters []network.Parameter, in, out int,
		rng *rand.Rand) {
		points := networktest.Normal(rng, 5, in)
		determinants := networktest.Bound(t, f, func(f network.Function, in []*graph.Node) []*graph.Node {
			return []*graph.Node{f.(interface {
				LogDeterminant(x *graph.Node) *graph.Node
			}).LogDeterminant(in[0])}
		}, parameters, points)[0].Data
		whole := append([]network.Parameter(nil), parameters...)
		whole[len(whole)-1] = network.Parameter{Name: "offset", Dimensions: []int{1, in}, Values: make([]float32, in)}
		for i := range points.Dimensions[0] {
			x := points.Data[i*in : (i+1)*in]
			all, some := jacobian(t, f, whole, x, in), jacobian(t, f, parameters, x, out)
			if want, _ := mat.LogDet(all); !(math.Abs(determinants[i]-want) <= 1e-10*max(1, math.Abs(want))) {
				t.Errorf("point %d has log |det| %v, that of its Jacobian is %v", i, determinants[i], want)
			}
			if !mat.EqualApprox(some, all.Slice(in-out, in, 0, in), 1e-12) {
				t.Errorf("point %d: the outputs' Jacobian is not that of the last %d coordinates", i, out)
			}
			var svd mat.SVD
			if ok := svd.Factorize(some, mat.SVDNone); !ok || !(svd.Values(nil)[out-1] > 1e-3) {
				t.Errorf("point %d has the singular values %v", i, svd.Values(nil))
			}
		}
	})
}

// Before training the function is a choice of coordinates.
func TestInjectiveFlowStartsAsTheIdentity(t *testing.T) {
	for _, c := range flows {
		rng := rand.New(rand.NewPCG(21, 1))
		x, w := networktest.Normal(rng, 4, c.in), networktest.Normal(rng, 4, c.in)
		last := func(a networktest.Array) networktest.Array {
			picked := networktest.Array{Dimensions: []int{4, c.out}}
			for i := range 4 {
				picked.Data = append(picked.Data, a.Data[(i+1)*c.in-c.out:(i+1)*c.in]...)
			}
			return picked
		}
		got := networktest.Bound(t, &c.network, func(f network.Function, in []*graph.Node) []*graph.Node {
			y, derivative := f.Linearize(in[0])
			return []*graph.Node{y, derivative.JVP(in[1])}
		}, c.network.Initialize(c.in, c.out, rng), x, w)
		networktest.Near(t, "value", got[0], last(x), 0)
		networktest.Near(t, "J w", got[1], last(w), 0)
	}
}

func TestInjectiveFlowRefusesShapes(t *testing.T) {
	f := &network.InjectiveFlow{Layers: 2, Hidden: []int{3}, Activation: "silu"}
	engine, err := backend.Open(backend.Default)
	if err != nil {
		t.Fatal(err)
	}
	for shape, allowed := range map[[2]int]bool{
		{2, 1}: true, {2, 2}: true, {7, 3}: true, {1, 1}: false, {2, 3}: false, {3, 0}: false, {0, 0}: false,
	} {
		err := f.CheckShape(shape[0], shape[1])
		if (err == nil) != allowed {
			t.Errorf("R^%d to R^%d gives %v", shape[0], shape[1], err)
		}
		parameters := f.Initialize(shape[0], shape[1], rand.New(rand.NewPCG(1, 1)))
		if (len(parameters) > 0) != allowed {
			t.Errorf("R^%d to R^%d has %d parameters", shape[0], shape[1], len(parameters))
		}
	}
	_, err = backend.Compile(engine, "flow", nil, [][]int{{5, 1}},
		func(_, in []*graph.Node) (_, outputs []*graph.Node) {
			return nil, []*graph.Node{f.Bind(nil).Apply(in[0])}
		})
	if err == nil || !strings.Contains(err.Error(), "at least 2 inputs") {
		t.Errorf("a flow without parameters compiles with the error %v", err)
	}
}

// jacobian returns the derivative of f at x [n], [out, n], column by column.
func jacobian(t *testing.T, f *network.InjectiveFlow, parameters []network.Parameter, x []float64, out int) *mat.Dense {
	t.Helper()
	n := len(x)
	points, units := networktest.Array{Dimensions: []int{n, n}},
		networktest.Array{Dimensions: []int{n, n}, Data: make([]float64, n*n)}
	for j := range n {
		points.Data = append(points.Data, x...)
		units.Data[j*n+j] = 1
	}
	columns := networktest.Bound(t, f, func(f network.Function, in []*graph.Node) []*graph.Node {
		_, derivative := f.Linearize(in[0])
		return []*graph.Node{derivative.JVP(in[1])}
	}, parameters, points, units)[0]
	return mat.DenseCopyOf(mat.NewDense(n, out, columns.Data).T())
}

// hostCoupling is an affine coupling in plain Go, with tanh in its perceptron.
type hostCoupling struct {
	passive, active []int
	layers          []network.Parameter // weights and biases in turn
	bound           float64
}

// hostCouplings reads the couplings of a flow of R^n: the last changes the coordinates n-1, n-3, ..., the one before
// the others, and so on.
func hostCouplings(f *network.InjectiveFlow, parameters []network.Parameter, n int) []hostCoupling {
	each := 2*len(f.Hidden) + 3
	couplings := make([]hostCoupling, f.Layers)
	for k := range couplings {
		own := parameters[k*each : (k+1)*each]
		c := hostCoupling{layers: own[:each-1], bound: float64(own[each-1].Values[0])}
		for j := range n {
			if fromEnd := n - 1 - j; fromEnd%2 == (f.Layers-1-k)%2 {
				c.active = append(c.active, j)
			} else {
				c.passive = append(c.passive, j)
			}
		}
		couplings[k] = c
	}
	return couplings
}

func (c hostCoupling) apply(x []float64, inverse bool) []float64 {
	var h []float64
	for _, j := range c.passive {
		h = append(h, x[j])
	}
	for i := 0; i < len(c.layers); i += 2 {
		weights, biases := c.layers[i].Values, c.layers[i+1].Values
		next := make([]float64, len(biases))
		for r := range next {
			next[r] = float64(biases[r])
			for s, v := range h {
				next[r] += float64(weights[r*len(h)+s]) * v
			}
			if i+2 < len(c.layers) {
				next[r] = math.Tanh(next[r])
			}
		}
		h = next
	}
	y := append([]float64(nil), x...)
	for i, j := range c.active {
		factor, shift := math.Exp(c.bound*math.Tanh(h[i])), h[len(c.active)+i]
		if inverse {
			y[j] = (x[j] - shift) / factor
		} else {
			y[j] = x[j]*factor + shift
		}
	}
	return y
}
