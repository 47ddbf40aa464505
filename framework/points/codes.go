package points

import (
	"math"
	"regexp"
	"strconv"
)

// codeText are numbers that files have in place of missing ones: three or more nines, and the greatest of so many bits.
var codeText = regexp.MustCompile(`^-?(9{3,}(\.9+|\.25)?|511|32767|32768|65535)$`)

// end is the greatest of some numbers, how often it was met, and the greatest of the others.
type end struct {
	value, next float64
	count       int
}

func (e *end) take(value float64) {
	switch {
	case value > e.value:
		e.value, e.next, e.count = value, e.value, 1
	case value == e.value:
		e.count++
	default:
		e.next = max(e.next, value)
	}
}

// isCode says that an end, which is a number or its negative, stands for missing numbers: it looks like a code, comes
// more than once, and is far from all others, which have a range.
func (e *end) isCode(number, others float64) bool {
	const often, far = 2, 0.3 // of the range
	return e.count >= often && codeText.MatchString(strconv.FormatFloat(number, 'f', -1, 64)) && others > 0 &&
		!math.IsInf(others, 0) && e.value-e.next > far*others
}
