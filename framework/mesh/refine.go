package mesh

import (
	"context"
	"fmt"
	"slices"
)

// A cell that F = 0 passes has a corner within half a diagonal of it. Distances are estimates to first order, so that
// cells are kept some way beyond that: the farther the coarser, as estimates get better with smaller cells.
const (
	coarseReach = 1.5 // diagonals, at the coarsest level
	fineReach   = 0.75
)

// refine evaluates the field from coarse to fine near F = 0. It returns the finest level and, in ascending order,
// those of its cells that all components of F change sign in.
func refine(ctx context.Context, p *Problem, most limits) (*level, []int, error) {
	counts, halvings := p.coarse(most.coarsest)
	l := newLevel(p, nil, counts, &seen{}, most.corners)
	cells, reach := l.all(), coarseReach
	crossed, err := l.search(ctx, cells)
	if err == nil {
		err = l.checkFilled(cells)
	}
	for depth := 0; err == nil; depth++ {
		if crossed, err = l.flood(ctx, crossed); err != nil {
			break
		}
		l.coarser = nil
		if depth == halvings {
			slices.Sort(crossed)
			return l, crossed, nil
		}
		near := append(crossed, l.nearby(cells, reach*l.diagonal())...)
		reach = fineReach
		if l, err = l.finer(near, depth+1 == halvings); err != nil {
			break
		}
		if l.finest && len(near) > most.window {
			crossed, err = l.searchWindows(ctx, near, most.window)
			continue
		}
		cells = l.parts(near)
		crossed, err = l.search(ctx, cells)
	}
	return nil, nil, err
}

// search evaluates cells, and returns those that F changes sign in.
func (l *level) search(ctx context.Context, cells []int) ([]int, error) {
	if err := l.evaluate(ctx, cells); err != nil {
		return nil, err
	}
	var crossed []int
	for _, cell := range cells {
		if l.crossed(cell) {
			crossed = append(crossed, cell)
		}
	}
	return crossed, nil
}

// searchWindows is search for the parts of cells of the coarser level, which it sorts. It takes the parts of atOnce
// cells together, and keeps values only at the corners of the cells that F changes sign in, a small part of all.
// Corners between two windows are evaluated twice.
func (l *level) searchWindows(ctx context.Context, near []int, atOnce int) ([]int, error) {
	slices.Sort(near)
	window := newLevel(l.problem, l.coarser, l.cells, l.seen, l.most)
	window.finest = true
	var all []int
	for some := range slices.Chunk(near, atOnce) {
		window.clear()
		crossed, err := window.search(ctx, window.parts(some))
		if err != nil {
			return nil, err
		}
		for _, cell := range crossed {
			for _, offset := range l.offset[:l.corners()] {
				if corner := cell + offset; !l.place.has(corner) {
					l.room(corner)
					l.take(corner, window, corner)
				}
			}
		}
		all = append(all, crossed...)
	}
	return all, nil
}

// nearby returns those of the cells that F does not change sign in, but that are estimated to be within reach of F = 0.
func (l *level) nearby(cells []int, reach float64) []int {
	var near []int
	for _, cell := range cells {
		if l.near(cell, reach) && !l.crossed(cell) {
			near = append(near, cell)
		}
	}
	return near
}

// flood adds to cells that F changes sign in the others that are reached from them over faces that F changes sign in:
// where the refinement missed a part of F = 0, the rest leads there.
func (l *level) flood(ctx context.Context, crossed []int) ([]int, error) {
	var known []bool // by the place of a cell's lowest corner
	for from := 0; from < len(crossed); {
		frontier := crossed[from:]
		from = len(crossed)
		known = append(known, make([]bool, l.place.count-len(known))...)
		for _, cell := range frontier {
			known[l.place.at(cell)] = true
		}
		var neighbors, reached []int
		for _, cell := range frontier {
			neighbors = l.beyond(neighbors[:0], cell)
			for _, next := range neighbors {
				if place := l.place.at(next); place < 0 || !known[place] {
					reached = append(reached, next)
				}
			}
		}
		slices.Sort(reached)
		crossed = append(crossed, slices.Compact(reached)...)
		if err := l.evaluate(ctx, crossed[from:]); err != nil {
			return nil, err
		}
	}
	return crossed, nil
}

// beyond appends a cell's neighbors in the box over the faces that F changes sign in.
func (l *level) beyond(neighbors []int, cell int) []int {
	at, signs := l.packing.unpack(cell), l.signs(cell)
	for axis := range l.dim() {
		for side := range 2 {
			inside := at[axis] > 0
			if side == 1 {
				inside = at[axis] < l.cells[axis]-1
			}
			if inside && l.changes(signs, faceCorners[axis][side]) {
				neighbors = append(neighbors, cell+(2*side-1)*l.stride[axis])
			}
		}
	}
	return neighbors
}

// faceCorners are the corners of a cell's lower and upper face along each axis, a bit each.
var faceCorners = [3][2]uint8{{0b01010101, 0b10101010}, {0b00110011, 0b11001100}, {0b00001111, 0b11110000}}

// signs returns where the components of F are >= 0, a bit for each of a cell's corners.
func (l *level) signs(cell int) (positive [2]uint8) {
	places, codimension := l.place.cell(cell), l.problem.Codimension
	for corner, place := range places[:l.corners()] {
		for i := range codimension {
			if l.values[int(place)*codimension+i] >= 0 {
				positive[i] |= 1 << corner
			}
		}
	}
	return positive
}

// changes reports whether each component of F has both signs among some corners.
func (l *level) changes(positive [2]uint8, among uint8) bool {
	among &= 1<<l.corners() - 1
	return !slices.ContainsFunc(positive[:l.problem.Codimension], func(signs uint8) bool {
		return signs&among == 0 || signs&among == among
	})
}

func (l *level) crossed(cell int) bool { return l.changes(l.signs(cell), 0xff) }

// near reports whether a corner of the cell is estimated to be within reach of F = 0.
func (l *level) near(cell int, reach float64) bool {
	places := l.place.cell(cell)
	return slices.ContainsFunc(places[:l.corners()], func(place int32) bool { return l.distance[place] <= reach })
}

// checkFilled refuses a zero set that the grid can't resolve anywhere: F vanishes within a small part of a cell from
// most corners, or changes sign in most cells. Few cells along an axis decide nothing.
func (l *level) checkFilled(cells []int) error {
	for axis := range l.dim() {
		if l.cells[axis] < leastResolution {
			return nil
		}
	}
	crossed := 0
	for _, cell := range cells {
		if l.crossed(cell) {
			crossed++
		}
	}
	vanishing, little := 0, l.diagonal()/10
	for _, distance := range l.distance {
		if distance <= little {
			vanishing++
		}
	}
	if 4*crossed <= 3*len(cells) && 2*vanishing <= len(l.distance) {
		return nil
	}
	return &UnmeshableError{Reason: fmt.Sprintf("F is zero all over the box: its sign changes in %d of %d cells, "+
		"and %d of %d points are estimated to be at F = 0", crossed, len(cells), vanishing, len(l.distance))}
}
