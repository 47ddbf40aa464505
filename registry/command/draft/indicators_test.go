package draft

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Indicators are left out beside two columns of many numbers, and so are codes of factors of which the others tell
// nothing: points lie in a layer for each of their numbers. What has a unit, or is named as a place or a quantity, is
// kept, with a note.
func TestIndicators(t *testing.T) {
	for names, want := range map[string]int{
		"married,a,b": 2, "w7,a,b": 2, "z,a,b": 3, "height,a,b": 3, "elev,a,b": 3, "tens,a,b": 2, "told,a,b": 3,
		"w (mm),a,b": 3, "kids,a,b": 2, "k3,a,b": 3, "depth,a,b": 3,
		"married,kids,a,b": 2, "married,kids,a": 3, "married,kids,divorced,rural,urban,a,b": 2,
		"married,kids,divorced,rural,a,b": 2,
	} {
		lines := []string{names}
		for i := range 400 {
			angle := 2 * math.Pi * math.Mod(0.618*float64(i), 1)
			cells := map[string]string{"a": fmt.Sprintf("%.5f", math.Cos(angle)),
				"b": fmt.Sprintf("%.5f", math.Sin(angle)), "kids": fmt.Sprint(i % 5), "k3": fmt.Sprint(i % 5),
				"tens": fmt.Sprint(10 * (i % 2)), "told": fmt.Sprint(int(2 + 2*math.Cos(angle))),
				"depth": fmt.Sprint(int(2 + 2*math.Cos(angle)))}
			var row []string
			for _, name := range strings.Split(names, ",") {
				cell, known := cells[name]
				if !known {
					cell = fmt.Sprint(i * i / 3 % 2)
				}
				row = append(row, cell)
			}
			lines = append(lines, strings.Join(row, ","))
		}
		s := startOfLines(t, lines)
		if s.set.Dim != want {
			t.Errorf("%s: %d columns, want %d: %q", names, s.set.Dim, want, s.found)
		}
		if many := strings.Count(strings.Join(s.found, " "), "group the rows"); many > 2 {
			t.Errorf("%s: %d notes of one reason: %q", names, many, s.found)
		}
	}
}

// Many columns that are left out for the same reason have one note.
func TestNotesOnManyColumns(t *testing.T) {
	lines := []string{"p,q,r,s,a,b,c,d"}
	for i := range 50 {
		row := fmt.Sprintf("yes,no,%d a,north,%d.5,%d,%d,%d", i, i*i%41, i*i*i%47, i*7%43, i*11%37)
		if i == 30 {
			row = "yes,no,1,north,,,,"
		}
		lines = append(lines, row)
	}
	notes := strings.Join(startOfLines(t, lines).found, "\n")
	for _, want := range []string{`4 columns ("p", "q", "r", "s") are left out: they hold text, as "yes" in line 2.`,
		`4 columns ("a", "b", "c", "d") lack up to 1 of 50 numbers each; rows without are dropped.`} {
		if !strings.Contains(notes, want) {
			t.Errorf("no note %q in %s", want, notes)
		}
	}
}
