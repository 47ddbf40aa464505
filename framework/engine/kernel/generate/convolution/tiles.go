package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

const tileSignature = "func(out *float32, outRows *int, x *float32, rows *int, count int, runs *int, " +
	"runCount int, length int, weights *float32, mask *int32, add bool)"

// unroll is the number of elements of a run that one turn of the inner loop takes.
const unroll = 4

// kernelWriter writes one kernel of tiles.
type kernelWriter struct {
	level
	vectors   int
	positions []reg.Register // addresses of the tile's positions
	offset    reg.Register   // distance of the present element from them
	weights   reg.Register   // address of its weights
}

// tiles writes the kernel for panels of a number of vectors. Each tile keeps its sums in registers: the positions by
// the columns of the panel. All positions find their elements at the same distances from their addresses, so that one
// register moves all of them on.
func tiles(l level, vectors int) {
	name := fmt.Sprintf("tiles%sx%d", l.name(), vectors*l.bytes()/4)
	TEXT(name, NOSPLIT, tileSignature)
	Doc(fmt.Sprintf("%s is the tileKernel for tiles of %d positions by %d columns.", name, l.rows(),
		vectors*l.bytes()/4))
	w := &kernelWriter{level: l, vectors: vectors, offset: GP64(), weights: GP64()}
	count, runCount := AllocLocal(8), AllocLocal(8)
	rows, outRows := GP64(), GP64()
	Load(Param("count"), rows)
	MOVQ(rows, count)
	Load(Param("rows"), rows)
	Load(Param("outRows"), outRows)
	w.prepare()

	Label("tile")
	w.begin(outRows)
	w.findPositions(rows, l.rows())
	w.runs(runCount, w.run)
	w.end(outRows)
	ADDQ(U32(8*l.rows()), rows)
	ADDQ(U32(8*l.rows()), outRows)
	SUBQ(Imm(1), count)
	JNE(LabelRef("tile"))
	VZEROUPPER()
	RET()
}

// argument returns where a parameter lies.
func argument(name string) Mem {
	b, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return b.Addr
}

func (w *kernelWriter) prepare() {
	mask := GP64()
	Load(Param("mask"), mask)
	w.prepareMask(Mem{Base: mask})
}

// begin sets the sums to what is to be added to.
func (w *kernelWriter) begin(outRows reg.Register) {
	CMPB(argument("add"), Imm(0))
	JNE(LabelRef("load"))
	for i := range w.rows() * w.vectors {
		w.zero(w.sum(i))
	}
	JMP(LabelRef("begun"))
	Label("load")
	w.results(outRows, func(i int, at Mem, masked bool) { w.load(at, w.sum(i), masked) })
	Label("begun")
}

// end stores the sums.
func (w *kernelWriter) end(outRows reg.Register) {
	w.results(outRows, func(i int, at Mem, masked bool) { w.store(w.sum(i), at, masked) })
}

// results visits the places of the sums in the result.
func (w *kernelWriter) results(outRows reg.Register, visit func(i int, at Mem, masked bool)) {
	for row := range w.rows() {
		at := GP64()
		MOVQ(Mem{Base: outRows, Disp: 8 * row}, at)
		ADDQ(argument("out"), at)
		for v := range w.vectors {
			visit(row*w.vectors+v, Mem{Base: at, Disp: v * w.bytes()}, v == w.vectors-1)
		}
	}
}

// findPositions adds the address of the input to the offsets of n positions.
func (w *kernelWriter) findPositions(rows reg.Register, n int) {
	for i := range n {
		p := GP64()
		MOVQ(Mem{Base: rows, Disp: 8 * i}, p)
		ADDQ(argument("x"), p)
		w.positions = append(w.positions, p)
	}
}

// runs adds the products of all runs of elements. The writer of one run finds its length in a register that it may
// change.
func (w *kernelWriter) runs(runCount Mem, write func(left reg.Register)) {
	run, left := GP64(), GP64()
	Load(Param("weights"), w.weights)
	Load(Param("runCount"), run)
	TESTQ(run, run)
	JE(LabelRef("finished"))
	MOVQ(run, runCount)
	Load(Param("runs"), run)

	Label("run")
	MOVQ(Mem{Base: run}, w.offset)
	Load(Param("length"), left)
	write(left)
	Label("next")
	ADDQ(Imm(8), run)
	SUBQ(Imm(1), runCount)
	JNE(LabelRef("run"))
	Label("finished")
}

// run adds the products of one run.
func (w *kernelWriter) run(left reg.Register) {
	SUBQ(Imm(unroll), left)
	JL(LabelRef("rest"))
	Label("several")
	w.elements(unroll)
	SUBQ(Imm(unroll), left)
	JGE(LabelRef("several"))
	Label("rest")
	ADDQ(Imm(unroll), left)
	JE(LabelRef("next"))
	Label("one")
	w.elements(1)
	SUBQ(Imm(1), left)
	JNE(LabelRef("one"))
}

// elements adds the products of n consecutive elements and moves past them.
func (w *kernelWriter) elements(n int) {
	weights, sums := make([]reg.Register, w.vectors), make([]reg.Register, w.vectors)
	for i := range n {
		for v := range weights {
			weights[v] = w.weight(v)
			w.load(Mem{Base: w.weights, Disp: (i*w.vectors + v) * w.bytes()}, weights[v], false)
		}
		for row, p := range w.positions {
			for v := range sums {
				sums[v] = w.sum(row*w.vectors + v)
			}
			w.multiplyAdd(Mem{Base: p, Index: w.offset, Scale: 1, Disp: 4 * i}, weights, sums)
		}
	}
	ADDQ(U32(4*n), w.offset)
	ADDQ(U32(n*w.vectors*w.bytes()), w.weights)
}
