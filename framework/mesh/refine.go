package mesh

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ebim/framework/points"
)

// A cell that F = 0 passes has a corner within half a diagonal of it. Distances are estimates to first order, so that
// cells are kept some way beyond that: the farther the coarser, as estimates get better with smaller cells.
const (
	coarseReach = 1.5 // diagonals, at the coarsest level
	fineReach   = 0.75
)

// refine evaluates the field from coarse to fine near F = 0. It returns the finest level and, in ascending order, those of
// its cells that all components of F change sign in.
func refine(ctx context.Context, p *Problem, most limits) (*level, []int, error) {
	counts, halvings := p.coarse(most.coarsest)
	l := newLevel(p, nil, counts, &seen{}, most.corners)
	cells, reach := l.all(), coarseReach
	for depth := 0; ; depth++ {
		if err := l.evaluate(ctx, cells); err != nil {
			return nil, nil, err
		}
		if depth == 0 {
			if err := l.checkFilled(cells); err != nil {
				return nil, nil, err
			}
		}
		crossed, err := l.flood(ctx, cells)
		if err != nil {
			return nil, nil, err
		}
		if depth == halvings {
			slices.Sort(crossed)
			return l, crossed, nil
		}
		near := crossed
		within := reach * l.diagonal()
		for _, cell := range cells {
			if l.near(cell, within) && !l.crossed(cell) {
				near = append(near, cell)
			}
		}
		l.coarser = nil
		if l, cells, err = l.finer(near); err != nil {
			return nil, nil, err
		}
		l.finest = depth+1 == halvings
		reach = fineReach
	}
}

// flood is those of the cells that F changes sign in, and the others that are reached from them over faces that F changes
// sign in: where the refinement missed a part of F = 0, the rest leads there.
func (l *level) flood(ctx context.Context, cells []int) ([]int, error) {
	var crossed []int
	known := map[int32]struct{}{} // cells are fewer than 2^31, at any resolution
	for _, cell := range cells {
		if l.crossed(cell) {
			crossed = append(crossed, cell)
			known[int32(cell)] = struct{}{}
		}
	}
	for from := 0; from < len(crossed); {
		frontier := crossed[from:]
		from = len(crossed)
		for _, cell := range frontier {
			for _, next := range l.beyond(cell) {
				if _, ok := known[int32(next)]; !ok {
					known[int32(next)] = struct{}{}
					crossed = append(crossed, next)
				}
			}
		}
		if err := l.evaluate(ctx, crossed[from:]); err != nil {
			return nil, err
		}
	}
	return crossed, nil
}

// beyond is a cell's neighbours in the box over the faces that F changes sign in.
func (l *level) beyond(cell int) []int {
	var neighbours []int
	at := l.at(cell)
	for axis := range l.dim() {
		for side := range 2 {
			inside := at[axis] > 0
			if side == 1 {
				inside = at[axis] < l.cells[axis]-1
			}
			if inside && l.changes(cell, 1<<axis, side<<axis) {
				neighbours = append(neighbours, cell+(2*side-1)*l.stride[axis])
			}
		}
	}
	return neighbours
}

func (l *level) crossed(cell int) bool { return l.changes(cell, 0, 0) }

// changes says whether each component of F changes sign among the corners of a cell whose bits in mask are as given.
func (l *level) changes(cell, mask, bits int) bool {
	var positive, negative [2]bool
	for corner, offset := range l.offset[:l.corners()] {
		if corner&mask != bits {
			continue
		}
		for i, v := range l.valuesAt(cell + offset) {
			positive[i] = positive[i] || v >= 0
			negative[i] = negative[i] || v < 0
		}
	}
	return positive[0] && negative[0] && (l.problem.Codimension == 1 || positive[1] && negative[1])
}

// near says whether a corner of the cell is estimated to be within reach of F = 0.
func (l *level) near(cell int, reach float64) bool {
	for _, offset := range l.offset[:l.corners()] {
		if l.distance[l.place.at(cell+offset)] <= reach {
			return true
		}
	}
	return false
}

// checkFilled refuses a zero set that the grid can't resolve anywhere: F vanishes within a small part of a cell from most
// corners, or changes sign in most cells. Few cells across an axis tell nothing.
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

// empty is the error that there is no zero.
func (s *seen) empty() error {
	var ranges []string
	for i := range s.lowest {
		ranges = append(ranges, fmt.Sprintf("from %.4g to %.4g", s.lowest[i], s.highest[i]))
	}
	return &UnmeshableError{Reason: "F has no zero in the box: on the grid its values range " + strings.Join(ranges, " and ")}
}
