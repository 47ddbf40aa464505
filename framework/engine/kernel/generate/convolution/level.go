package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// level is what differs between sets of vector instructions.
type level interface {
	name() string
	rows() int                 // positions of a tile
	bytes() int                // of a vector
	sum(i int) reg.Register    // registers of sums, from 0 on
	weight(i int) reg.Register // registers of weights, from 0 on
	zero(r reg.Register)
	// multiplyAdd adds to each sum the product of the element at x and a weight.
	multiplyAdd(x Mem, weights, sums []reg.Register)
	// prepareMask loads the mask of the last vector's lanes, before moves with a mask.
	prepareMask(mask Mem)
	load(from Mem, to reg.Register, masked bool)
	store(from reg.Register, to Mem, masked bool)
}

type avx512 struct{}

var zmm = []reg.Register{
	reg.Z0, reg.Z1, reg.Z2, reg.Z3, reg.Z4, reg.Z5, reg.Z6, reg.Z7, reg.Z8, reg.Z9, reg.Z10, reg.Z11,
	reg.Z12, reg.Z13, reg.Z14, reg.Z15, reg.Z16, reg.Z17, reg.Z18, reg.Z19, reg.Z20, reg.Z21, reg.Z22, reg.Z23,
}

func (avx512) name() string              { return "AVX512" }
func (avx512) rows() int                 { return 8 }
func (avx512) bytes() int                { return 64 }
func (avx512) sum(i int) reg.Register    { return zmm[i] }
func (avx512) weight(i int) reg.Register { return []reg.Register{reg.Z24, reg.Z25, reg.Z26}[i] }
func (avx512) zero(r reg.Register)       { VPXORD(r, r, r) }

func (avx512) prepareMask(mask Mem) {
	VMOVUPS(mask, reg.Z31)
	VPMOVD2M(reg.Z31, reg.K1)
}

func (avx512) multiplyAdd(x Mem, weights, sums []reg.Register) {
	if len(weights) == 1 {
		VFMADD231PS_BCST(x, weights[0], sums[0])
		return
	}
	VBROADCASTSS(x, reg.Z27)
	for i, w := range weights {
		VFMADD231PS(reg.Z27, w, sums[i])
	}
}

func (avx512) load(from Mem, to reg.Register, masked bool) {
	if masked {
		VMOVUPS_Z(from, reg.K1, to)
	} else {
		VMOVUPS(from, to)
	}
}

func (avx512) store(from reg.Register, to Mem, masked bool) {
	if masked {
		VMOVUPS(from, reg.K1, to)
	} else {
		VMOVUPS(from, to)
	}
}

type avx2 struct{}

var ymm = []reg.Register{
	reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7, reg.Y8, reg.Y9, reg.Y10, reg.Y11,
}

func (avx2) name() string              { return "AVX2" }
func (avx2) rows() int                 { return 6 }
func (avx2) bytes() int                { return 32 }
func (avx2) sum(i int) reg.Register    { return ymm[i] }
func (avx2) weight(i int) reg.Register { return []reg.Register{reg.Y12, reg.Y13}[i] }
func (avx2) zero(r reg.Register)       { VXORPS(r, r, r) }
func (avx2) prepareMask(mask Mem)      { VMOVUPS(mask, reg.Y15) }

func (avx2) multiplyAdd(x Mem, weights, sums []reg.Register) {
	VBROADCASTSS(x, reg.Y14)
	for i, w := range weights {
		VFMADD231PS(reg.Y14, w, sums[i])
	}
}

func (avx2) load(from Mem, to reg.Register, masked bool) {
	if masked {
		VMASKMOVPS(from, reg.Y15, to)
	} else {
		VMOVUPS(from, to)
	}
}

func (avx2) store(from reg.Register, to Mem, masked bool) {
	if masked {
		VMASKMOVPS(from, reg.Y15, to)
	} else {
		VMOVUPS(from, to)
	}
}
