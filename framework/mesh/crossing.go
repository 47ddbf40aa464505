package mesh

import "math"

// SelfIntersections returns the number of pairs of segments that cross, of a curve in R^2; segments with a common
// vertex do not count. For other meshes it is 0: curves in space meet by chance only. Where a curve passes through a
// vertex of another, that counts as one crossing; where it only touches it, as none or two.
func SelfIntersections(curve *Mesh) int {
	if curve.Dimension != 1 || curve.Vertices.Dim != 2 || curve.Len() == 0 {
		return 0
	}
	grid := newSegmentGrid(curve)
	count := 0
	for cell, inside := range grid.inside {
		for k, a := range inside {
			for _, b := range inside[k+1:] {
				// Two segments share a rectangle of cells; the pair belongs to its lowest.
				lowA, lowB := grid.lowest[a], grid.lowest[b]
				first := max(lowA[0], lowB[0]) + max(lowA[1], lowB[1])*grid.side
				if first == cell && cross(curve, curve.Element(int(a)), curve.Element(int(b))) {
					count++
				}
			}
		}
	}
	return count
}

// segmentGrid sorts segments into square cells, about as many as there are segments.
type segmentGrid struct {
	side   int       // cells along each axis
	inside [][]int32 // segments whose bounding rectangle meets a cell
	lowest [][2]int  // cell of each segment's bounding rectangle
}

func newSegmentGrid(curve *Mesh) *segmentGrid {
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for i := range curve.Vertices.Len() {
		for axis, x := range curve.Vertices.At(i) {
			low[axis], high[axis] = min(low[axis], x), max(high[axis], x)
		}
	}
	side := int(math.Ceil(math.Sqrt(float64(curve.Len()))))
	grid := &segmentGrid{side: side, inside: make([][]int32, side*side), lowest: make([][2]int, curve.Len())}
	cellOf := func(x float64, axis int) int {
		if !(high[axis] > low[axis]) {
			return 0
		}
		return min(side-1, int(float64(side)*((x-low[axis])/(high[axis]-low[axis]))))
	}
	for i := range curve.Len() {
		corners := curve.Element(i)
		a, b := curve.Vertices.At(int(corners[0])), curve.Vertices.At(int(corners[1]))
		var from, to [2]int
		for axis := range from {
			from[axis], to[axis] = cellOf(min(a[axis], b[axis]), axis), cellOf(max(a[axis], b[axis]), axis)
		}
		grid.lowest[i] = from
		for row := from[1]; row <= to[1]; row++ {
			for column := from[0]; column <= to[0]; column++ {
				grid.inside[row*side+column] = append(grid.inside[row*side+column], int32(i))
			}
		}
	}
	return grid
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
