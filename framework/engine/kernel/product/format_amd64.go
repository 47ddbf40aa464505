//go:build !noasm

package product

//go:generate go run -C ../generate ./product -out ../product/kernel_amd64.s -stubs ../product/kernel_amd64.go -pkg product

import "ebim/framework/engine/kernel/processor"

// formatOf returns the format of a level of processor.
func formatOf(level processor.Level) *format {
	switch level {
	case processor.AVX512:
		return avx512
	case processor.AVX2:
		return avx2
	}
	return portable
}

var (
	avx512 = &format{rows: 14, widths: []int{32, 16, 8, 1}, dot: dotAVX2,
		kernels: []microKernel{multiplyAVX512x32, multiplyAVX512x16, multiplyAVX512x8, multiplyAVX512x1}}
	avx2 = &format{rows: 6, widths: []int{16, 8, 1}, dot: dotAVX2,
		kernels: []microKernel{multiplyAVX2x16, multiplyAVX2x8, multiplyAVX2x1}}
)
