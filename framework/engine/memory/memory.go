// Package memory allocates what programs run on.
//
// With the build tag exact, storage ends where Go's allocator hands out the next piece. An address beyond an array's
// end, which could keep another array alive or bring the garbage collector down even if nothing is read there, is then
// what the compiler's flag -d=checkptr finds.
package memory

import (
	"unsafe"

	"github.com/gomlx/compute/dtypes"
)

// Flat returns a new slice of zeros for length elements of a data type, and the address of the first one.
func Flat(dtype dtypes.DType, length int) (flat any, at unsafe.Pointer) {
	slice := newSlice(dtype.GoType(), length)
	return slice.Interface(), slice.UnsafePointer()
}

// Block returns new storage of at least one byte, all zeros, aligned to a cache line of 64 bytes.
func Block(bytes int) unsafe.Pointer { return newBlock(max(bytes, 1)) }
