package view

import (
	"fmt"

	"github.com/gomlx/compute/dtypes/bfloat16"
	"github.com/gomlx/compute/shapes"

	"ebim/framework/engine/kernel"
)

// Iota returns an array of a shape, flat and row-major, that counts 0, 1, ... along an axis. It panics for types that
// are no numbers.
func Iota(shape shapes.Shape, axis int) any {
	counting := iotas[shape.DType]
	if counting == nil {
		panic(fmt.Sprintf("view: no iota of %s", shape))
	}
	return counting(shape, axis)
}

var iotas = kernel.ByType(count[int8], count[int16], count[int32], count[int64],
	count[uint8], count[uint16], count[uint32], count[uint64], count[float32], count[float64],
	func(shape shapes.Shape, axis int) any {
		return counted(shape, axis, func(i int) bfloat16.BFloat16 { return bfloat16.FromFloat32(float32(i)) })
	})

func count[T kernel.Number](shape shapes.Shape, axis int) any {
	return counted(shape, axis, func(i int) T { return T(i) })
}

func counted[T any](shape shapes.Shape, axis int, number func(i int) T) []T {
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
