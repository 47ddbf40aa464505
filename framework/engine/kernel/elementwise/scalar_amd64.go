//go:build !noasm

package elementwise

import (
	"github.com/gomlx/gomlx/backends"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel/processor"
)

// scalarVector returns the float32 kernels of exactly one level of which one operand, by its number, is one element.
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

func scalarVersions() map[backends.OpType][3]leveled {
	return map[backends.OpType][3]leveled{
		backends.OpTypeAdd: {{addScalarXAVX2, addScalarXAVX512}, {addScalarYAVX2, addScalarYAVX512}},
		backends.OpTypeSub: {{subtractScalarXAVX2, subtractScalarXAVX512}, {subtractScalarYAVX2, subtractScalarYAVX512}},
		backends.OpTypeMul: {{multiplyScalarXAVX2, multiplyScalarXAVX512}, {multiplyScalarYAVX2, multiplyScalarYAVX512}},
		backends.OpTypeDiv: {{divideScalarXAVX2, divideScalarXAVX512}, {divideScalarYAVX2, divideScalarYAVX512}},
		backends.OpTypeMax: {{maximumScalarXAVX2, maximumScalarXAVX512}, {maximumScalarYAVX2, maximumScalarYAVX512}},
		backends.OpTypeMin: {{minimumScalarXAVX2, minimumScalarXAVX512}, {minimumScalarYAVX2, minimumScalarYAVX512}},

		backends.OpTypeEqual:          {{equalScalarXAVX2, equalScalarXAVX512}, {equalScalarYAVX2, equalScalarYAVX512}},
		backends.OpTypeNotEqual:       {{notEqualScalarXAVX2, notEqualScalarXAVX512}, {notEqualScalarYAVX2, notEqualScalarYAVX512}},
		backends.OpTypeLessThan:       {{lessScalarXAVX2, lessScalarXAVX512}, {lessScalarYAVX2, lessScalarYAVX512}},
		backends.OpTypeLessOrEqual:    {{lessOrEqualScalarXAVX2, lessOrEqualScalarXAVX512}, {lessOrEqualScalarYAVX2, lessOrEqualScalarYAVX512}},
		backends.OpTypeGreaterThan:    {{greaterScalarXAVX2, greaterScalarXAVX512}, {greaterScalarYAVX2, greaterScalarYAVX512}},
		backends.OpTypeGreaterOrEqual: {{greaterOrEqualScalarXAVX2, greaterOrEqualScalarXAVX512}, {greaterOrEqualScalarYAVX2, greaterOrEqualScalarYAVX512}},

		backends.OpTypeWhere: {1: {chooseScalarYAVX2, chooseScalarYAVX512}, 2: {chooseScalarZAVX2, chooseScalarZAVX512}},

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
