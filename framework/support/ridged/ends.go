package ridged

import (
	"cmp"
	"context"
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

const (
	// crossReach is how far apart, in noises, ends at one crossing may be: around it there is no single tangent.
	crossReach = 6
	// branchReach is how far an end alone may be from the strand that it leads to, and another one from a crossing.
	branchReach = 3
)

// joinCrossings brings ends of a curve together where strands cross, branch or turn sharply: beyond these the spectrum
// has more tangents than the curve. Several ends near to each other meet in a new vertex, and one alone in the nearest
// vertex of another strand that it leads to.
func joinCrossings(ctx context.Context, f *Field, m *mesh.Mesh) error {
	crossing, others, err := crossingEnds(ctx, f, m)
	if err != nil {
		return err
	}
	reach := branchReach * f.Noise
	for _, group := range grouped(m.Vertices, crossing, crossReach*f.Noise) {
		if len(group) == 1 {
			if to := ahead(m, group[0], reach); to >= 0 {
				m.Elements = append(m.Elements, group[0].vertex, to)
			}
			continue
		}
		hub := make([]float64, m.Vertices.Dim)
		for _, e := range group {
			floats.AddScaled(hub, 1/float64(len(group)), m.Vertices.At(int(e.vertex)))
		}
		for _, e := range others {
			if cosine, distance := e.toward(m.Vertices, hub); distance < reach && cosine > leastAlike {
				group = append(group, e)
			}
		}
		var vertices []int32
		for _, e := range group {
			vertices = append(vertices, e.vertex)
		}
		middle := grow(m, vertices)
		for _, v := range vertices {
			m.Elements = append(m.Elements, v, middle)
		}
	}
	return nil
}

// leastFlat is the least eigenvalue along a crossing; in a valley between strands the blurred density's logarithm is
// convex, and eigenvalues are far below 0.
const leastFlat = -0.25

// crossingEnds are the ends beyond which there are more tangents, and the other ones.
func crossingEnds(ctx context.Context, f *Field, m *mesh.Mesh) (crossing, others []end, err error) {
	const looks, half = 3, 0.5
	ends := openEnds(m)
	beyond := points.New(0, m.Vertices.Dim)
	for _, e := range ends {
		for k := range looks {
			x := slices.Clone(m.Vertices.At(int(e.vertex)))
			floats.AddScaled(x, float64(k+1)*f.noise(x), e.out)
			beyond.Data = append(beyond.Data, x...)
		}
	}
	if len(ends) == 0 {
		return nil, nil, nil
	}
	frames, err := f.Frames(ctx, beyond)
	if err != nil {
		return nil, nil, err
	}
	for i, e := range ends {
		found := false
		for k := range looks {
			frame := frames[i*looks+k]
			if along, _ := frame.split(frame.Displacement); frame.Across < half && frame.Along > leastFlat &&
				floats.Norm(along, 2)/frame.Noise < edge {
				found = true
			}
		}
		if found {
			crossing = append(crossing, e)
		} else {
			others = append(others, e)
		}
	}
	return crossing, others, nil
}

// grouped are ends of which each is within reach of another of its group.
func grouped(x *points.Set, ends []end, reach float64) (groups [][]end) {
	left := slices.Clone(ends)
	for len(left) > 0 {
		group := []end{left[0]}
		left = left[1:]
		for k := 0; k < len(group); k++ {
			at := x.At(int(group[k].vertex))
			left = slices.DeleteFunc(left, func(e end) bool {
				near := points.SquaredDistance(at, x.At(int(e.vertex))) <= reach*reach
				if near {
					group = append(group, e)
				}
				return near
			})
		}
		groups = append(groups, group)
	}
	return groups
}

// ahead is the nearest vertex that an end leads to within reach, -1 for none.
func ahead(m *mesh.Mesh, e end, reach float64) int32 {
	best, nearest := int32(-1), reach
	for _, v := range m.Elements {
		cosine, distance := e.toward(m.Vertices, m.Vertices.At(int(v)))
		if distance > 0 && distance < nearest && cosine > leastAlike {
			best, nearest = v, distance
		}
	}
	return best
}

// joinEnds closes cuts of a curve that are shorter than a length: two ends that point at each other, the straightest
// pairs first.
func joinEnds(m *mesh.Mesh, length func(a, b []float64) float64) {
	ends := openEnds(m)
	type pair struct {
		a, b int
		turn float64
	}
	var pairs []pair
	for i, a := range ends {
		for j, b := range ends[:i] {
			forth, distance := a.toward(m.Vertices, m.Vertices.At(int(b.vertex)))
			back, _ := b.toward(m.Vertices, m.Vertices.At(int(a.vertex)))
			most := length(m.Vertices.At(int(a.vertex)), m.Vertices.At(int(b.vertex)))
			if distance <= most && min(forth, back) > leastAlike {
				pairs = append(pairs, pair{i, j, 2 - forth - back + distance/most})
			}
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.turn, b.turn), cmp.Compare(a.a, b.a), cmp.Compare(a.b, b.b))
	})
	used := map[int]bool{}
	for _, p := range pairs {
		if !used[p.a] && !used[p.b] {
			used[p.a], used[p.b] = true, true
			m.Elements = append(m.Elements, ends[p.a].vertex, ends[p.b].vertex)
		}
	}
}

// end is a vertex of one segment, and the unit direction out of it.
type end struct {
	vertex int32
	out    []float64
}

// toward is how far a point is from the end, and the cosine of the direction to it with that out of the end.
func (e end) toward(x *points.Set, to []float64) (cosine, distance float64) {
	away := make([]float64, len(to))
	floats.SubTo(away, to, x.At(int(e.vertex)))
	distance = floats.Norm(away, 2)
	return floats.Dot(away, e.out) / max(distance, 1e-30), distance
}

func openEnds(m *mesh.Mesh) (ends []end) {
	s, before := newSides(1), map[int32]int32{}
	for i := range m.Len() {
		e := m.Element(i)
		s.add(e)
		before[e[0]], before[e[1]] = e[1], e[0]
	}
	for _, side := range s.open() {
		out := make([]float64, m.Vertices.Dim)
		floats.SubTo(out, m.Vertices.At(int(side[0])), m.Vertices.At(int(before[side[0]])))
		if norm := floats.Norm(out, 2); norm > 0 {
			floats.Scale(1/norm, out)
			ends = append(ends, end{side[0], out})
		}
	}
	return ends
}
