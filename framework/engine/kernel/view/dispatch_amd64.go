//go:build !noasm

package view

import "unsafe"

// repeatWords sets each row of dst [rows, columns] to one element of 4 bytes; these lie stride elements apart.
func repeatWords(dst, src unsafe.Pointer, rows, columns, stride int) {
	repeatAVX2((*uint32)(dst), (*uint32)(src), rows, columns, stride)
}

// transposeWords sets dst [rows, columns] to the transpose of src [columns, rows], in multiples of 8 elements of 4
// bytes.
func transposeWords(dst, src unsafe.Pointer, rows, columns, dstStride, srcStride int) {
	transposeAVX2((*uint32)(dst), (*uint32)(src), rows, columns, dstStride, srcStride)
}

// copyRows sets dst [rows, columns] to src, whose rows are dstStride and srcStride elements of 4 bytes apart; columns
// are a multiple of 8.
func copyRows(dst, src unsafe.Pointer, rows, columns, dstStride, srcStride int) {
	copyRowsAVX2((*uint32)(dst), (*uint32)(src), rows, columns, dstStride, srcStride)
}
