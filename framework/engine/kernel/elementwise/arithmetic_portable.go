//go:build !amd64 || noasm

package elementwise

import (
	"unsafe"

	"ebim/framework/engine/kernel/processor"
)

func arithmeticVector(processor.Level) table { return table{} }

func scalarVector(processor.Level) [3]byOp { return [3]byOp{} }

func fillWords(processor.Level) func(dst, x unsafe.Pointer, n int) { return fill[uint32] }
