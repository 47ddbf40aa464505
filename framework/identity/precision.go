package identity

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/points"
)

const (
	doubleDigits = 15 // that any number of 64 bits has
	singleDigits = 7  // that one of 32 bits has, but for the last, which sums may change
)

// precision is how exactly the numbers of a column are written: with some decimals, and digits of large ones.
type precision struct {
	decimal float64 // half of the last decimal's unit
	digits  int     // of the longest number
	bound   float64 // below which the last decimal is the last digit
}

// precisionOf is that of 2000 numbers at most. Numbers of 32 bits may have been written with the digits of 64. Large
// ones with fewer decimals than others have less digits, unless they are so few that their last may be zeros.
func precisionOf(values []float64) precision {
	const looked, few = 2000, 3
	kept := doubleDigits
	if areSingle(values) {
		kept = singleDigits
	}
	digits, decimals := 1, math.MinInt
	var before []int // digits before the point
	for _, i := range points.EvenlySpaced(len(values), looked) {
		if values[i] == 0 {
			continue
		}
		mantissa, power, _ := strings.Cut(strconv.FormatFloat(math.Abs(values[i]), 'e', kept-1, 64), "e")
		exponent, err := strconv.Atoi(power)
		if err != nil {
			continue // no number is finite that has no exponent
		}
		count := len(strings.TrimRight(strings.Replace(mantissa, ".", "", 1), "0"))
		digits, decimals = max(digits, count), max(decimals, count-1-exponent)
		before = append(before, exponent+1)
	}
	if decimals == math.MinInt { // all are 0
		return precision{digits: digits}
	}
	slices.Sort(before)
	if last := before[max(0, len(before)-few)]; last+decimals <= digits {
		digits = max(digits, before[len(before)-1]+decimals)
	}
	return precision{decimal: math.Pow10(-decimals) / 2, digits: digits, bound: math.Pow10(digits - decimals)}
}

// areSingle says that all numbers have 32 bits, as far as they are written.
func areSingle(values []float64) bool {
	const written = 1e-14
	for _, v := range values {
		if math.Abs(float64(float32(v))-v) > written*math.Abs(v) {
			return false
		}
	}
	return true
}

// isWhole says that the numbers are whole, and some of them no tens.
func (p precision) isWhole() bool { return p.decimal == 0.5 }

// half is half a unit of a number's last digit: what rounding may have changed.
func (p precision) half(v float64) float64 {
	v = math.Abs(v)
	if v < p.bound {
		return p.decimal
	}
	return max(p.decimal, math.Pow(10, math.Floor(math.Log10(v))+1-float64(p.digits))/2)
}
