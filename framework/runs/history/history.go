// Package history writes and reads history.csv, a training's table: a header, then a row for each step with the step's
// number first. A cell of the column validation is empty between looks at the validation points.
package history

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"ebim/framework/runs/disk"
)

// Name is the history's file in a stage's folder.
const Name = "history.csv"

// Validation is the name of the last column, where there is one: the value on the validation points, empty between
// looks at them.
const Validation = "validation"

// File returns the name of the history of one of a training's starts, counted from 0: history.csv, history-2.csv, ...
func File(start int) string {
	if start == 0 {
		return Name
	}
	return fmt.Sprintf("history-%d.csv", start+1)
}

// Start returns the start whose history has a name, or -1.
func Start(name string) int {
	if name == Name {
		return 0
	}
	digits, ok := strings.CutPrefix(strings.TrimSuffix(name, ".csv"), "history-")
	number, err := strconv.Atoi(digits)
	if !ok || err != nil || number < 2 || File(number-1) != name {
		return -1
	}
	return number - 1
}

// AppendHeader appends the line of the columns' names.
func AppendHeader(text []byte, columns []string) []byte {
	text = append(text, "step"...)
	for _, column := range columns {
		text = append(append(text, ','), column...)
	}
	return append(text, '\n')
}

// AppendRow appends the line of a step.
func AppendRow[T float32 | float64](text []byte, columns []string, step int, values []T) []byte {
	text = strconv.AppendInt(text, int64(step), 10)
	for i, v := range values {
		text = append(text, ',')
		if empty := v != v && columns[i] == Validation; !empty {
			text = strconv.AppendFloat(text, float64(v), 'g', 6, 32)
		}
	}
	return append(text, '\n')
}

// Series is one column of a history: the values of all steps.
type Series struct {
	Name   string
	Values []float64
}

// Read reads a whole history; NaN stands for an empty cell.
func Read(path string) ([]Series, error) {
	tail := Tail{Path: path}
	var all []Series
	for more := true; more; {
		var rows [][]float64
		var err error
		if rows, more, _, err = tail.Next(); err != nil {
			return nil, fmt.Errorf("%w; run again with --fresh", err)
		}
		if all == nil {
			for _, name := range tail.columns {
				all = append(all, Series{Name: name})
			}
		}
		for _, row := range rows {
			for i := range all {
				all[i].Values = append(all[i].Values, row[1+i])
			}
		}
	}
	if tail.columns == nil {
		return nil, fmt.Errorf("the history %s is empty; run again with --fresh", path)
	}
	return all, nil
}

// LowestValidation returns the lowest value on the validation points in a history's columns, and whether there is any.
func LowestValidation(columns []Series) (lowest float64, validated bool) {
	lowest = math.Inf(1)
	for _, column := range columns {
		if column.Name != Validation {
			continue
		}
		for _, v := range column.Values {
			if v < lowest {
				lowest, validated = v, true
			}
		}
	}
	return lowest, validated
}

// mostThinned bounds a history that is thinned, in bytes: some hundred thousand steps of many columns.
const mostThinned = 256 << 20

// Thin returns at most the given number of a history's rows, at least 2: evenly spaced ones, the first and the last
// among them. Between them a row that has a value in more columns, such as one on validation points, takes the place
// of its neighbors.
func Thin(path string, most int) (string, error) {
	data, err := disk.Read(path, mostThinned)
	if err != nil {
		return "", err
	}
	lines := strings.SplitAfter(strings.TrimRight(string(data), "\n"), "\n")
	rows := lines[1:]
	if len(rows) <= most {
		return string(data), nil
	}
	filled := func(row string) int {
		return strings.Count(row, ",") - strings.Count(row, ",,") - strings.Count(row, ",\n")
	}
	text := []byte(lines[0])
	for k := range most {
		first, end := k*len(rows)/most, (k+1)*len(rows)/most
		row := rows[first]
		for _, other := range rows[first:end] {
			if k > 0 && filled(other) > filled(row) {
				row = other
			}
		}
		if k == most-1 {
			row = rows[end-1] + "\n"
		}
		text = append(text, row...)
	}
	return string(text), nil
}
