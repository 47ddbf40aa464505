package network

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
)

// InjectiveFlow is the left inverse of an injective flow (Kothari et al. 2021; Caterini et al. 2021): a bijection of
// R^n made of affine couplings (RealNVP, Dinh et al. 2017), of which the last `out` coordinates are the function. So
// its zero set is the image of R^(n-out) under the flow g = (bijection)^-1, and its Jacobian has full rank everywhere,
// which, as the paper shows (section 3.1, figure 2), does not keep singular values away from 0.
type InjectiveFlow struct {
	Layers     int        `yaml:"layers" default:"6" range:"[1, 1000]" draft:"2" doc:"affine couplings, which change every other coordinate in turn"`
	Hidden     []int      `yaml:"hidden" default:"[32, 32]" range:"[1, 65536]" draft:"8" doc:"units of each hidden layer of the multilayer perceptron in each coupling"`
	Activation Activation `yaml:"activation" default:"silu" doc:"nonlinearity between the layers of the perceptrons"`
}

// CheckShape implements Shaped: a coupling needs two coordinates, and a bijection has no more outputs than inputs.
func (*InjectiveFlow) CheckShape(in, out int) error {
	if in < 2 || out < 1 || out > in {
		return &config.FieldError{Found: fmt.Sprintf("an injective flow from R^%d to R^%d", in, out),
			Allowed: "at least 2 inputs, and 1 to as many outputs as inputs", Hint: "use an mlp"}
	}
	return nil
}

// Initialize draws the couplings so that each is the identity: the last layers of their perceptrons are 0 (as in Glow,
// Kingma and Dhariwal 2018). The function starts as a choice of coordinates, with singular values 1 at any depth, where
// random couplings would multiply their scales up. A shape that CheckShape refuses has no parameters.
func (f *InjectiveFlow) Initialize(in, out int, rng *rand.Rand) []Parameter {
	if f.CheckShape(in, out) != nil {
		return nil
	}
	var parameters []Parameter
	for k := range f.Layers {
		passive, active := f.split(k, in)
		conditioner := f.conditioner().Initialize(len(passive), 2*len(active), rng)
		clear(conditioner[len(conditioner)-2].Values)
		clear(conditioner[len(conditioner)-1].Values)
		conditioner = append(conditioner, Parameter{Name: "scale_bound", Dimensions: []int{1, 1}, Values: []float32{1}})
		for _, p := range conditioner {
			p.Name = fmt.Sprintf("coupling_%d/%s", k, p.Name)
			parameters = append(parameters, p)
		}
	}
	return append(parameters, Parameter{Name: "offset", Dimensions: []int{1, out}, Values: make([]float32, out)})
}

func (f *InjectiveFlow) conditioner() *MLP {
	return &MLP{Hidden: f.Hidden, Activation: f.Activation, Initialization: "pytorch"}
}

// split returns the coordinates that coupling k leaves alone and those that it changes: every other one in turn, such
// that the last coupling changes the last coordinate, which always is an output.
func (f *InjectiveFlow) split(k, n int) (passive, active []int) {
	for j := range n {
		if (n-1-j+f.Layers-1-k)%2 == 0 {
			active = append(active, j)
		} else {
			passive = append(passive, j)
		}
	}
	return passive, active
}

// Bind makes the flow, in the direction from x to its latent coordinates. Like GoMLX it panics on a mistake in the
// graph, here parameters that are not Initialize's.
func (f *InjectiveFlow) Bind(parameters []*graph.Node) Function {
	each := 2*(len(f.Hidden)+1) + 1
	if want := f.Layers*each + 1; len(parameters) != want {
		panic(fmt.Errorf("an injective flow of %d layers has %d parameters, not %d; it needs at least 2 inputs, and "+
			"1 to as many outputs as inputs", f.Layers, want, len(parameters)))
	}
	offset := parameters[len(parameters)-1]
	n := parameters[0].Shape().Dimensions[1] + parameters[each-2].Shape().Dimensions[0]/2
	flow := &injectiveFlow{offset: offset}
	for k := range f.Layers {
		own := parameters[k*each : (k+1)*each]
		passive, active := f.split(k, n)
		width := 2 * len(active)
		// The first weights, widened by columns of zeros, read the passive coordinates from all of x.
		weights := NewPlacement(offset, n, passive, 0, len(passive)).Place(own[0])
		flow.couplings = append(flow.couplings, &coupling{
			conditioner: f.conditioner().Bind(append([]*graph.Node{weights}, own[1:each-1]...)),
			bound:       own[each-1],
			scale:       NewPlacement(offset, n, active, 0, width),
			shift:       NewPlacement(offset, n, active, len(active), width),
		})
	}
	outputs := offset.Shape().Dimensions[1]
	last := make([]int, outputs)
	for i := range last {
		last[i] = n - outputs + i
	}
	flow.last = NewPlacement(offset, n, last, 0, outputs)
	return flow
}

type injectiveFlow struct {
	couplings []*coupling
	last      Placement   // of the outputs among the latent coordinates
	offset    *graph.Node // [1, out], moves the zero set's latent plane
}

func (f *injectiveFlow) Apply(x *graph.Node) *graph.Node {
	for _, c := range f.couplings {
		x = c.Apply(x)
	}
	return graph.Add(f.last.Pick(x), f.offset)
}

func (f *injectiveFlow) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	derivatives := make([]autodiff.Linear, len(f.couplings))
	for k, c := range f.couplings {
		x, derivatives[k] = c.Linearize(x)
	}
	return graph.Add(f.last.Pick(x), f.offset), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			for _, d := range derivatives {
				tangent = d.JVP(tangent)
			}
			return f.last.Pick(tangent)
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			cotangent = f.last.Place(cotangent)
			for k := len(derivatives) - 1; k >= 0; k-- {
				cotangent = derivatives[k].VJP(cotangent)
			}
			return cotangent
		},
	}
}

// LogDeterminant is log |det| of the Jacobian of the whole bijection, whose last coordinates Apply returns, at each
// row of x [batch, n], as [batch]: the change of variables of a density that is pulled back by the flow.
func (f *injectiveFlow) LogDeterminant(x *graph.Node) *graph.Node {
	total := graph.ZerosLike(graph.ReduceSum(x, 1))
	for _, c := range f.couplings {
		y := c.transform(x, c.conditioner.Apply(x))
		total = graph.Add(total, graph.ReduceSum(graph.Log(y.factor), 1))
		x = y.value
	}
	return total
}

var (
	_ Network = (*InjectiveFlow)(nil)
	_ Shaped  = (*InjectiveFlow)(nil)
)
