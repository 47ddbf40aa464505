package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// kind is how an operand or a result lies in memory.
type kind byte

const (
	words  kind = 'w' // 4 bytes an element: float32, int32
	bools  kind = 'b' // 1 byte an element, 0 or 1; in a register it is the machine's mask
	scalar kind = 's' // one element of 4 bytes for all
)

// operation is a kernel to be written: its name, the kinds of its operands x, y, z and of its result, and how it
// computes a vector. Of several operands' registers, compute leaves all as they are, but for the first if overwrites
// is set.
type operation struct {
	name, doc  string
	operands   []kind
	result     kind
	compute    func(m machine, in []Register, constants []VecVirtual) Register
	constants  []uint32 // the bits of the words that compute wants in all lanes
	overwrites bool
	signature  string // if not that of kernel.Elementwise
}

// machine writes what differs between the levels of vector instructions. A partial load or store has only the lanes
// that prepareTail was given.
type machine interface {
	name() string
	lanes() int
	vector() VecVirtual
	broadcastBits(bits uint32) VecVirtual
	prepareConstants(op operation)
	prepareTail(count GPVirtual)
	load(k kind, at Mem, partial bool) Register
	store(k kind, from Register, at Mem, partial bool)

	compare(predicate uint64, x, y Register) Register
	choose(mask, onTrue, onFalse Register) VecVirtual
	maximum(x, y Register) VecVirtual
	minimum(x, y Register) VecVirtual
	round(mode uint64, x Register) VecVirtual
	unsignedToFloat(x, twoTo16 Register) VecVirtual
}

// unroll is the number of vectors in a turn of the main loop.
const unroll = 2

// grows reports whether elements of the result are larger than those of an operand, so that in the operand's place they
// would lie over elements that come after.
func (op operation) grows() bool { return op.result == words && slices.Contains(op.operands, bools) }

// emit writes a kernel: a loop over unroll vectors, one over single vectors, and a partial vector, in either order.
func emit(m machine, op operation) {
	name := op.name + strings.ToUpper(m.name())
	signature := cmp.Or(op.signature, "func(dst, x, y, z unsafe.Pointer, n int)")
	TEXT(name, attr.NOSPLIT, signature)
	Doc(name + " computes " + op.doc + ".")

	n := argument("n")
	TESTQ(n, n)
	JZ(LabelRef("done"))
	dst := Mem{Base: argument("dst")}
	var sources []Mem
	var fixed []VecVirtual
	for i, k := range op.operands {
		source := Mem{Base: argument(string("xyz"[i]))}
		sources = append(sources, source)
		var all VecVirtual
		if k == scalar {
			all = m.vector()
			VBROADCASTSS(source, all)
		}
		fixed = append(fixed, all)
	}
	m.prepareConstants(op)
	var constants []VecVirtual
	for _, bits := range op.constants {
		constants = append(constants, m.broadcastBits(bits))
	}

	i := GP64()
	XORQ(i, i)
	step := func(offset int, partial bool) {
		var in []Register
		for j, k := range op.operands {
			if k == scalar {
				in = append(in, fixed[j])
				continue
			}
			in = append(in, m.load(k, element(sources[j], k, i, offset), partial))
		}
		m.store(op.result, op.compute(m, in, constants), element(dst, op.result, i, offset), partial)
	}
	if op.grows() {
		backward(m, n, i, step)
	} else {
		forward(m, n, i, step)
	}
	Label("end")
	VZEROUPPER()
	Label("done")
	RET()
}

// forward computes the n elements from the first on; i is 0.
func forward(m machine, n, i GPVirtual, step func(offset int, partial bool)) {
	loop := func(label string, vectors int) {
		elements := Imm(uint64(vectors * m.lanes()))
		SUBQ(elements, n)
		JL(LabelRef(label + "End"))
		Label(label)
		for v := range vectors {
			step(v*m.lanes(), false)
		}
		ADDQ(elements, i)
		SUBQ(elements, n)
		JGE(LabelRef(label))
		Label(label + "End")
		ADDQ(elements, n)
	}
	loop("vectors", unroll)
	loop("vector", 1)
	JZ(LabelRef("end"))
	m.prepareTail(n)
	step(0, true)
}

// backward computes the n elements from the last on.
func backward(m machine, n, i GPVirtual, step func(offset int, partial bool)) {
	MOVQ(n, i)
	ANDQ(I32(-int32(m.lanes())), i)
	ANDQ(Imm(uint64(m.lanes()-1)), n)
	JZ(LabelRef("whole"))
	m.prepareTail(n)
	step(0, true)
	Label("whole")
	loop := func(label string, vectors int) {
		elements := Imm(uint64(vectors * m.lanes()))
		SUBQ(elements, i)
		JL(LabelRef(label + "End"))
		Label(label)
		for v := vectors - 1; v >= 0; v-- {
			step(v*m.lanes(), false)
		}
		SUBQ(elements, i)
		JGE(LabelRef(label))
		Label(label + "End")
		ADDQ(elements, i)
	}
	loop("vectors", unroll)
	loop("vector", 1)
}

// argument loads an argument, by MOVQ since avo has no instruction for an unsafe pointer.
func argument(name string) GPVirtual {
	at, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	r := GP64()
	MOVQ(at.Addr, r)
	return r
}

// element returns the address of element i + offset of an array.
func element(array Mem, k kind, i Register, offset int) Mem {
	size := 4
	if k == bools {
		size = 1
	}
	return array.Idx(i, uint8(size)).Offset(offset * size)
}
