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
	Debris    float64
	Crossings bool // whether to look for curves in which surfaces cross
}

// DefaultDebris is TopologyOptions.Debris where it is 0.
const DefaultDebris = 0.01

// Component is a connected part of a mesh.
type Component struct {
	Measure       float64 // length or area
	Vertices      int
	Elements      int
	Euler         int // characteristic: of a closed curve 0, of an arc 1, of a closed orientable surface 2 - 2 Genus
	BoundaryLoops int // of a surface
	Ends          int // of a curve
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
	Crossings   *Crossings  // of surfaces, if they were looked for
	Together    int         // pieces that the components are where they cross, if that was looked for
}

// Pieces is the number of connected pieces: components that cross are one.
func (t *Topology) Pieces() int {
	if t.Crossings == nil {
		return len(t.Components)
	}
	return t.Together
}

// Euler is the Euler characteristic of the set: a point in which several sheets cross counts once.
func (t *Topology) Euler() (sum int) {
	for _, c := range t.Components {
		sum += c.Euler
	}
	if t.Crossings != nil {
		sum -= t.Crossings.Euler
	}
	return sum
}

// Boundary counts the ends of curves, or the loops of the boundary of surfaces, over the components.
func (t *Topology) Boundary() (count int) {
	for _, c := range t.Components {
		count += c.Ends + c.BoundaryLoops
	}
	return count
}

// Orientable reports whether all components are.
func (t *Topology) Orientable() bool {
	return !slices.ContainsFunc(t.Components, func(c Component) bool { return !c.Orientable })
}

// Topology reads the mesh's components.
func (m *Mesh) Topology(o TopologyOptions) *Topology {
	t := &Topology{Dimension: m.Dimension}
	counter := newCounter(m, o.Box)
	parts := counter.count()
	total := 0.0
	for _, part := range parts {
		total += part.Measure
		t.NonManifold += part.NonManifold
	}
	fraction := cmp.Or(o.Debris, DefaultDebris)
	debris := map[*Component]bool{}
	for _, part := range parts {
		if part.Measure < fraction*total {
			t.Debris++
			t.DebrisShare += part.Measure / total
			debris[part] = true
			continue
		}
		t.Components = append(t.Components, *part)
		t.Cut = t.Cut || part.Cut
	}
	slices.SortStableFunc(t.Components, func(a, b Component) int { return cmp.Compare(b.Measure, a.Measure) })
	if o.Crossings {
		t.Crossings = m.Crossings()
		t.Together = len(t.Components) - counter.joins(t.Crossings, debris)
	}
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
	if curve.Dimension != 1 || curve.Vertices.Dim != 2 {
		return 0
	}
	boxes := make([]points.Box, curve.Len())
	for i := range boxes {
		e := curve.Element(i)
		boxes[i] = points.Around(curve.Vertices.Select([]int{int(e[0]), int(e[1])}))
	}
	order := points.Range(0, len(boxes)) // from left to right
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(boxes[a][0][0], boxes[b][0][0]) })
	count := 0
	for k, i := range order {
		for _, j := range order[k+1:] {
			if boxes[j][0][0] > boxes[i][0][1] {
				break
			}
			apart := boxes[j][1][0] > boxes[i][1][1] || boxes[i][1][0] > boxes[j][1][1]
			if !apart && cross(curve, curve.Element(i), curve.Element(j)) {
				count++
			}
		}
	}
	return count
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
