package vacancy

import (
	"maps"
	"math"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// Without is a surface with an edge around each vacancy, in place of what is in the ball.
func Without(m *mesh.Mesh, found []Vacancy) *mesh.Mesh {
	if len(found) == 0 {
		return m
	}
	cut := &mesh.Mesh{Dimension: m.Dimension, Notes: m.Notes, Elements: slices.Clone(m.Elements),
		Vertices: &points.Set{Dim: m.Vertices.Dim, Data: slices.Clone(m.Vertices.Data)}}
	for _, v := range found {
		v.refine(cut)
		v.clip(cut)
	}
	return cut.Part(func(int) bool { return true })
}

// refine bisects edges around the ball until none is longer than a part of its radius.
func (v Vacancy) refine(m *mesh.Mesh) {
	const fine, around, rounds = 3, 1.5, 20
	for range rounds {
		middles := map[mesh.Edge]int32{}
		var long []mesh.Edge
		m.Edges(func(e mesh.Edge) {
			a, b := m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1]))
			length := math.Sqrt(points.SquaredDistance(a, b))
			_, met := middles[e]
			if !met && length > v.Radius/fine && math.Sqrt(points.SquaredDistance(halfway(a, b), v.At)) <
				around*v.Radius+length {
				middles[e] = int32(m.Vertices.Len() + len(long))
				long = append(long, e)
			}
		})
		if len(long) == 0 {
			return
		}
		for _, e := range long {
			m.Vertices.Data = append(m.Vertices.Data, halfway(m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1])))...)
		}
		m.Bisect(middles)
	}
}

func halfway(a, b []float64) []float64 { return between(a, b, 0.5) }

func between(a, b []float64, share float64) []float64 {
	x := make([]float64, len(a))
	for j := range x {
		x[j] = (1-share)*a[j] + share*b[j]
	}
	return x
}

// clip takes off what is in the ball and joined to its middle there.
func (v Vacancy) clip(m *mesh.Mesh) {
	const least = 0.1 // share of an edge that either side gets
	apart := func(vertex int32) float64 {
		return math.Sqrt(points.SquaredDistance(m.Vertices.At(int(vertex)), v.At))
	}
	inside, crossings := v.inside(m, apart), map[mesh.Edge]int32{}
	crossing := func(in, out int32) int32 {
		e := mesh.EdgeOf(in, out)
		if _, met := crossings[e]; !met {
			near, far := apart(in), apart(out)
			share := max(least, min(1-least, (v.Radius-near)/max(far-near, 1e-300)))
			x := between(m.Vertices.At(int(in)), m.Vertices.At(int(out)), share)
			crossings[e] = int32(m.Vertices.Len())
			m.Vertices.Data = append(m.Vertices.Data, x...)
		}
		return crossings[e]
	}
	var kept []int32
	for i := range m.Len() {
		var left []int32 // in order around the triangle
		of := m.Element(i)
		for k, a := range of {
			b := of[(k+1)%len(of)]
			if !inside[a] {
				left = append(left, a)
			}
			if inside[a] != inside[b] {
				if inside[a] {
					left = append(left, crossing(a, b))
				} else {
					left = append(left, crossing(b, a))
				}
			}
		}
		for k := 2; k < len(left); k++ {
			kept = append(kept, left[0], left[k-1], left[k])
		}
	}
	m.Elements = kept
}

// inside are the vertices in the ball that are joined to the one nearest to its middle.
func (v Vacancy) inside(m *mesh.Mesh, apart func(vertex int32) float64) map[int32]bool {
	within, beside := map[int32]bool{}, map[int32][]int32{}
	m.Edges(func(e mesh.Edge) {
		for k, vertex := range e {
			if apart(vertex) < v.Radius {
				within[vertex] = true
				beside[vertex] = append(beside[vertex], e[1-k])
			}
		}
	})
	first := int32(-1)
	for _, vertex := range slices.Sorted(maps.Keys(within)) {
		if first < 0 || apart(vertex) < apart(first) {
			first = vertex
		}
	}
	found := map[int32]bool{}
	if first < 0 {
		return found
	}
	found[first] = true
	for todo := []int32{first}; len(todo) > 0; todo = todo[1:] {
		for _, next := range beside[todo[0]] {
			if within[next] && !found[next] {
				found[next] = true
				todo = append(todo, next)
			}
		}
	}
	return found
}
