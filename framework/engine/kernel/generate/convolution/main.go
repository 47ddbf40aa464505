// Command convolution writes the micro-kernels of the convolution.
package main

import (
	. "github.com/mmcloughlin/avo/build"
)

func main() {
	ConstraintExpr("amd64,!noasm")
	for vectors := 1; vectors <= 3; vectors++ {
		tiles(avx512{}, vectors)
	}
	for vectors := 1; vectors <= 2; vectors++ {
		tiles(avx2{}, vectors)
	}
	dots(avx512{})
	dots(avx2{})
	Generate()
}
