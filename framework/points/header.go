package points

import (
	"slices"
	"strings"
)

// Header says whether a table's first row holds the columns' names.
type Header string

const (
	// HeaderAuto takes the first row as names if none of its fields is a number.
	HeaderAuto Header = "auto"
	// HeaderYes takes the first row as names.
	HeaderYes Header = "yes"
	// HeaderNo takes every row as data.
	HeaderNo Header = "no"
)

// withoutCommas are names without the commas that part them above rows that blanks part.
func withoutCommas(names []string) []string {
	last := len(names) - 1
	if last < 1 || slices.ContainsFunc(names[:last], func(name string) bool { return !strings.HasSuffix(name, ",") }) {
		return names
	}
	names = slices.Clone(names)
	for i := range names {
		names[i] = strings.TrimSuffix(names[i], ",")
	}
	return names
}

// unitsAmong are the fields of the row with most units that are known, or of the only one, unless it has the same text
// for all; nil for none.
func unitsAmong(rows []textRow) (units []string) {
	most := 0
	for _, row := range rows {
		known, different := 0, map[string]bool{}
		for _, field := range row.fields {
			field = strings.Trim(strings.TrimSpace(field), "[]()")
			if different[field] = true; KnownUnit(field) {
				known++
			}
		}
		alone := len(rows) == 1 && len(different) > 1 && !isRule(row.fields)
		if known > most || known == most && units == nil && alone {
			units, most = row.fields, known
		}
	}
	return units
}

// belowNames counts the rows below the names that are no data: further names, units, rules, and what measured each.
func belowNames(ahead []textRow) int {
	const most, mostOfLevels = 3, 5
	below := ahead[1:]
	data := slices.IndexFunc(below, func(r textRow) bool {
		return r.err != nil || slices.ContainsFunc(r.fields, isNumber)
	})
	if data < 1 || below[data].err != nil {
		return 0
	}
	rows, width := []textRow{ahead[0]}, len(below[data].fields)
	for _, row := range below[:data] {
		if !isLine(row.fields, width) {
			rows = append(rows, row)
		}
	}
	switch _, of := levels(rows); {
	case of > 1 && len(rows) <= mostOfLevels:
		return data
	case len(rows) > 1+most, slices.ContainsFunc(rows[1:], func(r textRow) bool {
		return !areUnits(r.fields, below[data].fields)
	}):
		return 0
	}
	return data
}

// isRule says that the fields of a row are nothing but lines.
func isRule(fields []string) bool {
	return !slices.ContainsFunc(fields, func(field string) bool { return strings.Trim(field, "-=_ ") != "" })
}

// isLine says that a row is a line drawn across a table of some width, as of one long field.
func isLine(fields []string, width int) bool {
	const drawn = 3
	return len(fields) != width && isRule(fields) && len(strings.Join(fields, "")) >= drawn
}

// areUnits says that a row beneath the names, of short texts or lines alone, holds the units of numbers in a row below.
func areUnits(row, next []string) (are bool) {
	const long = 20
	if len(row) != len(next) {
		return false
	}
	rule := isRule(row)
	for i, field := range row {
		field = strings.TrimSpace(field)
		if isNumber(field) || len(field) > long && !rule {
			return false
		}
		are = are || (rule || !Missing(field)) && looksLikeNumber(strings.TrimSpace(next[i]))
	}
	return are
}

// sameUnits says that a row and the next both hold numbers that are followed by the same units, so that neither holds
// names.
func sameUnits(row, next []string) bool {
	for i := range min(len(row), len(next)) {
		unit := afterNumber(strings.TrimSpace(row[i]))
		if unit != "" && unit == afterNumber(strings.TrimSpace(next[i])) {
			return true
		}
	}
	return false
}

func isHeader(fields []string, choice Header) bool {
	switch choice {
	case HeaderYes:
		return true
	case HeaderNo:
		return false
	}
	named := false
	for _, field := range fields {
		field = strings.TrimSpace(field)
		if looksLikeNumber(field) {
			return false
		}
		named = named || field != ""
	}
	return named
}
