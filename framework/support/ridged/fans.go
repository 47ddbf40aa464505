package ridged

import (
	"math"

	"gonum.org/v1/gonum/floats"
)

// fans are the angles that triangles take around each vertex, in its tangent plane. Where none overlap, the triangles
// around every vertex lie side by side: no fold, no second sheet.
type fans struct {
	n    *net
	arcs map[int32][]arc
}

// arc is an interval of angles.
type arc struct{ middle, width float64 }

func newFans(n *net) *fans { return &fans{n, map[int32][]arc{}} }

// free reports whether a triangle fits between those around its corners.
func (f *fans) free(corners []int32) bool {
	const tolerance = 1e-6
	for k, v := range corners {
		at := f.arc(v, corners[(k+1)%3], corners[(k+2)%3])
		for _, other := range f.arcs[v] {
			if math.Abs(wrapped(at.middle-other.middle)) < (at.width+other.width)/2-tolerance {
				return false
			}
		}
	}
	return true
}

func (f *fans) add(corners []int32) {
	for k, v := range corners {
		f.arcs[v] = append(f.arcs[v], f.arc(v, corners[(k+1)%3], corners[(k+2)%3]))
	}
}

// arc is that of a triangle at its corner v.
func (f *fans) arc(v, a, b int32) arc {
	from := f.n.angle(v, a)
	turn := wrapped(f.n.angle(v, b) - from)
	return arc{from + turn/2, math.Abs(turn)}
}

// angle is the direction from vertex v to u in v's tangent plane, in radians.
func (n *net) angle(v, u int32) float64 {
	away := make([]float64, n.at.Dim)
	floats.SubTo(away, n.at.At(int(u)), n.at.At(int(v)))
	return math.Atan2(floats.Dot(n.tangents[v][1], away), floats.Dot(n.tangents[v][0], away))
}

// wrapped is an angle between -pi and pi.
func wrapped(angle float64) float64 { return math.Remainder(angle, 2*math.Pi) }
