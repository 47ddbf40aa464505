package network

import (
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

// sum is the sum of functions.
type sum []Function

func (s sum) add(term func(i int) *graph.Node) *graph.Node { return autodiff.Sum(len(s), term) }

func (s sum) Apply(x *graph.Node) *graph.Node {
	return s.add(func(i int) *graph.Node { return s[i].Apply(x) })
}

func (s sum) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	derivatives := make([]autodiff.Linear, len(s))
	value := s.add(func(i int) (y *graph.Node) {
		y, derivatives[i] = s[i].Linearize(x)
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
