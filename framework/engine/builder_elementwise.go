package engine

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
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

// Ceil implements compute.Function.
func (f *Function) Ceil(x compute.Value) (compute.Value, error) {
	return f.elementwise(compute.OpTypeCeil, x)
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

// elementwiseTypes is what the operands of elementwise operations must be; Where and ConvertDType are apart.
var elementwiseTypes = func() map[compute.OpType]typeClass {
	table := map[compute.OpType]typeClass{}
	set := func(class typeClass, ops ...compute.OpType) {
		for _, op := range ops {
			table[op] = class
		}
	}
	set(booleans, compute.OpTypeLogicalAnd, compute.OpTypeLogicalNot, compute.OpTypeLogicalOr)
	set(signed, compute.OpTypeNeg)
	set(floats, compute.OpTypeCeil, compute.OpTypeCos, compute.OpTypeErf, compute.OpTypeExp, compute.OpTypeExpm1,
		compute.OpTypeFloor, compute.OpTypeIsFinite, compute.OpTypeIsNaN, compute.OpTypeLog, compute.OpTypeLog1p,
		compute.OpTypeLogistic, compute.OpTypeRound, compute.OpTypeRsqrt, compute.OpTypeSin, compute.OpTypeSqrt,
		compute.OpTypeTanh)
	set(numbers, compute.OpTypeAbs, compute.OpTypeAdd, compute.OpTypeClamp, compute.OpTypeDiv, compute.OpTypeMax,
		compute.OpTypeMin, compute.OpTypeMul, compute.OpTypePow, compute.OpTypeRem, compute.OpTypeSign,
		compute.OpTypeSub)
	set(numbers, orderings...)
	set(anyType, equalities...)
	return table
}()

var (
	orderings = []compute.OpType{
		compute.OpTypeGreaterOrEqual, compute.OpTypeGreaterThan, compute.OpTypeLessOrEqual, compute.OpTypeLessThan,
	}
	equalities = []compute.OpType{compute.OpTypeEqual, compute.OpTypeNotEqual}
)

// logical returns what the extremes of Bool, where false < true, are in logic; other operations stay as they are.
func logical(op compute.OpType, dtype dtypes.DType) compute.OpType {
	if dtype != dtypes.Bool {
		return op
	}
	switch op {
	case compute.OpTypeMax:
		return compute.OpTypeLogicalOr
	case compute.OpTypeMin:
		return compute.OpTypeLogicalAnd
	case compute.OpTypeReduceMax:
		return compute.OpTypeReduceLogicalOr
	case compute.OpTypeReduceMin:
		return compute.OpTypeReduceLogicalAnd
	}
	return op
}

// inferElementwise returns the shape of an elementwise operation, to which its operands are broadcast.
func inferElementwise(op compute.OpType, x []shapes.Shape) (shapes.Shape, error) {
	result := shapes.Shape{DType: x[0].DType}
	if op == compute.OpTypeWhere {
		if err := booleans.check(x[0].DType); err != nil {
			return result, fmt.Errorf("condition: %w", err)
		}
		if err := anyType.sameType(x[1:]...); err != nil {
			return result, err
		}
		result.DType = x[1].DType
	} else if err := elementwiseTypes[op].sameType(x...); err != nil {
		return result, err
	}
	switch {
	case op == compute.OpTypeIsNaN, op == compute.OpTypeIsFinite,
		slices.Contains(orderings, op), slices.Contains(equalities, op):
		result.DType = dtypes.Bool
	}
	var err error
	result.Dimensions, err = broadcastDimensions(x)
	return result, err
}

// broadcastDimensions returns what the dimensions of operands become: scalars take any, and axes of length 1 any
// length.
func broadcastDimensions(x []shapes.Shape) ([]int, error) {
	var result []int
	for _, shape := range x {
		if shape.Rank() == 0 {
			continue
		}
		if result == nil {
			result = slices.Clone(shape.Dimensions)
			continue
		}
		if len(result) != shape.Rank() {
			return nil, fmt.Errorf("the ranks %d and %d differ; the same rank, or a scalar, is needed",
				len(result), shape.Rank())
		}
		for axis, length := range shape.Dimensions {
			switch {
			case result[axis] == 1:
				result[axis] = length
			case length != 1 && length != result[axis]:
				return nil, fmt.Errorf("axis %d has lengths %d and %d; the same length, or 1, is needed", axis,
					result[axis], length)
			}
		}
	}
	return result, nil
}

func inferConvert(to dtypes.DType) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		return shapes.Shape{DType: to, Dimensions: x[0].Dimensions}, nil, nil
	}
}

// inferBitcast splits or joins elements along a last axis if the sizes of the types differ.
func inferBitcast(to dtypes.DType) inference {
	return func(x []shapes.Shape) (shapes.Shape, any, error) {
		from, result := x[0].DType, shapes.Shape{DType: to, Dimensions: slices.Clone(x[0].Dimensions)}
		if err := checkShape(result); err != nil {
			return result, nil, err
		}
		if from == dtypes.Bool || to == dtypes.Bool {
			return result, nil, fmt.Errorf("from %s to %s: the bits of Bool are not defined", from, to)
		}
		last := len(result.Dimensions) - 1
		switch parts := to.Size() / from.Size(); {
		case parts > 1 && (last < 0 || result.Dimensions[last] != parts):
			return result, nil, fmt.Errorf("from %s to %s: a last axis of length %d is needed", from, to, parts)
		case parts > 1:
			result.Dimensions = result.Dimensions[:last]
		case parts == 0:
			result.Dimensions = append(result.Dimensions, from.Size()/to.Size())
		}
		return result, nil, nil
	}
}
