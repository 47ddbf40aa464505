package page

import (
	"cmp"
	"strconv"
	"strings"
)

// Naturally orders names with the numbers in them by size, so that "steps=3" comes before "steps=10" and "rate=0.03"
// before "rate=0.2".
func Naturally(a, b string) int {
	whole := strings.Compare(a, b)
	for a != "" && b != "" {
		n, m := leadingNumber(a), leadingNumber(b)
		x, errX := strconv.ParseFloat(a[:n], 64)
		y, errY := strconv.ParseFloat(b[:m], 64)
		switch {
		case errX == nil && errY == nil && x != y:
			return cmp.Compare(x, y)
		case errX == nil && errY == nil:
			a, b = a[n:], b[m:]
		case a[0] != b[0]:
			return strings.Compare(a, b)
		default:
			a, b = a[1:], b[1:]
		}
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), whole)
}

// leadingNumber counts the characters of the number that a text starts with: digits, perhaps with a point among them.
func leadingNumber(text string) int {
	digits := func(from int) int { return len(text) - len(strings.TrimLeft(text[from:], "0123456789")) }
	end := digits(0)
	if end > 0 && end < len(text) && text[end] == '.' && digits(end+1) > end+1 {
		return digits(end + 1)
	}
	return end
}
