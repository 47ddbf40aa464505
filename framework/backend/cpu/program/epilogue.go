package program

import (
	"slices"

	"ebim/framework/backend/cpu/kernel/product"
)

// fuseProducts moves products into the loops that take their results: bias, activation and the activation's derivative
// are applied to rows that are still in the first-level cache, and the product itself is stored only if others read it.
func (s *schedule) fuseProducts() {
	readers := map[*value]int{} // the first step that reads a value
	for i, st := range s.steps {
		st.reads(func(v *value) {
			if _, known := readers[v]; !known {
				readers[v] = i
			}
		})
	}
	for i, st := range s.steps {
		p, ok := st.(*productStep)
		if !ok || p.batch != 1 || p.result.base != arenaBase {
			continue
		}
		reader, read := readers[p.result]
		if !read {
			continue
		}
		if l := s.loopAt(reader); l != nil && l.canMultiply(p) {
			l.members = slices.Insert(l.members, 0, &member{product: p, result: p.result})
			if l.size > blockElements {
				l.row = p.n
			}
			p.result.home = l.index
			s.steps[i] = nothing{}
		}
	}
}

// canMultiply says whether the loop's blocks can be rows of the product.
func (l *loop) canMultiply(p *productStep) bool {
	const widest = 512 // a block of a few rows more would not stay in the cache
	if l.closed || l.size != p.m*p.n || l.size == 0 || p.n > widest {
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

// mostElements is the length of the loop's blocks: with products a multiple of the rows that one computes at once.
func (l *loop) mostElements() int {
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
func (nothing) prepare(int)               {}
func (nothing) reuse(_, _ *value) bool    { return false }
func (nothing) build() (instruction, int) { return nil, 0 }
