package mesh

import (
	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

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

// Onward is how straight a strand leads from one exit to another: the least cosine of the angles between the way there
// and the directions at both.
func (a Exit) Onward(b Exit) float64 {
	way := make([]float64, len(a.At))
	floats.SubTo(way, a.At, b.At)
	length := max(floats.Norm(way, 2), 1e-30)
	return min(floats.Dot(way, a.Out), -floats.Dot(way, b.Out)) / length
}
