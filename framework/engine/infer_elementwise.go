package engine

import (
	"fmt"
	"slices"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
)

// elementwiseTypes is what the operands of elementwise operations must be; Where and ConvertDType are apart.
var elementwiseTypes = func() map[compute.OpType]typeClass {
	table := map[compute.OpType]typeClass{}
	set := func(class typeClass, ops ...compute.OpType) {
		for _, op := range ops {
			table[op] = class
		}
	}
	set(booleans, compute.OpTypeLogicalAnd, compute.OpTypeLogicalNot, compute.OpTypeLogicalOr, compute.OpTypeLogicalXor)
	set(integers, compute.OpTypeBitCount, compute.OpTypeBitwiseAnd, compute.OpTypeBitwiseNot, compute.OpTypeBitwiseOr,
		compute.OpTypeBitwiseXor, compute.OpTypeClz,
		compute.OpTypeShiftLeft, compute.OpTypeShiftRightArithmetic, compute.OpTypeShiftRightLogical)
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
		compute.OpTypeGreaterOrEqualTotalOrder, compute.OpTypeGreaterThanTotalOrder,
		compute.OpTypeLessOrEqualTotalOrder, compute.OpTypeLessThanTotalOrder,
	}
	equalities = []compute.OpType{
		compute.OpTypeEqual, compute.OpTypeNotEqual, compute.OpTypeEqualTotalOrder, compute.OpTypeNotEqualTotalOrder,
	}
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
