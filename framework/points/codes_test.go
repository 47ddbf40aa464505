package points

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

// Numbers that look like codes are codes where they are few, and farther from all others than these from one another:
// neither a saturated sensor, nor a set point, nor a price.
func TestSurveyFindsCodes(t *testing.T) {
	for name, test := range map[string]struct {
		number func(i int) float64
		codes  []float64
	}{
		"one": {func(i int) float64 { return at(i%20 == 0, 999, float64(i%37)) }, []float64{999}},
		"both ends": {func(i int) float64 {
			return at(i%40 == 0, 9999, at(i%40 == 7, -999.25, float64(i%37)))
		}, []float64{-999.25, 9999}},
		"once":             {func(i int) float64 { return at(i == 7, 999, float64(i%37)) }, nil},
		"often":            {func(i int) float64 { return at(i%5 == 0, 999, float64(i%37)) }, nil},
		"near the others":  {func(i int) float64 { return at(i%20 == 0, 999, 15*float64(i%37)) }, nil},
		"set points":       {func(i int) float64 { return at(i%20 == 0, 9999, 100*float64(i%7)) }, nil},
		"saturated":        {func(i int) float64 { return at(i%20 == 0, 65535, float64(i%37)) }, nil},
		"least of 16 bits": {func(i int) float64 { return at(i%20 == 0, -32768, float64(i%37)) }, []float64{-32768}},
	} {
		text, low, high, missing := "x\n", math.Inf(1), math.Inf(-1), 0
		for i := range 200 {
			number := test.number(i)
			text += fmt.Sprintln(number)
			if slices.Contains(test.codes, number) {
				missing++
			} else {
				low, high = min(low, number), max(high, number)
			}
		}
		s, err := surveyed(text)
		if err != nil {
			t.Fatal(err)
		}
		if c := s.Columns[0]; !slices.Equal(c.Codes, test.codes) || c.Low != low || c.High != high ||
			c.Missing != missing || c.Numbers != 200-missing {
			t.Errorf("%s: codes %v, %d missing, from %g to %g; want %v, %d, %g, %g", name, c.Codes, c.Missing, c.Low,
				c.High, test.codes, missing, low, high)
		}
	}
}

func at(is bool, a, b float64) float64 {
	if is {
		return a
	}
	return b
}

// Few short texts among numbers stand for missing ones; many, or many different ones, make a column of texts.
func TestSurveyFindsMarks(t *testing.T) {
	for name, test := range map[string]struct {
		text    func(i int) string // of 100 rows; empty for the number
		marks   []string
		missing int
	}{
		"seldom": {func(i int) string { return []string{"", "MM", "DNF"}[max(0, i%50-47)] }, []string{"DNF", "MM"}, 4},
		"often":  {func(i int) string { return []string{"", "MM"}[i%2] }, nil, 0},
		"different": {func(i int) string {
			if i%20 == 0 {
				return fmt.Sprintf("A%d", i)
			}
			return ""
		}, nil, 0},
		"a sentence": {func(i int) string { return []string{"", "out of order since noon"}[max(0, i-98)] }, nil, 0},
	} {
		var table strings.Builder
		for i := range 100 {
			text := test.text(i)
			if text == "" {
				text = fmt.Sprint(0.5 + float64(i))
			}
			fmt.Fprintf(&table, "%d;%s\n", i, text)
		}
		s, err := surveyed(table.String())
		if err != nil {
			t.Fatal(err)
		}
		if c := s.Columns[1]; !slices.Equal(c.Marks, test.marks) || c.Missing != test.missing ||
			(c.Texts == 0) != (test.marks != nil) {
			t.Errorf("%s: %+v", name, c)
		}
		set, err := ReadCSV(strings.NewReader(table.String()), TableOptions{Marks: test.marks})
		if (err == nil) != (test.marks != nil) || err == nil && set.Len() != 100-test.missing {
			t.Errorf("%s: %v", name, err)
		}
	}
}
