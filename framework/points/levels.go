package points

import (
	"slices"
	"strings"
)

// levels joins rows of names into one where names have several levels, such as a thing and its coordinates: those of
// the first row are shared, and those of all rows together are not. What is the same for all columns is left out, and
// empty fields take the name to their left, as in cells that were merged. It also returns how many of the rows are
// names; units may be beneath them, or the name of the first column alone.
func levels(rows []textRow) (names []string, of int) {
	var cells [][]string
	width := len(rows[0].fields)
	for _, row := range rows {
		if len(row.fields) != width || slices.ContainsFunc(row.fields, isNumber) {
			return nil, 0
		}
		if len(cells) > 0 && (mostlyUnits(row.fields) || onlyFirst(row.fields)) {
			break
		}
		cells = append(cells, row.fields)
	}
	if of = len(cells); of < 2 || width < 3 {
		return nil, 0
	}
	shared := false
	for k := range cells {
		if k < of-1 {
			cells[k] = spread(cells[k])
		}
		shared = shared || k < of-1 && !allDiffer(cells[k][1:])
	}
	for column := range width {
		names = append(names, joined(cells, column))
	}
	if of < len(rows) && onlyFirst(rows[of].fields) {
		names[0], of = strings.TrimSpace(rows[of].fields[0]), of+1
	}
	if !shared || !allDiffer(names) {
		return nil, 0
	}
	return names, of
}

// joined is a column's name of several levels. Of the first column, which may hold the names of levels, it is the last
// that is no unit.
func joined(cells [][]string, column int) string {
	var parts []string
	for k, row := range cells {
		part := strings.TrimSpace(row[column])
		same := !slices.ContainsFunc(row[1:], func(field string) bool { return field != row[column] })
		if part != "" && (k == len(cells)-1 || !same) {
			parts = append(parts, part)
		}
	}
	for column == 0 && len(parts) > 1 {
		if last := parts[len(parts)-1]; !KnownUnit(last) {
			return last
		}
		parts = parts[:len(parts)-1]
	}
	return strings.Join(parts, " ")
}

// spread gives each empty field the name to its left, but for those before the first.
func spread(row []string) []string {
	row = slices.Clone(row)
	for i := range row[1:] {
		if strings.TrimSpace(row[i+1]) == "" {
			row[i+1] = row[i]
		}
	}
	return row
}

// allDiffer says that no two texts are the same, and none is empty.
func allDiffer(texts []string) bool {
	found := map[string]bool{}
	for _, text := range texts {
		if text = strings.TrimSpace(text); text == "" || found[text] {
			return false
		}
		found[text] = true
	}
	return true
}

// onlyFirst says that a row has nothing but its first field.
func onlyFirst(fields []string) bool {
	filled := func(field string) bool { return strings.TrimSpace(field) != "" }
	return filled(fields[0]) && !slices.ContainsFunc(fields[1:], filled)
}

// mostlyUnits says that more than half of the fields with something are known units.
func mostlyUnits(fields []string) bool {
	filled, known := 0, 0
	for _, field := range fields {
		field = strings.Trim(strings.TrimSpace(field), "[]()")
		if field != "" {
			filled++
		}
		if KnownUnit(field) {
			known++
		}
	}
	return 2*known > filled
}
