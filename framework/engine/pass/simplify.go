package pass

import (
	"github.com/gomlx/gomlx/backends"

	"ebim/framework/engine/ir"
)

// rule is a simplification: another node of the same shape and values for a node about to be added, or nil where it
// doesn't apply. Each makes nodes that are cheaper or nearer to a leaf, so that they come to an end.
type rule func(b *builder, n *ir.Node) *ir.Node

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
	set := func(op backends.OpType, r ...rule) { rules[op] = append(rules[op], r...) }
	set(backends.OpTypeConstant, uniformConstant)
	set(backends.OpTypeIota, shortIota)

	set(backends.OpTypeAdd, addZero, addNegative)
	set(backends.OpTypeSub, subtractZero, subtractFromZero, subtractNegative)
	set(backends.OpTypeMul, multiplyByOne, multiplyNegatives)
	set(backends.OpTypeDiv, divideByOne, divideByPowerOfTwo)
	set(backends.OpTypePow, smallPower)
	set(backends.OpTypeNeg, undone)
	set(backends.OpTypeLogicalNot, undone)
	set(backends.OpTypeBitwiseNot, undone)
	set(backends.OpTypeAbs, absolute)
	for _, op := range []backends.OpType{backends.OpTypeMax, backends.OpTypeMin, backends.OpTypeBitwiseAnd,
		backends.OpTypeBitwiseOr, backends.OpTypeLogicalAnd, backends.OpTypeLogicalOr} {
		set(op, idempotent)
	}
	set(backends.OpTypeLogicalAnd, logicalConstant)
	set(backends.OpTypeLogicalOr, logicalConstant)
	set(backends.OpTypeWhere, whereSame, whereConstant, whereNot)
	set(backends.OpTypeConvertDType, convertToSame, convertBack)

	set(backends.OpTypeReshape, reshapeToSame, reshapeReshape, reshapeBroadcast)
	set(backends.OpTypeTranspose, transposeToReshape, transposeTranspose, transposeBroadcast)
	set(backends.OpTypeSlice, sliceAll, sliceSlice, sliceBroadcast, sliceConcatenate)
	set(backends.OpTypeReverse, reverseShort, reverseReverse)
	set(backends.OpTypeBroadcastInDim, broadcastUnitAxes, broadcastToReshape, broadcastBroadcast)

	set(backends.OpTypeConcatenate, concatenateFew)
	set(backends.OpTypePad, padNothing)
	set(backends.OpTypeDynamicSlice, dynamicSliceAtConstant)
	for op := range backends.OpType(len(rules)) {
		switch ir.KindOf(op) {
		case ir.Elementwise:
			set(op, elementwiseBroadcast, elementwiseTranspose, elementwiseReshape)
		case ir.Reduction:
			set(op, reduceUnitAxes, reduceBroadcast, reduceReduce)
		}
	}
}
