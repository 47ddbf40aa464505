// Package kernel holds what the kernels' packages share: the signatures by which the executor calls them, and the
// types of the elements.
//
// Kernels take addresses and counts, not slices: the executor plans storage once and calls them a million times. A
// count of 0 is allowed everywhere and touches nothing. Storage is contiguous and aligned to its element; bool is one
// byte, 0 or 1.
package kernel

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/dtypes/bfloat16"
)

// Elementwise computes n elements of dst from n elements of each operand (those beyond the operation's number of
// operands are ignored, and may be nil). dst may be the same address as an operand, but never overlaps one otherwise.
type Elementwise func(dst, x, y, z unsafe.Pointer, n int)

// ReduceRows reduces each row of x [rows, columns] to dst [rows]; an empty row gives the operation's neutral element.
type ReduceRows func(dst, x unsafe.Pointer, rows, columns int)

// ReduceColumns reduces x [rows, columns] over its rows to dst [columns].
type ReduceColumns func(dst, x unsafe.Pointer, rows, columns int)

// Element is a type that arrays can have.
type Element interface {
	bool | Number | bfloat16.BFloat16
}

// Number is a type of elements with Go's own arithmetic.
type Number interface{ Integer | Float }

// Integer is a type of whole numbers.
type Integer interface {
	int8 | int16 | int32 | int64 | uint8 | uint16 | uint32 | uint64
}

// Float is a type of floating-point numbers with Go's own arithmetic.
type Float interface{ float32 | float64 }

// ByType gives the variants of something by the type of their elements, half being that of bfloat16. A type without one
// has the zero value.
func ByType[F any](i8, i16, i32, i64, u8, u16, u32, u64, f32, f64, half F) map[dtypes.DType]F {
	return map[dtypes.DType]F{
		dtypes.Int8: i8, dtypes.Int16: i16, dtypes.Int32: i32, dtypes.Int64: i64,
		dtypes.Uint8: u8, dtypes.Uint16: u16, dtypes.Uint32: u32, dtypes.Uint64: u64,
		dtypes.Float32: f32, dtypes.Float64: f64, dtypes.BFloat16: half,
	}
}

// Slice returns the n elements at an address.
func Slice[T Element](at unsafe.Pointer, n int) []T { return unsafe.Slice((*T)(at), n) }

// Instruction is an operation that is not elementwise, prepared for given shapes. Operands and result are contiguous.
type Instruction interface {
	// Scratch is the number of bytes of working storage (aligned to 64) that each running task needs.
	Scratch() int
	// Tasks is the number of independent parts; it depends on the shapes alone, so that threads don't change results.
	Tasks() int
	// Run computes one part of dst. It allocates nothing.
	Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, scratch unsafe.Pointer)
}
