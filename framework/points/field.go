package points

import (
	"errors"
	"slices"
	"strconv"
	"strings"
)

// textRow is a row that was read, or why none was.
type textRow struct {
	fields []string
	line   int
	err    error
}

// isNumber says that a field holds one, perhaps with a unit.
func isNumber(field string) bool {
	field = strings.TrimSpace(field)
	number := groups{blanks: true}.inASCII(numberIn(field))
	return looksLikeNumber(number) || grouped.MatchString(number) || angleInParts.MatchString(field) ||
		degreesMinutes.MatchString(field) || uncertain.MatchString(field)
}

// looksLikeNumber says so of what programs write for numbers, with a decimal point or comma, finite or not.
func looksLikeNumber(field string) bool {
	field = withoutPercent(field)
	_, err := strconv.ParseFloat(field, 64)
	return err == nil || errors.Is(err, strconv.ErrRange) || commaNumber.MatchString(field) ||
		millions.MatchString(field) || fortranNumber.MatchString(field)
}

// onlyNumbers says that all fields look like numbers.
func onlyNumbers(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return !looksLikeNumber(strings.TrimSpace(field)) })
}
