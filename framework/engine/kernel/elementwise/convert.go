package elementwise

import (
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
)

// registerConversions adds ConvertDType between all pairs of types. A float goes to an integer toward zero; one beyond
// the integer's range goes to its nearest end, and NaN to 0. Integers wrap around. To bool, all but zero is true.
func registerConversions(t table) {
	convertNumber[int8](t)
	convertNumber[int16](t)
	convertNumber[int32](t)
	convertNumber[int64](t)
	convertNumber[uint8](t)
	convertNumber[uint16](t)
	convertNumber[uint32](t)
	convertNumber[uint64](t)
	convertNumber[float32](t)
	convertNumber[float64](t)
	convertFrom(t, half.Float32)
	convertFrom(t, func(x bool) uint8 {
		if x {
			return 1
		}
		return 0
	})
	setConversion[half, half](t, copyElements[uint16])
	setConversion[bool, bool](t, copyElements[uint8])
}

func convertNumber[T kernel.Number](t table) { convertFrom(t, func(x T) T { return x }) }

// convertFrom adds the conversions of a type, whose elements have the values that a function gives, to all types.
func convertFrom[T kernel.Element, V kernel.Number](t table, value func(T) V) {
	setConversion[T, int8](t, unary(func(x T) int8 { return toInteger[V, int8](value(x)) }))
	setConversion[T, int16](t, unary(func(x T) int16 { return toInteger[V, int16](value(x)) }))
	setConversion[T, int32](t, unary(func(x T) int32 { return toInteger[V, int32](value(x)) }))
	setConversion[T, int64](t, unary(func(x T) int64 { return toInteger[V, int64](value(x)) }))
	setConversion[T, uint8](t, unary(func(x T) uint8 { return toInteger[V, uint8](value(x)) }))
	setConversion[T, uint16](t, unary(func(x T) uint16 { return toInteger[V, uint16](value(x)) }))
	setConversion[T, uint32](t, unary(func(x T) uint32 { return toInteger[V, uint32](value(x)) }))
	setConversion[T, uint64](t, unary(func(x T) uint64 { return toInteger[V, uint64](value(x)) }))
	setConversion[T, float32](t, unary(func(x T) float32 { return float32(value(x)) }))
	setConversion[T, float64](t, unary(func(x T) float64 { return float64(value(x)) }))
	setConversion[T, bool](t, unary(func(x T) bool { return value(x) != 0 }))
	setConversion[T, half](t, unary(func(x T) half { return toHalf(float32(value(x))) }))
}

func setConversion[T, R kernel.Element](t table, f kernel.Elementwise) {
	set[T, R](t, byOp{compute.OpTypeConvertDType: f})
}

// toInteger converts a number; Go leaves a float beyond the range of the integer to the processor.
func toInteger[V kernel.Number, R kernel.Integer](value V) R {
	if V(1)/2 == 0 {
		return R(value)
	}
	lowest, highest := limits[R]()
	switch value := float64(value); {
	case isNaN(value):
		return 0
	case value <= float64(lowest):
		return lowest
	case value >= float64(highest):
		return highest
	}
	return R(value)
}

// limits returns the least and the greatest integer of a type.
func limits[T kernel.Integer]() (lowest, highest T) {
	if minusOne := ^T(0); minusOne < 0 {
		lowest = minusOne << (width[T]() - 1)
	}
	return lowest, ^lowest
}

// copyElements copies n elements, unless they are in their place.
func copyElements[T kernel.Element](dst, x, _, _ unsafe.Pointer, n int) {
	copy(kernel.Slice[T](dst, n), kernel.Slice[T](x, n))
}
