package points

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestSurveyCSV(t *testing.T) {
	tests := []struct {
		name, text string
		want       *Survey
	}{
		{"header", "\ufeff# c\nid;x;kind\n1;0.5;a\n2;;b\n3;-2;c\n",
			&Survey{Delimiter: ';', Header: true, Rows: 3, Line: 3, Columns: []Column{
				{Name: "id", Numbers: 3, Low: 1, High: 3, Whole: true, Counting: true},
				{Name: "x", Numbers: 2, Missing: 1, Low: -2, High: 0.5},
				{Name: "kind", Texts: 3, Text: "a", Line: 3}}}},
		{"no header", "1 NA\n5 2\n", &Survey{Delimiter: Whitespace, Rows: 2, Line: 1, Columns: []Column{
			{Numbers: 2, Low: 1, High: 5, Whole: true}, {Numbers: 1, Missing: 1, Low: 2, High: 2, Whole: true,
				Counting: true}}}},
		{"text in one line", "x\ty\n1\t1\n2\to2\n", &Survey{Delimiter: '\t', Header: true, Rows: 2, Line: 2,
			Columns: []Column{
				{Name: "x", Numbers: 2, Low: 1, High: 2, Whole: true, Counting: true},
				{Name: "y", Numbers: 1, Texts: 1, Text: "o2", Line: 3, Low: 1, High: 1, Whole: true, Counting: true}}}},
		{"large", "1e300,1\n2,1\n", &Survey{Delimiter: ',', Rows: 2, Line: 1, Columns: []Column{
			{Numbers: 2, Low: 2, High: 1e300, Whole: true}, {Numbers: 2, Low: 1, High: 1, Whole: true}}}},
	}
	for _, test := range tests {
		got, err := SurveyCSV(strings.NewReader(test.text), CSVOptions{Comment: '#'})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if diff := cmp.Diff(test.want, got, cmpopts.IgnoreUnexported(Column{})); diff != "" {
			t.Errorf("%s: %s", test.name, diff)
		}
	}
	for text, want := range map[string]string{
		"": "there are no rows of data", "x,y\n": "there are no rows of data",
		"1,2\n3\n": "line 2: this row has 1 fields, the first has 2",
	} {
		if _, err := SurveyCSV(strings.NewReader(text), CSVOptions{}); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// A column with an infinite field is one of numbers, of which one is missing.
func TestSurveyTakesInfinityForMissing(t *testing.T) {
	for _, field := range []string{"inf", "-Inf", "+inf", "Infinity"} {
		s, err := SurveyCSV(strings.NewReader("a,b\n1,2\n3,"+field+"\n5,6\n"), CSVOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if b := s.Columns[1]; b.Texts != 0 || b.Missing != 1 || b.Numbers != 2 {
			t.Errorf("with %q the column is %+v", field, b)
		}
	}
}
