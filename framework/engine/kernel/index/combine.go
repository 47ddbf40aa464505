package index

import (
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/kernel"
)

// combine changes n elements of dst by n updates: their sum, the greater or the lesser one (NaN if either is).
type combine func(dst, updates unsafe.Pointer, n int)

// combines are those of a scatter's operation, by type. A sum of truth values is true where any is.
var combines = func() map[dtypes.DType]func(compute.OpType) combine {
	all := kernel.ByType(numeric[int8], numeric[int16], numeric[int32], numeric[int64],
		numeric[uint8], numeric[uint16], numeric[uint32], numeric[uint64],
		numeric[float32], numeric[float64], chosen(sumBFloat16, maxBFloat16, minBFloat16))
	all[dtypes.Bool] = chosen(orBool, orBool, andBool)
	return all
}()

func numeric[T kernel.Number](op compute.OpType) combine {
	return chosen(sumNumbers[T], maxNumbers[T], minNumbers[T])(op)
}

// chosen is the one of three that an operation asks for.
func chosen(sum, greater, lesser combine) func(compute.OpType) combine {
	return func(op compute.OpType) combine {
		switch op {
		case compute.OpTypeScatterMax:
			return greater
		case compute.OpTypeScatterMin:
			return lesser
		}
		return sum
	}
}

// pair is both arrays as slices of one length.
func pair[T kernel.Element](dst, updates unsafe.Pointer, n int) (d, u []T) {
	return kernel.Slice[T](dst, n), kernel.Slice[T](updates, n)
}

func sumNumbers[T kernel.Number](dst, updates unsafe.Pointer, n int) {
	d, u := pair[T](dst, updates, n)
	for i := range d {
		d[i] += u[i]
	}
}

func maxNumbers[T kernel.Number](dst, updates unsafe.Pointer, n int) {
	d, u := pair[T](dst, updates, n)
	for i := range d {
		d[i] = max(d[i], u[i])
	}
}

func minNumbers[T kernel.Number](dst, updates unsafe.Pointer, n int) {
	d, u := pair[T](dst, updates, n)
	for i := range d {
		d[i] = min(d[i], u[i])
	}
}

func sumBFloat16(dst, updates unsafe.Pointer, n int) {
	d, u := pair[bfloat16.BFloat16](dst, updates, n)
	for i := range d {
		d[i] = bfloat16.FromFloat32(d[i].Float32() + u[i].Float32())
	}
}

func maxBFloat16(dst, updates unsafe.Pointer, n int) {
	d, u := pair[bfloat16.BFloat16](dst, updates, n)
	for i := range d {
		d[i] = bfloat16.FromFloat32(max(d[i].Float32(), u[i].Float32()))
	}
}

func minBFloat16(dst, updates unsafe.Pointer, n int) {
	d, u := pair[bfloat16.BFloat16](dst, updates, n)
	for i := range d {
		d[i] = bfloat16.FromFloat32(min(d[i].Float32(), u[i].Float32()))
	}
}

func orBool(dst, updates unsafe.Pointer, n int) {
	d, u := pair[bool](dst, updates, n)
	for i := range d {
		d[i] = d[i] || u[i]
	}
}

func andBool(dst, updates unsafe.Pointer, n int) {
	d, u := pair[bool](dst, updates, n)
	for i := range d {
		d[i] = d[i] && u[i]
	}
}
