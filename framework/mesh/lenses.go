package mesh

import "slices"

// WithoutLenses is a curve without those of its strands that go from one branch to another beside a shorter one and
// nowhere farther from it than a width, or back to the same branch and nowhere farther from the rest, as where noise
// splits a tip in two.
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
			if !s.loop && m.within(s, func(i int) bool { return !slices.Contains(s.elements, i) }, width) {
				drop(s)
			}
			continue
		}
		ends := pair{min(first, last), max(first, last)}
		for k, other := range beside[ends] {
			shorter, longer := other, s
			if s.length < other.length {
				shorter, longer = s, other
			}
			if m.within(longer, func(i int) bool { return slices.Contains(shorter.elements, i) }, width) {
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

// within reports whether a strand is nowhere farther than a width from other segments.
func (m *Mesh) within(s strand, others func(i int) bool, width float64) bool {
	locator := NewLocator(m.Part(others))
	return !slices.ContainsFunc(s.starts, func(v int32) bool {
		_, _, distance := locator.Nearest(m.Vertices.At(int(v)))
		return distance > width
	})
}
