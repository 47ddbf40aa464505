//go:build !noasm

package convolution

import "ebim/framework/engine/kernel/processor"

//go:generate go run -C ../generate ./convolution -out ../convolution/kernel_amd64.s -stubs ../convolution/kernel_amd64.go -pkg convolution

func formatAt(level processor.Level) *format {
	switch level {
	case processor.AVX512:
		return &format{
			rows: 8, lanes: 16, tiles: []tileKernel{tilesAVX512x16, tilesAVX512x32, tilesAVX512x48},
			narrow: &format{rows: 8, lanes: 1, tiles: []tileKernel{dotsAVX512}},
		}
	case processor.AVX2:
		return &format{
			rows: 6, lanes: 8, tiles: []tileKernel{tilesAVX2x8, tilesAVX2x16},
			narrow: &format{rows: 8, lanes: 1, tiles: []tileKernel{dotsAVX2}},
		}
	}
	return portable
}
