package points

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// missing are the fields of text tables, in lower case, that stand for a number that isn't there.
var missing = []string{"", "na", "n/a", "#n/a", "<na>", "n.a.", "n.d.", "nd", "nan", "null", "nil", "none", "missing",
	"inf", "+inf", "-inf", "infinity", "-infinity"}

// Missing says that a field of a text table stands for a number that isn't there: it is empty, infinite, NA, NaN, null,
// none, n.d., or signs alone, such as ?, -- or **.
func Missing(field string) bool {
	field = strings.TrimSpace(field)
	return strings.Trim(field, "?-–—.*") == "" || slices.Contains(missing, strings.ToLower(field))
}

// codeText are numbers that files have in place of missing ones: three or more nines, and the least of 16 bits. The
// greatest of so many bits is where a sensor is saturated, which is no missing number.
var codeText = regexp.MustCompile(`^(-?9{3,}(\.9+|\.25)?|-32768)$`)

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
// more than once, but for few of count numbers, and is farther from all others than these from one another.
func (e *end) isCode(number, others float64, count int) bool {
	const often, most = 2, 0.1
	return codeText.MatchString(strconv.FormatFloat(number, 'f', -1, 64)) && e.count >= often &&
		float64(e.count) <= most*float64(count) && others > 0 && !math.IsInf(others, 0) && e.value-e.next > others
}
