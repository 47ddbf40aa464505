package draft

import (
	"fmt"
	"testing"
)

// Whole grids of pixels are pictures whatever their names begin with, and so are many columns in a row of bytes or of
// parts of 1; columns with a floor of their own may each have a unit, and so may few.
func TestPictures(t *testing.T) {
	grid := func(format string, rows, columns int, of ...string) (names []string) {
		for _, stem := range of {
			for k := range rows * columns {
				names = append(names, stem+fmt.Sprintf(format, k/columns, k%columns))
			}
		}
		return names
	}
	row := func(count int, of string) (names []string) {
		for k := range count {
			names = append(names, fmt.Sprintf("%s%d", of, k+1))
		}
		return names
	}
	for _, test := range []struct {
		names     []string
		low, high float64
		whole     bool
		want      bool
	}{
		{grid("_%d%d", 5, 5, "A", "B"), 0, 255, true, true}, {grid("%d%d", 6, 6, "e"), 0, 3.7, false, true},
		{grid("[%d,%d]", 4, 12, "I"), 0, 3.7, false, true}, {grid("%d%d", 2, 6, "e"), 0, 3.7, false, false},
		{append(grid("%d%d", 4, 4, "e"), "e45"), 0, 3.7, false, false},
		{row(64, "val"), 0, 255, true, true}, {row(64, "val"), 0, 1, false, true},
		{row(64, "val"), 0, 3.7, false, false}, {row(12, "val"), 0, 255, true, false},
		{append(row(16, "val"), "val99"), 0, 255, true, false},
	} {
		of := surveyOfColumns(test.low, test.high, test.names...)
		for i := range of.Columns {
			of.Columns[i].Whole = test.whole
		}
		if got := of.isPicture(); got != test.want {
			t.Errorf("%s to %s from %v to %v: a picture: %v", test.names[0], test.names[len(test.names)-1], test.low,
				test.high, got)
		}
	}
	of := surveyOfColumns(0, 1, grid("%d%d", 3, 3, "e")...)
	if of.Columns[4].Low, of.Columns[4].High = 500, 520; of.isPicture() {
		t.Error("columns far apart are a picture")
	}
}
