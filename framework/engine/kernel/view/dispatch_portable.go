//go:build !amd64 || noasm

package view

import "unsafe"

// Without vector instructions no tile asks for these.

func repeatWords(dst, src unsafe.Pointer, rows, columns, stride int) { panic("view: no AVX2") }

func transposeWords(dst, src unsafe.Pointer, rows, columns, dstStride, srcStride int) {
	panic("view: no AVX2")
}

func copyRows(dst, src unsafe.Pointer, rows, columns, dstStride, srcStride int) {
	panic("view: no AVX2")
}
