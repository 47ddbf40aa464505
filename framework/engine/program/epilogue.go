package program

import (
	"slices"

	"github.com/gomlx/compute"

	"ebim/framework/engine/kernel/product"
)

// fuseProducts moves products into the loops that take their results: bias, activation and the activation's derivative
// are applied to rows that are still in the first-level cache, and the product itself is stored only if others read it.
func (s *schedule) fuseProducts() {
	readers := s.readers()
	for i, st := range s.steps {
		p, ok := st.(*productStep)
		if !ok || p.result.base != arenaBase || len(readers[p.result]) == 0 {
			continue
		}
		if l := s.loopAt(readers[p.result][0]); l != nil && l.canMultiply(p) {
			l.members = slices.Insert(l.members, l.products, &member{product: p, result: p.result})
			l.products++
			if l.size > blockElements {
				l.row = p.n
			}
			p.result.home = l.index
			s.steps[i] = nothing{}
		}
	}
	for _, st := range s.steps {
		if l, ok := st.(*loop); ok {
			for i := range l.products {
				l.addInRegisters(i, readers)
			}
		}
	}
}

// readers returns the steps that read each value, in order.
func (s *schedule) readers() map[*value][]int {
	readers := map[*value][]int{}
	for i, st := range s.steps {
		st.reads(func(v *value) {
			if known := readers[v]; len(known) == 0 || known[len(known)-1] != i {
				readers[v] = append(known, i)
			}
		})
	}
	return readers
}

// addInRegisters gives a product the sum that alone takes its result, such as that with the biases.
func (l *loop) addInRegisters(position int, readers map[*value][]int) {
	product := l.members[position]
	user := none
	for i, m := range l.members {
		for _, in := range m.inputs {
			if in.source == product.result {
				if user != none {
					return
				}
				user = i
			}
		}
	}
	if user == none || l.members[user].op != compute.OpTypeAdd || len(readers[product.result]) > 1 {
		return
	}
	sum := l.members[user]
	addend := sum.inputs[0]
	if addend.source == product.result {
		addend = sum.inputs[1]
	}
	if l.makes(addend) && !l.multipliesBefore(position, addend) {
		return
	}
	stride, ok := rowStride(addend, product.product.n)
	if !ok {
		return
	}
	product.inputs, product.addendStride, product.result = []*value{addend}, stride, sum.result
	l.members = slices.Delete(l.members, user, user+1)
}

// multipliesBefore reports whether one of the products before a position makes the value.
func (l *loop) multipliesBefore(position int, v *value) bool {
	return slices.ContainsFunc(l.members[:position], func(m *member) bool { return m.result == v.source })
}

// rowStride returns the distance between rows of n elements of a loop's operand: 0 if all are the same. There is none
// if the elements of a row don't follow each other.
func rowStride(v *value, n int) (stride int, ok bool) {
	if v.view.IsContiguous() {
		return n, true
	}
	rows := v.view.Coalesce()
	ok = len(rows.Dimensions) == 2 && rows.Dimensions[1] == n && rows.Strides[0] == 0 && rows.Strides[1] == 1
	return 0, ok
}

// The greatest width of a product whose rows a loop computes: of wider ones, a block would not stay in the cache.
const widestInLoop = 512

// canMultiply reports whether the loop's blocks can be rows of a product that it reads.
func (l *loop) canMultiply(p *productStep) bool {
	if p.batch != 1 || l.size == 0 || p.n > widestInLoop {
		return false
	}
	if l.size > blockElements && l.row != 0 && l.row != p.n {
		return false
	}
	for _, m := range l.members {
		for _, in := range m.inputs {
			if in.source == p.result && !in.flat {
				return false
			}
		}
	}
	return true
}

// mostElements returns the length of the loop's blocks: with products a multiple of the rows that one computes at once.
func (l *loop) mostElements() int {
	if l.most > 0 {
		return l.most
	}
	most := blockElements
	for _, m := range l.members {
		if p := m.product; p != nil && l.size > blockElements {
			panel := product.PanelRows() * p.n
			most = max(blockElements/panel, 1) * panel
		}
	}
	return most
}

// nothing stands for a step that moved elsewhere.
type nothing struct{}

func (nothing) reads(func(*value))        {}
func (nothing) writes(func(*value))       {}
func (nothing) prepare()                  {}
func (nothing) reuse(_, _ *value) bool    { return false }
func (nothing) build() (instruction, int) { return nil, 0 }
