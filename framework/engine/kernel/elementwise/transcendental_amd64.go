//go:build !noasm

package elementwise

import (
	"unsafe"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel"
	"ebim/framework/engine/kernel/processor"
)

//go:generate go run -C ../generate ./transcendental -coefficients ../elementwise/transcendental_coefficients.go -out ../elementwise/transcendental_vector_amd64.s -stubs ../elementwise/transcendental_vector_amd64.go -pkg elementwise

// transcendentalVector returns the float32 kernels in assembly of exactly one level, over those of
// transcendentalPortable.
//
// Of every 1531st float32, which the tests try (the flag -exhaustive makes them try each), the farthest results from
// package math's, rounded, are 1 unit in the last place away for Exp, Log, Log1p and Erf, and 2 for Expm1, Tanh,
// Logistic, Sin and Cos; in pure Go it is 1 for all.
func transcendentalVector(level processor.Level) byOp {
	switch level {
	case processor.AVX2:
		return byOp{
			compute.OpTypeExp:      exponentialAVX2,
			compute.OpTypeExpm1:    exponentialMinus1AVX2,
			compute.OpTypeLog:      logarithmAVX2,
			compute.OpTypeLog1p:    logarithmOf1PlusAVX2,
			compute.OpTypeTanh:     tanhAVX2,
			compute.OpTypeLogistic: logisticAVX2,
			compute.OpTypeSin:      reduced(sineAVX2, sine),
			compute.OpTypeCos:      reduced(cosineAVX2, cosine),
			compute.OpTypeErf:      errorFunctionAVX2,
		}
	case processor.AVX512:
		return byOp{
			compute.OpTypeExp:      exponentialAVX512,
			compute.OpTypeExpm1:    exponentialMinus1AVX512,
			compute.OpTypeLog:      logarithmAVX512,
			compute.OpTypeLog1p:    logarithmOf1PlusAVX512,
			compute.OpTypeTanh:     tanhAVX512,
			compute.OpTypeLogistic: logisticAVX512,
			compute.OpTypeSin:      reduced(sineAVX512, sine),
			compute.OpTypeCos:      reduced(cosineAVX512, cosine),
			compute.OpTypeErf:      errorFunctionAVX512,
		}
	}
	return nil
}

// reduced makes a kernel of one in assembly that stops before a block with an element beyond largestReduced. Such a
// block goes one by one, so that no result depends on its neighbors; the function computes the elements that are
// beyond.
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
