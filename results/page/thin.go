package page

import (
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
