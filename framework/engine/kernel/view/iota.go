package view

import (
	"fmt"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"
)

// Iota returns an array of a shape, flat and row-major, that counts 0, 1, ... along an axis. It panics for types that
// are no numbers.
func Iota(shape shapes.Shape, axis int) any {
	switch shape.DType {
	case dtypes.Int8:
		return count(shape, axis, func(i int) int8 { return int8(i) })
	case dtypes.Int16:
		return count(shape, axis, func(i int) int16 { return int16(i) })
	case dtypes.Int32:
		return count(shape, axis, func(i int) int32 { return int32(i) })
	case dtypes.Int64:
		return count(shape, axis, func(i int) int64 { return int64(i) })
	case dtypes.Uint8:
		return count(shape, axis, func(i int) uint8 { return uint8(i) })
	case dtypes.Uint16:
		return count(shape, axis, func(i int) uint16 { return uint16(i) })
	case dtypes.Uint32:
		return count(shape, axis, func(i int) uint32 { return uint32(i) })
	case dtypes.Uint64:
		return count(shape, axis, func(i int) uint64 { return uint64(i) })
	case dtypes.Float32:
		return count(shape, axis, func(i int) float32 { return float32(i) })
	case dtypes.Float64:
		return count(shape, axis, func(i int) float64 { return float64(i) })
	case dtypes.BFloat16:
		return count(shape, axis, func(i int) bfloat16.BFloat16 { return bfloat16.FromFloat32(float32(i)) })
	}
	panic(fmt.Sprintf("view: no iota of %s", shape))
}

func count[T any](shape shapes.Shape, axis int, number func(i int) T) []T {
	inner := 1 // elements between steps of the axis
	for _, length := range shape.Dimensions[axis+1:] {
		inner *= length
	}
	flat := make([]T, shape.Size())
	for i := range flat {
		flat[i] = number(i / inner % shape.Dimensions[axis])
	}
	return flat
}
