package ridged

import (
	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

const (
	straight   = 0.9  // cosine of the angle between strands that go on in each other
	straighter = 0.15 // by which the cosines of two strands that cross exceed those of two that bend
)

// bentPasses are where two strands come near to each other and bend, though each would go straight on in the other: a
// crossing of which the blur makes two bends. How they go on is seen at a radius.
func bentPasses(m *mesh.Mesh, radius float64) (found []place) {
	walks := mesh.NewWalks(m)
	lengths := m.Measures()
	for i := range m.Len() {
		a := m.Element(i)
		for j := range i {
			b := m.Element(j)
			if far := lengths[i] + lengths[j] + radius/2; points.SquaredDistance(m.Vertices.At(int(a[0])),
				m.Vertices.At(int(b[0]))) > far*far || a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1] {
				continue
			}
			at, apart, _ := nearestOfSegments(m, a, b)
			if apart < radius/2 && swap(m, walks, at, i, j, radius) && !joined(m, lengths, a, b, 2*radius) {
				found = append(found, place{at, []int32{a[0], a[1], b[0], b[1]}})
			}
		}
	}
	return found
}

// swap reports whether two strands, near each other at a place, go straight on in each other rather than in themselves.
func swap(m *mesh.Mesh, walks *mesh.Walks, at []float64, i, j int, radius float64) bool {
	var exits [4]mesh.Exit
	for k := range exits {
		segment := i
		if k >= 2 {
			segment = j
		}
		var ok bool
		if exits[k], ok = walks.Exit(at, segment, m.Element(segment)[k%2], radius); !ok {
			return false
		}
	}
	for _, swapped := range [][4]int{{0, 2, 1, 3}, {0, 3, 1, 2}} {
		p, q, r, t := exits[swapped[0]], exits[swapped[1]], exits[swapped[2]], exits[swapped[3]]
		own := min(-floats.Dot(exits[0].Out, exits[1].Out), -floats.Dot(exits[2].Out, exits[3].Out))
		other := min(-floats.Dot(p.Out, q.Out), -floats.Dot(r.Out, t.Out))
		if min(p.Onward(q), r.Onward(t)) > straight && other > own+straighter {
			return true
		}
	}
	return false
}
