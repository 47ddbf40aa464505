// Command product writes the micro-kernels of the matrix product.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	"github.com/mmcloughlin/avo/reg"
)

func main() {
	ConstraintExpr("amd64,!noasm")
	masks()
	rows := []int{14, 8, 4, 2, 1}
	microKernel("multiplyAVX512x32", &avx512{whole{registers(reg.Z0, 32)}, 16}, 2, rows)
	microKernel("multiplyAVX512x16", &avx512{whole{registers(reg.Z0, 32)}, 16}, 1, rows)
	microKernel("multiplyAVX512x8", &avx512{whole{registers(reg.Y0, 32)}, 8}, 1, rows)
	microKernel("multiplyAVX512x1", &scalar{registers(reg.X0, 16)}, 1, rows)
	rows = []int{6, 4, 2, 1}
	microKernel("multiplyAVX2x16", &avx2{whole: whole{registers(reg.Y0, 16)}}, 2, rows)
	microKernel("multiplyAVX2x8", &avx2{whole: whole{registers(reg.Y0, 16)}}, 1, rows)
	microKernel("multiplyAVX2x1", &scalar{registers(reg.X0, 16)}, 1, rows)
	dotKernel("dotAVX2")
	peak("peakAVX512", registers(reg.Z0, 32))
	peak("peakAVX2", registers(reg.Y0, 16))
	Generate()
}
