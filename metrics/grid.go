package metrics

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"ebim/framework/points"
)

// grid cuts a box into equal cells, half open: a cell holds its lower end but not its upper one.
type grid struct {
	low, high []float64
	step      []float64
	cells     int // along each axis
	centered  bool
}

func newGrid(box points.Box, granularity int, centered bool) (*grid, error) {
	g := &grid{cells: granularity - 1, centered: centered}
	for axis, ends := range box {
		step := (ends[1] - ends[0]) / float64(g.cells)
		if !(step > 0) || math.IsInf(step, 0) {
			return nil, fmt.Errorf("axis %d of the box goes from %v to %v; the high end must lie above the low one",
				axis, ends[0], ends[1])
		}
		g.low, g.high, g.step = append(g.low, ends[0]), append(g.high, ends[1]), append(g.step, step)
	}
	return g, nil
}

func (g *grid) tick(axis, k int) float64 {
	if k == g.cells {
		return g.high[axis]
	}
	return g.low[axis] + float64(k)*g.step[axis]
}

// locate sets the indices of x's cell; false if x lies outside of the box.
func (g *grid) locate(x []float64, cell []int) bool {
	for axis, value := range x {
		position := (value - g.low[axis]) / g.step[axis]
		if !(position > -1 && position < float64(g.cells+1)) {
			return false
		}
		k := int(math.Floor(position))
		// Division rounds; the ticks decide.
		if value < g.tick(axis, k) {
			k--
		} else if value >= g.tick(axis, k+1) {
			k++
		}
		if k < 0 || k >= g.cells {
			return false
		}
		cell[axis] = k
	}
	return true
}

// position is where a cell's mass lies.
func (g *grid) position(cell []int) []float64 {
	x := make([]float64, len(g.low))
	for axis, k := range cell {
		x[axis] = g.tick(axis, k)
		if g.centered {
			x[axis] = (x[axis] + g.tick(axis, k+1)) / 2
		}
	}
	return x
}

// corners are the positions of the grid's first and last cells.
func (g *grid) corners() (first, last []float64) {
	cell := make([]int, len(g.low))
	first = g.position(cell)
	for axis := range cell {
		cell[axis] = g.cells - 1
	}
	return first, g.position(cell)
}

// diameter is the largest distance between two cells.
func (g *grid) diameter() float64 {
	first, last := g.corners()
	return math.Sqrt(points.SquaredDistance(last, first))
}

// farthest is the largest distance between a cell and a point.
func (g *grid) farthest(set *points.Set) float64 {
	first, last := g.corners()
	largest := 0.0
	for i := range set.Len() {
		squared := 0.0
		for axis, value := range set.At(i) {
			reach := max(math.Abs(value-first[axis]), math.Abs(value-last[axis]))
			squared += reach * reach
		}
		largest = max(largest, squared)
	}
	return math.Sqrt(largest)
}

// histogram is the cells that hold points, weighted by the mean of their points' densities to the power 1/temperature,
// and the number of points that lie in no cell.
func (g *grid) histogram(d DensityPoints, temperature float64) (filled Sample, outside int, err error) {
	if err := d.check(len(g.low)); err != nil {
		return Sample{}, 0, err
	}
	cells, rows := g.occupied(d.Points)
	if cells.Len() == 0 {
		return Sample{}, 0, fmt.Errorf("all %d points lie outside of the box", len(rows))
	}
	largest := math.Inf(-1)
	for i, row := range rows {
		if row < 0 {
			outside++
		} else {
			largest = max(largest, d.LogDensity[i])
		}
	}
	if math.IsInf(largest, -1) {
		return Sample{}, 0, errors.New("its density is zero at all points in the box")
	}
	sums, counts := make([]float64, cells.Len()), make([]float64, cells.Len())
	for i, row := range rows {
		if row >= 0 {
			sums[row] += math.Exp((d.LogDensity[i] - largest) / temperature)
			counts[row]++
		}
	}
	floats.Div(sums, counts)
	return Sample{Points: cells, Weights: sums}, outside, nil
}

// occupied is the positions of the cells that hold points, in the order they are met, and each point's row among them,
// -1 for points outside of the box.
func (g *grid) occupied(set *points.Set) (cells *points.Set, rows []int) {
	cells = &points.Set{Dim: len(g.low)}
	rows = make([]int, set.Len())
	known := map[string]int{}
	cell := make([]int, len(g.low))
	var key []byte
	for i := range rows {
		if !g.locate(set.At(i), cell) {
			rows[i] = -1
			continue
		}
		key = key[:0]
		for _, k := range cell {
			key = binary.LittleEndian.AppendUint32(key, uint32(k))
		}
		row, met := known[string(key)]
		if !met {
			row = len(known)
			known[string(key)] = row
			cells.Data = append(cells.Data, g.position(cell)...)
		}
		rows[i] = row
	}
	return cells, rows
}
