// Package elementwise holds the kernels of the operations that compute each element of the result from one element of
// each operand.
//
// Float operations follow IEEE 754; Max, Min and Clamp are its maximum and minimum (NaN wins, -0 < +0). BFloat16 is
// computed in float32 and truncated, as GoMLX converts it. Integers wrap around; a signed quotient by zero is -1, an
// unsigned one the greatest value, and a remainder by zero the dividend, as in XLA. A negative integer power is the
// truncated true value (0 but for bases 1 and -1). Shift counts are unsigned, and one of at least the width leaves 0,
// or the sign in an arithmetic shift. TotalOrder comparisons rank -NaN < -Inf < ... < -0 < +0 < ... < Inf < NaN.
//
// Functions of float32 are polynomials after a reduction of the argument (transcendental_float32.go derives them); the
// assembly computes the same polynomials. Find gives the fastest kernel of an operation; loops.go makes one of a
// function of single values.
package elementwise

import (
	"sync"

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
