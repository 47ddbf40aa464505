package engine

import (
	"slices"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"

	"ebim/framework/engine/ir"
)

// elementwise records an operation whose operands are first broadcast to the dimensions of its result.
func (b *Builder) elementwise(op backends.OpType, operands ...backends.Op) (backends.Op, error) {
	x, err := b.nodes(op, operands)
	if err != nil {
		return nil, err
	}
	op = logical(op, x[0].Shape.DType)
	shape, err := inferElementwise(op, shapesOf(x))
	if err != nil {
		return nil, b.fail(op, x, err)
	}
	for i, n := range x {
		x[i] = b.broadcast(n, shape.Dimensions)
	}
	return b.graph.Add(op, shape, nil, x...), nil
}

// broadcast repeats a scalar, or axes of length 1, of a node.
func (b *Builder) broadcast(n *ir.Node, dimensions []int) *ir.Node {
	if slices.Equal(n.Shape.Dimensions, dimensions) {
		return n
	}
	shape := shapes.Shape{DType: n.Shape.DType, Dimensions: dimensions}
	return b.graph.Add(backends.OpTypeBroadcastInDim, shape, ir.BroadcastInDim{Axes: count(n.Shape.Rank())}, n)
}

// ConvertDType implements backends.Builder.
func (b *Builder) ConvertDType(x backends.Op, dtype dtypes.DType) (backends.Op, error) {
	if n, ok := x.(*ir.Node); ok && n != nil && n.Shape.DType == dtype {
		return b.Identity(x)
	}
	return b.record(backends.OpTypeConvertDType, inferConvert(dtype), x)
}

// zeroOne turns Bool into the numbers 0 and 1; other nodes stay as they are.
func (b *Builder) zeroOne(n *ir.Node) *ir.Node {
	if n.Shape.DType != dtypes.Bool {
		return n
	}
	shape := shapes.Shape{DType: dtypes.Uint8, Dimensions: n.Shape.Dimensions}
	return b.graph.Add(backends.OpTypeConvertDType, shape, nil, n)
}

// Bitcast implements backends.Builder.
func (b *Builder) Bitcast(x backends.Op, targetDType dtypes.DType) (backends.Op, error) {
	return b.record(backends.OpTypeBitcast, inferBitcast(targetDType), x)
}

// IsNaN implements backends.Builder: only floating-point numbers can be NaN.
func (b *Builder) IsNaN(x backends.Op) (backends.Op, error) {
	if n, ok := x.(*ir.Node); ok && n != nil && !n.Shape.DType.IsFloat() {
		return b.NotEqual(x, x)
	}
	return b.elementwise(backends.OpTypeIsNaN, x)
}

// Real implements backends.Builder: a floating-point number is its own real part.
func (b *Builder) Real(x backends.Op) (backends.Op, error) {
	return b.recordFloat(backends.OpTypeReal, x, func(n *ir.Node) backends.Op { return n })
}

// Imag implements backends.Builder: the imaginary part of a floating-point number is 0.
func (b *Builder) Imag(x backends.Op) (backends.Op, error) {
	return b.recordFloat(backends.OpTypeImag, x, func(n *ir.Node) backends.Op {
		return b.broadcast(b.scalar(n.Shape.DType, 0), n.Shape.Dimensions)
	})
}

// recordFloat makes something of a floating-point operand.
func (b *Builder) recordFloat(op backends.OpType, x backends.Op, make func(*ir.Node) backends.Op) (backends.Op, error) {
	nodes, err := b.nodes(op, []backends.Op{x})
	if err != nil {
		return nil, err
	}
	if err := floats.check(nodes[0].Shape.DType); err != nil {
		return nil, b.fail(op, nodes, err)
	}
	return make(nodes[0]), nil
}

// Where implements backends.Builder.
func (b *Builder) Where(condition, onTrue, onFalse backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeWhere, condition, onTrue, onFalse)
}

// Clamp implements backends.Builder.
func (b *Builder) Clamp(min, x, max backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeClamp, min, x, max)
}

// Abs implements backends.Builder.
func (b *Builder) Abs(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeAbs, x)
}

// BitCount implements backends.Builder.
func (b *Builder) BitCount(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeBitCount, x)
}

// BitwiseNot implements backends.Builder.
func (b *Builder) BitwiseNot(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeBitwiseNot, x)
}

// Ceil implements backends.Builder.
func (b *Builder) Ceil(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeCeil, x)
}

// Clz implements backends.Builder.
func (b *Builder) Clz(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeClz, x)
}

// Cos implements backends.Builder.
func (b *Builder) Cos(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeCos, x)
}

// Erf implements backends.Builder.
func (b *Builder) Erf(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeErf, x)
}

// Exp implements backends.Builder.
func (b *Builder) Exp(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeExp, x)
}

// Expm1 implements backends.Builder.
func (b *Builder) Expm1(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeExpm1, x)
}

// Floor implements backends.Builder.
func (b *Builder) Floor(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeFloor, x)
}

// IsFinite implements backends.Builder.
func (b *Builder) IsFinite(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeIsFinite, x)
}

// Log implements backends.Builder.
func (b *Builder) Log(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLog, x)
}

// Log1p implements backends.Builder.
func (b *Builder) Log1p(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLog1p, x)
}

// LogicalNot implements backends.Builder.
func (b *Builder) LogicalNot(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLogicalNot, x)
}

// Logistic implements backends.Builder.
func (b *Builder) Logistic(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeLogistic, x)
}

// Neg implements backends.Builder.
func (b *Builder) Neg(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeNeg, x)
}

// Round implements backends.Builder.
func (b *Builder) Round(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeRound, x)
}

// Rsqrt implements backends.Builder.
func (b *Builder) Rsqrt(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeRsqrt, x)
}

// Sign implements backends.Builder.
func (b *Builder) Sign(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeSign, x)
}

// Sin implements backends.Builder.
func (b *Builder) Sin(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeSin, x)
}

// Sqrt implements backends.Builder.
func (b *Builder) Sqrt(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeSqrt, x)
}

// Tanh implements backends.Builder.
func (b *Builder) Tanh(x backends.Op) (backends.Op, error) {
	return b.elementwise(backends.OpTypeTanh, x)
}
