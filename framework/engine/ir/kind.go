package ir

import "github.com/gomlx/compute"

// KindOf returns how an operation is compiled.
func KindOf(op compute.OpType) Kind {
	return kinds[op]
}

var kinds = func() map[compute.OpType]Kind {
	table := map[compute.OpType]Kind{}
	for op := compute.OpTypeInvalid; op <= OpFusedNegativeMultiplyAdd; op++ {
		table[op] = Other
	}
	set := func(kind Kind, ops ...compute.OpType) {
		for _, op := range ops {
			table[op] = kind
		}
	}
	set(Leaf, compute.OpTypeParameter, compute.OpTypeConstant, compute.OpTypeIota)
	set(View, compute.OpTypeReshape, compute.OpTypeTranspose, compute.OpTypeBroadcastInDim, compute.OpTypeSlice,
		compute.OpTypeReverse)
	set(Elementwise,
		compute.OpTypeAbs, compute.OpTypeCeil,
		compute.OpTypeCos, compute.OpTypeErf, compute.OpTypeExp, compute.OpTypeExpm1, compute.OpTypeFloor,
		compute.OpTypeIsFinite, compute.OpTypeIsNaN, compute.OpTypeLog, compute.OpTypeLog1p, compute.OpTypeLogicalNot,
		compute.OpTypeLogistic, compute.OpTypeNeg, compute.OpTypeRound, compute.OpTypeRsqrt, compute.OpTypeSign,
		compute.OpTypeSin, compute.OpTypeSqrt, compute.OpTypeTanh, compute.OpTypeConvertDType,

		compute.OpTypeAdd, compute.OpTypeDiv, compute.OpTypeLogicalAnd, compute.OpTypeLogicalOr, compute.OpTypeMax,
		compute.OpTypeMin, compute.OpTypeMul, compute.OpTypePow, compute.OpTypeRem, compute.OpTypeSub,

		compute.OpTypeEqual, compute.OpTypeNotEqual, compute.OpTypeGreaterOrEqual, compute.OpTypeGreaterThan,
		compute.OpTypeLessOrEqual, compute.OpTypeLessThan,

		compute.OpTypeWhere, compute.OpTypeClamp,
		OpFusedMultiplyAdd, OpFusedMultiplySubtract, OpFusedNegativeMultiplyAdd)
	set(Reduction, compute.OpTypeReduceSum, compute.OpTypeReduceProduct, compute.OpTypeReduceMax,
		compute.OpTypeReduceMin, compute.OpTypeReduceLogicalAnd, compute.OpTypeReduceLogicalOr)
	return table
}()
