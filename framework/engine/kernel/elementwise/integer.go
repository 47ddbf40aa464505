package elementwise

import (
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
)

// signed is a type of whole numbers with a sign.
type signed interface{ int8 | int16 | int32 | int64 }

// registerSigned adds the kernels of a signed integer type.
func registerSigned[T signed](t table) {
	registerInteger[T](t)
	set[T, T](t, byOp{compute.OpTypeNeg: unary(negate[T])})
}

// registerInteger adds the kernels of an integer type, but for those of signed ones only.
func registerInteger[T kernel.Integer](t table) {
	set[T, T](t, numericLoops[T]())
	set[T, T](t, byOp{
		compute.OpTypeAbs:  unary(absoluteInteger[T]),
		compute.OpTypeSign: unary(signInteger[T]),
		compute.OpTypeDiv:  binary(quotient[T]),
		compute.OpTypeRem:  binary(remainder[T]),
		compute.OpTypePow:  binary(powInteger[T]),
	})
	set[T, bool](t, comparisons[T]())
}

// width returns the number of bits of a type.
func width[T kernel.Integer]() int { return 8 * int(unsafe.Sizeof(*new(T))) }

// bitsOf returns an integer's bits, with zeros before them.
func bitsOf[T kernel.Integer](x T) uint64 {
	unused := 64 - width[T]()
	return uint64(x) << unused >> unused
}

func negate[T signed | kernel.Float](x T) T { return -x }

func absoluteInteger[T kernel.Integer](x T) T {
	if x < 0 {
		return -x
	}
	return x
}

func signInteger[T kernel.Integer](x T) T {
	if x < 0 {
		return ^T(0)
	}
	return min(x, 1)
}

func quotient[T kernel.Integer](x, y T) T {
	if y == 0 {
		return ^T(0)
	}
	return x / y
}

func remainder[T kernel.Integer](x, y T) T {
	if y == 0 {
		return x
	}
	return x % y
}

func powInteger[T kernel.Integer](base, exponent T) T {
	minusOne := ^T(0) // or the greatest value of an unsigned type, whose exponents are never negative
	if exponent < 0 && base != 1 && base != minusOne {
		return 0
	}
	power := T(1)
	for e := bitsOf(exponent); e > 0; e >>= 1 {
		if e&1 == 1 {
			power *= base
		}
		base *= base
	}
	return power
}
