// Package arithmetic holds the models that are derived from trained ones without training (paper, section 3.1,
// manifold arithmetic): unions and intersections of zero sets, moved models, and mixtures of any models. Unions and
// intersections are zero sets with functions composed of the operands' functions, and so can do what a trained zero
// set can:
//
//	union         F_1 F_2 ...      E = -log sum_i w_i exp(-E_i)
//	intersection  (F_1, F_2, ...)  E = sum_i E_i
package arithmetic

import (
	"errors"
	"fmt"

	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/autodiff"
	"ebim/framework/config"
	"ebim/framework/network"
)

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
			return autodiff.Sum(len(values), func(i int) *graph.Node {
				return graph.Mul(slopes[i], derivatives[i].JVP(tangent))
			})
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return autodiff.Sum(len(values), func(i int) *graph.Node {
				return derivatives[i].VJP(graph.Mul(slopes[i], cotangent))
			})
		},
	}
}

// sideBySide is the outputs of several functions next to each other.
type sideBySide []network.Function

func (f sideBySide) Apply(x *graph.Node) *graph.Node {
	values := applyAll(f, x)
	places := placesOf(values)
	return autodiff.Sum(len(values), func(i int) *graph.Node { return places[i].Place(values[i]) })
}

func (f sideBySide) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	values, derivatives := linearizeAll(f, x)
	places := placesOf(values)
	y := autodiff.Sum(len(values), func(i int) *graph.Node { return places[i].Place(values[i]) })
	return y, autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node {
			return autodiff.Sum(len(values), func(i int) *graph.Node {
				return places[i].Place(derivatives[i].JVP(tangent))
			})
		},
		VJP: func(cotangent *graph.Node) *graph.Node {
			return autodiff.Sum(len(values), func(i int) *graph.Node {
				return derivatives[i].VJP(places[i].Pick(cotangent))
			})
		},
	}
}

// Noise implements network.NoiseEstimator: the sum, as it is of J^T F.
func (f sideBySide) Noise(x *graph.Node) (noise, value *graph.Node) {
	noises, values := make([]*graph.Node, len(f)), make([]*graph.Node, len(f))
	for i, one := range f {
		noises[i], values[i] = network.Noise(one, x)
	}
	places := placesOf(values)
	return autodiff.Sum(len(f), func(i int) *graph.Node { return noises[i] }),
		autodiff.Sum(len(f), func(i int) *graph.Node { return places[i].Place(values[i]) })
}

// scaledFunction is a function times a number.
type scaledFunction struct {
	network.Function
	factor float64
}

func (f scaledFunction) Apply(x *graph.Node) *graph.Node {
	return graph.MulScalar(f.Function.Apply(x), f.factor)
}

func (f scaledFunction) Linearize(x *graph.Node) (*graph.Node, autodiff.Linear) {
	value, derivative := f.Function.Linearize(x)
	return graph.MulScalar(value, f.factor), autodiff.Linear{
		JVP: func(tangent *graph.Node) *graph.Node { return graph.MulScalar(derivative.JVP(tangent), f.factor) },
		VJP: func(cotangent *graph.Node) *graph.Node { return derivative.VJP(graph.MulScalar(cotangent, f.factor)) },
	}
}

// Noise implements network.NoiseEstimator: J^T F is that of the function times the number's square.
func (f scaledFunction) Noise(x *graph.Node) (noise, value *graph.Node) {
	noise, value = network.Noise(f.Function, x)
	return graph.MulScalar(noise, f.factor*f.factor), graph.MulScalar(value, f.factor)
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
