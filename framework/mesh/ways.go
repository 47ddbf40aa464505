package mesh

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// Crossings are the curves in which a surface passes through itself, as the sheets of one or of several pieces may.
// With triple points, in R^3, where three sheets meet, they say what the surface is as a set: a point in which k sheets
// cross is k points of the mesh.
type Crossings struct {
	Curves    int         // connected curves
	Euler     int         // sum of the curves' Euler characteristics, less the number of triple points
	Segments  *points.Set // middles of the segments that the curves consist of
	Triangles [][2]int32  // which cross in each
}

const (
	leastCurve = 6 // segments that a curve must have
	// Triangles that cross are of different sheets if they are so far apart along the mesh, as a share of its size, the
	// root of its area; nearer ones are folds.
	leastWay = 0.125
)

// cut is where two triangles cross.
type cut struct {
	triangles [2]int32
	ends      [2]int32 // numbers of what is pierced
	from, to  []float64
}

// add takes a segment of a curve.
func (c *Crossings) add(s cut) {
	c.Triangles = append(c.Triangles, s.triangles)
	for j := range s.from {
		c.Segments.Data = append(c.Segments.Data, s.from[j]/2+s.to[j]/2)
	}
}

// Ways are the shortest ones along a mesh's edges from some of its vertices.
type Ways struct {
	mesh    *Mesh
	beside  [][]int32 // of each vertex
	lengths []float64 // to each vertex; infinite where it is not reached
	reached []int32
}

// NewWays are those along a mesh, which must stay as it is.
func NewWays(m *Mesh) *Ways {
	w := &Ways{mesh: m, beside: make([][]int32, m.Vertices.Len()), lengths: make([]float64, m.Vertices.Len())}
	m.Edges(func(e Edge) {
		w.beside[e[0]], w.beside[e[1]] = append(w.beside[e[0]], e[1]), append(w.beside[e[1]], e[0])
	})
	for v := range w.lengths {
		w.lengths[v] = math.Inf(1)
	}
	return w
}

// From finds the vertices no farther from one of some than a length, instead of those that were found before.
func (w *Ways) From(length float64, starts ...int32) { w.walk(length, -1, starts...) }

// Reaches reports whether a vertex was found.
func (w *Ways) Reaches(v int32) bool { return !math.IsInf(w.lengths[v], 1) }

// Isolated reports whether no edge leads to a vertex.
func (w *Ways) Isolated(v int32) bool { return len(w.beside[v]) == 0 }

// walk finds vertices until it comes to another one, and reports whether it does.
func (w *Ways) walk(length float64, to int32, starts ...int32) bool {
	for _, v := range w.reached {
		w.lengths[v] = math.Inf(1)
	}
	w.reached = append(w.reached[:0], starts...) // some several times
	for _, v := range starts {
		w.lengths[v] = 0
	}
	for next := 0; next < len(w.reached); next++ {
		v := w.reached[next]
		for _, u := range w.beside[v] {
			total := w.lengths[v] + apart(w.mesh.Vertices.At(int(v)), w.mesh.Vertices.At(int(u)))
			if total > length || total >= w.lengths[u] {
				continue
			}
			w.lengths[u] = total
			w.reached = append(w.reached, u)
			if u == to {
				return true
			}
		}
	}
	return false
}

// ways find how far sheets are apart along a mesh.
type ways struct {
	*Ways
	least float64 // length from which sheets are different
}

func (m *Mesh) ways() *ways { return &ways{NewWays(m), leastWay * math.Sqrt(m.Measure())} }

// fold reports whether at most of some segments of a curve the triangles are near each other along the mesh.
func (w *ways) fold(curve []cut) bool {
	const looked = 5
	near, step := 0, max(1, len(curve)/looked)
	count := 0
	for k := step / 2; k < len(curve); k += step {
		count++
		if w.near(w.mesh.Element(int(curve[k].triangles[0]))[0], w.mesh.Element(int(curve[k].triangles[1]))[0]) {
			near++
		}
	}
	return 2*near > count
}

// near reports whether a way between different vertices is no longer than that of different sheets.
func (w *ways) near(from, to int32) bool { return w.walk(w.least, to, from) }

func apart(a, b []float64) float64 { return math.Sqrt(points.SquaredDistance(a, b)) }

// Walks are ways along a curve.
type Walks struct {
	mesh *Mesh
	at   [][]int32 // the segments at each vertex
}

// NewWalks are those along a curve, which must stay as it is.
func NewWalks(m *Mesh) *Walks {
	w := &Walks{m, make([][]int32, m.Vertices.Len())}
	for k, v := range m.Elements {
		w.at[v] = append(w.at[v], int32(k/2))
	}
	return w
}

// At is the segments at a vertex.
func (w *Walks) At(vertex int32) []int32 { return w.at[vertex] }

// Exit is where a walk leaves a ball: the point, and the unit direction there.
type Exit struct{ At, Out []float64 }

// Exit walks from a segment over one of its vertices until it is a radius away from a place; false where the curve
// branches or ends before.
func (w *Walks) Exit(from []float64, segment int, over int32, radius float64) (Exit, bool) {
	for range w.mesh.Len() {
		x := w.mesh.Vertices.At(int(over))
		e := w.mesh.Element(segment)
		if points.SquaredDistance(x, from) >= radius*radius {
			out := make([]float64, len(x))
			floats.SubTo(out, x, w.mesh.Vertices.At(int(e[0]+e[1]-over)))
			norm := floats.Norm(out, 2)
			if norm == 0 {
				return Exit{}, false
			}
			floats.Scale(1/norm, out)
			return Exit{x, out}, true
		}
		if len(w.at[over]) != 2 {
			return Exit{}, false
		}
		segment = int(w.at[over][0] + w.at[over][1] - int32(segment))
		next := w.mesh.Element(segment)
		over = next[0] + next[1] - over
	}
	return Exit{}, false
}

// Exits are where the strands at a vertex leave a radius around it; nil where one ends or branches before.
func (w *Walks) Exits(vertex int32, radius float64) (exits []Exit) {
	for _, segment := range w.at[vertex] {
		e := w.mesh.Element(int(segment))
		exit, ok := w.Exit(w.mesh.Vertices.At(int(vertex)), int(segment), e[0]+e[1]-vertex, radius)
		if !ok {
			return nil
		}
		exits = append(exits, exit)
	}
	return exits
}

// Onward is how straight a strand leads from one exit to another: the least cosine of the angles between the way there
// and the directions at both.
func (a Exit) Onward(b Exit) float64 {
	way := make([]float64, len(a.At))
	floats.SubTo(way, a.At, b.At)
	length := max(floats.Norm(way, 2), 1e-30)
	return min(floats.Dot(way, a.Out), -floats.Dot(way, b.Out)) / length
}
