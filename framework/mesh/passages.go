package mesh

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/neighbors"
	"ebim/framework/parallel"
	"ebim/framework/points"
)

// passages finds curves in which a surface in R^n, n > 3, passes through itself. There triangles meet by chance only:
// what was fitted to data misses the other sheet a little. So an edge passes through another sheet, one with other
// tangents, if its ends lie on different sides of it, seen along the direction of the edge's own sheet that points
// farthest out of the other, and the place between is near the other sheet.
type passages struct {
	mesh    *Mesh
	ways    *ways
	locator *Locator
	reach   float64 // within which another sheet is looked for
	longest float64 // edge
	regions []region
	of      []int // region of a vertex
	sides   []side
	nodes   []node
}

// region is vertices near each other along the mesh.
type region struct {
	center   int32
	vertices []int32
	beside   []int        // regions
	frame    [2][]float64 // of the tangent plane: principal components of the vertices and those around them
	others   []int32      // triangles near it on another sheet
}

// side is where a vertex lies beside another sheet.
type side struct {
	triangle int32     // of the other sheet, nearest to the vertex; -1 for none
	out      []float64 // the direction of the own sheet that points farthest out of the other, less what lies in it
	height   float64   // of the vertex over the other sheet in that direction
}

// node is an edge that passes through another sheet.
type node struct {
	edge   Edge
	at     []float64
	beyond int32 // triangle of the other sheet
	links  []int // nodes beside it on its own sheet
}

const (
	passageReach = 0.02 // of a surface's size, the root of its area
	passageEdges = 1.5  // mean edges, within which another sheet is looked for at least
	ownSheet     = 3    // reaches within which what is joined to a place is its own sheet
	passageMiss  = 0.25 // of the reach, that sheets may miss each other by
	passageSine  = 0.35 // least sine of the angle between sheets
	ofBoth       = 0.6  // least share of a curve where it lies on both sheets: else one ends on the other
)

func (m *Mesh) passages() *Crossings {
	found := &Crossings{Segments: points.New(0, m.Vertices.Dim)}
	p := &passages{mesh: m, ways: m.ways(), locator: NewLocator(m)}
	length, count := 0.0, 0
	m.Edges(func(e Edge) {
		one := apart(m.Vertices.At(int(e[0])), m.Vertices.At(int(e[1])))
		length, p.longest = length+one, max(p.longest, one)
		count++
	})
	p.reach = max(passageReach*math.Sqrt(m.Measure()), passageEdges*length/float64(max(count, 1)))
	if p.divide(); !p.meet() {
		return found
	}
	p.look()
	p.pass()
	p.collect(found)
	return found
}

// outOf is the unit vector of plane a with the largest angle to plane b, and the sine of that angle.
func outOf(a, b [2][]float64) (direction []float64, sine float64) {
	var left [2][]float64 // a, across b
	for k := range a {
		left[k] = slices.Clone(a[k])
		for _, along := range b {
			floats.AddScaled(left[k], -floats.Dot(along, a[k]), along)
		}
	}
	u, v, w := floats.Dot(left[0], left[0]), floats.Dot(left[1], left[1]), floats.Dot(left[0], left[1])
	sin, cos := math.Sincos(math.Atan2(2*w, u-v) / 2)
	direction = make([]float64, len(a[0]))
	floats.AddScaled(direction, cos, left[0])
	floats.AddScaled(direction, sin, left[1])
	if sine = floats.Norm(direction, 2); sine > 0 {
		floats.Scale(1/sine, direction)
	}
	return direction, sine
}

// divide makes regions of vertices within half of the reach of their centers.
func (p *passages) divide() {
	beside := p.ways.beside
	p.of = slices.Repeat([]int{-1}, p.mesh.Vertices.Len())
	for _, v := range p.locator.vertices {
		if p.of[v] >= 0 {
			continue
		}
		k, center := len(p.regions), p.mesh.Vertices.At(v)
		one := region{center: int32(v), vertices: []int32{int32(v)}}
		p.of[v] = k
		for next := 0; next < len(one.vertices); next++ {
			for _, u := range beside[one.vertices[next]] {
				if p.of[u] < 0 && apart(center, p.mesh.Vertices.At(int(u))) < p.reach/2 {
					p.of[u] = k
					one.vertices = append(one.vertices, u)
				}
			}
		}
		p.regions = append(p.regions, one)
	}
	parallel.Each(len(p.regions), func(k int) {
		one, all, met := &p.regions[k], []int(nil), map[int32]bool{}
		for _, v := range one.vertices {
			for _, u := range append(slices.Clone(beside[v]), v) {
				if met[u] {
					continue
				}
				met[u] = true
				all = append(all, int(u))
				if j := p.of[u]; j != k && !slices.Contains(one.beside, j) {
					one.beside = append(one.beside, j)
				}
			}
		}
		slices.Sort(all)
		if c, err := neighbors.LargestComponents(p.mesh.Vertices, all, 2); err == nil {
			one.frame = [2][]float64{mat.Col(nil, 0, c.Axes), mat.Col(nil, 1, c.Axes)}
		}
	})
}

// meet finds for each region the triangles near it on other sheets, and reports whether there are any.
func (p *passages) meet() bool {
	const looked = 128
	centers := points.New(0, p.mesh.Vertices.Dim)
	for _, one := range p.regions {
		centers.Data = append(centers.Data, p.mesh.Vertices.At(int(one.center))...)
	}
	tree := neighbors.New(centers)
	parallel.Each(len(p.regions), func(i int) {
		one, own, met := &p.regions[i], p.ownSheet(i), map[int32]bool{}
		near, distances := tree.Nearest(centers.At(i), min(looked, centers.Len()))
		for k, j := range near {
			if distances[k] > 2*p.reach {
				break
			}
			if own[j] {
				continue
			}
			for _, v := range p.regions[j].vertices {
				for _, triangle := range p.locator.elementsAt(int(v)) {
					if !met[triangle] {
						met[triangle] = true
						one.others = append(one.others, triangle)
					}
				}
			}
		}
	})
	return slices.ContainsFunc(p.regions, func(one region) bool { return len(one.others) > 0 })
}

// ownSheet is the regions that are joined to one by others near it.
func (p *passages) ownSheet(i int) map[int]bool {
	own, center := map[int]bool{i: true}, p.mesh.Vertices.At(int(p.regions[i].center))
	for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
		for _, j := range p.regions[queue[0]].beside {
			if !own[j] && apart(center, p.mesh.Vertices.At(int(p.regions[j].center))) < ownSheet*p.reach {
				own[j] = true
				queue = append(queue, j)
			}
		}
	}
	return own
}

// nearest is the triangle of another sheet nearest to a point of a region, within the reach; -1 for none.
func (p *passages) nearest(x []float64, region int) (triangle int32, foot []float64) {
	least := p.reach
	triangle = -1
	for _, other := range p.regions[region].others {
		corner := p.mesh.Element(int(other))[0]
		if apart(x, p.mesh.Vertices.At(int(corner))) > least+p.longest {
			continue
		}
		at := p.mesh.NearestOn(int(other), x)
		if distance := apart(at, x); distance < least {
			triangle, foot, least = other, at, distance
		}
	}
	return triangle, foot
}

// look finds the side of each vertex.
func (p *passages) look() {
	p.sides = make([]side, len(p.of))
	parallel.Each(len(p.of), func(v int) {
		p.sides[v].triangle = -1
		if p.of[v] < 0 || len(p.regions[p.of[v]].others) == 0 {
			return
		}
		x := p.mesh.Vertices.At(v)
		triangle, foot := p.nearest(x, p.of[v])
		if triangle < 0 {
			return
		}
		other := p.of[p.mesh.Element(int(triangle))[0]]
		out, sine := outOf(p.regions[p.of[v]].frame, p.regions[other].frame)
		if sine < passageSine {
			return
		}
		away := make([]float64, len(x))
		floats.SubTo(away, x, foot)
		p.sides[v] = side{triangle, out, floats.Dot(out, away)}
	})
}

// pass finds the edges that pass through another sheet, and links those of a triangle.
func (p *passages) pass() {
	numbers := map[Edge]int{}
	p.mesh.Edges(func(e Edge) {
		a, b := p.sides[e[0]], p.sides[e[1]]
		if a.triangle < 0 || b.triangle < 0 {
			return
		}
		other := b.height
		if floats.Dot(a.out, b.out) < 0 {
			other = -other
		}
		if a.height > 0 == (other > 0) {
			return
		}
		share := a.height / (a.height - other)
		x := slices.Clone(p.mesh.Vertices.At(int(e[0])))
		floats.Scale(1-share, x)
		floats.AddScaled(x, share, p.mesh.Vertices.At(int(e[1])))
		triangle, foot := p.nearest(x, p.of[e[0]])
		if triangle < 0 || apart(foot, x) > passageMiss*p.reach {
			return
		}
		numbers[e] = len(p.nodes)
		p.nodes = append(p.nodes, node{edge: e, at: x, beyond: triangle})
	})
	for i := range p.mesh.Len() {
		e := p.mesh.Element(i)
		var passed []int
		for k := range 3 {
			if at, is := numbers[EdgeOf(e[k], e[(k+1)%3])]; is {
				passed = append(passed, at)
			}
		}
		if len(passed) == 2 {
			a, b := passed[0], passed[1]
			p.nodes[a].links, p.nodes[b].links = append(p.nodes[a].links, b), append(p.nodes[b].links, a)
		}
	}
}
