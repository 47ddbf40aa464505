package program

import (
	"slices"
	"sort"
)

// plan places every stored value.
type plan struct {
	size  int // bytes of the arena
	holes []hole
}

// hole is free memory inside the arena.
type hole struct{ from, to int }

// plan settles which values are stored, and gives them memory of the arena from the step that writes them to the last
// that reads them.
func (s *schedule) plan() *plan {
	for i, st := range s.steps {
		st.reads(func(v *value) {
			v.stored = true
			v.last = max(v.last, i)
		})
	}
	p := &plan{}
	dying := make([][]*value, len(s.steps))
	for i, st := range s.steps {
		st.prepare()
		ending := s.ending(i, st)
		st.writes(func(v *value) {
			if v.base != arenaBase {
				return
			}
			if j := reusable(st, v, ending); j >= 0 {
				v.offset, ending[j] = ending[j].offset, ending[len(ending)-1]
				ending = ending[:len(ending)-1]
			} else {
				v.offset = p.take(rounded(int(v.shape.ByteSize())))
			}
			dying[max(v.last, i)] = append(dying[max(v.last, i)], v)
		})
		for _, v := range dying[i] {
			if v.home == i || slices.Contains(ending, v) {
				p.give(v.offset, rounded(int(v.shape.ByteSize())))
			}
		}
	}
	return p
}

// donors gives each output the parameter whose storage it may take if that is donated, or none: one that no step reads
// after the output is written.
func (s *schedule) donors() []int {
	donors := make([]int, len(s.outputs))
	given := make([]bool, len(s.inputs))
	for k, output := range s.outputs {
		donors[k] = none
		for i, input := range s.inputs {
			fits := input.shape.DType == output.shape.DType && input.size() == output.size() &&
				input.last == output.home
			if fits && !given[i] && s.steps[output.home].reuse(output, input) {
				donors[k], given[i] = i, true
				break
			}
		}
	}
	return donors
}

// ending returns the arena's values that no step after this one reads.
func (s *schedule) ending(i int, st step) []*value {
	var ending []*value
	st.reads(func(v *value) {
		if v.base == arenaBase && v.home != before && v.last == i && !slices.Contains(ending, v) {
			ending = append(ending, v)
		}
	})
	return ending
}

// reusable returns the operand whose place a result can take, or -1.
func reusable(st step, output *value, ending []*value) int {
	for j, input := range ending {
		if st.reuse(output, input) {
			return j
		}
	}
	return -1
}

// take finds the smallest hole that is large enough, or extends the arena. A value of no bytes is put at the start,
// since the end would be an address outside.
func (p *plan) take(bytes int) int {
	if bytes == 0 {
		return 0
	}
	best := -1
	for i, h := range p.holes {
		if size := h.to - h.from; size >= bytes && (best < 0 || size < p.holes[best].to-p.holes[best].from) {
			best = i
		}
	}
	if best < 0 {
		// A hole at the end is extended.
		if last := len(p.holes) - 1; last >= 0 && p.holes[last].to == p.size {
			from := p.holes[last].from
			p.holes = p.holes[:last]
			p.size = from + bytes
			return from
		}
		p.size += bytes
		return p.size - bytes
	}
	from := p.holes[best].from
	if p.holes[best].from += bytes; p.holes[best].from == p.holes[best].to {
		p.holes = append(p.holes[:best], p.holes[best+1:]...)
	}
	return from
}

// give frees memory and joins neighboring holes.
func (p *plan) give(from, bytes int) {
	if bytes == 0 {
		return
	}
	to := from + bytes
	i := sort.Search(len(p.holes), func(i int) bool { return p.holes[i].from >= from })
	if i < len(p.holes) && p.holes[i].from == to {
		to = p.holes[i].to
		p.holes = append(p.holes[:i], p.holes[i+1:]...)
	}
	if i > 0 && p.holes[i-1].to == from {
		p.holes[i-1].to = to
		return
	}
	p.holes = append(p.holes, hole{})
	copy(p.holes[i+1:], p.holes[i:])
	p.holes[i] = hole{from, to}
}
