package program

import (
	"slices"
	"unsafe"

	"ebim/framework/engine/kernel/product"
)

// A product with few rows and a large right operand that few products take packs that operand part by part as it is
// multiplied: to write all of it in another order takes longer than the product.
const (
	streamRows     = 256
	streamElements = 1 << 16
	streamUsers    = 2
)

// streamProducts takes such products out of the loops again, with what is added in their registers.
func (s *schedule) streamProducts() {
	users := map[*value]int{}
	s.eachProduct(func(p *productStep, _ *loop) { users[p.packed]++ })
	streams := func(p *productStep) bool {
		return p.batch == 1 && p.right != p.packed && p.m <= streamRows && p.k*p.n >= streamElements &&
			users[p.packed] <= streamUsers
	}
	s.eachProduct(func(p *productStep, l *loop) {
		switch {
		case !streams(p):
		case l == nil:
			s.steps[p.step] = &streamStep{productStep: p}
		default:
			s.takeOut(p, l)
		}
	})
	read := map[*value]bool{}
	for _, st := range s.steps {
		st.reads(func(v *value) { read[v] = true })
	}
	for i, st := range s.steps {
		if p, ok := st.(*packStep); ok && !read[p.packed] {
			s.steps[i] = nothing{}
		}
	}
}

// eachProduct visits the products of steps and of loops, of these the last one first.
func (s *schedule) eachProduct(visit func(p *productStep, l *loop)) {
	for _, st := range s.steps {
		switch st := st.(type) {
		case *productStep:
			visit(st, nil)
		case *loop:
			for i := st.products - 1; i >= 0; i-- {
				visit(st.members[i].product, st)
			}
		}
	}
}

// takeOut makes a product of a loop a step of its own, where it stood before, unless it adds what is not there yet. The
// loop keeps its blocks, as sums over them would change with these.
func (s *schedule) takeOut(p *productStep, l *loop) {
	position := slices.IndexFunc(l.members, func(m *member) bool { return m.product == p })
	m := l.members[position]
	step := &streamStep{productStep: p, addendStride: m.addendStride}
	if len(m.inputs) > 0 {
		step.addend = m.inputs[0]
		if step.addend.source.home >= p.step {
			return
		}
	}
	l.most = l.mostElements()
	p.result, m.result.home = m.result, p.step
	s.steps[p.step] = step
	l.members = slices.Delete(l.members, position, position+1)
	l.products--
	if len(l.members) == 0 {
		s.steps[l.index] = nothing{}
	}
}

// streamStep is a product that packs its right operand part by part.
type streamStep struct {
	*productStep
	addend       *value // nil for none
	addendStride int    // elements from one row to the next
}

func (p *streamStep) reads(visit func(*value)) {
	visit(p.left.source)
	visit(p.right.source)
	if p.addend != nil {
		visit(p.addend.source)
	}
}

func (p *streamStep) build() (instruction, int) {
	in := &streamInstruction{left: p.left.at(), right: p.right.at(), result: p.result.at(), leftStrides: p.strides,
		rightStrides: p.rightStrides, m: p.m, k: p.k, n: p.n, addendStride: p.addendStride}
	if p.addend != nil {
		at := p.addend.at()
		in.addend = &at
	}
	return in, product.StreamScratch(p.k, p.n)
}

// streamInstruction computes a range of columns in each task.
type streamInstruction struct {
	complete
	left, right, result       address
	addend                    *address
	leftStrides, rightStrides matrices
	m, k, n                   int
	addendStride              int
}

func (p *streamInstruction) tasks() int {
	return (p.n + product.StreamColumns() - 1) / product.StreamColumns()
}

func (p *streamInstruction) run(t *thread, task int) {
	left := product.Left{Data: t.at(p.left, 0), RowStride: p.leftStrides.row, ColumnStride: p.leftStrides.column}
	from := task * product.StreamColumns()
	var addend unsafe.Pointer
	if p.addend != nil {
		addend = t.at(*p.addend, 0)
	}
	product.MultiplyStream(t.at(p.result, 0), p.n, addend, p.addendStride, left, t.at(p.right, 0),
		p.rightStrides.row, p.rightStrides.column, p.m, p.k, from, min(from+product.StreamColumns(), p.n),
		t.bases[scratchBase])
}
