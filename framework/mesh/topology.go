package mesh

import (
	"cmp"
	"math"
	"slices"

	"ebim/framework/points"
)

// TopologyOptions says which parts of a mesh count.
type TopologyOptions struct {
	Box points.Box // in which the mesh was extracted: what ends there is cut, not open; nil: nothing is cut
	// components of a smaller share of the mesh's measure are debris; 0: 0.01; negative: there is none
	Debris float64
}

const defaultDebris = 0.01

// Component is a connected part of a mesh.
type Component struct {
	Measure       float64 // length or area
	Vertices      int
	Elements      int
	Euler         int // characteristic: of a closed curve 0, of an arc 1, of a closed orientable surface 2 - 2 Genus
	BoundaryLoops int // of a surface
	Genus         int // of an orientable manifold surface, with its boundary loops filled by discs; else 0
	Closed        bool
	Cut           bool // it has boundary on the box's faces
	Open          bool // it has boundary elsewhere
	Orientable    bool
	// NonManifold counts where it is not a manifold: sides of more than 2 elements (edges of a surface, vertices of a
	// curve), and vertices of a surface at which sheets touch that share no edge there.
	NonManifold int
}

// Topology is what a mesh is up to deformation.
type Topology struct {
	Dimension   int
	Components  []Component // largest first, without debris
	Debris      int         // components left out as such
	DebrisShare float64     // of the measure
	Cut         bool        // some component leaves the box
	NonManifold int         // the sum of the components', debris included
}

// Topology reads the mesh's components.
func (m *Mesh) Topology(o TopologyOptions) *Topology {
	t := &Topology{Dimension: m.Dimension}
	parts := newCounter(m, o.Box).count()
	total := 0.0
	for _, part := range parts {
		total += part.Measure
		t.NonManifold += part.NonManifold
	}
	fraction := o.Debris
	if fraction == 0 {
		fraction = defaultDebris
	}
	for _, part := range parts {
		if part.Measure < fraction*total {
			t.Debris++
			t.DebrisShare += part.Measure / total
			continue
		}
		t.Components = append(t.Components, *part)
		t.Cut = t.Cut || part.Cut
	}
	slices.SortStableFunc(t.Components, func(a, b Component) int { return cmp.Compare(b.Measure, a.Measure) })
	return t
}

// A vertex lies on the box's boundary within a share of its longest axis, or within what single precision, in which
// files hold vertices, leaves of a box that is far from the origin.
const (
	boxTolerance    = 1e-5
	singlePrecision = 1.0 / (1 << 23)
)

// boxFaces are a box's bounds and how near to them counts as on them.
type boxFaces struct {
	box       points.Box
	tolerance float64
}

func newBoxFaces(box points.Box) boxFaces {
	longest, farthest := 0.0, 0.0
	for _, bounds := range box {
		longest = max(longest, bounds[1]-bounds[0])
		farthest = max(farthest, math.Abs(bounds[0]), math.Abs(bounds[1]))
	}
	return boxFaces{box, max(longest*boxTolerance, farthest*singlePrecision)}
}

// hold reports whether all of some vertices lie on one face.
func (f boxFaces) hold(m *Mesh, vertices ...int32) bool {
	for axis := range min(len(f.box), m.Vertices.Dim) {
		for _, bound := range f.box[axis] {
			away := func(vertex int32) bool { return math.Abs(m.Vertices.At(int(vertex))[axis]-bound) > f.tolerance }
			if !slices.ContainsFunc(vertices, away) {
				return true
			}
		}
	}
	return false
}

// SelfIntersections returns the number of pairs of segments that cross, of a curve in R^2; segments with a common
// vertex do not count. For other meshes it is 0: curves in space meet by chance only. Where a curve passes through a
// vertex of another, that counts as one crossing; where it only touches it, as none or two.
func SelfIntersections(curve *Mesh) int {
	if curve.Dimension != 1 || curve.Vertices.Dim != 2 || curve.Len() == 0 {
		return 0
	}
	grid := newSegmentGrid(curve)
	count := 0
	for cell, inside := range grid.inside {
		for k, a := range inside {
			for _, b := range inside[k+1:] {
				// Two segments share a rectangle of cells; the pair belongs to its lowest.
				lowA, lowB := grid.lowest[a], grid.lowest[b]
				first := max(lowA[0], lowB[0]) + max(lowA[1], lowB[1])*grid.side
				if first == cell && cross(curve, curve.Element(int(a)), curve.Element(int(b))) {
					count++
				}
			}
		}
	}
	return count
}

// segmentGrid sorts segments into square cells, about as many as there are segments.
type segmentGrid struct {
	side   int       // cells along each axis
	inside [][]int32 // segments whose bounding rectangle meets a cell
	lowest [][2]int  // cell of each segment's bounding rectangle
}

func newSegmentGrid(curve *Mesh) *segmentGrid {
	box := points.Around(curve.Vertices)
	side := int(math.Ceil(math.Sqrt(float64(curve.Len()))))
	grid := &segmentGrid{side: side, inside: make([][]int32, side*side), lowest: make([][2]int, curve.Len())}
	cellOf := func(x float64, axis int) int {
		low, high := box[axis][0], box[axis][1]
		if !(high > low) {
			return 0
		}
		return min(side-1, int(float64(side)*((x-low)/(high-low))))
	}
	for i := range curve.Len() {
		corners := curve.Element(i)
		a, b := curve.Vertices.At(int(corners[0])), curve.Vertices.At(int(corners[1]))
		var from, to [2]int
		for axis := range from {
			from[axis], to[axis] = cellOf(min(a[axis], b[axis]), axis), cellOf(max(a[axis], b[axis]), axis)
		}
		grid.lowest[i] = from
		for row := from[1]; row <= to[1]; row++ {
			for column := from[0]; column <= to[0]; column++ {
				grid.inside[row*side+column] = append(grid.inside[row*side+column], int32(i))
			}
		}
	}
	return grid
}

// cross reports whether two segments without a common vertex cross: each has its ends on different sides of the
// other's line. A point on a line counts as left of it, so that a passage through a vertex is found in one of the
// segments there.
func cross(curve *Mesh, a, b []int32) bool {
	if a[0] == b[0] || a[0] == b[1] || a[1] == b[0] || a[1] == b[1] {
		return false
	}
	left := func(line []int32, vertex int32) bool {
		p, q, r := curve.Vertices.At(int(line[0])), curve.Vertices.At(int(line[1])), curve.Vertices.At(int(vertex))
		return (q[0]-p[0])*(r[1]-p[1])-(q[1]-p[1])*(r[0]-p[0]) >= 0
	}
	return left(a, b[0]) != left(a, b[1]) && left(b, a[0]) != left(b, a[1])
}
