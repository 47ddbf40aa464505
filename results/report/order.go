package report

import (
	"cmp"
	"strings"
)

// naturally orders names with their whole numbers by size, so that "steps=3" comes before "steps=10".
func naturally(a, b string) int {
	for a != "" && b != "" {
		n, m := digits(a), digits(b)
		if n > 0 && m > 0 {
			x, y := strings.TrimLeft(a[:n], "0"), strings.TrimLeft(b[:m], "0")
			if order := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); order != 0 {
				return order
			}
			a, b = a[n:], b[m:]
			continue
		}
		if a[0] != b[0] {
			break
		}
		a, b = a[1:], b[1:]
	}
	return strings.Compare(a, b)
}

// digits counts those that a text starts with.
func digits(text string) int { return len(text) - len(strings.TrimLeft(text, "0123456789")) }
