package identity

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Affine is a column as another one times a factor, plus a shift.
type Affine struct{ Factor, Shift float64 }

// Same says that it is the other column as it is.
func (a Affine) Same() bool { return a == Affine{Factor: 1} }

// Affine says whether column y is column x times a factor, plus a shift, as one in another unit is, and not written
// much more exactly; of all such numbers they are those with the fewest digits.
func (c *Columns) Affine(y, x int) (Affine, bool) {
	from, to := c.x.At(c.of[x].low), c.x.At(c.of[x].high)
	factor := (to[y] - from[y]) / (to[x] - from[x])
	if !c.enough([]Term{{Column: y}, {Column: x}}) || factor == 0 {
		return Affine{}, false
	}
	rounding := func(row []float64) float64 { return c.of[y].half(row[y]) + math.Abs(factor)*c.of[x].half(row[x]) }
	unsure := (rounding(from) + rounding(to)) / (to[x] - from[x])
	for i := range c.x.Len() { // few rows tell most pairs
		row := c.x.At(i)
		along := row[x] - from[x]
		allowed := rounding(row) + rounding(from) + unsure*along + noise*(math.Abs(row[y])+math.Abs(factor*row[x]))
		if math.Abs(row[y]-from[y]-factor*along) > allowed {
			return Affine{}, false
		}
	}
	return c.shortestAffine(y, x)
}

// shortestAffine is the Affine with the fewest digits that leaves no more than twice what others do. Columns of whole
// numbers with about one unit may both be counted: they agree exactly, or not at all.
func (c *Columns) shortestAffine(y, x int) (Affine, bool) {
	xs, ys := make([]float64, c.x.Len()), make([]float64, c.x.Len())
	for i := range xs {
		xs[i], ys[i] = c.x.At(i)[x], c.x.At(i)[y]
	}
	_, factor := stat.LinearRegression(xs, ys, nil, false)
	const uneven = 0.05
	var found [doubleDigits]Affine
	var worst [doubleDigits]float64
	least := math.Inf(1)
	for k := range found {
		short := rounded(factor, k+1)
		shift, left, ok := c.constant([]Term{{Column: y, Weight: 1}, {Column: x, Weight: -short}})
		if !ok {
			left = math.Inf(1)
		}
		found[k], worst[k], least = Affine{short, shift}, left, min(least, left)
	}
	for k, a := range found {
		if left := worst[k]; !math.IsInf(left, 0) && left <= 2*least+noise*c.of[y].spread {
			counted := math.Abs(math.Abs(a.Factor)-1) < uneven && c.of[y].isWhole() && c.of[x].isWhole()
			return a, left <= c.of[y].lost && (left == 0 || !counted)
		}
	}
	return Affine{}, false
}

// Function is one of a number.
type Function struct {
	Form  string // with %s for the number
	Words []string
	of    func(float64) float64
}

// functions are those that columns are taken for, with the words that names of such columns have beside the other's.
var functions = []Function{
	{"log(%s)", []string{"l", "ln", "log", "logarithm"}, math.Log},
	{"log10(%s)", []string{"l", "lg", "log", "log10"}, math.Log10},
	{"log2(%s)", []string{"l", "ld", "lb", "log", "log2"}, math.Log2},
	{"log(1 + %s)", []string{"l", "ln", "log", "log1p", "logp1", "log1"}, math.Log1p},
	{"sqrt(%s)", []string{"sqrt", "root", "rt", "sq", "sqr"}, math.Sqrt},
	{"%s^2", []string{"sq", "sqr", "squared", "square", "2", "s"}, func(v float64) float64 { return v * v }},
}

// Function is one that takes column x to column y; false for none.
func (c *Columns) Function(y, x int) (Function, bool) {
	if c.enough([]Term{{Column: y}, {Column: x}}) {
		for _, f := range functions {
			if c.follows(y, x, f.of) {
				return f, true
			}
		}
	}
	return Function{}, false
}

// follows says that a function takes column x to column y.
func (c *Columns) follows(y, x int, f func(float64) float64) bool {
	worst := 0.0
	for i := range c.x.Len() {
		row := c.x.At(i)
		of, half := f(row[x]), c.of[x].half(row[x])
		away := math.Abs(row[y] - of)
		if math.IsNaN(of) || math.IsInf(of, 0) {
			return false
		}
		if allowed := c.of[y].half(row[y]) + noise*math.Abs(of); away > allowed {
			moved := 0.0
			for _, end := range []float64{f(row[x] - half), f(row[x] + half)} {
				if !math.IsNaN(end) && !math.IsInf(end, 0) {
					moved = max(moved, math.Abs(end-of))
				}
			}
			if away > allowed+moved {
				return false
			}
		}
		worst = max(worst, away)
	}
	return c.of[y].spread > clear*worst
}
