package plotstyle

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
)

// Ticks are at most seven round numbers, fewer of long ones.
type Ticks struct{}

// Ticks implements plot.Ticker.
func (Ticks) Ticks(low, high float64) []plot.Tick {
	marks := roundTicks(low, high, 5)
	if len(marks) > 3 && slices.ContainsFunc(marks, func(mark plot.Tick) bool { return len(mark.Label) > LongTick }) {
		return roundTicks(low, high, 3)
	}
	return marks
}

// LongTick is the number of characters above which few ticks have room.
const LongTick = 7

// roundTicks are round numbers with about the given number of steps between them.
func roundTicks(low, high, steps float64) []plot.Tick {
	step := roundStep((high - low) / steps)
	if !countable(low, high, step) {
		return []plot.Tick{{Value: low, Label: Short(low)}}
	}
	label := Short
	// Far from 0, neighbors differ only in later digits.
	if digits := math.Ceil(math.Log10(max(math.Abs(low), math.Abs(high)) / step)); digits >= 4 {
		label = func(x float64) string { return tidy(fmt.Sprintf("%.*g", int(digits)+1, x)) }
	}
	var marks []plot.Tick
	for k := math.Ceil(low/step - 1e-9); k*step <= high+1e-9*step; k++ {
		marks = append(marks, plot.Tick{Value: k * step, Label: label(k * step)})
	}
	return marks
}

// countable says whether the multiples of a step between two numbers differ in floating point.
func countable(low, high, step float64) bool {
	return step > 0 && !math.IsInf(step, 0) && max(math.Abs(low), math.Abs(high)) < 1e15*step
}

// roundStep is the least of 1, 2, 5 times a power of ten that is not below x.
func roundStep(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{1, 2, 5} {
		if digit*power >= x*(1-1e-9) {
			return digit * power
		}
	}
	return 10 * power
}

// RoundBelow returns the greatest of 1, 2, 5 times a power of ten that is not above x.
func RoundBelow(x float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, digit := range []float64{5, 2} {
		if digit*power <= x*(1+1e-9) {
			return digit * power
		}
	}
	return power
}

// Short writes a tick's number without the noise of its last digits.
func Short(x float64) string {
	if math.Abs(x) < 1e-300 {
		return "0"
	}
	return tidy(fmt.Sprintf("%.4g", x))
}

// tidy shortens a number's exponent.
func tidy(number string) string {
	return strings.NewReplacer("e-0", "e-", "e+0", "e", "e+", "e").Replace(number)
}

// Sparse are few round numbers, for small axes: the axis has at least the given number of their steps.
type Sparse struct{ Steps float64 }

// Ticks implements plot.Ticker.
func (s Sparse) Ticks(low, high float64) []plot.Tick {
	step := RoundBelow((high - low) / s.Steps)
	if !countable(low, high, step) {
		return []plot.Tick{{Value: low, Label: Short(low)}}
	}
	marks := []plot.Tick{}
	for k := math.Ceil(low / step); k*step <= high; k++ {
		marks = append(marks, plot.Tick{Value: k * step, Label: thousands(k * step)})
	}
	return marks
}

// thousands shortens large numbers of steps.
func thousands(x float64) string {
	if x >= 1e4 {
		return fmt.Sprintf("%gk", x/1e3)
	}
	return Short(x)
}

// Decades are powers of ten, at most about five of them; of less than two, round numbers.
type Decades struct{}

// Ticks implements plot.Ticker.
func (Decades) Ticks(low, high float64) []plot.Tick {
	from, to := math.Ceil(math.Log10(low)-1e-9), math.Floor(math.Log10(high)+1e-9)
	if to-from < 1 { // less than two of them
		return Sparse{Steps: 2}.Ticks(low, high)
	}
	step := math.Ceil((to - from + 1) / 5)
	var marks []plot.Tick
	for k := to; k >= from; k -= step {
		marks = append(marks, plot.Tick{Value: math.Pow(10, k), Label: fmt.Sprintf("1e%.0f", k)})
	}
	return marks
}
