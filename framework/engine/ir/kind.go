package ir

import "github.com/gomlx/gomlx/backends"

// KindOf returns how an operation is compiled.
func KindOf(op backends.OpType) Kind {
	return kinds[op]
}

var kinds = func() map[backends.OpType]Kind {
	table := map[backends.OpType]Kind{}
	for op := backends.OpTypeInvalid; op <= OpFusedNegativeMultiplyAdd; op++ {
		table[op] = Other
	}
	set := func(kind Kind, ops ...backends.OpType) {
		for _, op := range ops {
			table[op] = kind
		}
	}
	set(Leaf, backends.OpTypeParameter, backends.OpTypeConstant, backends.OpTypeIota)
	set(View, backends.OpTypeReshape, backends.OpTypeTranspose, backends.OpTypeBroadcastInDim, backends.OpTypeSlice, backends.OpTypeReverse)
	set(Elementwise,
		backends.OpTypeAbs, backends.OpTypeBitCount, backends.OpTypeBitwiseNot, backends.OpTypeCeil, backends.OpTypeClz,
		backends.OpTypeCos, backends.OpTypeErf, backends.OpTypeExp, backends.OpTypeExpm1, backends.OpTypeFloor,
		backends.OpTypeIsFinite, backends.OpTypeIsNaN, backends.OpTypeLog, backends.OpTypeLog1p, backends.OpTypeLogicalNot,
		backends.OpTypeLogistic, backends.OpTypeNeg, backends.OpTypeRound, backends.OpTypeRsqrt, backends.OpTypeSign,
		backends.OpTypeSin, backends.OpTypeSqrt, backends.OpTypeTanh, backends.OpTypeConvertDType,

		backends.OpTypeAdd, backends.OpTypeBitwiseAnd, backends.OpTypeBitwiseOr, backends.OpTypeBitwiseXor, backends.OpTypeDiv,
		backends.OpTypeLogicalAnd, backends.OpTypeLogicalOr, backends.OpTypeLogicalXor, backends.OpTypeMax, backends.OpTypeMin,
		backends.OpTypeMul, backends.OpTypePow, backends.OpTypeRem, backends.OpTypeSub,
		backends.OpTypeShiftLeft, backends.OpTypeShiftRightArithmetic, backends.OpTypeShiftRightLogical,

		backends.OpTypeEqual, backends.OpTypeNotEqual, backends.OpTypeGreaterOrEqual, backends.OpTypeGreaterThan,
		backends.OpTypeLessOrEqual, backends.OpTypeLessThan,
		backends.OpTypeEqualTotalOrder, backends.OpTypeNotEqualTotalOrder, backends.OpTypeGreaterOrEqualTotalOrder,
		backends.OpTypeGreaterThanTotalOrder, backends.OpTypeLessOrEqualTotalOrder, backends.OpTypeLessThanTotalOrder,

		backends.OpTypeWhere, backends.OpTypeClamp,
		OpFusedMultiplyAdd, OpFusedMultiplySubtract, OpFusedNegativeMultiplyAdd)
	set(Reduction, backends.OpTypeReduceSum, backends.OpTypeReduceProduct, backends.OpTypeReduceMax, backends.OpTypeReduceMin,
		backends.OpTypeReduceBitwiseAnd, backends.OpTypeReduceBitwiseOr, backends.OpTypeReduceBitwiseXor,
		backends.OpTypeReduceLogicalAnd, backends.OpTypeReduceLogicalOr, backends.OpTypeReduceLogicalXor)
	return table
}()
