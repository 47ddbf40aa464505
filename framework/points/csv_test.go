package points

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestReadCSV(t *testing.T) {
	tests := []struct {
		name    string
		text    string
		options CSVOptions
		want    *Set
	}{
		{"plain", "1,2\n3,4\n", CSVOptions{}, &Set{2, []float64{1, 2, 3, 4}}},
		{"no newline at the end", "1,2\n3,4", CSVOptions{}, &Set{2, []float64{1, 2, 3, 4}}},
		{"carriage returns", "a,b\r\n1,2\r\n3,4\r\n", CSVOptions{}, &Set{2, []float64{1, 2, 3, 4}}},
		{"byte order mark", "\ufeff1,2\n", CSVOptions{}, &Set{2, []float64{1, 2}}},
		{"comments and header", "# one\nlat,long\n# two\n1e-3,-2\n", CSVOptions{Comment: '#'},
			&Set{2, []float64{1e-3, -2}}},
		{"numbers as names", "1,2\n3,4\n", CSVOptions{Header: HeaderYes}, &Set{2, []float64{3, 4}}},
		{"columns by name", "a,b,c\n1,x,3\n", CSVOptions{Columns: []string{"c", "a"}}, &Set{2, []float64{3, 1}}},
		{"columns by index", "1,x,3\n", CSVOptions{Columns: []string{"2", "0"}}, &Set{2, []float64{3, 1}}},
		{"name before index", "1,0\n5,6\n", CSVOptions{Header: HeaderYes, Columns: []string{"0"}},
			&Set{1, []float64{6}}},
		{"one column", "1\n2\n", CSVOptions{}, &Set{1, []float64{1, 2}}},
		{"tabs", "1\t2\n", CSVOptions{}, &Set{2, []float64{1, 2}}},
		{"semicolons", "# a, b\n1;2\n", CSVOptions{Comment: '#'}, &Set{2, []float64{1, 2}}},
		{"blanks", "  1.5   2 \n\n# no\n 3\t\t4\n", CSVOptions{Comment: '#', Delimiter: Whitespace},
			&Set{2, []float64{1.5, 2, 3, 4}}},
		{"stated delimiter", "1|2\n", CSVOptions{Delimiter: '|'}, &Set{2, []float64{1, 2}}},
		{"quotes", "\"1\",\" 2\"\n", CSVOptions{}, &Set{2, []float64{1, 2}}},
		{"filter", "r,x\nA,1\nG,2\nA,3\n", CSVOptions{Columns: []string{"x"}, Only: &Match{"r", "A"}},
			&Set{1, []float64{1, 3}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := ReadCSV(strings.NewReader(test.text), test.options)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestReadCSVErrors(t *testing.T) {
	beyond := func(row []float64) error {
		if row[0] > 90 {
			return fmt.Errorf("latitude %v is beyond 90", row[0])
		}
		return nil
	}
	tests := []struct {
		name    string
		text    string
		options CSVOptions
		want    string
	}{
		{"empty", "", CSVOptions{}, "there are no rows of data"},
		{"header only", "a,b\n", CSVOptions{}, "there are no rows of data"},
		{"comments only", "# a\n", CSVOptions{Comment: '#'}, "there are no rows of data"},
		{"missing field", "# c\na,b\n1,2\n3,\n", CSVOptions{Comment: '#'},
			"line 4, column 1 (b): the field is empty; a number is needed"},
		{"missing field in the first row", "1,,3\n", CSVOptions{},
			"line 1, column 1: the field is empty; a number is needed"},
		{"text", "1,2\n3,four\n", CSVOptions{}, `line 2, column 1: found "four": this is not a number`},
		{"NaN", "1,2\nnan,4\n", CSVOptions{},
			`line 2, column 0: found "nan": NaN is not allowed; a finite number is needed`},
		{"infinity", "1,2\n3,-Inf\n", CSVOptions{},
			`line 2, column 1: found "-Inf": an infinity is not allowed; a finite number is needed`},
		{"too large", "1,1e999\n", CSVOptions{},
			`line 1, column 1: found "1e999": the number is too large for 64 bits`},
		{"short row", "1,2\n\n3\n", CSVOptions{}, "line 3: this row has 1 fields, the first has 2"},
		{"long row", "1 2\n3 4 5\n", CSVOptions{}, "line 2: this row has 3 fields, the first has 2"},
		{"open quote", "1,2\n\"3,4\n", CSVOptions{}, `line 2: extraneous or missing " in quoted-field`},
		{"unknown column", "a,b\n1,2\n", CSVOptions{Columns: []string{"c"}},
			`line 1: there is no column "c": the columns are 0 to 1, named a, b`},
		{"index beyond", "1,2\n", CSVOptions{Columns: []string{"2"}},
			`line 1: there is no column "2": the columns are 0 to 1, without names`},
		{"a name twice", "a,a\n1,2\n", CSVOptions{Columns: []string{"a"}},
			`line 1: several columns are named "a": give the column's index`},
		{"nothing matches", "r,x\nA,1\n", CSVOptions{Columns: []string{"x"}, Only: &Match{"r", "G"}},
			`no row has "G" in column 0 (r)`},
		{"check", "1,2\n91,2\n", CSVOptions{Check: beyond}, "line 2: latitude 91 is beyond 90"},
		{"delimiter", "1,2\n", CSVOptions{Delimiter: '#', Comment: '#'}, `'#' can't be the delimiter`},
		{"comment", "1,2\n", CSVOptions{Comment: '"'}, `'"' can't start comments`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, err := ReadCSV(strings.NewReader(test.text), test.options)
			if err == nil || err.Error() != test.want {
				t.Errorf("got  %v\nwant %s", err, test.want)
			}
		})
	}
}

func TestReadCSVErrorIsTyped(t *testing.T) {
	_, err := ReadCSV(strings.NewReader("a,b\n1,x\n"), CSVOptions{})
	var cell *CSVError
	if !errors.As(err, &cell) {
		t.Fatalf("%v is not a *CSVError", err)
	}
	want := CSVError{Line: 2, Column: "1 (b)", Text: "x", Reason: "this is not a number"}
	if diff := cmp.Diff(want, *cell); diff != "" {
		t.Error(diff)
	}
}

func TestReadCSVGivesBackWhatWasWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dim := rapid.IntRange(1, 5).Draw(t, "dim")
		rows := rapid.IntRange(1, 20).Draw(t, "rows")
		set := New(rows, dim)
		var text strings.Builder
		for i := range set.Data {
			set.Data[i] = rapid.Float64Range(-math.MaxFloat64, math.MaxFloat64).Draw(t, "value")
			fmt.Fprint(&text, set.Data[i])
			if (i+1)%dim == 0 {
				text.WriteByte('\n')
			} else {
				text.WriteByte(',')
			}
		}
		got, err := ReadCSV(strings.NewReader(text.String()), CSVOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(set, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzReadCSV(f *testing.F) {
	f.Add("# c\na,b\n1,2\n3,4\n", '#', rune(0))
	f.Add("1;2\r\n3;x", '#', rune(0))
	f.Add("\ufeff\"1\",\"\n2\"", '"', ',')
	f.Add("1  2\n\t\n", rune(0), Whitespace)
	f.Fuzz(func(t *testing.T, text string, comment, delimiter rune) {
		if len(text) > 128 { // longer ones take Go seconds each to minimize, in which it tries nothing new
			return
		}
		set, err := ReadCSV(strings.NewReader(text), CSVOptions{Comment: comment, Delimiter: delimiter})
		if err != nil {
			return
		}
		if set.Len() == 0 || set.Len()*set.Dim != len(set.Data) {
			t.Fatalf("a set of %d numbers in R^%d", len(set.Data), set.Dim)
		}
		for _, value := range set.Data {
			if math.IsNaN(value) || math.IsInf(value, 0) {
				t.Fatalf("%v got through", value)
			}
		}
	})
}

func TestReadHeader(t *testing.T) {
	tests := []struct {
		name, table string
		options     CSVOptions
		want        []string
	}{
		{"all columns", "lat, long \n1,2\n", CSVOptions{}, []string{"lat", "long"}},
		{"chosen ones", "a;b;c\n1;2;3\n", CSVOptions{Columns: []string{"c", "0"}}, []string{"c", "a"}},
		{"one without a name", "a,\n1,2\n", CSVOptions{}, []string{"a", ""}},
		{"no header", "1,2\n3,4\n", CSVOptions{}, nil},
		{"a header that isn't one", "a,b\n1,2\n", CSVOptions{Header: HeaderNo}, nil},
	}
	for _, test := range tests {
		got, err := ReadHeader(strings.NewReader(test.table), test.options)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v; want %q", test.name, got, err, test.want)
		}
	}
	if _, err := ReadHeader(strings.NewReader("a,b\n1,2\n"), CSVOptions{Columns: []string{"z"}}); err == nil {
		t.Error("a column that isn't there is no error")
	}
}
