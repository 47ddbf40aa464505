package network

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

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

var (
	_ Network = (*InjectiveFlow)(nil)
	_ Shaped  = (*InjectiveFlow)(nil)
)

// coupling is an affine coupling (RealNVP, Dinh et al. 2017): it leaves the passive coordinates of x [batch, n] alone
// and makes every active one
//
//	x_j exp(b tanh(s_j)) + t_j,
//
// with s and t functions of the passive coordinates only. Each passive coordinate has s = t = 0, so that one formula
// serves all of them. The bound b is learned: tanh keeps a step of the training from overflowing the exponential.
type coupling struct {
	conditioner  Function    // x to (s, t) of the active coordinates, [batch, 2 active]
	bound        *graph.Node // b, [1, 1]
	scale, shift Placement   // of s and of t among the coordinates
}

// transformed is a coupling's value with what its derivative is made of, all [batch, n].
type transformed struct {
	value  *graph.Node
	factor *graph.Node // exp(b tanh(s)), the derivative of the value by x at fixed s and t
	slope  *graph.Node // derivative of the value by s
}

func (c *coupling) transform(x, conditions *graph.Node) transformed {
	tanh := graph.Tanh(c.scale.Place(conditions))
	factor := graph.Exp(graph.Mul(tanh, c.bound))
	scaled := graph.Mul(x, factor)
	return transformed{
		value:  graph.Add(scaled, c.shift.Place(conditions)),
		factor: factor,
		slope:  graph.Mul(graph.Mul(scaled, graph.OneMinus(graph.Mul(tanh, tanh))), c.bound),
	}
}

func (c *coupling) Apply(x *graph.Node) *graph.Node {
	return c.transform(x, c.conditioner.Apply(x)).value
}

func (c *coupling) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	conditions, inner := c.conditioner.Linearize(x)
	y := c.transform(x, conditions)
	return y.value, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			moved := inner.JVP(tangent)
			through := graph.Add(graph.Mul(y.slope, c.scale.Place(moved)), c.shift.Place(moved))
			return graph.Add(graph.Mul(y.factor, tangent), through)
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			conditions := graph.Add(c.scale.Pick(graph.Mul(y.slope, cotangent)), c.shift.Pick(cotangent))
			return graph.Add(graph.Mul(y.factor, cotangent), inner.VJP(conditions))
		},
	}
}

// Placement puts some columns of a matrix [batch, width] into the columns of one [batch, n], and back. It multiplies by
// constant matrices, because slices and concatenations have no second derivative on the pure-Go backend.
type Placement struct {
	matrix     *graph.Node // [n, width]
	transposed *graph.Node // [width, n]
}

// NewPlacement puts column first + i into column at[i], with the graph and type of another node.
func NewPlacement(like *graph.Node, n int, at []int, first, width int) Placement {
	matrix, transposed := make([]float32, n*width), make([]float32, width*n)
	for i, j := range at {
		matrix[j*width+first+i], transposed[(first+i)*n+j] = 1, 1
	}
	// Of nested slices GoMLX makes constants element by element, by reflection.
	constant := func(flat []float32, dimensions ...int) *graph.Node {
		tensor := tensors.FromFlatDataAndDimensions(flat, dimensions...)
		return graph.ConvertDType(graph.ConstTensor(like.Graph(), tensor), like.DType())
	}
	return Placement{matrix: constant(matrix, n, width), transposed: constant(transposed, width, n)}
}

// Place maps y [batch, width] to [batch, n], 0 in the columns that get nothing.
func (p Placement) Place(y *graph.Node) *graph.Node { return product(y, p.matrix) }

// Pick returns the transpose of Place, from [batch, n] to [batch, width].
func (p Placement) Pick(x *graph.Node) *graph.Node { return product(x, p.transposed) }
