package dataset

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"ebim/framework/config"
	"ebim/framework/points"
)

// chart is a map x(u) from a box to R^n with a grid of cells over the box.
type chart struct {
	formulas []*config.Formula
	box      points.Box
	cells    int         // along each axis
	near     *points.Set // images of the cells' centers
	measures []float64   // of the cells' images
	measure  float64     // of the whole
	bound    float64     // of the volume element
	err      error
}

// cellsAlong is the number of cells along each axis, by how many axes there are; cellsToCheck only finds mistakes.
var cellsAlong = map[int]int{1: 4096, 2: 200, 3: 32}

const cellsToCheck = 8

func newChart(p *Parametric, cells int) *chart {
	c := &chart{cells: cells}
	for _, variable := range p.Variables {
		c.box = append(c.box, [2]float64{variable.From, variable.To})
	}
	if c.formulas, c.err = p.formulas(); c.err == nil {
		c.err = c.tabulate()
	}
	return c
}

// tabulate fills in what is computed cell by cell.
func (c *chart) tabulate() error {
	m := len(c.box)
	count := int(math.Pow(float64(c.cells), float64(m)))
	cell := 1.0 // its volume
	for _, axis := range c.box {
		cell *= (axis[1] - axis[0]) / float64(c.cells)
	}
	c.near, c.measures = points.New(count, len(c.formulas)), make([]float64, count)
	u := make([]float64, m)
	for i := range count {
		c.within(u, i, 0.5)
		for j, formula := range c.formulas {
			value, err := formula.Value(u)
			if err != nil {
				return &config.FieldError{Field: fmt.Sprintf("coordinates[%d]", j),
					Found:   fmt.Sprintf("%q: %v, where the variables are %.3g", formula, err, u),
					Allowed: "finite numbers"}
			}
			c.near.At(i)[j] = value
		}
		volume := c.volume(u)
		c.measures[i] = volume * cell
		c.bound = max(c.bound, volume)
	}
	c.bound *= 1.05 // between centers it may be greater
	if c.measure = floats.Sum(c.measures); !(c.measure > 0) || math.IsInf(c.measure, 0) {
		return &config.FieldError{Field: "coordinates", Found: fmt.Sprintf("a manifold of the measure %v", c.measure),
			Allowed: fmt.Sprintf("formulas whose points fill %d dimensions", m)}
	}
	return nil
}

// within writes the parameters at a share of a cell along the first axis, and at the middle of it along the others.
// Consecutive cells are neighbors: every other row runs backwards, as the number of cells along an axis is even.
func (c *chart) within(u []float64, cell int, share float64) {
	backwards := false
	places := make([]int, len(u)) // of the cell, the last axis the slowest
	for j := range places {
		places[j] = cell % c.cells
		cell /= c.cells
	}
	for j := len(u) - 1; j >= 0; j-- {
		at, part := places[j], 0.5
		if backwards {
			at = c.cells - 1 - at
		}
		if j == 0 {
			if part = share; backwards {
				part = 1 - share
			}
		}
		axis := c.box[j]
		u[j] = axis[0] + (axis[1]-axis[0])*(float64(at)+part)/float64(c.cells)
		backwards = places[j]%2 == 1
	}
}

// place writes x(u), not a number where a formula has no value.
func (c *chart) place(x, u []float64) {
	for j, formula := range c.formulas {
		value, err := formula.Value(u)
		if err != nil {
			value = math.NaN()
		}
		x[j] = value
	}
}

// jacobian is dx/du, [n, m], by central differences within the box.
func (c *chart) jacobian(u []float64) *mat.Dense {
	n, m := len(c.formulas), len(u)
	jacobian, above, below := mat.NewDense(n, m, nil), make([]float64, n), make([]float64, n)
	for j, axis := range c.box {
		step, at := 1e-6*(axis[1]-axis[0]), slices.Clone(u)
		at[j] = min(u[j]+step, axis[1])
		width := at[j]
		c.place(above, at)
		at[j] = max(u[j]-step, axis[0])
		width -= at[j]
		c.place(below, at)
		for i := range n {
			jacobian.Set(i, j, (above[i]-below[i])/width)
		}
	}
	return jacobian
}

// volume is the volume element sqrt(det J^T J).
func (c *chart) volume(u []float64) float64 {
	jacobian := c.jacobian(u)
	var gram mat.Dense
	gram.Mul(jacobian.T(), jacobian)
	return math.Sqrt(max(0, mat.Det(&gram)))
}

// nearest is the closest of what searches from the nearest centers find.
func (c *chart) nearest(x []float64) []float64 {
	type start struct {
		cell     int
		distance float64
	}
	const most = 4
	var starts []start // the nearest ones, in order
	for i := range c.near.Len() {
		d := points.SquaredDistance(x, c.near.At(i))
		if len(starts) == most && d >= starts[most-1].distance {
			continue
		}
		at := sort.Search(len(starts), func(k int) bool { return starts[k].distance > d })
		starts = slices.Insert(starts, at, start{i, d})
		starts = starts[:min(len(starts), most)]
	}
	best, least := make([]float64, len(x)), math.Inf(1)
	u, found := make([]float64, len(c.box)), make([]float64, len(x))
	for _, start := range starts {
		c.within(u, start.cell, 0.5)
		c.refine(x, u)
		if c.place(found, u); points.SquaredDistance(x, found) < least {
			copy(best, found)
			least = points.SquaredDistance(x, found)
		}
	}
	return best
}

// refine moves u to a minimum of |x(u) - x|^2 in the box, by Gauss-Newton steps in the parameters that are not held at
// an end, halved until they gain.
func (c *chart) refine(x, u []float64) {
	n, m := len(x), len(u)
	at := make([]float64, n)
	value := func(u []float64) float64 {
		c.place(at, u)
		return points.SquaredDistance(x, at)
	}
	for now := value(u); ; {
		jacobian, residual := c.jacobian(u), mat.NewVecDense(n, nil)
		c.place(at, u)
		floats.SubTo(residual.RawVector().Data, at, x)
		var slope mat.VecDense
		slope.MulVec(jacobian.T(), residual)
		for j, axis := range c.box { // its column 0: held
			if u[j] <= axis[0] && slope.AtVec(j) > 0 || u[j] >= axis[1] && slope.AtVec(j) < 0 {
				jacobian.SetCol(j, make([]float64, n))
			}
		}
		var gram mat.Dense
		gram.Mul(jacobian.T(), jacobian)
		for j := range m {
			gram.Set(j, j, gram.At(j, j)*(1+1e-12)+1e-300)
			if mat.Norm(jacobian.ColView(j), 2) == 0 {
				gram.Set(j, j, 1)
			}
		}
		slope.MulVec(jacobian.T(), residual)
		var step mat.VecDense
		if step.SolveVec(&gram, &slope) != nil {
			return
		}
		next, gained := make([]float64, m), false
		for share := 1.0; share > 1e-6 && !gained; share /= 2 {
			for j, axis := range c.box {
				next[j] = min(max(u[j]-share*step.AtVec(j), axis[0]), axis[1])
			}
			if then := value(next); then < now*(1-1e-14) {
				now, gained = then, true
				copy(u, next)
			}
		}
		if !gained {
			return
		}
	}
}
