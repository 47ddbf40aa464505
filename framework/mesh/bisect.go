package mesh

// Edge is a segment, or a side of a triangle: two vertices' indices, the lower one first.
type Edge [2]int32

// EdgeOf returns the edge between two vertices.
func EdgeOf(a, b int32) Edge { return Edge{min(a, b), max(a, b)} }

// Edges calls visit for every edge of every element: twice for those between two triangles.
func (m *Mesh) Edges(visit func(e Edge)) {
	for i := range m.Len() {
		corners := m.Element(i)
		visit(EdgeOf(corners[0], corners[1]))
		if m.Dimension == 2 {
			visit(EdgeOf(corners[1], corners[2]))
			visit(EdgeOf(corners[2], corners[0]))
		}
	}
}

// Bisect cuts every element through the vertices that middles gives to its edges, the longest edge first. The vertices
// must be among the mesh's. Both triangles at an edge are cut in the same vertex, so that no crack opens and the
// topology stays. Cutting the longest edges first keeps angles from getting small (Rivara, "Algorithms for refining
// triangular grids suitable for adaptive and multigrid techniques", 1984).
func (m *Mesh) Bisect(middles map[Edge]int32) {
	elements := make([]int32, 0, len(m.Elements)+(m.Dimension+1)*2*len(middles))
	for i := range m.Len() {
		corners := m.Element(i)
		if m.Dimension == 2 {
			elements = m.bisectTriangle(elements, [3]int32(corners), middles)
		} else if middle, ok := middles[EdgeOf(corners[0], corners[1])]; ok {
			elements = append(elements, corners[0], middle, middle, corners[1])
		} else {
			elements = append(elements, corners...)
		}
	}
	m.Elements = elements
}

// bisectTriangle appends what a triangle is cut into, in its orientation.
func (m *Mesh) bisectTriangle(elements []int32, corners [3]int32, middles map[Edge]int32) []int32 {
	at, longest := -1, -1.0
	for k, a := range corners {
		b := corners[(k+1)%3]
		if _, cut := middles[EdgeOf(a, b)]; !cut {
			continue
		}
		if length := measure(m.Vertices, []int32{a, b}); !(length <= longest) {
			at, longest = k, length
		}
	}
	if at < 0 {
		return append(elements, corners[:]...)
	}
	a, b, c := corners[at], corners[(at+1)%3], corners[(at+2)%3]
	middle := middles[EdgeOf(a, b)]
	elements = m.bisectTriangle(elements, [3]int32{a, middle, c}, middles)
	return m.bisectTriangle(elements, [3]int32{middle, b, c}, middles)
}
