package model

import (
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gomlx/gomlx/pkg/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/network"
)

// Models that are derived from trained ones (paper, section 3.1, manifold arithmetic) are trained models themselves, with
// networks composed of the operands' networks; so they can all that a trained model of their type can.

// composite is a network that is made of trained ones: its parameters are theirs, one network's after the other's.
type composite struct {
	operands []network.Trained
	combine  func(functions []network.Function) network.Function
}

// compose is a trained network that is made of others.
func compose(combine func(functions []network.Function) network.Function, operands ...network.Trained) network.Trained {
	c := composite{operands, combine}
	return network.Trained{Network: c, Parameters: c.Initialize(0, 0, nil)}
}

// Initialize is the operands' parameters as they are: they have been trained.
func (c composite) Initialize(int, int, *rand.Rand) []network.Parameter {
	var parameters []network.Parameter
	for _, operand := range c.operands {
		parameters = append(parameters, operand.Parameters...)
	}
	return parameters
}

// Bind implements network.Network.
func (c composite) Bind(parameters []*graph.Node) network.Function {
	functions := make([]network.Function, len(c.operands))
	for i, operand := range c.operands {
		count := len(operand.Parameters)
		functions[i] = operand.Network.Bind(parameters[:count])
		parameters = parameters[count:]
	}
	return c.combine(functions)
}

// inTurn is the second of two functions at the value of the first.
type inTurn struct{ first, second network.Function }

func (f inTurn) Apply(x *graph.Node) *graph.Node { return f.second.Apply(f.first.Apply(x)) }

func (f inTurn) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	between, first := f.first.Linearize(x)
	y, second := f.second.Linearize(between)
	return y, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node { return second.JVP(first.JVP(tangent)) },
		VJP: func(cotangent *graph.Node) *graph.Node { return first.VJP(second.VJP(cotangent)) },
	}
}

// linearizeAll is the values and derivatives of several functions at x.
func linearizeAll(functions []network.Function, x *graph.Node) (values []*graph.Node, derivatives []autodiff.Linear) {
	for _, f := range functions {
		value, derivative := f.Linearize(x)
		values, derivatives = append(values, value), append(derivatives, derivative)
	}
	return values, derivatives
}

func applyAll(functions []network.Function, x *graph.Node) []*graph.Node {
	values := make([]*graph.Node, len(functions))
	for i, f := range functions {
		values[i] = f.Apply(x)
	}
	return values
}

// sumOf is the sum of term(0) to term(count-1).
func sumOf(count int, term func(i int) *graph.Node) *graph.Node {
	sum := term(0)
	for i := 1; i < count; i++ {
		sum = graph.Add(sum, term(i))
	}
	return sum
}

// scalarCombination is one number made of functions with one output each. combine takes their values [batch, 1] to the
// result and its partial derivatives by each of them, all [batch, 1].
type scalarCombination struct {
	functions []network.Function
	combine   func(values []*graph.Node) (result *graph.Node, slopes []*graph.Node)
}

func (f scalarCombination) Apply(x *graph.Node) *graph.Node {
	result, _ := f.combine(applyAll(f.functions, x))
	return result
}

func (f scalarCombination) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	values, derivatives := linearizeAll(f.functions, x)
	result, slopes := f.combine(values)
	return result, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return sumOf(len(values), func(i int) *graph.Node { return graph.Mul(slopes[i], derivatives[i].JVP(tangent)) })
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return sumOf(len(values), func(i int) *graph.Node { return derivatives[i].VJP(graph.Mul(slopes[i], cotangent)) })
		},
	}
}

// sideBySide is the outputs of several functions next to each other.
type sideBySide []network.Function

func (f sideBySide) Apply(x *graph.Node) *graph.Node {
	values := applyAll(f, x)
	places := placesOf(values)
	return sumOf(len(values), func(i int) *graph.Node { return places[i].Place(values[i]) })
}

func (f sideBySide) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	values, derivatives := linearizeAll(f, x)
	places := placesOf(values)
	y := sumOf(len(values), func(i int) *graph.Node { return places[i].Place(values[i]) })
	return y, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return sumOf(len(values), func(i int) *graph.Node { return places[i].Place(derivatives[i].JVP(tangent)) })
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return sumOf(len(values), func(i int) *graph.Node { return derivatives[i].VJP(places[i].Pick(cotangent)) })
		},
	}
}

// placesOf is where in the whole the outputs of each function stand.
func placesOf(values []*graph.Node) []network.Placement {
	total := 0
	for _, value := range values {
		total += value.Shape().Dimensions[1]
	}
	places, from := make([]network.Placement, len(values)), 0
	for i, value := range values {
		at := make([]int, value.Shape().Dimensions[1])
		for j := range at {
			at[j] = from + j
		}
		places[i] = network.NewPlacement(value, total, at, 0, len(at))
		from += len(at)
	}
	return places
}

// checkLabels refuses an operand that is given twice.
func checkLabels(labels []string) error {
	seen := map[string]bool{}
	var errs []error
	for i, label := range labels {
		if seen[label] {
			errs = append(errs, &config.FieldError{Field: fmt.Sprintf("of[%d]", i), Found: label + " a second time",
				Allowed: "each model once"})
		}
		seen[label] = true
	}
	return errors.Join(errs...)
}

// shares are weights divided by their sum; equal ones where none are given.
func shares(weights []float64, count int) []float64 {
	parts, total := make([]float64, count), 0.0
	for i := range parts {
		parts[i] = 1
		if weights != nil {
			parts[i] = weights[i]
		}
		total += parts[i]
	}
	for i := range parts {
		parts[i] /= total
	}
	return parts
}

// checkWeights refuses weights that are not one for each operand.
func checkWeights(weights []float64, count int) error {
	if weights != nil && len(weights) != count {
		return &config.FieldError{Field: "weights", Found: fmt.Sprintf("%d weights for %d models", len(weights), count),
			Allowed: "one for each model"}
	}
	return nil
}
