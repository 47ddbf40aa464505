package mesh

import "slices"

// WithoutLenses is a curve without those of its strands that go from one branch to another beside a shorter one and
// nowhere farther from it than a width, or back to the same branch and nowhere farther from the rest, as where noise
// splits a tip in two. Of those that go out from a branch and come back so near to themselves, the shorter way remains.
func (m *Mesh) WithoutLenses(width float64) *Mesh {
	type pair [2]int32
	beside, dropped := map[pair][]strand{}, map[int]bool{}
	drop := func(s strand) {
		for _, i := range s.elements {
			dropped[i] = true
		}
	}
	for _, s := range m.strands() {
		first, last := s.ends(m)
		if s.loop || first == last {
			if !s.loop {
				drop(m.superfluous(s, width))
			}
			continue
		}
		ends := pair{min(first, last), max(first, last)}
		for k, other := range beside[ends] {
			shorter, longer := other, s
			if s.length < other.length {
				shorter, longer = s, other
			}
			if m.within(longer, shorter.has, width) {
				drop(longer)
				beside[ends][k], s.elements = shorter, nil
				break
			}
		}
		if s.elements != nil {
			beside[ends] = append(beside[ends], s)
		}
	}
	if len(dropped) == 0 {
		return m
	}
	return m.Part(func(i int) bool { return !dropped[i] })
}

// superfluous is what of a strand from a branch back to it is nowhere farther than a width from the rest of the curve:
// all, or the longer way to the vertex that is farthest from the branch.
func (m *Mesh) superfluous(s strand, width float64) strand {
	if m.within(s, func(i int) bool { return !s.has(i) }, width) {
		return s
	}
	branch, far, tip := m.Vertices.At(int(s.starts[0])), 0.0, 0
	for k, v := range s.starts {
		if d := apart(branch, m.Vertices.At(int(v))); d > far {
			far, tip = d, k
		}
	}
	shorter := strand{elements: s.elements[:tip], starts: s.starts[:tip], length: s.before[tip]}
	longer := strand{elements: s.elements[tip:], starts: s.starts[tip:], length: s.length - s.before[tip]}
	if shorter.length > longer.length {
		shorter, longer = longer, shorter
	}
	if m.within(longer, shorter.has, width) {
		return longer
	}
	return strand{}
}

// has reports whether a segment is one of the strand's.
func (s strand) has(i int) bool { return slices.Contains(s.elements, i) }

// within reports whether a strand is nowhere farther than a width from other segments.
func (m *Mesh) within(s strand, others func(i int) bool, width float64) bool {
	locator := NewLocator(m.Part(others))
	return !slices.ContainsFunc(s.starts, func(v int32) bool {
		_, _, distance := locator.Nearest(m.Vertices.At(int(v)))
		return distance > width
	})
}
