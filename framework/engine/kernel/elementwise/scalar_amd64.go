//go:build !noasm

package elementwise

import (
	"github.com/gomlx/compute"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/processor"
)

// scalarVector returns the float32 kernels of exactly one level, by the number of the operand that is one element.
func scalarVector(level processor.Level) [3]byOp {
	vector := [3]byOp{{}, {}, {}}
	for op, operands := range scalarVersions() {
		for which, versions := range operands {
			if f := versions.at(level); f != nil {
				vector[which][op] = f
			}
		}
	}
	return vector
}

func scalarVersions() map[compute.OpType][3]leveled {
	lessX, lessY := leveled{lessScalarXAVX2, lessScalarXAVX512}, leveled{lessScalarYAVX2, lessScalarYAVX512}
	lessOrEqualX := leveled{lessOrEqualScalarXAVX2, lessOrEqualScalarXAVX512}
	lessOrEqualY := leveled{lessOrEqualScalarYAVX2, lessOrEqualScalarYAVX512}
	return map[compute.OpType][3]leveled{
		compute.OpTypeAdd: {{addScalarXAVX2, addScalarXAVX512}, {addScalarYAVX2, addScalarYAVX512}},
		compute.OpTypeSub: {{subtractScalarXAVX2, subtractScalarXAVX512}, {subtractScalarYAVX2, subtractScalarYAVX512}},
		compute.OpTypeMul: {{multiplyScalarXAVX2, multiplyScalarXAVX512}, {multiplyScalarYAVX2, multiplyScalarYAVX512}},
		compute.OpTypeDiv: {{divideScalarXAVX2, divideScalarXAVX512}, {divideScalarYAVX2, divideScalarYAVX512}},
		compute.OpTypeMax: {{maximumScalarXAVX2, maximumScalarXAVX512}, {maximumScalarYAVX2, maximumScalarYAVX512}},
		compute.OpTypeMin: {{minimumScalarXAVX2, minimumScalarXAVX512}, {minimumScalarYAVX2, minimumScalarYAVX512}},

		compute.OpTypeEqual: {{equalScalarXAVX2, equalScalarXAVX512}, {equalScalarYAVX2, equalScalarYAVX512}},
		compute.OpTypeNotEqual: {{notEqualScalarXAVX2, notEqualScalarXAVX512},
			{notEqualScalarYAVX2, notEqualScalarYAVX512}},
		compute.OpTypeLessThan:       {lessX, lessY},
		compute.OpTypeLessOrEqual:    {lessOrEqualX, lessOrEqualY},
		compute.OpTypeGreaterThan:    {lessY.swapped(), lessX.swapped()},
		compute.OpTypeGreaterOrEqual: {lessOrEqualY.swapped(), lessOrEqualX.swapped()},

		compute.OpTypeWhere: {1: {chooseScalarYAVX2, chooseScalarYAVX512}, 2: {chooseScalarZAVX2, chooseScalarZAVX512}},

		ir.OpFusedMultiplyAdd: {
			{multiplyAddScalarXAVX2, multiplyAddScalarXAVX512},
			{multiplyAddScalarYAVX2, multiplyAddScalarYAVX512},
			{multiplyAddScalarZAVX2, multiplyAddScalarZAVX512},
		},
		ir.OpFusedMultiplySubtract: {
			{multiplySubtractScalarXAVX2, multiplySubtractScalarXAVX512},
			{multiplySubtractScalarYAVX2, multiplySubtractScalarYAVX512},
			{multiplySubtractScalarZAVX2, multiplySubtractScalarZAVX512},
		},
		ir.OpFusedNegativeMultiplyAdd: {
			{negativeMultiplyAddScalarXAVX2, negativeMultiplyAddScalarXAVX512},
			{negativeMultiplyAddScalarYAVX2, negativeMultiplyAddScalarYAVX512},
			{negativeMultiplyAddScalarZAVX2, negativeMultiplyAddScalarZAVX512},
		},
	}
}
