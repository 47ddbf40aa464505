// Command reduce generates the AVX2 kernels that reduce float32 matrices over their columns or rows.
package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// reduction is one operation on vectors of 8 lanes. The greatest is found as the negated least of the negated elements.
type reduction struct {
	name    string
	neutral uint32 // bits of the neutral element, for minimum
	minimum bool
	negated bool
}

var reductions = []reduction{
	{name: "sum"},
	{name: "min", neutral: 0x7f800000, minimum: true},
	{name: "max", neutral: 0xff800000, minimum: true, negated: true},
}

var (
	masks          Mem // 8 words with all bits set, then 8 without
	signs          Mem
	infinity       Mem
	columnsOfThree [3]Mem
)

func main() {
	ConstraintExpr("amd64,!noasm")
	masks = words("masks", 16, func(i int) uint32 { return -uint32((15 - i) / 8) })
	signs = words("signs", 8, func(int) uint32 { return 1 << 31 })
	infinity = words("infinity", 1, func(int) uint32 { return 0x7f800000 })
	for column := range columnsOfThree {
		// Element 3*row+column lies in lane (3*row+column) modulo 8 once the three vectors are blended.
		columnsOfThree[column] = words("columnOfThree"+string(rune('0'+column)), 8, func(row int) uint32 {
			return uint32((3*row + column) % 8)
		})
	}
	for _, r := range reductions {
		var neutrals Mem
		if r.minimum {
			neutrals = words(r.name+"Neutrals", 16, func(i int) uint32 { return uint32(i/8) * r.neutral })
		}
		rows(r, neutrals)
		columns(r, neutrals)
	}
	Generate()
}

func words(name string, n int, value func(i int) uint32) Mem {
	m := GLOBL(name, RODATA|NOPTR)
	for i := range n {
		DATA(4*i, U32(value(i)))
	}
	return m
}

// combine sets x to the reduction of x and y. The least of two is taken in both orders, whose union of bits is NaN if
// one is NaN, and -0 if one is -0 and the other 0.
func (r reduction) combine(y, x VecVirtual) {
	if !r.minimum {
		VADDPS(y, x, x)
		return
	}
	other := YMM()
	VMINPS(y, x, other)
	VMINPS(x, y, x)
	VORPS(other, x, x)
}

// load returns the vector at m, ready to be combined.
func (r reduction) load(m Mem) VecVirtual {
	y := YMM()
	VMOVUPS(m, y)
	r.negate(y)
	return y
}

// loadMasked returns the vector at m, with the neutral element where the mask has no bits.
func (r reduction) loadMasked(m Mem, mask, neutral Op) VecVirtual {
	y := YMM()
	VMASKMOVPS(m, mask, y)
	if r.minimum {
		VORPS(neutral, y, y)
	}
	r.negate(y)
	return y
}

func (r reduction) negate(y VecVirtual) {
	if r.negated {
		VXORPS(signs, y, y)
	}
}

// finish turns combined vectors into results: a sum of negative zeros is 0.
func (r reduction) finish(y VecVirtual) {
	if !r.minimum {
		zero := YMM()
		VXORPS(zero, zero, zero)
		VADDPS(zero, y, y)
	}
	r.negate(y)
}

// accumulators are n vectors that have combined nothing.
func (r reduction) accumulators(n int) []VecVirtual {
	all := make([]VecVirtual, n)
	for i := range all {
		all[i] = YMM()
		if r.minimum {
			VBROADCASTSS(infinity, all[i])
		} else {
			VXORPS(all[i], all[i], all[i])
		}
	}
	return all
}
