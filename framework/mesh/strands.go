package mesh

import (
	"math"

	"ebim/framework/points"
)

// strand is a stretch of a curve without branches: its segments in order, from one end, branch or, of a loop, any
// vertex to the next.
type strand struct {
	elements []int
	starts   []int32   // the vertex at which each segment begins
	before   []float64 // length of the strand up to there
	length   float64
	loop     bool
}

// strands are those of a curve, in the order of their first segments: first those with ends, then loops.
func (m *Mesh) strands() (all []strand) {
	at := NewWalks(m).at
	met := make([]bool, m.Len())
	walk := func(element int, from int32) (s strand) {
		for first := from; ; {
			met[element] = true
			s.elements, s.starts = append(s.elements, element), append(s.starts, from)
			s.before = append(s.before, s.length)
			e := m.Element(element)
			s.length += apart(m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1])))
			if from = e[0] + e[1] - from; len(at[from]) != 2 {
				return s
			}
			if next := int(at[from][0]+at[from][1]) - element; !met[next] {
				element = next
				continue
			}
			s.loop = from == first
			return s
		}
	}
	for _, ended := range []bool{true, false} {
		for i := range m.Len() {
			for _, v := range m.Element(i) {
				if !met[i] && (!ended || len(at[v]) != 2) {
					all = append(all, walk(i, v))
				}
			}
		}
	}
	return all
}

// foot is the point of a curve that is nearest to a point of the data.
type foot struct {
	along float64 // length of its strand up to there
	at    []float64
}

// feet are those of the data within a distance of a curve, by strand.
func (m *Mesh) feet(all []strand, data *points.Set, within float64) (feet [][]foot) {
	type place struct{ strand, element int }
	places := make([]place, m.Len())
	for s, of := range all {
		for k, element := range of.elements {
			places[element] = place{s, k}
		}
	}
	feet = make([][]foot, len(all))
	locator := NewLocator(m)
	for i := range data.Len() {
		element, at, distance := locator.Nearest(data.At(i))
		if element < 0 || !(distance <= within) {
			continue
		}
		p := places[element]
		of := all[p.strand]
		along := of.before[p.element] + math.Sqrt(points.SquaredDistance(at, m.Vertices.At(int(of.starts[p.element]))))
		feet[p.strand] = append(feet[p.strand], foot{along, at})
	}
	return feet
}
