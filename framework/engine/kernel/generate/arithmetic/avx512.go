package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx512 has masks in registers of their own: K1 has the lanes of the tail, byteOnes the bytes of a true result.
type avx512 struct{}

const byteOnes = 0x01010101

var tailMask = K1

func (avx512) name() string       { return "avx512" }
func (avx512) lanes() int         { return 16 }
func (avx512) vector() VecVirtual { return ZMM() }

func (avx512) broadcastBits(bits uint32) VecVirtual {
	word, all := GP32(), ZMM()
	MOVL(U32(bits), word)
	VPBROADCASTD(word, all)
	return all
}

// prepareConstants puts the bytes of true into X31, from which bools are stored.
func (avx512) prepareConstants(op operation) {
	if op.result == bools {
		word := GP32()
		MOVL(U32(byteOnes), word)
		VPBROADCASTD(word, X31)
	}
}

func (avx512) prepareTail(count GPVirtual) {
	mask := GP32()
	MOVQ(count, RCX)
	MOVL(U32(1), mask)
	SHLL(CL, mask)
	DECL(mask)
	KMOVW(mask, tailMask)
}

func (avx512) load(k kind, at Mem, partial bool) Register {
	if k == bools {
		bytes, mask := XMM(), K()
		if partial {
			VMOVDQU8_Z(at, tailMask, bytes)
		} else {
			VMOVDQU8(at, bytes)
		}
		VPTESTMB(bytes, bytes, mask)
		return mask
	}
	v := ZMM()
	if partial {
		VMOVUPS_Z(at, tailMask, v)
	} else {
		VMOVUPS(at, v)
	}
	return v
}

func (avx512) store(k kind, from Register, at Mem, partial bool) {
	if k == bools {
		bytes := XMM()
		VMOVDQU8_Z(X31, from, bytes)
		if partial {
			VMOVDQU8(bytes, tailMask, at)
		} else {
			VMOVDQU8(bytes, at)
		}
		return
	}
	if partial {
		VMOVUPS(from, tailMask, at)
	} else {
		VMOVUPS(from, at)
	}
}

func (avx512) compare(predicate uint64, x, y Register) Register {
	mask := K()
	VCMPPS(Imm(predicate), y, x, mask)
	return mask
}

func (avx512) choose(mask, onTrue, onFalse Register) VecVirtual {
	v := ZMM()
	VBLENDMPS(onTrue, onFalse, mask, v)
	return v
}

func (m avx512) maximum(x, y Register) VecVirtual { return m.extremum(0b0101, x, y) }
func (m avx512) minimum(x, y Register) VecVirtual { return m.extremum(0b0100, x, y) }

// extremum minds the signs of zeros, but a number wins over NaN, so that x + y replaces it there.
func (m avx512) extremum(selection uint64, x, y Register) VecVirtual {
	v := ZMM()
	VRANGEPS(Imm(selection), y, x, v)
	VADDPS(y, x, m.compare(unordered, x, y), v)
	return v
}

func (avx512) round(mode uint64, x Register) VecVirtual {
	v := ZMM()
	VRNDSCALEPS(Imm(mode), x, v)
	return v
}

func (avx512) unsignedToFloat(x, _ Register) VecVirtual {
	v := ZMM()
	VCVTUDQ2PS(x, v)
	return v
}
