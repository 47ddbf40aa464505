package mesh

import "ebim/framework/points"

// isosurface returns the surface F1 = 0 in the given cells, and F2 at its vertices if F has two components. Each
// cell's faces are treated as in the plane; their segments close to loops around the cell, and each loop is filled
// with triangles.
func isosurface(grid *level, cells []int) (surface *Mesh, second []float64) {
	vertices := newCrossings(grid, len(cells))
	filler := filler{crossings: vertices, mesh: &Mesh{Dimension: 2}}
	filler.mesh.Elements = make([]int32, 0, 6*(len(cells)+len(cells)/16)) // two triangles of each cell, or few more
	faces := cubeFaces()
	for _, cell := range cells {
		filler.cube(cell, &faces)
	}
	filler.mesh.Vertices = vertices.set()
	return filler.mesh, vertices.second
}

// cubeFaces returns a cube's faces, each counter-clockwise seen from outside.
func cubeFaces() (faces [6]face) {
	for axis := range 3 {
		b, c := 1<<((axis+1)%3), 1<<((axis+2)%3)
		upper := 1 << axis
		faces[axis].corners = [4]int{0, c, b | c, b}
		faces[axis+3].corners = [4]int{upper, upper | b, upper | b | c, upper | c}
	}
	return faces
}

// filler makes the triangles of cubes.
type filler struct {
	*crossings
	mesh *Mesh
	loop []int32 // of the current cube, kept for its storage
}

// cube adds the triangles in one cell.
func (f *filler) cube(cell int, faces *[6]face) {
	// Of each of the cube's edges (8 * axis + lower corner): one more than the edge that a segment leads to, 0 if none
	// does, and the face it lies in.
	var next, within [24]int8
	values := f.grid.firstAt(cell)
	for number := range faces {
		square := &faces[number]
		square.read(&values)
		joined, count := square.segments()
		for _, s := range joined[:count] {
			low, axis := square.edge(s.from)
			from := 8*axis + low
			low, axis = square.edge(s.to)
			next[from], within[from] = int8(8*axis+low+1), int8(number)
		}
	}
	for start := range next {
		if next[start] == 0 {
			continue
		}
		f.loop = f.loop[:0]
		var passes [6]int
		twice := false
		for edge := start; next[edge] != 0; {
			f.loop = append(f.loop, f.vertex(cell+f.grid.offset[edge%8], edge/8))
			passes[within[edge]]++
			twice = twice || passes[within[edge]] == 2
			edge, next[edge] = int(next[edge])-1, 0
		}
		if twice {
			f.cone()
		} else {
			f.fan()
		}
	}
}

// fan fills the loop with diagonals from the vertex whose diagonals are shortest.
func (f *filler) fan() {
	n, apex, least := len(f.loop), 0, 0.0
	if n > 3 {
		for i := range n {
			sum := 0.0
			for k := 2; k < n-1; k++ {
				sum += f.square(f.loop[i], f.loop[(i+k)%n])
			}
			if i == 0 || sum < least {
				apex, least = i, sum
			}
		}
	}
	for k := 1; k < n-1; k++ {
		f.mesh.Elements = append(f.mesh.Elements, f.loop[apex], f.loop[(apex+k)%n], f.loop[(apex+k+1)%n])
	}
}

// cone fills the loop with triangles around its centroid. It is for loops with two segments in one face, where a
// diagonal could lie in that face and meet one of the neighboring cube.
func (f *filler) cone() {
	n := len(f.loop)
	center := int32(len(f.points) / 3)
	var sum [3]float64
	second := 0.0
	for i, vertex := range f.loop {
		for axis := range sum {
			sum[axis] += f.points[int(vertex)*3+axis] / float64(n)
		}
		if f.second != nil {
			second += f.second[vertex] / float64(n)
		}
		f.mesh.Elements = append(f.mesh.Elements, center, vertex, f.loop[(i+1)%n])
	}
	f.points = append(f.points, sum[:]...)
	if f.second != nil {
		f.second = append(f.second, second)
	}
}

// square returns the squared distance of two vertices.
func (f *filler) square(a, b int32) float64 {
	return points.SquaredDistance(f.points[3*a:3*a+3], f.points[3*b:3*b+3])
}

// zeroCurve returns the curve on a surface where the linear interpolant of values at its vertices is 0 (marching
// triangles), with values >= 0 on its left seen from outside.
func zeroCurve(surface *Mesh, values []float64) *Mesh {
	curve := &Mesh{Dimension: 1, Vertices: &points.Set{Dim: surface.Vertices.Dim}}
	made := map[Edge]int32{}
	vertex := func(a, b int32) int32 {
		edge := EdgeOf(a, b)
		if old, ok := made[edge]; ok {
			return old
		}
		a, b = edge[0], edge[1]
		number := int32(curve.Vertices.Len())
		made[edge] = number
		t := zeroBetween(values[a], values[b])
		end := surface.Vertices.At(int(b))
		for axis, v := range surface.Vertices.At(int(a)) {
			curve.Vertices.Data = append(curve.Vertices.Data, v+t*(end[axis]-v))
		}
		return number
	}
	for i := range surface.Len() {
		corners := surface.Element(i)
		var ends [2]int32
		found := 0
		for k, a := range corners {
			b := corners[(k+1)%3]
			if here, next := values[a] >= 0, values[b] >= 0; here != next {
				leaving := 0
				if next {
					leaving = 1
				}
				ends[leaving] = vertex(a, b)
				found++
			}
		}
		if found == 2 {
			curve.Elements = append(curve.Elements, ends[0], ends[1])
		}
	}
	return curve
}
