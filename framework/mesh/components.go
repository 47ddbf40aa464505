package mesh

import (
	"cmp"
	"slices"

	"ebim/framework/points"
)

// counter counts what each component of a mesh is made of.
type counter struct {
	mesh     *Mesh
	box      boxFaces
	parts    map[int32]*Component // by root in vertices
	inOrder  []*Component
	vertices *union
	elements *union // those that share a side, with whether they disagree in orientation
	boundary *union // vertices along edges that are in one triangle; nil for a curve
	fans     *union // a surface's corners, 3 for each triangle, at one vertex in triangles that share an edge
	met      []bool // vertices on the boundary that were met
}

func newCounter(m *Mesh, box points.Box) *counter {
	n := m.Vertices.Len()
	c := &counter{mesh: m, box: newBoxFaces(box), parts: map[int32]*Component{}, vertices: m.joined(),
		elements: newUnion(m.Len())}
	if m.Dimension == 2 {
		c.boundary, c.met, c.fans = newUnion(n), make([]bool, n), newUnion(len(m.Elements))
	}
	return c
}

// count counts every component, in the order of their first elements.
func (c *counter) count() []*Component {
	m := c.mesh
	used := make([]bool, m.Vertices.Len())
	for i := range m.Len() {
		corners := m.Element(i)
		part := c.partOf(corners[0])
		part.Elements++
		part.Measure += measure(m.Vertices, corners)
		for _, vertex := range corners {
			if !used[vertex] {
				used[vertex] = true
				part.Vertices++
			}
		}
	}
	edges := c.sides()
	c.pinches()
	for _, part := range c.inOrder {
		part.Closed = !part.Cut && !part.Open
		part.Euler = part.Vertices - part.Elements
		if m.Dimension == 2 {
			part.Euler = part.Vertices - edges[part] + part.Elements
			if part.Orientable && part.NonManifold == 0 {
				part.Genus = (2 - part.Euler - part.BoundaryLoops) / 2
			}
		}
	}
	return c.inOrder
}

// partOf returns the component of a vertex.
func (c *counter) partOf(vertex int32) *Component {
	root, _ := c.vertices.find(vertex)
	if _, ok := c.parts[root]; !ok {
		c.parts[root] = &Component{Orientable: true}
		c.inOrder = append(c.inOrder, c.parts[root])
	}
	return c.parts[root]
}

// sides takes into account what elements meet in, the edges of triangles or the vertices of segments, and counts them.
func (c *counter) sides() map[*Component]int {
	counts := map[*Component]int{}
	starts, sides := sidesByVertex(c.mesh)
	var uses []sideUse
	for low := range len(starts) - 1 {
		uses = uses[:0]
		for _, side := range sides[starts[low]:starts[low+1]] {
			uses = append(uses, c.mesh.side(side))
		}
		slices.SortFunc(uses, func(a, b sideUse) int {
			return cmp.Or(cmp.Compare(a.high, b.high), cmp.Compare(a.element, b.element))
		})
		for rest := uses; len(rest) > 0; {
			same := 1
			for same < len(rest) && rest[same].high == rest[0].high {
				same++
			}
			part := c.partOf(int32(low))
			counts[part]++
			c.meet(part, rest[:same])
			rest = rest[same:]
		}
	}
	return counts
}

// meet takes all uses of one side into account.
func (c *counter) meet(part *Component, uses []sideUse) {
	switch len(uses) {
	case 1:
		c.border(part, uses[0].low, uses[0].high)
	case 2:
		// Neighbors that agree in orientation use their side in opposite directions.
		if _, agree := c.elements.join(uses[0].element, uses[1].element, uses[0].forward == uses[1].forward); !agree {
			part.Orientable = false
		}
	default:
		part.NonManifold++
	}
	for _, use := range uses[1:] {
		c.fan(uses[0], use)
	}
}

// fan makes two triangles that share an edge neighbors at its ends.
func (c *counter) fan(a, b sideUse) {
	if c.fans == nil {
		return
	}
	for _, vertex := range [2]int32{a.low, a.high} {
		c.fans.join(c.corner(a.element, vertex), c.corner(b.element, vertex), false)
	}
}

// corner returns the index in Elements of a triangle's vertex.
func (c *counter) corner(element, vertex int32) int32 {
	return 3*element + int32(slices.Index(c.mesh.Element(int(element)), vertex))
}

// pinches counts the vertices around which a surface's triangles are more than one fan.
func (c *counter) pinches() {
	if c.fans == nil {
		return
	}
	fans := make([]uint8, c.mesh.Vertices.Len()) // 2 stands for more
	for i, vertex := range c.mesh.Elements {
		if root, _ := c.fans.find(int32(i)); root != int32(i) {
			continue
		}
		if fans[vertex] == 1 {
			c.partOf(vertex).NonManifold++
		}
		fans[vertex] = min(fans[vertex]+1, 2)
	}
}

// border takes a side of one element into account.
func (c *counter) border(part *Component, low, high int32) {
	if c.box.hold(c.mesh, low, high) {
		part.Cut = true
	} else {
		part.Open = true
	}
	if c.mesh.Dimension == 1 {
		part.Ends++
		return
	}
	// Loops are the boundary's components: its vertices less the edges that connect what was not connected.
	for _, vertex := range [2]int32{low, high} {
		if !c.met[vertex] {
			c.met[vertex] = true
			part.BoundaryLoops++
		}
	}
	if merged, _ := c.boundary.join(low, high, false); merged {
		part.BoundaryLoops--
	}
}

// sideUse is a side of an element: of a triangle an edge from low to high or, not forward, back; of a segment the
// start or, not forward, the end, as low and high.
type sideUse struct {
	low, high, element int32
	forward            bool
}

// side returns the use of a side by the element that holds index i of Elements: the edge from the vertex there, or
// that vertex.
func (m *Mesh) side(i int32) sideUse {
	a, element, k := m.Elements[i], i/int32(m.Dimension+1), i%int32(m.Dimension+1)
	if m.Dimension == 1 {
		return sideUse{a, a, element, k == 0}
	}
	b := m.Elements[3*element+(k+1)%3]
	return sideUse{min(a, b), max(a, b), element, a < b}
}

// sidesByVertex returns all sides of all elements, as arguments of side, ordered by their lower vertices: those of
// vertex v are sides[starts[v]:starts[v+1]]. Four bytes a side are much less than the sides themselves.
func sidesByVertex(m *Mesh) (starts, sides []int32) {
	starts = make([]int32, m.Vertices.Len()+2) // one more while they are filled
	for i := range m.Elements {
		starts[m.side(int32(i)).low+2]++
	}
	for v := 2; v < len(starts); v++ {
		starts[v] += starts[v-1]
	}
	sides = make([]int32, len(m.Elements))
	for i := range sides {
		next := &starts[m.side(int32(i)).low+1]
		sides[*next] = int32(i)
		*next++
	}
	return starts[:len(starts)-1], sides
}

// joins is how many fewer pieces there are where components that cross are one, without debris.
func (c *counter) joins(by *Crossings, debris map[*Component]bool) (count int) {
	pieces := newUnion(c.mesh.Vertices.Len())
	for _, pair := range by.Triangles {
		a, b := c.mesh.Element(int(pair[0]))[0], c.mesh.Element(int(pair[1]))[0]
		if debris[c.partOf(a)] || debris[c.partOf(b)] {
			continue
		}
		a, _ = c.vertices.find(a)
		b, _ = c.vertices.find(b)
		if merged, _ := pieces.join(a, b, false); merged {
			count++
		}
	}
	return count
}
