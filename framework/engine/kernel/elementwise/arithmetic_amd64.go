//go:build !noasm

package elementwise

import (
	"unsafe"

	"github.com/gomlx/gomlx/backends"
	"github.com/gomlx/gomlx/pkg/core/dtypes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

//go:generate go run -C ../generate ./arithmetic -level avx2 -out ../elementwise/arithmetic_avx2_amd64.s -stubs ../elementwise/arithmetic_avx2_amd64.go -pkg elementwise
//go:generate go run -C ../generate ./arithmetic -level avx512 -out ../elementwise/arithmetic_avx512_amd64.s -stubs ../elementwise/arithmetic_avx512_amd64.go -pkg elementwise

// leveled is a kernel in its versions.
type leveled struct{ avx2, avx512 kernel.Elementwise }

func (l leveled) at(level processor.Level) kernel.Elementwise {
	switch level {
	case processor.AVX2:
		return l.avx2
	case processor.AVX512:
		return l.avx512
	}
	return nil
}

// arithmeticVector returns the kernels in assembly of exactly one level.
func arithmeticVector(level processor.Level) table {
	t := table{}
	add := func(operand, result dtypes.DType, kernels map[backends.OpType]leveled) {
		for op, versions := range kernels {
			t[key{op, operand, result}] = versions.at(level)
		}
	}
	add(dtypes.Float32, dtypes.Float32, floatKernels())
	add(dtypes.Float32, dtypes.Bool, predicateKernels())
	choose := map[backends.OpType]leveled{backends.OpTypeWhere: {chooseAVX2, chooseAVX512}}
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Int32, dtypes.Uint32} {
		add(dtype, dtype, choose)
	}
	convert := func(avx2, avx512 kernel.Elementwise) map[backends.OpType]leveled {
		return map[backends.OpType]leveled{backends.OpTypeConvertDType: {avx2, avx512}}
	}
	add(dtypes.Bool, dtypes.Float32, convert(boolToFloatAVX2, boolToFloatAVX512))
	add(dtypes.Float32, dtypes.Bool, convert(floatToBoolAVX2, floatToBoolAVX512))
	add(dtypes.Int32, dtypes.Float32, convert(intToFloatAVX2, intToFloatAVX512))
	add(dtypes.Uint32, dtypes.Float32, convert(unsignedToFloatAVX2, unsignedToFloatAVX512))
	add(dtypes.Float32, dtypes.Int32, convert(floatToIntAVX2, floatToIntAVX512))
	return t
}

// floatKernels give float32 from float32.
func floatKernels() map[backends.OpType]leveled {
	return map[backends.OpType]leveled{
		backends.OpTypeNeg:   {negateAVX2, negateAVX512},
		backends.OpTypeAbs:   {absoluteAVX2, absoluteAVX512},
		backends.OpTypeSqrt:  {squareRootAVX2, squareRootAVX512},
		backends.OpTypeRsqrt: {reciprocalSquareRootAVX2, reciprocalSquareRootAVX512},
		backends.OpTypeFloor: {floorAVX2, floorAVX512},
		backends.OpTypeCeil:  {ceilAVX2, ceilAVX512},
		backends.OpTypeRound: {roundToEvenAVX2, roundToEvenAVX512},
		backends.OpTypeSign:  {signAVX2, signAVX512},

		backends.OpTypeAdd:   {addAVX2, addAVX512},
		backends.OpTypeSub:   {subtractAVX2, subtractAVX512},
		backends.OpTypeMul:   {multiplyAVX2, multiplyAVX512},
		backends.OpTypeDiv:   {divideAVX2, divideAVX512},
		backends.OpTypeMax:   {maximumAVX2, maximumAVX512},
		backends.OpTypeMin:   {minimumAVX2, minimumAVX512},
		backends.OpTypeClamp: {clampAVX2, clampAVX512},

		ir.OpFusedMultiplyAdd:         {multiplyAddAVX2, multiplyAddAVX512},
		ir.OpFusedMultiplySubtract:    {multiplySubtractAVX2, multiplySubtractAVX512},
		ir.OpFusedNegativeMultiplyAdd: {negativeMultiplyAddAVX2, negativeMultiplyAddAVX512},
	}
}

// predicateKernels give bool from float32.
func predicateKernels() map[backends.OpType]leveled {
	return map[backends.OpType]leveled{
		backends.OpTypeIsNaN:          {isNaNAVX2, isNaNAVX512},
		backends.OpTypeIsFinite:       {isFiniteAVX2, isFiniteAVX512},
		backends.OpTypeEqual:          {equalAVX2, equalAVX512},
		backends.OpTypeNotEqual:       {notEqualAVX2, notEqualAVX512},
		backends.OpTypeLessThan:       {lessAVX2, lessAVX512},
		backends.OpTypeLessOrEqual:    {lessOrEqualAVX2, lessOrEqualAVX512},
		backends.OpTypeGreaterThan:    {greaterAVX2, greaterAVX512},
		backends.OpTypeGreaterOrEqual: {greaterOrEqualAVX2, greaterOrEqualAVX512},
	}
}

// fillWords returns the kernel that fills with elements of 4 bytes.
func fillWords(level processor.Level) func(dst, x unsafe.Pointer, n int) {
	switch level {
	case processor.AVX2:
		return fillAVX2
	case processor.AVX512:
		return fillAVX512
	}
	return fill[uint32]
}
