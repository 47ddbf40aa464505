//go:build !noasm

package elementwise

import (
	"unsafe"

	"github.com/gomlx/gomlx/backends"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

//go:generate go run -C ../generate ./transcendental -coefficients ../elementwise/transcendental_coefficients.go -out ../elementwise/transcendental_vector_amd64.s -stubs ../elementwise/transcendental_vector_amd64.go -pkg elementwise

// transcendentalVector returns the float32 kernels in assembly of exactly one level, over those of transcendentalPortable.
//
// Of every 1531st float32, which the tests try (the flag -exhaustive makes them try each), the farthest results from
// package math's, rounded, are 1 unit in the last place away for Exp, Log, Log1p and Erf, and 2 for Expm1, Tanh, Logistic,
// Sin and Cos; in pure Go it is 1 for all.
func transcendentalVector(level processor.Level) byOp {
	switch level {
	case processor.AVX2:
		return byOp{
			backends.OpTypeExp:      exponentialAVX2,
			backends.OpTypeExpm1:    exponentialMinus1AVX2,
			backends.OpTypeLog:      logarithmAVX2,
			backends.OpTypeLog1p:    logarithmOf1PlusAVX2,
			backends.OpTypeTanh:     tanhAVX2,
			backends.OpTypeLogistic: logisticAVX2,
			backends.OpTypeSin:      reduced(sineAVX2, sine),
			backends.OpTypeCos:      reduced(cosineAVX2, cosine),
			backends.OpTypeErf:      errorFunctionAVX2,
		}
	case processor.AVX512:
		return byOp{
			backends.OpTypeExp:      exponentialAVX512,
			backends.OpTypeExpm1:    exponentialMinus1AVX512,
			backends.OpTypeLog:      logarithmAVX512,
			backends.OpTypeLog1p:    logarithmOf1PlusAVX512,
			backends.OpTypeTanh:     tanhAVX512,
			backends.OpTypeLogistic: logisticAVX512,
			backends.OpTypeSin:      reduced(sineAVX512, sine),
			backends.OpTypeCos:      reduced(cosineAVX512, cosine),
			backends.OpTypeErf:      errorFunctionAVX512,
		}
	}
	return nil
}

// reduced makes a kernel of one in assembly that stops before a block with an element beyond largestReduced. Such a block
// goes one by one, so that no result depends on its neighbors; the function computes the elements that are beyond.
func reduced(fast func(dst, x unsafe.Pointer, n int) (done int), function func(float32) float32) kernel.Elementwise {
	const block = 32
	return func(dst, x, _, _ unsafe.Pointer, n int) {
		for at := 0; at < n; {
			from := at + fast(unsafe.Add(dst, 4*at), unsafe.Add(x, 4*at), n-at)
			at = min(from+block, n)
			for i := from; i < at; i++ {
				result, element := unsafe.Add(dst, 4*i), unsafe.Add(x, 4*i)
				if fast(result, element, 1) == 0 {
					*(*float32)(result) = function(*(*float32)(element))
				}
			}
		}
	}
}
