package page

import (
	"encoding/binary"
	"math"
	"slices"

	"ebim/framework/mesh"
	"ebim/framework/points"
)

// thin makes a mesh of at most the given number of vertices, at least 1: the vertices of each cell of a grid become
// one, their mean. What can't be drawn is left out, whatever the size. The grid is coarsened until the vertices are
// few enough.
func thin(m *mesh.Mesh, most int) *mesh.Mesh {
	each, kept := make([]int32, m.Vertices.Len()), 0
	for i := range each {
		if each[i] = -1; drawable(m.Vertices.At(i)) {
			each[i] = int32(kept)
			kept++
		}
	}
	low, longest := extent(m.Vertices)
	// at first finer along the longest axis than any mesh that is made
	for cells := 1024.0; kept > most && cells >= 1; cells = math.Floor(0.95 * cells) {
		each, kept = cluster(m.Vertices, low, longest, cells)
	}
	return merge(m, each, kept)
}

// drawable reports whether a point's coordinates are numbers that single precision holds, as the page's script needs.
func drawable(x []float64) bool {
	return !slices.ContainsFunc(x, func(v float64) bool { return !(math.Abs(v) < math.MaxFloat32/2) })
}

// extent returns the low corner and the longest side of the drawable points' bounding box.
func extent(set *points.Set) (low []float64, longest float64) {
	var high []float64
	for i := range set.Len() {
		x := set.At(i)
		if !drawable(x) {
			continue
		}
		if low == nil {
			low, high = slices.Clone(x), slices.Clone(x)
		}
		for j, v := range x {
			low[j], high[j] = min(low[j], v), max(high[j], v)
		}
	}
	for j := range low {
		longest = max(longest, high[j]-low[j])
	}
	return low, longest
}

// cluster numbers the cells of a grid that hold points, in the order of their first points, and gives each point its
// cell's number, or -1 if it can't be drawn. The grid starts at low and has the given number of cells along the
// longest side.
func cluster(set *points.Set, low []float64, longest, cells float64) (groups []int32, count int) {
	groups = make([]int32, set.Len())
	known := map[[3]int32]int32{}
	for i := range groups {
		x := set.At(i)
		if groups[i] = -1; !drawable(x) {
			continue
		}
		cell := [3]int32{}
		for j, v := range x {
			if longest > 0 {
				cell[j] = int32(min(cells*((v-low[j])/longest), cells-1)) // the last cell is closed
			}
		}
		group, ok := known[cell]
		if !ok {
			group = int32(len(known))
			known[cell] = group
		}
		groups[i] = group
	}
	return groups, len(known)
}

// merge makes one vertex of each group's, with the means of their places and values. Elements that lose a corner,
// become degenerate or are there already are dropped.
func merge(m *mesh.Mesh, groups []int32, count int) *mesh.Mesh {
	merged := &mesh.Mesh{Dimension: m.Dimension, Vertices: points.New(count, m.Vertices.Dim),
		Values: map[string][]float64{}}
	members := make([]float64, count)
	for _, group := range groups {
		if group >= 0 {
			members[group]++
		}
	}
	for i, group := range groups {
		if group < 0 {
			continue
		}
		for j, v := range m.Vertices.At(i) {
			merged.Vertices.At(int(group))[j] += v / members[group]
		}
	}
	for name, values := range m.Values {
		means := make([]float64, count)
		for i, group := range groups {
			if group >= 0 {
				means[group] += values[i] / members[group]
			}
		}
		merged.Values[name] = means
	}
	known := map[[3]int32]bool{}
	for e := range m.Len() {
		var corners [3]int32
		element := corners[:m.Dimension+1]
		for k, vertex := range m.Element(e) {
			element[k] = groups[vertex]
		}
		key := corners
		slices.Sort(key[:len(element)])
		if key[0] < 0 || len(slices.Compact(slices.Clone(key[:len(element)]))) < len(element) || known[key] {
			continue
		}
		known[key] = true
		merged.Elements = append(merged.Elements, element...)
	}
	return merged
}

// shape is a mesh in space. Bytes are base64 in the page.
type shape struct {
	Dimension int    `json:"dimension"`
	Positions []byte `json:"positions"`           // [vertices, 3] float32, little endian
	Elements  []byte `json:"elements"`            // [elements, Dimension + 1] uint16, little endian
	Densities []byte `json:"densities,omitempty"` // [vertices] log densities, float32, little endian
}

// packed returns numbers as float32, little endian.
func packed(values []float64) []byte {
	bytes := make([]byte, 0, 4*len(values))
	for _, v := range values {
		bytes = binary.LittleEndian.AppendUint32(bytes, math.Float32bits(float32(v)))
	}
	return bytes
}

// packPoints packs at most the given number of points, [points, 3] float32, evenly from first to last, without those
// farther from the box than the box is wide, which would shrink all others; outside counts them.
func packPoints(set *points.Set, box [3][2]float64, most int) (bytes []byte, outside int) {
	var inside []int
	for i := range set.Len() {
		if near(set.At(i), box) {
			inside = append(inside, i)
		}
	}
	n := len(inside)
	for k := range min(n, most) {
		bytes = append(bytes, packed(set.At(inside[k*n/min(n, most)]))...)
	}
	return bytes, set.Len() - n
}

func near(x []float64, box [3][2]float64) bool {
	for j, side := range box {
		if width := side[1] - side[0]; !(x[j] >= side[0]-width && x[j] <= side[1]+width) {
			return false
		}
	}
	return true
}

// packMesh packs a mesh of at most 65536 vertices, with its log density if it has one.
func packMesh(m *mesh.Mesh) *shape {
	s := &shape{Dimension: m.Dimension, Positions: packed(m.Vertices.Data),
		Densities: packed(m.Values[mesh.LogDensity])}
	for _, vertex := range m.Elements {
		s.Elements = binary.LittleEndian.AppendUint16(s.Elements, uint16(vertex))
	}
	return s
}
