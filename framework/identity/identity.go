// Package identity finds columns of points that others give: copies, also in another unit, sums and differences, and
// logarithms, roots and squares. An identity holds in every row but for the rounding of the numbers as they are
// written, which is found from the numbers (precision.go); and it must tell something: rounding must be small beside
// what every column of it varies by, rows many beside its columns, and numbers different. Columns of two are compared
// in pairs.go, those of more in sums.go.
package identity

import (
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"ebim/framework/points"
)

const (
	fewestRows = 20   // in which an identity holds
	rowsEach   = 5    // for each of its columns
	different  = 10   // numbers of a column; few of them agree with others by chance
	clear      = 10   // times that a column varies by what rounding leaves
	lost       = 10   // halves of a column's last unit that rounding of others may take from it: one of its digits
	nothing    = 1e-4 // of a column's spread, which nobody sees
	noise      = 1e-13
)

// Columns are those of some points.
type Columns struct {
	x  *points.Set
	of []column
}

// column is what is known of one.
type column struct {
	precision
	spread    float64 // standard deviation
	many      bool    // it has enough different numbers
	low, high int     // rows of its least and greatest number
	lost      float64 // what may be lost of it
}

// Of looks at the columns of finite points.
func Of(x *points.Set) *Columns {
	c := &Columns{x: x, of: make([]column, x.Dim)}
	values := make([]float64, x.Len())
	for k := range c.of {
		seen := map[float64]bool{}
		one := &c.of[k]
		for i := range values {
			values[i] = x.At(i)[k]
			if len(seen) < different {
				seen[values[i]] = true
			}
			if values[i] < values[one.low] {
				one.low = i
			}
			if values[i] > values[one.high] {
				one.high = i
			}
		}
		one.precision, one.many = precisionOf(values), len(seen) >= different
		largest := math.Max(math.Abs(values[one.low]), math.Abs(values[one.high]))
		if x.Len() > 1 {
			one.spread = stat.StdDev(values, nil)
		}
		one.lost = max(lost*one.half(largest)+noise*largest, nothing*one.spread)
	}
	return c
}

// Term is a column with its weight in a sum.
type Term struct {
	Column int
	Weight float64
}

// constant is what a weighted sum of columns is in all rows, but for rounding, and the most that this makes; false
// where there is none, or where rounding is not small beside what a column adds. It is 0 where rounding lets it, else
// the number with the fewest digits that leaves no more than twice what any other does: numbers may be more exact than
// they look, as those that were counted.
func (c *Columns) constant(terms []Term) (value, worst float64, ok bool) {
	low, high := math.Inf(-1), math.Inf(1)
	least, most, largest := math.Inf(1), math.Inf(-1), 0.0
	counted := !slices.ContainsFunc(terms, func(of Term) bool { return !c.of[of.Column].isWhole() })
	for i := range c.x.Len() {
		row := c.x.At(i)
		sum, rounding, size := 0.0, 0.0, 0.0
		for _, of := range terms {
			v := row[of.Column]
			sum += of.Weight * v
			if !counted { // counts add up exactly, or not at all
				rounding += math.Abs(of.Weight) * c.of[of.Column].half(v)
			}
			size += math.Abs(of.Weight * v)
		}
		rounding, largest = rounding+noise*size, max(largest, size)
		low, high = max(low, sum-rounding), min(high, sum+rounding)
		least, most = min(least, sum), max(most, sum)
		if low > high {
			return 0, 0, false
		}
	}
	if value = 0; low > 0 || high < 0 {
		around := (most-least)/2 + noise*largest
		value = shortest(max(low, (least+most)/2-around), min(high, (least+most)/2+around))
	}
	worst = max(most-value, value-least)
	for _, of := range terms {
		if math.Abs(of.Weight)*c.of[of.Column].spread <= clear*worst {
			return 0, 0, false
		}
	}
	return value, worst, true
}

// enough says that some columns have so many rows, and three of them, or both, so many different numbers, that they
// don't agree by chance.
func (c *Columns) enough(terms []Term) bool {
	const three = 3
	many := 0
	for _, of := range terms {
		if c.of[of.Column].many {
			many++
		}
	}
	return c.x.Len() >= max(fewestRows, rowsEach*len(terms)) && many >= min(three, len(terms))
}

// shortest is the number in an interval that has the fewest digits.
func shortest(low, high float64) float64 {
	middle := low + (high-low)/2
	for digits := range doubleDigits {
		if v := rounded(middle, digits+1); v >= low && v <= high {
			return v
		}
	}
	return middle
}

// rounded is a number with some digits.
func rounded(v float64, digits int) float64 {
	short, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
	if err != nil { // it is out of range, or none
		return v
	}
	return short
}
