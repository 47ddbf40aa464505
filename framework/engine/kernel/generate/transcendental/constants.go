package main

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"log"
	"math"
	"slices"

	"github.com/mmcloughlin/avo/attr"
	"github.com/mmcloughlin/avo/operand"
)

// readConstants returns the constants that a Go file declares.
func readConstants(path string) map[string]float32 {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		log.Fatal(err)
	}
	scope, err := new(types.Config).Check("coefficients", files, []*ast.File{file}, nil)
	if err != nil {
		log.Fatal(err)
	}
	named := map[string]float32{}
	for _, name := range scope.Scope().Names() {
		if c, ok := scope.Scope().Lookup(name).(*types.Const); ok {
			named[name], _ = constant.Float32Val(c.Val())
		}
	}
	return named
}

// name returns a coefficient.
func (w *writer) name(name string) vector {
	value, ok := w.named[name]
	if !ok {
		log.Fatalf("no coefficient %s", name)
	}
	return w.float(value)
}

// float has a value in all lanes.
func (w *writer) float(value float32) vector { return w.bits(math.Float32bits(value)) }

// bits has a pattern of bits in all lanes. With AVX2 it stays in memory, so that only the last argument of writer's
// operations may be a constant, and where they need another, it goes through inRegister.
func (w *writer) bits(pattern uint32) vector {
	at, held := w.hoisted[pattern]
	switch {
	case held:
	case w.planning:
		at = w.fresh()
		w.hoisted[pattern] = at
		w.plan = append(w.plan, pattern)
	case w.level == avx2:
		at = w.memory(pattern)
	default:
		at = w.fresh()
		w.VBROADCASTSS(w.memory(pattern), at)
	}
	return slices.Repeat(vector{at}, w.interleave)
}

// memory returns a constant's data: the lanes of an AVX2 register.
func (w *writer) memory(pattern uint32) operand.Mem {
	if at, ok := w.data[pattern]; ok {
		return at
	}
	at := w.StaticGlobal(fmt.Sprintf("lanes_%08x", pattern))
	w.DataAttributes(attr.RODATA | attr.NOPTR)
	for lane := range 8 {
		w.AddDatum(4*lane, operand.U32(pattern))
	}
	w.data[pattern] = at
	return at
}

// hoist loads the constants that a body uses into registers, before its loop, as far as there is room.
func (w *writer) hoist(body func()) {
	w.hoisted = map[uint32]operand.Op{}
	if w.level == avx2 {
		return
	}
	context := w.Context
	w.Context, w.planning, w.plan = scratch(), true, nil
	body()
	w.Context, w.planning, w.hoisted = context, false, map[uint32]operand.Op{}
	for _, pattern := range w.plan[:min(len(w.plan), hoistedConstants)] {
		at := w.ZMM()
		w.VBROADCASTSS(w.memory(pattern), at)
		w.hoisted[pattern] = at
	}
}
