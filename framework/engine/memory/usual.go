//go:build !exact

package memory

import (
	"reflect"
	"unsafe"
)

// newSlice is aligned to a cache line from 512 bytes on: so are all pieces of that size that Go's allocator hands out.
func newSlice(element reflect.Type, length int) reflect.Value {
	return reflect.MakeSlice(reflect.SliceOf(element), length, length)
}

func newBlock(bytes int) unsafe.Pointer {
	words := make([]uint64, (bytes+7)/8+7)
	at := unsafe.Pointer(unsafe.SliceData(words))
	return unsafe.Add(at, -uintptr(at)&63)
}
