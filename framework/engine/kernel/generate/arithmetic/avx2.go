package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// avx2 has a mask as a vector whose lanes are all ones or zero.
type avx2 struct{}

// The lanes of the tail, as a mask and as a count.
var (
	tailLanes = Y15
	tailCount = RCX
)

func (avx2) name() string       { return "avx2" }
func (avx2) lanes() int         { return 8 }
func (avx2) vector() VecVirtual { return YMM() }

func (avx2) broadcastBits(bits uint32) VecVirtual {
	all := YMM()
	broadcastWord(bits, all)
	return all
}

func broadcastWord(bits uint32, all Register) {
	word, low := GP32(), XMM()
	MOVL(U32(bits), word)
	VMOVD(word, low)
	VPBROADCASTD(low, all)
}

func (avx2) prepareConstants(operation) {}

// prepareTail compares the lanes' numbers with the count.
func (avx2) prepareTail(count GPVirtual) {
	MOVQ(count, tailCount)
	numbers, lane, low, all := GP64(), YMM(), XMM(), YMM()
	MOVQ(U64(0x0706050403020100), numbers)
	VMOVQ(numbers, low)
	VPMOVZXBD(low, lane)
	VMOVD(ECX, low)
	VPBROADCASTD(low, all)
	VPCMPGTD(lane, all, tailLanes)
}

func (avx2) load(k kind, at Mem, partial bool) Register {
	v := YMM()
	switch {
	case k == bools:
		if partial {
			low := XMM()
			VMOVQ(loadBytes(at), low)
			VPMOVZXBD(low, v)
		} else {
			VPMOVZXBD(at, v)
		}
		zero := YMM()
		VPXOR(zero, zero, zero)
		VPCMPGTD(zero, v, v)
	case partial:
		VMASKMOVPS(at, tailLanes, v)
	default:
		VMOVUPS(at, v)
	}
	return v
}

func (avx2) store(k kind, from Register, at Mem, partial bool) {
	switch {
	case k == bools:
		low, high := XMM(), XMM()
		VEXTRACTI128(Imm(1), from, high)
		VPACKSSDW(high, from.(VecVirtual).AsX(), low)
		VPACKSSWB(low, low, low)
		VPABSB(low, low)
		if partial {
			bytes := GP64()
			VMOVQ(low, bytes)
			storeBytes(bytes, at)
		} else {
			VMOVQ(low, at)
		}
	case partial:
		storeWords(from.(VecVirtual), at)
	default:
		VMOVUPS(from, at)
	}
}

// labels numbers the jumps of partial loads and stores in a kernel.
var labels int

// eachPart writes code for the parts, of 4, 2 and 1 elements, that make up the tail.
func eachPart(sizes []int, part func(size int)) {
	for _, size := range sizes {
		labels++
		skip := fmt.Sprintf("without%d_%d", size, labels)
		TESTQ(U32(uint32(size)), tailCount)
		JZ(LabelRef(skip))
		part(size)
		Label(skip)
	}
}

// loadBytes reads fewer than 8 bytes, and no byte after them.
func loadBytes(at Mem) GPVirtual {
	bytes, part, end := GP64(), GP64(), GP64()
	LEAQ(at, end)
	ADDQ(tailCount, end)
	XORQ(bytes, bytes)
	eachPart([]int{1, 2, 4}, func(size int) {
		from := Mem{Base: end, Disp: -size}
		switch size {
		case 4:
			MOVL(from, part.As32())
		case 2:
			MOVWQZX(from, part)
		case 1:
			MOVBQZX(from, part)
		}
		SHLQ(Imm(uint64(8*size)), bytes)
		ORQ(part, bytes)
		SUBQ(Imm(uint64(size)), end)
	})
	return bytes
}

// storeWords writes fewer than 8 words, as halves of the vector: a masked store takes some processors 10 ns.
func storeWords(v VecVirtual, at Mem) {
	low, to := XMM(), GP64()
	VMOVAPS(v.AsX(), low)
	LEAQ(at, to)
	eachPart([]int{4, 2, 1}, func(size int) {
		switch size {
		case 4:
			VMOVUPS(low, Mem{Base: to})
			VEXTRACTF128(Imm(1), v, low)
		case 2:
			VMOVQ(low, Mem{Base: to})
			VPSRLDQ(Imm(8), low, low)
		case 1:
			VMOVD(low, Mem{Base: to})
		}
		ADDQ(Imm(uint64(4*size)), to)
	})
}

// storeBytes writes fewer than 8 bytes, and no byte after them.
func storeBytes(bytes GPVirtual, at Mem) {
	to := GP64()
	LEAQ(at, to)
	eachPart([]int{4, 2, 1}, func(size int) {
		switch size {
		case 4:
			MOVL(bytes.As32(), Mem{Base: to})
		case 2:
			MOVW(bytes.As16(), Mem{Base: to})
		case 1:
			MOVB(bytes.As8(), Mem{Base: to})
		}
		SHRQ(Imm(uint64(8*size)), bytes)
		ADDQ(Imm(uint64(size)), to)
	})
}

func (avx2) compare(predicate uint64, x, y Register) Register {
	mask := YMM()
	VCMPPS(Imm(predicate), y, x, mask)
	return mask
}

func (avx2) choose(mask, onTrue, onFalse Register) VecVirtual {
	v := YMM()
	VBLENDVPS(mask, onTrue, onFalse, v)
	return v
}

// maximum: where the operands are zeros of both signs, the instruction gives the second, and where one is NaN too. The
// two orders differ there alone, so that their intersection is +0, and the unordered lanes become NaN.
func (m avx2) maximum(x, y Register) VecVirtual {
	v, turned := YMM(), YMM()
	VMAXPS(y, x, v)
	VMAXPS(x, y, turned)
	VANDPS(turned, v, v)
	VORPS(m.compare(unordered, x, y), v, v)
	return v
}

// minimum is as maximum: the union of both orders is -0, or NaN.
func (avx2) minimum(x, y Register) VecVirtual {
	v, turned := YMM(), YMM()
	VMINPS(y, x, v)
	VMINPS(x, y, turned)
	VORPS(turned, v, v)
	return v
}

func (avx2) round(mode uint64, x Register) VecVirtual {
	v := YMM()
	VROUNDPS(Imm(mode), x, v)
	return v
}

// unsignedToFloat adds the halves of the word, each of which a float holds exactly, and rounds once.
func (avx2) unsignedToFloat(x, twoTo16 Register) VecVirtual {
	high, low := YMM(), YMM()
	VPSRLD(Imm(16), x, high)
	VPSLLD(Imm(16), x, low)
	VPSRLD(Imm(16), low, low)
	VCVTDQ2PS(high, high)
	VCVTDQ2PS(low, low)
	VFMADD213PS(low, twoTo16, high)
	return high
}
