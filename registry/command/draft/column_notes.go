package draft

import (
	"fmt"
	"strings"

	"ebim/framework/plaintext"
	"ebim/framework/points"
)

// mostAlike is of how many columns each has a note of its own where they have the same reason.
const mostAlike = 3

// listed are columns of a note on many.
func (t *table) listed(columns []int) string {
	const longest = 200
	var labels []string
	for _, i := range columns {
		labels = append(labels, t.label(i))
	}
	return fmt.Sprintf("%d columns (%s)", len(columns), plaintext.Clip(strings.Join(labels, ", "), longest))
}

// holdsText says that a column holds texts that are no dates, times or hemispheres.
func (t *table) holdsText(i int) bool {
	c := &t.Columns[i]
	return c.Texts > 0 && !date.MatchString(c.Text) && !timeOfDay.MatchString(c.Text) && !holdsHemispheres(c)
}

// holdsHemispheres says that a column holds those of latitudes or longitudes alone.
func holdsHemispheres(c *points.Column) bool {
	return c.Numbers == 0 && (c.Holds("N", "S") || c.Holds("E", "W"))
}

// text is the first text of a column, and where it stands.
func (t *table) text(i int) string {
	c := &t.Columns[i]
	if c.Line == 0 {
		return fmt.Sprintf("%q", c.Text)
	}
	return fmt.Sprintf("%q in line %d", c.Text, c.Line)
}

// noteTexts says which columns are left out as they hold text.
func (t *table) noteTexts(columns []int) {
	if len(columns) > mostAlike {
		t.notes = append(t.notes, fmt.Sprintf("%s are left out: they hold text, as %s.", t.listed(columns),
			t.text(columns[0])))
		return
	}
	for _, i := range columns {
		t.notes = append(t.notes, fmt.Sprintf("Column %s is left out: %s.", t.label(i), t.leaveOut(i)))
	}
}

// noteMissing says which of the columns that are taken lack numbers.
func (t *table) noteMissing() {
	var plain []int
	most := 0
	for _, i := range t.taken {
		c := &t.Columns[i]
		switch {
		case c.Missing == 0:
		case c.Codes == nil && c.Marks == nil:
			plain, most = append(plain, i), max(most, c.Missing)
		default:
			codes := strings.Join(append(numbers(c.Codes), c.Marks...), " or ")
			t.notes = append(t.notes, fmt.Sprintf("Column %s lacks %d of %d numbers, for which %s seems to stand; "+
				"rows without are dropped.", t.label(i), c.Missing, t.Rows, codes))
		}
	}
	if len(plain) > mostAlike {
		t.notes = append(t.notes, fmt.Sprintf("%s lack up to %d of %d numbers each; rows without are dropped.",
			t.listed(plain), most, t.Rows))
		return
	}
	for _, i := range plain {
		t.notes = append(t.notes, fmt.Sprintf("Column %s lacks %d of %d numbers; rows without are dropped.",
			t.label(i), t.Columns[i].Missing, t.Rows))
	}
}

// noteColumns says which columns of a file are taken.
func (s *sketch) noteColumns() {
	const most = 40
	if s.columns == nil {
		return
	}
	names := strings.Join(s.columns[:min(len(s.columns), most)], ", ")
	if len(s.columns) > most {
		names += ", ..."
	}
	s.note("Coordinates: %s (%d columns).", names, len(s.columns))
}
