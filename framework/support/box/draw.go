package box

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"ebim/framework/points"
	"ebim/framework/random"
	"ebim/framework/support"
)

// Draw implements support.Drawer in up to three dimensions: by rejection from an envelope of cells, a uniform point of
// a cell each. The distribution is exact while the envelope lies above the density. Peaks that are narrower than the
// cells and that no proposal meets are missed, as by any quadrature.
func (b *Box) Draw(ctx context.Context, rng *rand.Rand, log support.LogFunction, n int) (*points.Set,
	map[string]float64, error) {
	if err := b.CheckDraw(); err != nil {
		return nil, nil, fmt.Errorf("no independent draws from %w: %w", err, errors.ErrUnsupported)
	}
	checked := func(ctx context.Context, x *points.Set) ([]float64, error) {
		logs, err := log(ctx, x)
		if err == nil {
			_, err = support.LargestLog(x, logs)
		}
		return logs, err
	}
	e, err := newEnvelope(ctx, b.env.Box, checked)
	if err != nil {
		return nil, nil, err
	}
	found, err := support.Reject(ctx, rng, e, checked, n, b.Ambient(), 4, func(kept, proposed int) string {
		return fmt.Sprintf("only %d of %d proposals were kept: the energy is too steep for the %d cells of its "+
			"envelope; train it again with a lower learning rate, or draw by chains", kept, proposed, len(e.cells))
	})
	if err != nil {
		return nil, nil, err
	}
	figures := found.Figures()
	figures["proposals"] = float64(found.Proposed)
	return found.Drawn.Slice(0, n), figures, nil
}

// envelope is a bound on a density's logarithm that is constant in each cell of a box.
type envelope struct {
	log     support.LogFunction
	dim     int
	cells   []cell
	top     float64        // the highest bound
	weights random.Weights // of the cells: volumes times exp(bound - top)
}

type cell struct {
	low, high [support.MostCovered]float64
	bound     float64 // on the logarithm of the density
	spread    float64 // of that over the points where it was looked at, in nats
}

// The envelope begins with as many cells on each axis as make some thousands, and splits those that hold more than a
// share of its mass and in which the density changes by more than a limit, in nats, until there are too many.
var cellsPerAxis = [support.MostCovered + 1]int{1: 2048, 2: 96, 3: 20}

const (
	splitShare  = 1e-5
	splitSpread = 0.5
	splitRounds = 8
	mostCells   = 1 << 17
	// steepest bounds the share of a cell's spread by which its bound lies above what was seen.
	steepest = 20
)

func newEnvelope(ctx context.Context, box points.Box, log support.LogFunction) (*envelope, error) {
	e := &envelope{log: log, dim: len(box)}
	fresh := cellsOf(box, cellsPerAxis[e.dim])
	for round := 0; len(fresh) > 0; round++ {
		if err := e.look(ctx, fresh); err != nil {
			return nil, err
		}
		e.cells = append(e.cells, fresh...)
		if err := e.Weigh(); err != nil {
			return nil, err
		}
		if fresh = nil; round < splitRounds {
			fresh = e.split()
		}
	}
	return e, e.Weigh() // in the order in which the last cells were split
}

// cellsOf is a box in equal cells.
func cellsOf(box points.Box, perAxis int) []cell {
	cells := []cell{{}}
	for axis, side := range box {
		var finer []cell
		for _, c := range cells {
			for k := range perAxis {
				at := func(k int) float64 { return side[0] + (side[1]-side[0])*float64(k)/float64(perAxis) }
				c.low[axis], c.high[axis] = at(k), at(k+1)
				finer = append(finer, c)
			}
		}
		cells = finer
	}
	return cells
}

// look sets the bounds of cells from the density at their corners and centers.
func (e *envelope) look(ctx context.Context, cells []cell) error {
	corners := 1 << e.dim
	x := points.New(len(cells)*(corners+1), e.dim)
	for i, c := range cells {
		for k := range corners + 1 {
			for axis, row := 0, x.At(i*(corners+1)+k); axis < e.dim; axis++ {
				switch {
				case k == corners:
					row[axis] = (c.low[axis] + c.high[axis]) / 2
				case k>>axis&1 == 0:
					row[axis] = c.low[axis]
				default:
					row[axis] = c.high[axis]
				}
			}
		}
	}
	logs, err := e.log(ctx, x)
	if err != nil {
		return err
	}
	for i := range cells {
		seen := logs[i*(corners+1) : (i+1)*(corners+1)]
		highest := slices.Max(seen)
		cells[i].spread = highest - slices.Min(seen)
		cells[i].bound = highest + support.Slack
		if cells[i].spread > 0 { // not of a cell without any mass, where it is not a number
			cells[i].bound += support.RangeShare * min(cells[i].spread, steepest)
		}
	}
	return nil
}

func (e *envelope) Weigh() error {
	e.top = math.Inf(-1)
	for _, c := range e.cells {
		e.top = max(e.top, c.bound)
	}
	if math.IsInf(e.top, -1) {
		return support.ErrNowhere
	}
	e.weights = random.Weights{}
	for i := range e.cells {
		e.weights.Add(e.weight(&e.cells[i]))
	}
	return nil
}

func (e *envelope) weight(c *cell) float64 {
	weight := math.Exp(c.bound - e.top)
	for axis := range e.dim {
		weight *= c.high[axis] - c.low[axis]
	}
	return weight
}

// split takes out the cells that are too coarse, those of the largest weights first, and returns the halves of their
// halves along every axis.
func (e *envelope) split() []cell {
	enough := splitShare * e.weights.Total()
	slices.SortFunc(e.cells, func(a, b cell) int { return cmp.Compare(e.weight(&b), e.weight(&a)) })
	var kept, finer []cell
	for _, c := range e.cells {
		if c.spread <= splitSpread || e.weight(&c) <= enough || len(e.cells)+len(finer) >= mostCells {
			kept = append(kept, c)
			continue
		}
		box := make(points.Box, e.dim)
		for axis := range box {
			box[axis] = [2]float64{c.low[axis], c.high[axis]}
		}
		finer = append(finer, cellsOf(box, 2)...)
	}
	e.cells = kept
	return finer
}

func (e *envelope) Propose(_ context.Context, rng *rand.Rand, count int) (*points.Set, []int, error) {
	x, owners := points.New(count, e.dim), make([]int, count)
	for i := range count {
		owners[i] = e.weights.Draw(rng)
		c := &e.cells[owners[i]]
		for axis, row := 0, x.At(i); axis < e.dim; axis++ {
			row[axis] = c.low[axis] + rng.Float64()*(c.high[axis]-c.low[axis])
		}
	}
	return x, owners, nil
}

func (e *envelope) Bound(owner int) *float64 { return &e.cells[owner].bound }
