package points

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSurveyCSV(t *testing.T) {
	tests := []struct {
		name, text string
		delimiter  rune
		rows, line int
		want       []Column
	}{
		{"header", "\ufeff# c\nid;x;kind\n1;0.5;a\n2;;b\n3;-2;c\n",
			';', 3, 3, []Column{
				{Name: "id", Numbers: 3, Low: 1, High: 3, Whole: true, Ones: 2},
				{Name: "x", Numbers: 2, Missing: 1, Low: -2, High: 0.5},
				{Name: "kind", Texts: 3, Text: "a", Line: 3}}},
		{"no header", "1 NA\n5 2\n", Whitespace, 2, 1, []Column{
			{Numbers: 2, Low: 1, High: 5, Whole: true}, {Numbers: 1, Missing: 1, Low: 2, High: 2, Whole: true}}},
		{"text in one line", "x\ty\n1\t1\n2\to2\n", '\t', 2, 2,
			[]Column{
				{Name: "x", Numbers: 2, Low: 1, High: 2, Whole: true, Ones: 1},
				{Name: "y", Numbers: 1, Texts: 1, Text: "o2", Line: 3, Low: 1, High: 1, Whole: true}}},
		{"a name with blanks, one column", "wind direction [deg]\n250\n31\n", ',', 2, 2, []Column{
			{Name: "wind direction [deg]", Numbers: 2, Low: 31, High: 250, Whole: true}}},
		{"names with blanks", "wind speed\n250 3\n31 4\n", Whitespace, 2, 2, []Column{
			{Name: "wind", Numbers: 2, Low: 31, High: 250, Whole: true},
			{Name: "speed", Numbers: 2, Low: 3, High: 4, Whole: true, Ones: 1}}},
		{"large", "1e300,1\n2,1\n", ',', 2, 1, []Column{
			{Numbers: 2, Low: 2, High: 1e300, Whole: true}, {Numbers: 2, Low: 1, High: 1, Whole: true}}},
	}
	for _, test := range tests {
		got, err := surveyed(test.text)
		if err != nil || got.Delimiter != test.delimiter || got.Rows != test.rows || got.Line != test.line {
			t.Errorf("%s: %+v, %v", test.name, got, err)
		} else if diff := cmp.Diff(test.want, got.Columns, cmpopts.IgnoreUnexported(Column{}),
			cmpopts.IgnoreFields(Column{}, "Rising", "Even", "Leap", "Same", "Falls")); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
	for text, want := range map[string]string{
		"": "there are no rows of data", "x,y\n": "there are no rows of data",
		"1,2\n3\n": "line 2: this row has 1 fields, the first has 2; it begins with \"3\"",
	} {
		if _, err := surveyed(text); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// A column with an infinite field, or a mark for none, is one of numbers, of which one is missing.
func TestSurveyTakesMarksForMissing(t *testing.T) {
	marks := []string{"inf", "-Inf", "+inf", "Infinity", "n.d.", "-", "–", ".", "----", "**", "#N/A", " NaN"}
	for _, field := range marks {
		s, err := surveyed("a,b\n1,2\n3," + field + "\n5,6\n")
		if err != nil {
			t.Fatal(err)
		}
		if b := s.Columns[1]; b.Texts != 0 || b.Missing != 1 || b.Numbers != 2 {
			t.Errorf("with %q the column is %+v", field, b)
		}
	}
}

func surveyed(text string) (*Survey, error) {
	table, err := OpenCSV(strings.NewReader(text), TableOptions{Comment: '#'})
	if err != nil {
		return nil, err
	}
	return table.Survey()
}

func TestSurveySeesOrder(t *testing.T) {
	s, err := surveyed("0,0,3,1\n0.06,1,2,1\n0.12,1,1,1\n0.1801,5,0,1\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]bool{{true, true}, {true, false}, {false, true}, {true, false}} {
		if c := s.Columns[i]; c.Rising != want[0] || c.Even != want[1] {
			t.Errorf("column %d: rising %t, even %t", i, c.Rising, c.Even)
		}
	}
}

// Equal numbers are in groups where none comes again after others.
func TestSurveySeesGroups(t *testing.T) {
	s, err := surveyed("1,1,5,0.5\n1,3,7,1\n4,2,5,2\n4,9,1000000,3\n3,8,3,4\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range [][2]bool{{true, false}, {true, true}, {false, false}, {false, false}} {
		if c := s.Columns[i]; c.Grouped() != want[0] || c.Unique() != want[1] {
			t.Errorf("column %d: grouped %t, unique %t", i, c.Grouped(), c.Unique())
		}
	}
	if c := s.Columns[0]; c.Same != 2 || c.Falls != 1 {
		t.Errorf("%d numbers are those before, %d fall", c.Same, c.Falls)
	}
}

// numbered are rows 1,1 to 1,n.
func numbered(n int) (rows []string) {
	for i := range n {
		rows = append(rows, fmt.Sprintf("1,%d\n", i+1))
	}
	return rows
}

// Different numbers of a column are counted up to a few.
func TestDifferent(t *testing.T) {
	s, err := surveyed("batch,x\n" + strings.Repeat("1,0.1\n2,0.2\n1,0.3\n", 3) +
		strings.Join(numbered(60), ""))
	if err != nil {
		t.Fatal(err)
	}
	if got := []int{s.Columns[0].Different(), s.Columns[1].Different()}; got[0] != 2 || got[1] != MostCounted {
		t.Errorf("%v different numbers, want 2 and %d", got, MostCounted)
	}
}
