package pass

import (
	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
)

// simplify is g with the rules applied until none applies: each node of the result has been tried as it stands.
func simplify(g *ir.Graph) *ir.Graph {
	b := newBuilder(g)
	b.rules = rules
	return rewrite(g, b, func(n *ir.Node, inputs []*ir.Node) *ir.Node {
		return b.add(n.Op, n.Shape, n.Attributes, inputs...)
	})
}

// rules are those of each operation, in the order in which they are tried.
var rules [][]rule

func init() {
	rules = make([][]rule, ir.OpFusedNegativeMultiplyAdd+1)
	set := func(op compute.OpType, r ...rule) { rules[op] = append(rules[op], r...) }
	set(compute.OpTypeConstant, uniformConstant)
	set(compute.OpTypeIota, shortIota)

	set(compute.OpTypeAdd, addZero, addNegative)
	set(compute.OpTypeSub, subtractZero, subtractFromZero, subtractNegative)
	set(compute.OpTypeMul, multiplyByOne, multiplyNegatives)
	set(compute.OpTypeDiv, divideByOne, divideByPowerOfTwo)
	set(compute.OpTypePow, smallPower)
	set(compute.OpTypeNeg, undone)
	set(compute.OpTypeLogicalNot, undone)
	set(compute.OpTypeAbs, absolute)
	for _, op := range []compute.OpType{compute.OpTypeMax, compute.OpTypeMin, compute.OpTypeLogicalAnd,
		compute.OpTypeLogicalOr} {
		set(op, idempotent)
	}
	set(compute.OpTypeLogicalAnd, logicalConstant)
	set(compute.OpTypeLogicalOr, logicalConstant)
	set(compute.OpTypeWhere, whereSame, whereConstant, whereNot)
	set(compute.OpTypeConvertDType, convertToSame, convertBack)

	set(compute.OpTypeReshape, reshapeToSame, reshapeReshape, reshapeBroadcast)
	set(compute.OpTypeTranspose, transposeToReshape, transposeTranspose, transposeBroadcast)
	set(compute.OpTypeSlice, sliceAll, sliceSlice, sliceBroadcast, sliceConcatenate)
	set(compute.OpTypeReverse, reverseShort, reverseReverse)
	set(compute.OpTypeBroadcastInDim, broadcastUnitAxes, broadcastToReshape, broadcastBroadcast)

	set(compute.OpTypeConcatenate, concatenateFew)
	set(compute.OpTypePad, padNothing)
	set(compute.OpTypeDynamicSlice, dynamicSliceAtConstant)
	for op := range compute.OpType(len(rules)) {
		switch ir.KindOf(op) {
		case ir.Elementwise:
			set(op, elementwiseBroadcast, elementwiseTranspose, elementwiseReshape)
		case ir.Reduction:
			set(op, reduceUnitAxes, reduceBroadcast, reduceReduce)
		}
	}
}
