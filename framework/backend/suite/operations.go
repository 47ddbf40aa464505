package suite

import (
	"math"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"
)

// Cases is the whole suite but for Network's, of which each network has its own.
func Cases() []Case {
	var all []Case
	for _, cases := range [][]Case{operations(), shapeCases(), products(), reductions(), windows(), gradients(), loops(), randomNumbers()} {
		all = append(all, cases...)
	}
	return all
}

// elementary is the tolerance of elementwise functions: XLA's and this project's differ from the exact ones by up to some ten units
// in the last place, of 6e-8 each.
const elementary = 2e-6

// operations are elementwise. Small results count by themselves, down to a thousandth of the largest.
func operations() []Case {
	type unary struct {
		name  string
		build func(*graph.Node) *graph.Node
		want  func(float64) float64
	}
	ofOne := func(name string, low, high float64, functions ...unary) Case {
		c := Case{Group: "operations", Name: name, Inputs: [][]int{{37, 41}}, Low: low, High: high, Tolerance: elementary, Floor: 1e-3}
		for _, f := range functions {
			c.Parts = append(c.Parts, Part{f.name, func(in []*graph.Node) *graph.Node { return f.build(in[0]) }, func(in [][]float32) []float64 {
				out := widened(in[0])
				for i, x := range out {
					out[i] = f.want(x)
				}
				return out
			}, nil})
		}
		return c
	}
	anywhere := ofOne("of any number", -9, 9,
		unary{"negative", graph.Neg, func(x float64) float64 { return -x }},
		unary{"absolute", graph.Abs, math.Abs},
		unary{"square", graph.Square, func(x float64) float64 { return x * x }},
		unary{"sine", graph.Sin, math.Sin},
		unary{"cosine", graph.Cos, math.Cos},
		unary{"exponential", graph.Exp, math.Exp},
		unary{"exponential less 1", graph.Expm1, math.Expm1},
		unary{"hyperbolic tangent", graph.Tanh, math.Tanh},
		unary{"logistic", graph.Logistic, func(x float64) float64 { return 1 / (1 + math.Exp(-x)) }},
		unary{"error function", graph.Erf, math.Erf},
		unary{"sign", graph.Sign, func(x float64) float64 { return math.Copysign(1, x) }},
		unary{"floor", graph.Floor, math.Floor},
		unary{"ceiling", graph.Ceil, math.Ceil},
		unary{"nearest whole", graph.Round, math.RoundToEven},
		unary{"finite", func(x *graph.Node) *graph.Node { return number(graph.IsFinite(x)) }, func(float64) float64 { return 1 }},
	)
	return []Case{anywhere, ofOne("of a positive number", 1e-3, 20,
		unary{"root", graph.Sqrt, math.Sqrt},
		unary{"reciprocal root", graph.Rsqrt, func(x float64) float64 { return 1 / math.Sqrt(x) }},
		unary{"reciprocal", graph.Reciprocal, func(x float64) float64 { return 1 / x }},
		unary{"logarithm", graph.Log, math.Log},
		unary{"logarithm of 1 more", graph.Log1P, math.Log1p},
	), ofOne("of nothing finite", 1, 2,
		unary{"infinity", func(x *graph.Node) *graph.Node { return graph.Div(x, graph.ZerosLike(x)) }, func(float64) float64 { return math.Inf(1) }},
		unary{"no number", func(x *graph.Node) *graph.Node { return graph.Log(graph.Neg(x)) }, func(float64) float64 { return math.NaN() }},
		unary{"comparison with no number", func(x *graph.Node) *graph.Node {
			return number(graph.LessThan(graph.Log(graph.Neg(x)), x))
		}, func(float64) float64 { return 0 }},
	), binary()}
}

// binary are operations on two arrays, of which one is repeated along an axis.
func binary() Case {
	const rows, columns = 33, 40
	c := Case{Group: "operations", Name: "of two numbers", Inputs: [][]int{{rows, columns}, {1, columns}, {rows, 1}}, Low: -3, High: 3, Tolerance: elementary, Floor: 1e-3}
	for _, f := range []struct {
		name  string
		build func(x, y *graph.Node) *graph.Node
		want  func(x, y float64) float64
	}{
		{"sum", graph.Add, func(x, y float64) float64 { return x + y }},
		{"difference", graph.Sub, func(x, y float64) float64 { return x - y }},
		{"product", graph.Mul, func(x, y float64) float64 { return x * y }},
		{"quotient", graph.Div, func(x, y float64) float64 { return x / y }},
		{"larger", graph.Max, math.Max},
		{"smaller", graph.Min, math.Min},
		{"remainder", graph.Rem, math.Mod},
		{"power", func(x, y *graph.Node) *graph.Node { return graph.Pow(graph.Abs(x), y) }, func(x, y float64) float64 { return math.Pow(math.Abs(x), y) }},
		{"less", func(x, y *graph.Node) *graph.Node { return number(graph.LessThan(x, y)) }, func(x, y float64) float64 { return truth(x < y) }},
		{"at least", func(x, y *graph.Node) *graph.Node { return number(graph.GreaterOrEqual(x, y)) }, func(x, y float64) float64 { return truth(x >= y) }},
		{"equal", func(x, y *graph.Node) *graph.Node { return number(graph.Equal(x, graph.Mul(x, graph.OnesLike(y)))) }, func(float64, float64) float64 { return 1 }},
		{"choice", func(x, y *graph.Node) *graph.Node {
			y = graph.BroadcastToDims(y, x.Shape().Dimensions...)
			return graph.Where(graph.LogicalAnd(graph.LessThan(x, y), graph.LogicalNot(graph.IsPositive(x))), x, y)
		}, func(x, y float64) float64 {
			if x < y && x <= 0 {
				return x
			}
			return y
		}},
	} {
		for _, other := range []int{1, 2} {
			name := f.name + map[int]string{1: " with a row", 2: " with a column"}[other]
			c.Parts = append(c.Parts, Part{name, func(in []*graph.Node) *graph.Node { return f.build(in[0], in[other]) }, func(in [][]float32) []float64 {
				out := widened(in[0])
				for i, x := range out {
					at := i % columns
					if other == 2 {
						at = i / columns
					}
					out[i] = f.want(x, float64(in[other][at]))
				}
				return out
			}, nil})
		}
	}
	return c
}

// number is 1 where a condition holds, and 0 elsewhere.
func number(condition *graph.Node) *graph.Node { return graph.ConvertDType(condition, dtypes.Float32) }

func truth(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}
