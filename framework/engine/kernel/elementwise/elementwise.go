// Package elementwise holds the kernels of the operations that compute each element of the result from one element of
// each operand.
//
// Float operations follow IEEE 754; Max, Min and Clamp are its maximum and minimum (NaN wins, -0 < +0). BFloat16 is
// computed in float32 and truncated, as GoMLX converts it. Integers wrap around; a signed quotient by zero is -1, an
// unsigned one the greatest value, and a remainder by zero the dividend, as in XLA. A negative integer power is the
// truncated true value (0 but for bases 1 and -1).
//
// Functions of float32 are polynomials after a reduction of the argument (transcendental_float32.go derives them); the
// assembly computes the same polynomials. Find gives the fastest kernel of an operation; loops.go makes one of a
// function of single values.
package elementwise

import (
	"sync"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

// Find returns the fastest kernel that this processor can run, or nil if the operation does not exist for the types.
// Operands are in the order of compute.Builder: condition, on true, on false for Where; min, value, max for Clamp.
func Find(op compute.OpType, operand, result dtypes.DType) kernel.Elementwise {
	return FindAt(processor.Best(), op, operand, result)
}

// FindAt is Find with no instructions above a level, which must be one of processor.Levels.
func FindAt(level processor.Level, op compute.OpType, operand, result dtypes.DType) kernel.Elementwise {
	for ; level >= processor.Portable; level-- {
		if f := kernels()[level][key{op, operand, result}]; f != nil {
			return f
		}
	}
	return nil
}

// kernels is every kernel by level, built when the first is looked for: most commands need none.
var kernels = sync.OnceValue(func() map[processor.Level]table {
	all := map[processor.Level]table{processor.Portable: portable()}
	for _, level := range []processor.Level{processor.AVX2, processor.AVX512} {
		all[level] = arithmeticVector(level)
		all[level].setFloat32(transcendentalVector(level))
	}
	return all
})

// portable builds the table of the kernels in pure Go.
func portable() table {
	t := table{}
	registerSigned[int8](t)
	registerSigned[int16](t)
	registerSigned[int32](t)
	registerSigned[int64](t)
	registerInteger[uint8](t)
	registerInteger[uint16](t)
	registerInteger[uint32](t)
	registerInteger[uint64](t)
	registerFloat[float32](t)
	registerFloat[float64](t)
	registerBFloat16(t)
	registerBool(t)
	registerConversions(t)
	t.setFloat32(transcendentalPortable())
	return t
}

// Fill returns the fastest kernel that writes n copies of the element at x, of a type of kernel.Element.
func Fill(dtype dtypes.DType) func(dst, x unsafe.Pointer, n int) {
	return FillAt(processor.Best(), dtype)
}

// FillAt is Fill with no instructions above a level, which must be one of processor.Levels.
func FillAt(level processor.Level, dtype dtypes.DType) func(dst, x unsafe.Pointer, n int) {
	switch dtype.Size() {
	case 1:
		return fill[uint8]
	case 2:
		return fill[uint16]
	case 4:
		return fillWords(level)
	}
	return fill[uint64]
}

func fill[T kernel.Element](dst, x unsafe.Pointer, n int) {
	if n == 0 {
		return
	}
	element := *(*T)(x)
	out := kernel.Slice[T](dst, n)
	for i := range out {
		out[i] = element
	}
}

// FindScalar gives a kernel whose operand number which, from 0 to 2, is the address of one element that stands for
// n equal ones; dst is never its address. It is nil where there is none, so that a block must be filled for Find's,
// which in pure Go is as fast: there are kernels of float32 for Add, Sub, Mul, Div, Max, Min, the comparisons (giving
// bool), the fused operations and the values of Where.
func FindScalar(op compute.OpType, operand dtypes.DType, which int) kernel.Elementwise {
	return FindScalarAt(processor.Best(), op, operand, which)
}

// FindScalarAt is FindScalar with no instructions above a level, which must be one of processor.Levels.
func FindScalarAt(level processor.Level, op compute.OpType, operand dtypes.DType, which int) kernel.Elementwise {
	if operand != dtypes.Float32 {
		return nil
	}
	return scalarKernels[level][which][op]
}

// scalarKernels are the float32 kernels with one scalar operand, by level and the operand's number.
var scalarKernels = map[processor.Level][3]byOp{
	processor.AVX2:   scalarVector(processor.AVX2),
	processor.AVX512: scalarVector(processor.AVX512),
}
