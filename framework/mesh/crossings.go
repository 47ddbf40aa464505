package mesh

import (
	"cmp"
	"math"
	"slices"

	"ebim/framework/points"
)

// Crossings finds those of triangles without a common vertex. Vertices are assumed in general position: no vertex lies
// on a triangle of another sheet. In more than three dimensions sheets may miss each other by a little: see passages.
func (m *Mesh) Crossings() *Crossings {
	found := &Crossings{Segments: points.New(0, m.Vertices.Dim)}
	switch {
	case m.Dimension != 2 || m.Vertices.Dim < 3 || m.Len() == 0:
		return found
	case m.Vertices.Dim > 3:
		return m.passages()
	}
	c := crosser{mesh: m, numbers: map[pierced]int32{}}
	m.overlapping(c.pair)
	curves := newUnion(len(c.numbers))
	for _, s := range c.segments {
		curves.join(s.ends[0], s.ends[1], false)
	}
	of := map[int32][]cut{}
	for _, s := range c.segments {
		root, _ := curves.find(s.ends[0])
		of[root] = append(of[root], s)
	}
	way := m.ways()
	for root, all := range of {
		if len(all) < leastCurve || way.fold(all) {
			delete(of, root)
		}
	}
	found.Curves = len(of)
	kept := func(v int32) bool {
		root, _ := curves.find(v)
		return of[root] != nil
	}
	for _, v := range c.numbers {
		if kept(v) {
			found.Euler++
		}
	}
	on := map[int32][]cut{}
	for _, s := range c.segments {
		if !kept(s.ends[0]) {
			continue
		}
		found.Euler--
		found.add(s)
		for _, triangle := range s.triangles {
			on[triangle] = append(on[triangle], s)
		}
	}
	found.Euler -= m.triplePoints(on)
	return found
}

// pierced is an edge that passes through a triangle.
type pierced struct {
	edge     Edge
	triangle int32
}

type crosser struct {
	mesh     *Mesh
	numbers  map[pierced]int32
	segments []cut
}

// pair takes the cut of two triangles, if they cross.
func (c *crosser) pair(i, j int32) {
	a, b := c.mesh.Element(int(i)), c.mesh.Element(int(j))
	for _, v := range a {
		if slices.Contains(b, v) {
			return
		}
	}
	var keys []pierced
	var at [][]float64
	for k := range 3 {
		for _, side := range []pierced{{EdgeOf(a[k], a[(k+1)%3]), j}, {EdgeOf(b[k], b[(k+1)%3]), i}} {
			if x := c.mesh.pierces(side.edge, c.mesh.Element(int(side.triangle))); x != nil {
				keys, at = append(keys, side), append(at, x)
			}
		}
	}
	if len(keys) != 2 {
		return
	}
	s := cut{triangles: [2]int32{i, j}, from: at[0], to: at[1]}
	for k, key := range keys {
		if _, met := c.numbers[key]; !met {
			c.numbers[key] = int32(len(c.numbers))
		}
		s.ends[k] = c.numbers[key]
	}
	c.segments = append(c.segments, s)
}

// pierces is where an edge passes through a triangle in R^3; nil where it does not. Signs of volumes decide, of
// vertices in the order of their numbers, so that triangles at one edge agree.
func (m *Mesh) pierces(e Edge, corners []int32) []float64 {
	p, q := m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1]))
	t := slices.Clone(corners)
	slices.Sort(t)
	a, b, c := m.Vertices.At(int(t[0])), m.Vertices.At(int(t[1])), m.Vertices.At(int(t[2]))
	from, to := volume(a, b, c, p), volume(a, b, c, q)
	if from > 0 == (to > 0) {
		return nil
	}
	first := m.turns(e, t[0], t[1])
	if first != m.turns(e, t[1], t[2]) || first == m.turns(e, t[0], t[2]) {
		return nil
	}
	share, x := from/(from-to), make([]float64, 3)
	for j := range x {
		x[j] = p[j] + share*(q[j]-p[j])
	}
	return x
}

// turns reports on which side an edge passes another, by the vertices in the order of their numbers.
func (m *Mesh) turns(e Edge, a, b int32) bool {
	if e[0] < a {
		return volume(m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1])), m.Vertices.At(int(a)),
			m.Vertices.At(int(b))) > 0
	}
	return volume(m.Vertices.At(int(a)), m.Vertices.At(int(b)), m.Vertices.At(int(e[0])),
		m.Vertices.At(int(e[1]))) > 0
}

// volume is six times that of a tetrahedron, with its sign.
func volume(a, b, c, d []float64) float64 {
	var u, v, w [3]float64
	for j := range 3 {
		u[j], v[j], w[j] = b[j]-a[j], c[j]-a[j], d[j]-a[j]
	}
	return u[0]*(v[1]*w[2]-v[2]*w[1]) + u[1]*(v[2]*w[0]-v[0]*w[2]) + u[2]*(v[0]*w[1]-v[1]*w[0])
}

// overlapping calls visit for pairs of triangles in R^3 whose boxes overlap, the lower number first.
func (m *Mesh) overlapping(visit func(i, j int32)) {
	boxes := make([]points.Box, m.Len())
	for i := range boxes {
		e := m.Element(i)
		boxes[i] = points.Around(m.Vertices.Select([]int{int(e[0]), int(e[1]), int(e[2])}))
	}
	order := points.Range(0, len(boxes)) // from left to right
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(boxes[a][0][0], boxes[b][0][0]) })
	cells, size := map[[2]int][]int{}, cellSize(boxes)
	for _, i := range order {
		box := boxes[i]
		met := map[int]bool{}
		for u := int(math.Floor(box[1][0] / size)); u <= int(math.Floor(box[1][1]/size)); u++ {
			for v := int(math.Floor(box[2][0] / size)); v <= int(math.Floor(box[2][1]/size)); v++ {
				key := [2]int{u, v}
				left := cells[key][:0]
				for _, j := range cells[key] {
					if boxes[j][0][1] < box[0][0] {
						continue // it lies left of all that follow
					}
					left = append(left, j)
					if !met[j] && overlap(boxes[i], boxes[j]) {
						met[j] = true
						visit(int32(min(i, j)), int32(max(i, j)))
					}
				}
				cells[key] = append(left, i)
			}
		}
	}
}

// cellSize is about that of a box.
func cellSize(boxes []points.Box) float64 {
	sum := 0.0
	for _, b := range boxes {
		sum += max(b[1][1]-b[1][0], b[2][1]-b[2][0])
	}
	return max(2*sum/float64(len(boxes)), 1e-300)
}

func overlap(a, b points.Box) bool {
	for j := range a {
		if a[j][0] > b[j][1] || b[j][0] > a[j][1] {
			return false
		}
	}
	return true
}

// triplePoints is how often two segments on a triangle cross, each counted on three triangles.
func (m *Mesh) triplePoints(on map[int32][]cut) int {
	count := 0
	for triangle, all := range on {
		for i, a := range all {
			for _, b := range all[:i] {
				inRow := slices.Contains(a.ends[:], b.ends[0]) || slices.Contains(a.ends[:], b.ends[1])
				if !inRow && m.meet(triangle, a, b) {
					count++
				}
			}
		}
	}
	return int(math.Round(float64(count) / 3))
}

// meet reports whether two segments on a triangle cross, in its plane.
func (m *Mesh) meet(triangle int32, a, b cut) bool {
	e := m.Element(int(triangle))
	o, u, v := m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1])), m.Vertices.At(int(e[2]))
	above := []float64{o[0], o[1], o[2]} // a point off the plane, with which volumes are areas
	for j := range 3 {
		k, l := (j+1)%3, (j+2)%3
		above[j] += (u[k]-o[k])*(v[l]-o[l]) - (u[l]-o[l])*(v[k]-o[k])
	}
	side := func(s cut, x []float64) bool { return volume(s.from, s.to, x, above) > 0 }
	return side(a, b.from) != side(a, b.to) && side(b, a.from) != side(b, a.to)
}
