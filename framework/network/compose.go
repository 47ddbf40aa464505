package network

import (
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
)

// composite is a network that is made of trained ones: its parameters are theirs, one network's after the other's.
type composite struct {
	operands []Trained
	combine  func(functions []Function) Function
}

// Compose is a trained network that is made of others.
func Compose(combine func(functions []Function) Function, operands ...Trained) Trained {
	c := composite{operands, combine}
	return Trained{Network: c, Parameters: c.Initialize(0, 0, nil)}
}

// Initialize is the operands' parameters as they are: they have been trained.
func (c composite) Initialize(int, int, *rand.Rand) []Parameter {
	var parameters []Parameter
	for _, operand := range c.operands {
		parameters = append(parameters, operand.Parameters...)
	}
	return parameters
}

func (c composite) Bind(parameters []*graph.Node) Function {
	functions := make([]Function, len(c.operands))
	for i, operand := range c.operands {
		count := len(operand.Parameters)
		functions[i] = operand.Network.Bind(parameters[:count])
		parameters = parameters[count:]
	}
	return c.combine(functions)
}

// InTurn is the second of two functions at the value of the first.
type InTurn struct{ First, Second Function }

// Apply implements Function.
func (f InTurn) Apply(x *graph.Node) *graph.Node { return f.Second.Apply(f.First.Apply(x)) }

// Linearize implements Function.
func (f InTurn) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	between, first := f.First.Linearize(x)
	y, second := f.Second.Linearize(between)
	return y, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node { return second.JVP(first.JVP(tangent)) },
		VJP: func(cotangent *graph.Node) *graph.Node { return first.VJP(second.VJP(cotangent)) },
	}
}

// Noise implements NoiseEstimator, by the chain rule where the second function has no estimate of its own.
func (f InTurn) Noise(x *graph.Node) (noise, value *graph.Node) {
	between, first := f.First.Linearize(x)
	noise, value = Noise(f.Second, between)
	return first.VJP(noise), value
}

// sum is the sum of functions, times a factor.
type sum struct {
	of     []Function
	factor float64
}

func (s sum) add(term func(i int) *graph.Node) *graph.Node {
	total := autodiff.Sum(len(s.of), term)
	if s.factor == 1 {
		return total
	}
	return graph.MulScalar(total, s.factor)
}

func (s sum) Apply(x *graph.Node) *graph.Node {
	return s.add(func(i int) *graph.Node { return s.of[i].Apply(x) })
}

func (s sum) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	derivatives := make([]autodiff.Linear, len(s.of))
	value := s.add(func(i int) (y *graph.Node) {
		y, derivatives[i] = s.of[i].Linearize(x)
		return y
	})
	return value, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return s.add(func(i int) *graph.Node { return derivatives[i].JVP(tangent) })
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return s.add(func(i int) *graph.Node { return derivatives[i].VJP(cotangent) })
		},
	}
}

// Ensemble is the mean of several functions of one architecture that start from different parameters. If the functions
// are energies, each fitted by itself (see Each), its density is the normalized geometric mean of theirs, less noisy
// than any of them.
type Ensemble struct {
	Members int     `yaml:"members" default:"3" range:"[1, 1000]" draft:"2" doc:"functions that the mean is taken over"`
	Network Network `yaml:"network" default:"mlp" doc:"architecture of each"`
}

// CheckShape implements Shaped.
func (e *Ensemble) CheckShape(in, out int) error { return checkShape(e.Network, in, out) }

// Initialize draws the members one after the other.
func (e *Ensemble) Initialize(in, out int, rng *rand.Rand) []Parameter {
	var parameters []Parameter
	for k := range e.Members {
		for _, p := range e.Network.Initialize(in, out, rng) {
			p.Name = fmt.Sprintf("member_%d/%s", k, p.Name)
			parameters = append(parameters, p)
		}
	}
	return parameters
}

// Each returns the members by themselves, for a loss that fits each of them.
func (e *Ensemble) Each(parameters []*graph.Node) []Function {
	members, width := make([]Function, e.Members), len(parameters)/e.Members
	for k := range members {
		members[k] = e.Network.Bind(parameters[k*width : (k+1)*width])
	}
	return members
}

// Bind implements Network.
func (e *Ensemble) Bind(parameters []*graph.Node) Function {
	return sum{e.Each(parameters), 1 / float64(e.Members)}
}

var (
	_ Network = (*Ensemble)(nil)
	_ Shaped  = (*Ensemble)(nil)
)
