package engine

import (
	"reflect"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/ir"
)

// elementwise records an operation whose operands are first broadcast to the dimensions of its result.
func (f *Function) elementwise(op compute.OpType, operands ...compute.Value) (compute.Value, error) {
	x, err := f.nodes(op, operands)
	if err != nil {
		return nil, err
	}
	op = logical(op, x[0].Shape.DType)
	shape, err := inferElementwise(op, shapesOf(x))
	if err != nil {
		return nil, f.fail(op, x, err)
	}
	for i, n := range x {
		x[i] = f.broadcast(n, shape.Dimensions)
	}
	return f.graph.Add(op, shape, nil, x...), nil
}

// broadcast repeats a scalar, or axes of length 1, of a node.
func (f *Function) broadcast(n *ir.Node, dimensions []int) *ir.Node {
	if slices.Equal(n.Shape.Dimensions, dimensions) {
		return n
	}
	shape := shapes.Shape{DType: n.Shape.DType, Dimensions: dimensions}
	return f.graph.Add(compute.OpTypeBroadcastInDim, shape, ir.BroadcastInDim{Axes: count(n.Shape.Rank())}, n)
}

// ConvertDType implements compute.Function.
func (f *Function) ConvertDType(x compute.Value, dtype dtypes.DType) (compute.Value, error) {
	if n, ok := x.(*ir.Node); ok && n != nil && n.Shape.DType == dtype {
		return f.Identity(x)
	}
	return f.record(compute.OpTypeConvertDType, inferConvert(dtype), x)
}

// zeroOne turns Bool into the numbers 0 and 1; other nodes stay as they are.
func (f *Function) zeroOne(n *ir.Node) *ir.Node {
	if n.Shape.DType != dtypes.Bool {
		return n
	}
	shape := shapes.Shape{DType: dtypes.Uint8, Dimensions: n.Shape.Dimensions}
	return f.graph.Add(compute.OpTypeConvertDType, shape, nil, n)
}

// Bitcast implements compute.Function.
func (f *Function) Bitcast(x compute.Value, targetDType dtypes.DType) (compute.Value, error) {
	return f.record(compute.OpTypeBitcast, inferBitcast(targetDType), x)
}

// IsNaN implements compute.Function: only floating-point numbers can be NaN.
func (f *Function) IsNaN(x compute.Value) (compute.Value, error) {
	if n, ok := x.(*ir.Node); ok && n != nil && !n.Shape.DType.IsFloat() {
		return f.NotEqual(x, x)
	}
	return f.elementwise(compute.OpTypeIsNaN, x)
}

// Real implements compute.Function: a floating-point number is its own real part.
func (f *Function) Real(x compute.Value) (compute.Value, error) {
	return f.recordFloat(compute.OpTypeReal, x, func(n *ir.Node) compute.Value { return n })
}

// Imag implements compute.Function: the imaginary part of a floating-point number is 0.
func (f *Function) Imag(x compute.Value) (compute.Value, error) {
	return f.recordFloat(compute.OpTypeImag, x, func(n *ir.Node) compute.Value {
		return f.broadcast(f.scalar(n.Shape.DType, 0), n.Shape.Dimensions)
	})
}

// recordFloat makes something of a floating-point operand.
func (f *Function) recordFloat(op compute.OpType, x compute.Value,
	make func(*ir.Node) compute.Value) (compute.Value, error) {
	nodes, err := f.nodes(op, []compute.Value{x})
	if err != nil {
		return nil, err
	}
	if err := floats.check(nodes[0].Shape.DType); err != nil {
		return nil, f.fail(op, nodes, err)
	}
	return make(nodes[0]), nil
}

// Where implements compute.Function.
func (f *Function) Where(condition, onTrue, onFalse compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeWhere, condition, onTrue, onFalse)
}

// Clamp implements compute.Function.
func (f *Function) Clamp(min, x, max compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeClamp, min, x, max)
}

// Abs implements compute.Function.
func (f *Function) Abs(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeAbs, x)
}

// BitCount implements compute.Function.
func (f *Function) BitCount(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeBitCount, x)
}

// BitwiseNot implements compute.Function.
func (f *Function) BitwiseNot(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeBitwiseNot, x)
}

// Ceil implements compute.Function.
func (f *Function) Ceil(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeCeil, x)
}

// Clz implements compute.Function.
func (f *Function) Clz(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeClz, x)
}

// Cos implements compute.Function.
func (f *Function) Cos(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeCos, x)
}

// Erf implements compute.Function.
func (f *Function) Erf(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeErf, x)
}

// Exp implements compute.Function.
func (f *Function) Exp(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeExp, x)
}

// Expm1 implements compute.Function.
func (f *Function) Expm1(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeExpm1, x)
}

// Floor implements compute.Function.
func (f *Function) Floor(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeFloor, x)
}

// IsFinite implements compute.Function.
func (f *Function) IsFinite(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeIsFinite, x)
}

// Log implements compute.Function.
func (f *Function) Log(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLog, x)
}

// Log1p implements compute.Function.
func (f *Function) Log1p(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLog1p, x)
}

// LogicalNot implements compute.Function.
func (f *Function) LogicalNot(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLogicalNot, x)
}

// Logistic implements compute.Function.
func (f *Function) Logistic(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeLogistic, x)
}

// Neg implements compute.Function.
func (f *Function) Neg(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeNeg, x)
}

// Round implements compute.Function.
func (f *Function) Round(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeRound, x)
}

// Rsqrt implements compute.Function.
func (f *Function) Rsqrt(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeRsqrt, x)
}

// Sign implements compute.Function.
func (f *Function) Sign(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeSign, x)
}

// Sin implements compute.Function.
func (f *Function) Sin(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeSin, x)
}

// Sqrt implements compute.Function.
func (f *Function) Sqrt(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeSqrt, x)
}

// Tanh implements compute.Function.
func (f *Function) Tanh(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeTanh, x)
}

// scalar returns a floating-point constant.
func (f *Function) scalar(dtype dtypes.DType, value float64) *ir.Node {
	flat := reflect.MakeSlice(reflect.SliceOf(dtype.GoType()), 1, 1)
	if dtype == dtypes.BFloat16 {
		flat.Index(0).Set(reflect.ValueOf(bfloat16.FromFloat32(float32(value))))
	} else {
		flat.Index(0).SetFloat(value)
	}
	return f.graph.Add(compute.OpTypeConstant, shapes.Shape{DType: dtype}, ir.Constant{Flat: flat.Interface()})
}
