//go:build !noasm

package elementwise

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

//go:generate go run -C ../generate ./arithmetic -level avx2 -out ../elementwise/arithmetic_avx2_amd64.s -stubs ../elementwise/arithmetic_avx2_amd64.go -pkg elementwise
//go:generate go run -C ../generate ./arithmetic -level avx512 -out ../elementwise/arithmetic_avx512_amd64.s -stubs ../elementwise/arithmetic_avx512_amd64.go -pkg elementwise

// leveled is a kernel in its versions. They are called by address only, so that their stubs need not say that nothing
// escapes.
type leveled struct{ avx2, avx512 kernel.Elementwise }

// swapped exchanges the first two operands.
func (l leveled) swapped() leveled {
	swap := func(f kernel.Elementwise) kernel.Elementwise {
		return func(dst, x, y, z unsafe.Pointer, n int) { f(dst, y, x, z, n) }
	}
	return leveled{swap(l.avx2), swap(l.avx512)}
}

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
	add := func(operand, result dtypes.DType, kernels map[compute.OpType]leveled) {
		for op, versions := range kernels {
			t[key{op, operand, result}] = versions.at(level)
		}
	}
	add(dtypes.Float32, dtypes.Float32, floatKernels())
	add(dtypes.Float32, dtypes.Bool, predicateKernels())
	choose := map[compute.OpType]leveled{compute.OpTypeWhere: {chooseAVX2, chooseAVX512}}
	for _, dtype := range []dtypes.DType{dtypes.Float32, dtypes.Int32, dtypes.Uint32} {
		add(dtype, dtype, choose)
	}
	convert := func(avx2, avx512 kernel.Elementwise) map[compute.OpType]leveled {
		return map[compute.OpType]leveled{compute.OpTypeConvertDType: {avx2, avx512}}
	}
	add(dtypes.Bool, dtypes.Float32, convert(boolToFloatAVX2, boolToFloatAVX512))
	add(dtypes.Float32, dtypes.Bool, convert(floatToBoolAVX2, floatToBoolAVX512))
	add(dtypes.Int32, dtypes.Float32, convert(intToFloatAVX2, intToFloatAVX512))
	add(dtypes.Uint32, dtypes.Float32, convert(unsignedToFloatAVX2, unsignedToFloatAVX512))
	add(dtypes.Float32, dtypes.Int32, convert(floatToIntAVX2, floatToIntAVX512))
	return t
}

// floatKernels give float32 from float32.
func floatKernels() map[compute.OpType]leveled {
	return map[compute.OpType]leveled{
		compute.OpTypeNeg:   {negateAVX2, negateAVX512},
		compute.OpTypeAbs:   {absoluteAVX2, absoluteAVX512},
		compute.OpTypeSqrt:  {squareRootAVX2, squareRootAVX512},
		compute.OpTypeRsqrt: {reciprocalSquareRootAVX2, reciprocalSquareRootAVX512},
		compute.OpTypeFloor: {floorAVX2, floorAVX512},
		compute.OpTypeCeil:  {ceilAVX2, ceilAVX512},
		compute.OpTypeRound: {roundToEvenAVX2, roundToEvenAVX512},
		compute.OpTypeSign:  {signAVX2, signAVX512},

		compute.OpTypeAdd:   {addAVX2, addAVX512},
		compute.OpTypeSub:   {subtractAVX2, subtractAVX512},
		compute.OpTypeMul:   {multiplyAVX2, multiplyAVX512},
		compute.OpTypeDiv:   {divideAVX2, divideAVX512},
		compute.OpTypeMax:   {maximumAVX2, maximumAVX512},
		compute.OpTypeMin:   {minimumAVX2, minimumAVX512},
		compute.OpTypeClamp: {clampAVX2, clampAVX512},

		ir.OpFusedMultiplyAdd:         {multiplyAddAVX2, multiplyAddAVX512},
		ir.OpFusedMultiplySubtract:    {multiplySubtractAVX2, multiplySubtractAVX512},
		ir.OpFusedNegativeMultiplyAdd: {negativeMultiplyAddAVX2, negativeMultiplyAddAVX512},
	}
}

// predicateKernels give bool from float32.
func predicateKernels() map[compute.OpType]leveled {
	less, lessOrEqual := leveled{lessAVX2, lessAVX512}, leveled{lessOrEqualAVX2, lessOrEqualAVX512}
	return map[compute.OpType]leveled{
		compute.OpTypeIsNaN:          {isNaNAVX2, isNaNAVX512},
		compute.OpTypeIsFinite:       {isFiniteAVX2, isFiniteAVX512},
		compute.OpTypeEqual:          {equalAVX2, equalAVX512},
		compute.OpTypeNotEqual:       {notEqualAVX2, notEqualAVX512},
		compute.OpTypeLessThan:       less,
		compute.OpTypeLessOrEqual:    lessOrEqual,
		compute.OpTypeGreaterThan:    less.swapped(),
		compute.OpTypeGreaterOrEqual: lessOrEqual.swapped(),
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
