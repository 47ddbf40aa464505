package elementwise

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

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
