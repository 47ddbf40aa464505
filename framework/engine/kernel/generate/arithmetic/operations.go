package main

import (
	"slices"
	"strings"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	. "github.com/mmcloughlin/avo/reg"
)

// Predicates of comparisons, and modes of rounding without exceptions.
const (
	equal              = 0x00
	unordered          = 0x03
	notEqual           = 0x04
	notEqualAndOrdered = 0x0c
	lessThan           = 0x11
	lessOrEqual        = 0x12
	greaterOrEqual     = 0x1d

	toNearest      = 0x08
	towardNegative = 0x09
	towardPositive = 0x0a
)

// Bits of float32 values.
const (
	signBit  uint32 = 0x80000000
	infinity uint32 = 0x7f800000
	one      uint32 = 0x3f800000
	twoTo16  uint32 = 0x47800000
	twoTo31  uint32 = 0x4f000000
)

// compute is the type of operation.compute.
type compute = func(m machine, in []Register, constants []VecVirtual) Register

func operations() []operation {
	all := append(unaries(), conversions()...)
	for _, op := range append(binaries(), ternaries()...) {
		all = append(all, op)
		for i, k := range op.operands {
			if k == words && op.name != "clamp" {
				all = append(all, withScalar(op, i))
			}
		}
	}
	return all
}

// withScalar returns the operation with one element as operand i. The operations that overwrite their first operand
// are those to which the order of the first two is the same.
func withScalar(op operation, i int) operation {
	name := string("xyz"[i])
	op.name += "Scalar" + strings.ToUpper(name)
	op.doc += ", " + name + " being one element"
	op.operands = slices.Clone(op.operands)
	op.operands[i] = scalar
	if compute := op.compute; i == 0 && op.overwrites {
		op.compute = func(m machine, in []Register, constants []VecVirtual) Register {
			return compute(m, []Register{in[1], in[0], in[2]}, constants)
		}
	}
	return op
}

func unaries() []operation {
	x := []kind{words}
	rounding := func(mode uint64) compute {
		return func(m machine, in []Register, _ []VecVirtual) Register { return m.round(mode, in[0]) }
	}
	withConstant := func(instruction func(...Op)) compute {
		return func(m machine, in []Register, c []VecVirtual) Register {
			instruction(c[0], in[0], in[0])
			return in[0]
		}
	}
	return []operation{
		{name: "negate", doc: "-x", operands: x, result: words, constants: []uint32{signBit},
			compute: withConstant(VXORPS)},
		{name: "absolute", doc: "|x|", operands: x, result: words, constants: []uint32{^signBit},
			compute: withConstant(VANDPS)},
		{name: "squareRoot", doc: "the square root of x", operands: x, result: words,
			compute: func(_ machine, in []Register, _ []VecVirtual) Register {
				VSQRTPS(in[0], in[0])
				return in[0]
			}},
		{name: "reciprocalSquareRoot", doc: "1 over the square root of x", operands: x, result: words,
			constants: []uint32{one},
			compute: func(_ machine, in []Register, c []VecVirtual) Register {
				VSQRTPS(in[0], in[0])
				VDIVPS(in[0], c[0], in[0])
				return in[0]
			}},
		{name: "floor", doc: "x rounded down", operands: x, result: words, compute: rounding(towardNegative)},
		{name: "ceil", doc: "x rounded up", operands: x, result: words, compute: rounding(towardPositive)},
		{name: "roundToEven", doc: "x rounded to the nearest, ties to even", operands: x, result: words,
			compute: rounding(toNearest)},
		{name: "sign", doc: "1 with the sign of x, or x if it is zero or NaN", operands: x, result: words,
			constants: []uint32{signBit, one, 0},
			compute: func(m machine, in []Register, c []VecVirtual) Register {
				signed := m.vector()
				VANDPS(c[0], in[0], signed)
				VORPS(c[1], signed, signed)
				return m.choose(m.compare(notEqualAndOrdered, in[0], c[2]), signed, in[0])
			}},
		{name: "isNaN", doc: "whether x is NaN", operands: x, result: bools,
			compute: func(m machine, in []Register, _ []VecVirtual) Register {
				return m.compare(unordered,
					in[0], in[0])
			}},
		{name: "isFinite", doc: "whether x is finite", operands: x, result: bools,
			constants: []uint32{^signBit, infinity},
			compute: func(m machine, in []Register, c []VecVirtual) Register {
				VANDPS(c[0], in[0], in[0])
				return m.compare(lessThan, in[0], c[1])
			}},
	}
}

func conversions() []operation {
	identity := func(_ machine, in []Register, _ []VecVirtual) Register { return in[0] }
	return []operation{
		{name: "fill", doc: "n copies of the 4 bytes at x", operands: []kind{scalar}, result: words, compute: identity,
			signature: "func(dst, x unsafe.Pointer, n int)"},
		{name: "boolToFloat", doc: "1 for true, 0 for false", operands: []kind{bools}, result: words,
			constants: []uint32{one, 0},
			compute:   func(m machine, in []Register, c []VecVirtual) Register { return m.choose(in[0], c[0], c[1]) }},
		{name: "floatToBool", doc: "whether x is not zero", operands: []kind{words}, result: bools,
			constants: []uint32{0},
			compute: func(m machine, in []Register, c []VecVirtual) Register {
				return m.compare(notEqual,
					in[0], c[0])
			}},
		{name: "intToFloat", doc: "the float32 nearest to an int32", operands: []kind{words}, result: words,
			compute: func(_ machine, in []Register, _ []VecVirtual) Register {
				VCVTDQ2PS(in[0], in[0])
				return in[0]
			}},
		{name: "unsignedToFloat", doc: "the float32 nearest to a uint32", operands: []kind{words}, result: words,
			constants: []uint32{twoTo16},
			compute: func(m machine, in []Register, c []VecVirtual) Register {
				return m.unsignedToFloat(in[0], c[0])
			}},
		// The instruction gives -2^31 where it has no answer.
		{name: "floatToInt", doc: "the int32 next to x toward zero, the nearest end of the range, or 0 for NaN",
			operands: []kind{words}, result: words,
			constants: []uint32{twoTo31, 0x7fffffff, 0},
			compute: func(m machine, in []Register, c []VecVirtual) Register {
				truncated := m.vector()
				VCVTTPS2DQ(in[0], truncated)
				inside := m.choose(m.compare(greaterOrEqual, in[0], c[0]), c[1], truncated)
				return m.choose(m.compare(unordered, in[0], in[0]), c[2], inside)
			}},
	}
}

func binaries() []operation {
	xy := []kind{words, words}
	instruction := func(instruction func(...Op)) compute {
		return func(m machine, in []Register, _ []VecVirtual) Register {
			v := m.vector()
			instruction(in[1], in[0], v)
			return v
		}
	}
	comparison := func(predicate uint64) compute {
		return func(m machine, in []Register, _ []VecVirtual) Register { return m.compare(predicate, in[0], in[1]) }
	}
	return []operation{
		{name: "add", doc: "x + y", operands: xy, result: words, compute: instruction(VADDPS)},
		{name: "subtract", doc: "x - y", operands: xy, result: words, compute: instruction(VSUBPS)},
		{name: "multiply", doc: "x * y", operands: xy, result: words, compute: instruction(VMULPS)},
		{name: "divide", doc: "x / y", operands: xy, result: words, compute: instruction(VDIVPS)},
		{name: "maximum", doc: "the greater of x and y, or NaN", operands: xy, result: words,
			compute: func(m machine, in []Register, _ []VecVirtual) Register { return m.maximum(in[0], in[1]) }},
		{name: "minimum", doc: "the lesser of x and y, or NaN", operands: xy, result: words,
			compute: func(m machine, in []Register, _ []VecVirtual) Register { return m.minimum(in[0], in[1]) }},
		{name: "equal", doc: "x == y", operands: xy, result: bools, compute: comparison(equal)},
		{name: "notEqual", doc: "x != y", operands: xy, result: bools, compute: comparison(notEqual)},
		{name: "less", doc: "x < y", operands: xy, result: bools, compute: comparison(lessThan)},
		{name: "lessOrEqual", doc: "x <= y", operands: xy, result: bools, compute: comparison(lessOrEqual)},
	}
}

func ternaries() []operation {
	xyz := []kind{words, words, words}
	fused := func(instruction func(...Op)) compute {
		return func(_ machine, in []Register, _ []VecVirtual) Register {
			instruction(in[2], in[1], in[0])
			return in[0]
		}
	}
	return []operation{
		{name: "choose", doc: "y where x is true, and z elsewhere", operands: []kind{bools, words, words},
			result:  words,
			compute: func(m machine, in []Register, _ []VecVirtual) Register { return m.choose(in[0], in[1], in[2]) }},
		{name: "clamp", doc: "y, but at least x and at most z", operands: xyz, result: words,
			compute: func(m machine, in []Register, _ []VecVirtual) Register {
				return m.minimum(m.maximum(in[1], in[0]), in[2])
			}},
		{name: "multiplyAdd", doc: "x*y + z, rounded once", operands: xyz, result: words, overwrites: true,
			compute: fused(VFMADD213PS)},
		{name: "multiplySubtract", doc: "x*y - z, rounded once", operands: xyz, result: words, overwrites: true,
			compute: fused(VFMSUB213PS)},
		{name: "negativeMultiplyAdd", doc: "z - x*y, rounded once", operands: xyz, result: words, overwrites: true,
			compute: fused(VFNMADD213PS)},
	}
}
