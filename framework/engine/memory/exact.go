//go:build exact

package memory

import (
	"reflect"
	"unsafe"
)

// largestPiece is the largest power of two whose pieces Go's allocator puts side by side.
const largestPiece = 4096

func newSlice(element reflect.Type, length int) reflect.Value {
	bytes := length * int(element.Size())
	if bytes == 0 || bytes > largestPiece {
		return reflect.MakeSlice(reflect.SliceOf(element), length, length)
	}
	return reflect.SliceAt(element, atEnd(bytes), length)
}

func newBlock(bytes int) unsafe.Pointer { return atEnd((bytes + 63) &^ 63) }

// atEnd returns the end of a piece, a power of two of words.
func atEnd(bytes int) unsafe.Pointer {
	piece := 16 // smaller ones share their pieces
	for piece < bytes {
		piece *= 2
	}
	words := make([]uint64, piece/8)
	return unsafe.Add(unsafe.Pointer(unsafe.SliceData(words)), piece-bytes)
}
