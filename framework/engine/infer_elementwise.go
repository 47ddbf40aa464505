package engine

import (
	"fmt"
	"slices"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"
	"github.com/gomlx/gomlx/pkg/core/shapes"
)

// elementwiseTypes is what the operands of elementwise operations must be; Where and ConvertDType are apart.
var elementwiseTypes = func() map[backends.OpType]typeClass {
	table := map[backends.OpType]typeClass{}
	set := func(class typeClass, ops ...backends.OpType) {
		for _, op := range ops {
			table[op] = class
		}
	}
	set(booleans, backends.OpTypeLogicalAnd, backends.OpTypeLogicalNot, backends.OpTypeLogicalOr, backends.OpTypeLogicalXor)
	set(integers, backends.OpTypeBitCount, backends.OpTypeBitwiseAnd, backends.OpTypeBitwiseNot, backends.OpTypeBitwiseOr,
		backends.OpTypeBitwiseXor, backends.OpTypeClz,
		backends.OpTypeShiftLeft, backends.OpTypeShiftRightArithmetic, backends.OpTypeShiftRightLogical)
	set(signed, backends.OpTypeNeg)
	set(floats, backends.OpTypeCeil, backends.OpTypeCos, backends.OpTypeErf, backends.OpTypeExp, backends.OpTypeExpm1,
		backends.OpTypeFloor, backends.OpTypeIsFinite, backends.OpTypeIsNaN, backends.OpTypeLog, backends.OpTypeLog1p,
		backends.OpTypeLogistic, backends.OpTypeRound, backends.OpTypeRsqrt, backends.OpTypeSin, backends.OpTypeSqrt,
		backends.OpTypeTanh)
	set(numbers, backends.OpTypeAbs, backends.OpTypeAdd, backends.OpTypeClamp, backends.OpTypeDiv, backends.OpTypeMax,
		backends.OpTypeMin, backends.OpTypeMul, backends.OpTypePow, backends.OpTypeRem, backends.OpTypeSign, backends.OpTypeSub)
	set(numbers, orderings...)
	set(anyType, equalities...)
	return table
}()

var (
	orderings = []backends.OpType{
		backends.OpTypeGreaterOrEqual, backends.OpTypeGreaterThan, backends.OpTypeLessOrEqual, backends.OpTypeLessThan,
		backends.OpTypeGreaterOrEqualTotalOrder, backends.OpTypeGreaterThanTotalOrder,
		backends.OpTypeLessOrEqualTotalOrder, backends.OpTypeLessThanTotalOrder,
	}
	equalities = []backends.OpType{
		backends.OpTypeEqual, backends.OpTypeNotEqual, backends.OpTypeEqualTotalOrder, backends.OpTypeNotEqualTotalOrder,
	}
)

// logical returns what the extremes of Bool, where false < true, are in logic; other operations stay as they are.
func logical(op backends.OpType, dtype dtypes.DType) backends.OpType {
	if dtype != dtypes.Bool {
		return op
	}
	switch op {
	case backends.OpTypeMax:
		return backends.OpTypeLogicalOr
	case backends.OpTypeMin:
		return backends.OpTypeLogicalAnd
	case backends.OpTypeReduceMax:
		return backends.OpTypeReduceLogicalOr
	case backends.OpTypeReduceMin:
		return backends.OpTypeReduceLogicalAnd
	}
	return op
}

// inferElementwise returns the shape of an elementwise operation, to which its operands are broadcast.
func inferElementwise(op backends.OpType, x []shapes.Shape) (shapes.Shape, error) {
	result := shapes.Shape{DType: x[0].DType}
	if op == backends.OpTypeWhere {
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
	case op == backends.OpTypeIsNaN, op == backends.OpTypeIsFinite,
		slices.Contains(orderings, op), slices.Contains(equalities, op):
		result.DType = dtypes.Bool
	}
	var err error
	result.Dimensions, err = broadcastDimensions(x)
	return result, err
}

// broadcastDimensions returns what the dimensions of operands become: scalars take any, and axes of length 1 any length.
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
			return nil, fmt.Errorf("the ranks %d and %d differ; the same rank, or a scalar, is needed", len(result), shape.Rank())
		}
		for axis, length := range shape.Dimensions {
			switch {
			case result[axis] == 1:
				result[axis] = length
			case length != 1 && length != result[axis]:
				return nil, fmt.Errorf("axis %d has lengths %d and %d; the same length, or 1, is needed", axis, result[axis], length)
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
