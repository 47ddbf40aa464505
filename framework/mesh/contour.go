package mesh

import (
	"math/bits"

	"ebim/framework/points"
)

// crossings are the new vertices of a mesh on the grid's edges, each made once however many cells share the edge.
type crossings struct {
	grid   *level
	made   map[uint32]int32 // vertex of an edge, by 3 times its lower corner's index plus its axis
	points []float64
	second []float64 // F2 at each vertex, in codimension 2
}

func newCrossings(grid *level, cells int) *crossings {
	expected := cells + cells/16 // vertices: about one of each cell, as each of its edges is others' as well
	return &crossings{grid: grid, made: make(map[uint32]int32, expected),
		points: make([]float64, 0, expected*grid.dim())}
}

// set returns the vertices made so far.
func (c *crossings) set() *points.Set { return &points.Set{Dim: c.grid.dim(), Data: c.points} }

// vertex returns the one where F1 changes sign on the edge from corner low along an axis: the linear interpolant's
// zero.
func (c *crossings) vertex(low, axis int) int32 {
	key := uint32(3*low + axis)
	if vertex, ok := c.made[key]; ok {
		return vertex
	}
	grid, dim := c.grid, c.grid.dim()
	vertex := int32(len(c.points) / dim)
	c.made[key] = vertex
	from, to := grid.valuesAt(low), grid.valuesAt(low+grid.stride[axis])
	t := zeroBetween(from[0], to[0])
	var start, end [3]float64
	grid.position(low, start[:dim])
	grid.position(low+grid.stride[axis], end[:dim])
	start[axis] += t * (end[axis] - start[axis])
	c.points = append(c.points, start[:dim]...)
	if len(from) == 2 {
		c.second = append(c.second, from[1]+t*(to[1]-from[1]))
	}
	return vertex
}

// zeroBetween returns the t in [0, 1] at which (1 - t) a + t b is 0, for values a and b of which one is negative and
// the other is not. Values are scaled down so that their difference can't overflow.
func zeroBetween(a, b float64) float64 {
	if a/2-b/2 == 0 { // both so small that halving loses them
		return a / (a - b)
	}
	return (a / 2) / (a/2 - b/2)
}

// face is a square of the grid, its corners in counter-clockwise order.
type face struct {
	corners [4]int     // names of the cell's corners
	values  [4]float64 // F1 there
}

// segment leads over a face from where its border turns from F >= 0 to F < 0 to where it turns back, with F >= 0 on its
// left. Its ends are numbers of the face's edges; edge i leads from corner i to the next.
type segment struct{ from, to int }

// segments joins the sign changes on a face's border. If all four edges have one, the sign of the bilinear interpolant
// at its saddle decides which corners are connected (asymptotic decider: Nielson and Hamann, "The asymptotic decider",
// IEEE Visualization 1991). That compares two products, which are the same bits for both cells that share the face.
func (f *face) segments() (joined [2]segment, count int) {
	product := [2]float64{f.values[0] * f.values[2], f.values[1] * f.values[3]}
	leaving, returning := 0, 0
	for edge := range 4 {
		here, next := f.values[edge] >= 0, f.values[(edge+1)%4] >= 0
		if here && !next {
			joined[count].from, leaving = edge, edge
			count++
		} else if !here && next {
			returning = edge
		}
	}
	if count == 1 {
		joined[0].to = returning
	}
	if count == 2 {
		positive := leaving % 2 // corners 0 and 2, or 1 and 3
		step := 3               // around each corner with F >= 0
		if product[positive] >= product[1-positive] {
			step = 1 // around each corner with F < 0
		}
		for i := range joined {
			joined[i].to = (joined[i].from + step) % 4
		}
	}
	return joined, count
}

// edge returns the grid edge between a face's corner i and the next: the lower corner's name and the axis.
func (f *face) edge(i int) (low, axis int) {
	a, b := f.corners[i], f.corners[(i+1)%4]
	return a & b, bits.TrailingZeros(uint(a ^ b))
}

// read fills a face with F1, given at the cell's corners.
func (f *face) read(values *[8]float64) {
	for i, corner := range f.corners {
		f.values[i] = values[corner]
	}
}

// contour returns the curve F = 0 in the plane's cells (marching squares).
func contour(grid *level, cells []int) *Mesh {
	vertices := newCrossings(grid, len(cells))
	mesh := &Mesh{Dimension: 1}
	square := face{corners: [4]int{0, 1, 3, 2}}
	for _, cell := range cells {
		values := grid.firstAt(cell)
		square.read(&values)
		joined, count := square.segments()
		for _, s := range joined[:count] {
			for _, end := range [2]int{s.from, s.to} {
				low, axis := square.edge(end)
				mesh.Elements = append(mesh.Elements, vertices.vertex(cell+grid.offset[low], axis))
			}
		}
	}
	mesh.Vertices = vertices.set()
	return mesh
}
