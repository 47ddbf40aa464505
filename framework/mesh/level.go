package mesh

import (
	"context"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strings"

	"ebim/framework/points"
)

// level is the grid at one depth of refinement; only requested corners are evaluated. A corner
// is known by its packed coordinates, a cell by those of its lowest corner; bit a of a number from 0 to 7 that names a
// cell's corner says whether it is the upper one along axis a.
type level struct {
	problem  *Problem
	coarser  *level
	cells    [3]int    // along each axis; the third is 0 in the plane
	packing  packing   // of coordinates as indices
	stride   [3]int    // between indices of neighbors along each axis
	offset   [8]int    // from a cell's index to those of its corners
	place    *table    // of a corner's values
	values   []float64 // [evaluated corner, codimension]
	distance []float64 // [evaluated corner], not at the finest level
	finest   bool
	seen     *seen
	most     int // corners that may be evaluated
}

func newLevel(p *Problem, coarser *level, cells [3]int, seen *seen, most int) *level {
	l := &level{problem: p, coarser: coarser, cells: cells, seen: seen, most: most}
	l.packing = packing(bits.Len(uint(slices.Max(cells[:]))))
	l.stride = [3]int{1, 1 << l.packing, 1 << (2 * l.packing)}
	l.place = newTable(l.packing, cells)
	for corner := range l.corners() {
		for axis := range l.dim() {
			l.offset[corner] += corner >> axis & 1 * l.stride[axis]
		}
	}
	return l
}

func (l *level) dim() int { return len(l.problem.Box) }

// corners returns the number of a cell's corners.
func (l *level) corners() int { return 1 << l.dim() }

// position writes a corner's point; corners on the box's boundary are there exactly.
func (l *level) position(corner int, point []float64) {
	at := l.packing.unpack(corner)
	for axis := range point {
		low, high := l.problem.Box[axis][0], l.problem.Box[axis][1]
		point[axis] = low + (high-low)*(float64(at[axis])/float64(l.cells[axis]))
		if at[axis] == l.cells[axis] {
			point[axis] = high
		}
	}
}

// diagonal returns the length of a cell's diagonal.
func (l *level) diagonal() float64 {
	square := 0.0
	for axis, bounds := range l.problem.Box {
		side := (bounds[1] - bounds[0]) / float64(l.cells[axis])
		square += side * side
	}
	return math.Sqrt(square)
}

// all returns every cell of the level.
func (l *level) all() []int {
	cells := make([]int, 0, l.cells[0]*l.cells[1]*max(1, l.cells[2]))
	for k := range max(1, l.cells[2]) {
		for j := range l.cells[1] {
			for i := range l.cells[0] {
				cells = append(cells, l.packing.pack([3]int{i, j, k}))
			}
		}
	}
	return cells
}

// finer returns the level of half the cells' size, which is to hold the parts of the given cells.
func (l *level) finer(cells []int, finest bool) (*level, error) {
	if len(cells)*l.corners() > l.most { // there are no fewer corners than cells
		return nil, l.tooMany()
	}
	fine := newLevel(l.problem, l, [3]int{2 * l.cells[0], 2 * l.cells[1], 2 * l.cells[2]}, l.seen, l.most)
	fine.finest = finest
	return fine, nil
}

// parts returns the cells of the level that make up cells of the coarser one.
func (l *level) parts(cells []int) []int {
	parts := make([]int, 0, len(cells)*l.corners())
	for _, cell := range cells {
		at := l.coarser.packing.unpack(cell)
		first := l.packing.pack([3]int{2 * at[0], 2 * at[1], 2 * at[2]})
		for part := range l.corners() {
			parts = append(parts, first+l.offset[part])
		}
	}
	return parts
}

// mostAtOnce bounds the points of one call of a field or a projection, so that calls take little memory beside the
// level. It is a multiple of usual batches.
const mostAtOnce = 1 << 16

// evaluate gives all corners of the given cells values, by as few calls of the field as mostAtOnce allows.
func (l *level) evaluate(ctx context.Context, cells []int) error {
	expected := len(cells) + len(cells)/4 // corners that no cell added so far has
	l.values = slices.Grow(l.values, expected*l.problem.Codimension)
	if !l.finest {
		l.distance = slices.Grow(l.distance, expected)
	}
	wanted := make([]int, 0, min(expected, mostAtOnce))
	for _, cell := range cells {
		places := l.place.cell(cell)
		for i, offset := range l.offset[:l.corners()] {
			if corner := cell + offset; places[i] < 0 && !l.add(corner) {
				wanted = append(wanted, corner)
			}
			if len(wanted) == mostAtOnce {
				if err := l.fill(ctx, wanted); err != nil {
					return err
				}
				wanted = wanted[:0]
			}
		}
		if l.place.count > l.most {
			return l.tooMany()
		}
	}
	return l.fill(ctx, wanted)
}

// fill evaluates corners that have a place.
func (l *level) fill(ctx context.Context, wanted []int) error {
	if len(wanted) == 0 {
		return ctx.Err()
	}
	at := points.New(len(wanted), l.dim())
	for i, corner := range wanted {
		l.position(corner, at.At(i))
	}
	values, distances, err := l.problem.field(ctx, at)
	if err != nil {
		return err
	}
	for i, corner := range wanted {
		copy(l.valuesAt(corner), values.At(i))
		if !l.finest {
			l.distance[l.place.at(corner)] = distances[i]
		}
	}
	l.seen.add(values)
	return nil
}

// valuesAt returns the components of F at an evaluated corner.
func (l *level) valuesAt(corner int) []float64 {
	place, codimension := int(l.place.at(corner)), l.problem.Codimension
	return l.values[place*codimension : (place+1)*codimension]
}

// firstAt is F1 at the corners of a cell that is evaluated.
func (l *level) firstAt(cell int) (values [8]float64) {
	places := l.place.cell(cell)
	for corner, place := range places[:l.corners()] {
		values[corner] = l.values[int(place)*l.problem.Codimension]
	}
	return values
}

// add makes room for a corner's values, and reports whether they are known from the coarser level.
func (l *level) add(corner int) bool {
	l.room(corner)
	at := l.packing.unpack(corner)
	if l.coarser == nil || (at[0]|at[1]|at[2])&1 != 0 {
		return false
	}
	same := l.coarser.packing.pack([3]int{at[0] / 2, at[1] / 2, at[2] / 2})
	if !l.coarser.place.has(same) {
		return false
	}
	l.take(corner, l.coarser, same)
	return true
}

// clear forgets all values, and keeps their storage.
func (l *level) clear() {
	l.place.clear()
	l.values, l.distance = l.values[:0], l.distance[:0]
}

// take gives a corner that has a place the values of one of another level.
func (l *level) take(corner int, from *level, same int) {
	copy(l.valuesAt(corner), from.valuesAt(same))
	if !l.finest {
		l.distance[l.place.at(corner)] = from.distance[from.place.at(same)]
	}
}

// room makes room for a corner's values.
func (l *level) room(corner int) {
	l.place.add(corner)
	for range l.problem.Codimension {
		l.values = append(l.values, 0)
	}
	if !l.finest {
		l.distance = append(l.distance, 0)
	}
}

// tooMany returns the error that a level would need more corners than it may.
func (l *level) tooMany() error {
	return &UnmeshableError{Reason: fmt.Sprintf("the zero set of F is near too much of the box: at resolution %d, "+
		"F is needed at more than %d points; lower the resolution", l.problem.Resolution, l.most)}
}

// field calls Field and checks its answer.
func (p *Problem) field(ctx context.Context, at *points.Set) (*points.Set, []float64, error) {
	if err := ctx.Err(); err != nil {
		return nil, nil, err
	}
	values, distances, err := p.Field(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	if values == nil || values.Dim != p.Codimension || values.Len() != at.Len() || len(distances) != at.Len() {
		return nil, nil, fmt.Errorf("mesh: the field does not answer %d points with %d values and a distance each",
			at.Len(), p.Codimension)
	}
	for i := range distances {
		zero := true
		for _, v := range values.At(i) {
			zero = zero && v == 0
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return nil, nil, fmt.Errorf("mesh: F is %v at %v; it must be finite in the whole box", v, at.At(i))
			}
		}
		if zero {
			distances[i] = 0 // an estimate that divides by a vanishing gradient can't know
		}
		if math.IsNaN(distances[i]) {
			return nil, nil, fmt.Errorf("mesh: the distance to F = 0 is estimated as NaN at %v", at.At(i))
		}
	}
	return values, distances, nil
}

// seen is the range of each component of F over all points that were evaluated.
type seen struct{ lowest, highest []float64 }

func (s *seen) add(values *points.Set) {
	if s.lowest == nil {
		s.lowest, s.highest = slices.Clone(values.At(0)), slices.Clone(values.At(0))
	}
	for i, v := range values.Data {
		component := i % values.Dim
		s.lowest[component] = min(s.lowest[component], v)
		s.highest[component] = max(s.highest[component], v)
	}
}

// empty returns the error for an F without a zero.
func (s *seen) empty() error {
	var ranges []string
	for i := range s.lowest {
		ranges = append(ranges, fmt.Sprintf("from %.4g to %.4g", s.lowest[i], s.highest[i]))
	}
	return &UnmeshableError{Reason: "F has no zero in the box: on the grid its values range " +
		strings.Join(ranges, " and ")}
}

// Extract meshes F = 0 in the box: by marching squares in R^2, by marching cubes in R^3 (Lorensen and Cline, "Marching
// cubes: a high resolution 3D surface construction algorithm", SIGGRAPH 1987) and, where F has two components, by
// marching triangles for F2 = 0 on the surface F1 = 0. The mesh is a manifold without boundary but where it leaves the
// box. Surfaces' normals point to where F > 0; curves in R^2 have F > 0 to their left.
//
// The grid is refined where F changes sign or the estimated distances say that F = 0 may be near, so that the field is
// evaluated at far fewer points than the grid has; features smaller than a cell of the coarsest grid may be missed
// where the estimates are far too large. Vertices on the box's boundary stay there: they are projected within it.
//
// The error is an *UnmeshableError where F has no zero in the box or F = 0 fills it.
func Extract(ctx context.Context, p Problem) (*Mesh, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	return extract(ctx, &p, standard())
}

func extract(ctx context.Context, p *Problem, most limits) (*Mesh, error) {
	grid, cells, err := refine(ctx, p, most)
	if err != nil {
		return nil, err
	}
	var mesh *Mesh
	if len(p.Box) == 2 {
		mesh = contour(grid, cells)
	} else {
		surface, second := isosurface(grid, cells)
		mesh = surface
		if p.Codimension == 2 {
			mesh = zeroCurve(surface, second)
		}
	}
	if mesh.Len() == 0 {
		return nil, grid.seen.empty()
	}
	if p.Project != nil {
		if err := settle(ctx, mesh, p, grid.diagonal()); err != nil {
			return nil, err
		}
	}
	return mesh, nil
}
