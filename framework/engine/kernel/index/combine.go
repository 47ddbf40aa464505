package index

import (
	"fmt"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"

	"ebim/framework/engine/kernel"
)

// combine changes n elements of dst by n updates: their sum, the greater or the lesser one (NaN if either is).
type combine func(dst, updates unsafe.Pointer, n int)

// newCombine is for a scatter's operation and type. A sum of truth values is true where any is.
func newCombine(op compute.OpType, t dtypes.DType) (combine, error) {
	switch t {
	case dtypes.Bool:
		return map[compute.OpType]combine{compute.OpTypeScatterSum: orBool, compute.OpTypeScatterMax: orBool,
			compute.OpTypeScatterMin: andBool}[op], nil
	case dtypes.BFloat16:
		return map[compute.OpType]combine{compute.OpTypeScatterSum: sumBFloat16, compute.OpTypeScatterMax: maxBFloat16,
			compute.OpTypeScatterMin: minBFloat16}[op], nil
	case dtypes.Int8:
		return numeric[int8](op), nil
	case dtypes.Int16:
		return numeric[int16](op), nil
	case dtypes.Int32:
		return numeric[int32](op), nil
	case dtypes.Int64:
		return numeric[int64](op), nil
	case dtypes.Uint8:
		return numeric[uint8](op), nil
	case dtypes.Uint16:
		return numeric[uint16](op), nil
	case dtypes.Uint32:
		return numeric[uint32](op), nil
	case dtypes.Uint64:
		return numeric[uint64](op), nil
	case dtypes.Float32:
		return numeric[float32](op), nil
	case dtypes.Float64:
		return numeric[float64](op), nil
	}
	return nil, fmt.Errorf("index: no kernel for %s of type %s", op, t)
}

func numeric[T kernel.Number](op compute.OpType) combine {
	switch op {
	case compute.OpTypeScatterMax:
		return maxNumbers[T]
	case compute.OpTypeScatterMin:
		return minNumbers[T]
	}
	return sumNumbers[T]
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
