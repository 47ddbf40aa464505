package ridged

import (
	"slices"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// partJunction makes two corners of a junction of four straight strands, of those two by two that are nearest to data
// in squares, where they are nearer than the junction is and than the curve was before.
func partJunction(before, m *mesh.Mesh, junction int32, data *points.Set) {
	ends := neighborsOf(m, junction)
	if len(ends) != 4 {
		return
	}
	near := around(m, junction, data)
	best, least := m, min(meanSquare(m, near), meanSquare(before, near))
	for with := 1; with < len(ends); with++ {
		pairs := [2][]int32{{ends[0], ends[with]}, slices.Delete(slices.Clone(ends[1:]), with-1, with)}
		if !bends(m, junction, pairs[0]) || !bends(m, junction, pairs[1]) {
			continue
		}
		parted := cornered(m, junction, pairs, near)
		if far := meanSquare(parted, near); far < least {
			best, least = parted, far
		}
	}
	m.Vertices, m.Elements = best.Vertices, best.Elements
}

// neighborsOf are the vertices that segments join to one.
func neighborsOf(m *mesh.Mesh, vertex int32) (found []int32) {
	for i := range m.Len() {
		if e := m.Element(i); slices.Contains(e, vertex) {
			found = append(found, e[0]+e[1]-vertex)
		}
	}
	return found
}

// bends reports whether the straight strands from a junction to a pair of vertices turn there as a corner does.
func bends(m *mesh.Mesh, junction int32, pair []int32) bool {
	at := m.Vertices.At(int(junction))
	a, b := make([]float64, len(at)), make([]float64, len(at))
	floats.SubTo(a, m.Vertices.At(int(pair[0])), at)
	floats.SubTo(b, m.Vertices.At(int(pair[1])), at)
	return -floats.Dot(a, b) < sharp*floats.Norm(a, 2)*floats.Norm(b, 2)
}

// meanSquare is that of the distances of points to a mesh.
func meanSquare(m *mesh.Mesh, x *points.Set) (mean float64) {
	for _, d := range distancesTo(m, x) {
		mean += d * d / float64(x.Len())
	}
	return mean
}

// cornered is a curve with two corners in place of a junction, of pairs of its strands, where they fit data best.
func cornered(m *mesh.Mesh, junction int32, pairs [2][]int32, data *points.Set) *mesh.Mesh {
	at, ends := m.Vertices.At(int(junction)), points.New(0, data.Dim)
	for _, v := range slices.Concat(pairs[0], pairs[1]) {
		ends.Data = append(ends.Data, m.Vertices.At(int(v))...)
	}
	own := [2][]int{}
	for i := range data.Len() {
		nearest, _ := mesh.NearestStrand(data.At(i), at, ends)
		own[nearest/2] = append(own[nearest/2], i)
	}
	parted := &mesh.Mesh{Dimension: 1, Elements: slices.Clone(m.Elements),
		Vertices: &points.Set{Dim: data.Dim, Data: slices.Clone(m.Vertices.Data)}}
	corners := [2]int32{junction, int32(m.Vertices.Len())}
	parted.Vertices.Data = append(parted.Vertices.Data, at...)
	for k, corner := range corners {
		copy(parted.Vertices.At(int(corner)), mesh.Fitted(data.Select(own[k]), at, ends.Slice(2*k, 2*k+2)))
	}
	for k, v := range m.Elements {
		if v == junction && slices.Contains(pairs[1], m.Elements[k^1]) {
			parted.Elements[k] = corners[1]
		}
	}
	return parted
}
