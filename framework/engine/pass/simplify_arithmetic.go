package pass

import (
	"math"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
)

// either tries a rule's condition on both orders of two operands, and gives the other operand where it holds.
func either(n *ir.Node, holds func(x *ir.Node) bool) (other *ir.Node) {
	if holds(n.Inputs[1]) {
		return n.Inputs[0]
	}
	if holds(n.Inputs[0]) {
		return n.Inputs[1]
	}
	return nil
}

// addZero: x + -0 = x always; x + 0 = x unless x is -0.
func addZero(b *builder, n *ir.Node) *ir.Node {
	if x := either(n, func(y *ir.Node) bool { return isUniform(y, math.Copysign(0, -1)) }); x != nil {
		return x
	}
	x := either(n, func(y *ir.Node) bool { return isUniform(y, 0) })
	if x != nil && !canBeNegativeZero(x) {
		return x
	}
	return nil
}

func canBeNegativeZero(x *ir.Node) bool {
	if !x.Shape.DType.IsFloat() {
		return false
	}
	switch x.Op {
	case compute.OpTypeAbs, compute.OpTypeExp, compute.OpTypeLogistic:
		return false
	}
	return true
}

// addNegative: x + (-y) = x - y, by the definition of subtraction.
func addNegative(b *builder, n *ir.Node) *ir.Node {
	x, y := n.Inputs[0], n.Inputs[1]
	if y.Op == compute.OpTypeNeg {
		return b.add(compute.OpTypeSub, n.Shape, nil, x, y.Inputs[0])
	}
	if x.Op == compute.OpTypeNeg {
		return b.add(compute.OpTypeSub, n.Shape, nil, y, x.Inputs[0])
	}
	return nil
}

// subtractZero: x - 0 = x, for -0 too.
func subtractZero(b *builder, n *ir.Node) *ir.Node {
	if isUniform(n.Inputs[1], 0) {
		return n.Inputs[0]
	}
	return nil
}

// subtractFromZero: -0 - x = -x. 0 - x differs from it at x = 0, but for integers.
func subtractFromZero(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	if isUniform(x, math.Copysign(0, -1)) || (isSignedInteger(n.Shape.DType) && isUniform(x, 0)) {
		return b.add(compute.OpTypeNeg, n.Shape, nil, n.Inputs[1])
	}
	return nil
}

func isSignedInteger(t dtypes.DType) bool { return t.IsInt() && !t.IsUnsigned() }

// subtractNegative: x - (-y) = x + y.
func subtractNegative(b *builder, n *ir.Node) *ir.Node {
	if y := n.Inputs[1]; y.Op == compute.OpTypeNeg {
		return b.add(compute.OpTypeAdd, n.Shape, nil, n.Inputs[0], y.Inputs[0])
	}
	return nil
}

// multiplyByOne: x * 1 = x and x * -1 = -x.
func multiplyByOne(b *builder, n *ir.Node) *ir.Node {
	if x := either(n, func(y *ir.Node) bool { return isUniform(y, 1) }); x != nil {
		return x
	}
	if x := either(n, func(y *ir.Node) bool { return isUniform(y, -1) }); x != nil {
		return b.add(compute.OpTypeNeg, n.Shape, nil, x)
	}
	return nil
}

// multiplyNegatives: (-x) * (-y) = x * y, and (-x) * c = x * -c for constants: signs and magnitudes are separate.
func multiplyNegatives(b *builder, n *ir.Node) *ir.Node {
	x, y := n.Inputs[0], n.Inputs[1]
	if x.Op == compute.OpTypeNeg && y.Op == compute.OpTypeNeg {
		return b.add(compute.OpTypeMul, n.Shape, nil, x.Inputs[0], y.Inputs[0])
	}
	if y.Op == compute.OpTypeNeg {
		x, y = y, x
	}
	c, ok := uniform(y)
	if !ok || x.Op != compute.OpTypeNeg || !isWideFloat(n.Shape.DType) {
		return nil
	}
	return b.add(compute.OpTypeMul, n.Shape, nil, x.Inputs[0], b.filled(n.Shape, -c))
}

func isWideFloat(t dtypes.DType) bool { return t == dtypes.Float32 || t == dtypes.Float64 }

// divideByOne: x / 1 = x and x / -1 = -x.
func divideByOne(b *builder, n *ir.Node) *ir.Node {
	switch {
	case isUniform(n.Inputs[1], 1):
		return n.Inputs[0]
	case isUniform(n.Inputs[1], -1):
		return b.add(compute.OpTypeNeg, n.Shape, nil, n.Inputs[0])
	}
	return nil
}

// divideByPowerOfTwo: x / 2^k = x * 2^-k, two roundings of one real number, where 2^-k is a normal number. A
// multiplication takes a fifth of a division's time.
func divideByPowerOfTwo(b *builder, n *ir.Node) *ir.Node {
	c, ok := uniform(n.Inputs[1])
	if !ok || !isWideFloat(n.Shape.DType) {
		return nil
	}
	fraction, exponent := math.Frexp(c) // |fraction| is in [1/2, 1)
	limit := 1022
	if n.Shape.DType == dtypes.Float32 {
		limit = 126
	}
	if math.Abs(fraction) != 0.5 || exponent-1 > limit || exponent-1 < -limit {
		return nil
	}
	return b.add(compute.OpTypeMul, n.Shape, nil, n.Inputs[0], b.filled(n.Shape, 1/c))
}

// smallPower: x^1 = x and x^2 = x * x, which is rounded once and so no further from the power than any.
func smallPower(b *builder, n *ir.Node) *ir.Node {
	x := n.Inputs[0]
	switch {
	case isUniform(n.Inputs[1], 1):
		return x
	case isUniform(n.Inputs[1], 2):
		return b.add(compute.OpTypeMul, n.Shape, nil, x, x)
	}
	return nil
}

// undone: an operation that is its own inverse, twice.
func undone(b *builder, n *ir.Node) *ir.Node {
	if x := n.Inputs[0]; x.Op == n.Op {
		return x.Inputs[0]
	}
	return nil
}

// absolute: the magnitude of a magnitude is itself, and that of -x is that of x, unless numbers have no sign.
func absolute(b *builder, n *ir.Node) *ir.Node {
	switch x := n.Inputs[0]; {
	case x.Op == compute.OpTypeAbs:
		return x
	case x.Op == compute.OpTypeNeg && !n.Shape.DType.IsUnsigned():
		return b.add(compute.OpTypeAbs, n.Shape, nil, x.Inputs[0])
	}
	return nil
}

// idempotent: op(x, x) = x.
func idempotent(b *builder, n *ir.Node) *ir.Node {
	if n.Inputs[0] == n.Inputs[1] {
		return n.Inputs[0]
	}
	return nil
}

// logicalConstant: x and true = x or false = x; x and false = false; x or true = true.
func logicalConstant(b *builder, n *ir.Node) *ir.Node {
	for i, x := range n.Inputs {
		value, ok := uniform(x)
		switch {
		case !ok:
		case (value == 1) == (n.Op == compute.OpTypeLogicalAnd):
			return n.Inputs[1-i]
		default:
			return x
		}
	}
	return nil
}

// whereSame: both choices are one.
func whereSame(b *builder, n *ir.Node) *ir.Node {
	if n.Inputs[1] == n.Inputs[2] {
		return n.Inputs[1]
	}
	return nil
}

// whereConstant: the choice is known.
func whereConstant(b *builder, n *ir.Node) *ir.Node {
	switch value, ok := uniform(n.Inputs[0]); {
	case !ok:
		return nil
	case value == 1:
		return n.Inputs[1]
	default:
		return n.Inputs[2]
	}
}

// whereNot: where not c, choose the other one.
func whereNot(b *builder, n *ir.Node) *ir.Node {
	if c := n.Inputs[0]; c.Op == compute.OpTypeLogicalNot {
		return b.add(compute.OpTypeWhere, n.Shape, nil, c.Inputs[0], n.Inputs[2], n.Inputs[1])
	}
	return nil
}

// convertToSame: a value that has the type already.
func convertToSame(b *builder, n *ir.Node) *ir.Node {
	if n.Inputs[0].Shape.DType == n.Shape.DType {
		return n.Inputs[0]
	}
	return nil
}

// convertBack: to a type that holds all values of the first one, and back.
func convertBack(b *builder, n *ir.Node) *ir.Node {
	middle := n.Inputs[0]
	if middle.Op != compute.OpTypeConvertDType || middle.Inputs[0].Shape.DType != n.Shape.DType {
		return nil
	}
	first, wider := n.Shape.DType, middle.Shape.DType
	switch {
	case first == dtypes.Bool,
		first == dtypes.BFloat16 && isWideFloat(wider),
		first == dtypes.Float32 && wider == dtypes.Float64,
		first == dtypes.Int32 && (wider == dtypes.Int64 || wider == dtypes.Float64):
		return middle.Inputs[0]
	}
	return nil
}
