// Package kernel holds what the kernels' packages share: the signatures by which the executor calls them, and the
// types of the elements.
//
// Kernels take addresses and counts, not slices: the executor plans storage once and calls them a million times. A
// count of 0 is allowed everywhere and touches nothing. Storage is contiguous and aligned to its element; bool is one
// byte, 0 or 1.
package kernel

import (
	"unsafe"

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
