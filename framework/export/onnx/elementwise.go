package onnx

import (
	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

// operators are the elementwise operations that ONNX has under a name of its own. It repeats operands by itself.
var operators = map[compute.OpType]string{
	compute.OpTypeAbs: "Abs", compute.OpTypeCeil: "Ceil", compute.OpTypeCos: "Cos", compute.OpTypeErf: "Erf",
	compute.OpTypeExp:   "Exp",
	compute.OpTypeFloor: "Floor", compute.OpTypeIsNaN: "IsNaN", compute.OpTypeLog: "Log",
	compute.OpTypeLogicalNot: "Not",
	compute.OpTypeLogistic:   "Sigmoid", compute.OpTypeNeg: "Neg", compute.OpTypeSign: "Sign", compute.OpTypeSin: "Sin",
	compute.OpTypeSqrt: "Sqrt",
	compute.OpTypeTanh: "Tanh",

	compute.OpTypeAdd: "Add", compute.OpTypeDiv: "Div", compute.OpTypeMul: "Mul", compute.OpTypePow: "Pow",
	compute.OpTypeSub: "Sub",
	compute.OpTypeMax: "Max", compute.OpTypeMin: "Min",
	compute.OpTypeLogicalAnd: "And", compute.OpTypeLogicalOr: "Or",
	compute.OpTypeEqual: "Equal", compute.OpTypeGreaterOrEqual: "GreaterOrEqual", compute.OpTypeGreaterThan: "Greater",
	compute.OpTypeLessOrEqual: "LessOrEqual", compute.OpTypeLessThan: "Less",

	compute.OpTypeWhere: "Where",
}

// elementwise writes an operation on elements; its result repeats where all operands do.
func (c *converter) elementwise(n *ir.Node) (value, error) {
	var inputs []string
	var dimensions []length
	for _, input := range n.Inputs {
		v := c.values[input.Index]
		inputs = append(inputs, v.name)
		dimensions = together(dimensions, v.dimensions)
	}
	name, err := c.elements(n, inputs)
	return value{name, dimensions}, err
}

// together is the dimensions of two operands that are repeated to the same.
func together(a, b []length) []length {
	if len(a) < len(b) {
		a, b = b, a
	}
	all := append([]length(nil), a...)
	for i, d := range b {
		if at := len(a) - len(b) + i; all[at] == (length{fixed: 1}) {
			all[at] = d
		}
	}
	return all
}

func (c *converter) elements(n *ir.Node, x []string) (string, error) {
	if operator := operators[n.Op]; operator != "" {
		return c.emit(operator, x), nil
	}
	switch n.Op {
	case compute.OpTypeConvertDType:
		return c.emit("Cast", x, attribute{"to", int(elementTypes[n.Shape.DType])}), nil
	case compute.OpTypeNotEqual:
		return c.emit("Not", []string{c.emit("Equal", x)}), nil
	case compute.OpTypeClamp: // least, x, greatest
		return c.emit("Min", []string{c.emit("Max", x[:2]), x[2]}), nil
	case compute.OpTypeRem:
		return c.emit("Mod", x, attribute{"fmod", 1}), nil
	case compute.OpTypeRsqrt:
		return c.emit("Reciprocal", []string{c.emit("Sqrt", x)}), nil
	case compute.OpTypeIsFinite: // x - x is 0 or, of NaN and infinities, NaN
		return c.emit("Equal", []string{c.emit("Sub", []string{x[0], x[0]}), c.scalar(0)}), nil
	}
	if n.Shape.DType != dtypes.Float32 {
		return "", c.missing(n, "")
	}
	switch n.Op {
	case compute.OpTypeLog1p:
		return c.log1p(x[0]), nil
	case compute.OpTypeExpm1:
		return c.expm1(x[0]), nil
	}
	return "", c.missing(n, "")
}

func (c *converter) scalar(v float32) string {
	return c.tensor("scalar", float32Type, nil, []float32{v})
}

// log1p is log(1 + x) with all digits of a small x: with u = 1 + x as rounded, log(u) x / (u - 1), and x where u is 1
// (Kahan; Goldberg 1991, theorem 4). From 1 on, where x may be infinite, it is log(u).
func (c *converter) log1p(x string) string {
	one := c.scalar(1)
	u := c.emit("Add", []string{one, x})
	rounded, log := c.emit("Sub", []string{u, one}), c.emit("Log", []string{u})
	small := c.emit("Mul", []string{log, c.emit("Div", []string{x, rounded})})
	small = c.emit("Where", []string{c.emit("Equal", []string{u, one}), x, small})
	return c.emit("Where", []string{c.emit("Less", []string{x, one}), small, log})
}

// expm1 is exp(x) - 1 with all digits of a small x: with t = tanh(x/2), 2 t/(1 - t). Beyond 1 it is as it reads.
func (c *converter) expm1(x string) string {
	one := c.scalar(1)
	t := c.emit("Tanh", []string{c.emit("Mul", []string{x, c.scalar(0.5)})})
	small := c.emit("Div", []string{c.emit("Add", []string{t, t}), c.emit("Sub", []string{one, t})})
	large := c.emit("Sub", []string{c.emit("Exp", []string{x}), one})
	return c.emit("Where", []string{c.emit("Less", []string{c.emit("Abs", []string{x}), one}), small, large})
}
