// Package random draws random bits: the stream of math/rand/v2's PCG, with the states that GoMLX's pure-Go backend
// makes of it, so that a seed means the same numbers on both.
package random

import (
	"encoding/binary"
	"fmt"
	"math/bits"
	"unsafe"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"

	"ebim/framework/engine/ir"
	"ebim/framework/engine/kernel"
)

// New returns the instruction of an OpTypeRNGBitGenerator or an ir.OpRandomState, whose operand is a state [3]uint64.
// The bits are not truth values: bool gives an error.
func New(n *ir.Node) (kernel.Instruction, error) {
	switch n.Op {
	case compute.OpTypeRNGBitGenerator:
		if n.Shape.DType == dtypes.Bool {
			return nil, fmt.Errorf("random: random bits of type %s", n.Shape.DType)
		}
		return newGenerate(int(n.Shape.ByteSize())), nil
	case ir.OpRandomState:
		return next{steps(words(n.Attributes.(ir.RandomState).Bytes))}, nil
	}
	return nil, fmt.Errorf("random: no kernel for %s", n.Op)
}

// words returns the number of draws that give a number of bytes. What is left of the last one is lost.
func words(bytes int) int { return (bytes + 7) / 8 }

// load reads the generator's state. The third word belongs to GoMLX's interface and takes no part.
func load(operand unsafe.Pointer) uint128 {
	state := (*[3]uint64)(operand)
	return uint128{state[0], state[1]}
}

// next is the instruction for the state after a number of draws.
type next struct{ jump jump }

func (next) Scratch() int { return 0 }
func (next) Tasks() int   { return 1 }

// Run writes the words with their bytes reversed: the pure-Go backend reads the generator's big-endian record as
// little-endian words. The third one stays.
func (i next) Run(_ int, dst unsafe.Pointer, operands []unsafe.Pointer, _ unsafe.Pointer) {
	state := i.jump.from(load(operands[0]))
	third := (*[3]uint64)(operands[0])[2]
	*(*[3]uint64)(dst) = [3]uint64{bits.ReverseBytes64(state.high), bits.ReverseBytes64(state.low), third}
}

// taskBytes is how much one task draws, a multiple of the word.
const taskBytes = 1 << 16

// generate is the instruction for a number of random bytes: each word's bytes from the lowest on.
type generate struct {
	bytes int
	jumps []jump // to where each task begins
}

func newGenerate(bytes int) generate {
	i := generate{bytes: bytes}
	stride := steps(taskBytes / 8)
	for at, j := 0, steps(0); at < bytes; at, j = at+taskBytes, stride.after(j) {
		i.jumps = append(i.jumps, j)
	}
	return i
}

func (generate) Scratch() int { return 0 }
func (i generate) Tasks() int { return len(i.jumps) }

func (i generate) Run(task int, dst unsafe.Pointer, operands []unsafe.Pointer, _ unsafe.Pointer) {
	begin := task * taskBytes
	flat := unsafe.Slice((*byte)(unsafe.Add(dst, begin)), min(taskBytes, i.bytes-begin))
	state := i.jumps[task].from(load(operands[0]))
	for ; len(flat) >= 8; flat = flat[8:] {
		state = step.from(state)
		binary.LittleEndian.PutUint64(flat, state.word())
	}
	if len(flat) > 0 {
		var last [8]byte
		binary.LittleEndian.PutUint64(last[:], step.from(state).word())
		copy(flat, last[:])
	}
}
