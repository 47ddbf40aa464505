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
		options TableOptions
		want    *Set
	}{
		{"plain", "1,2\n3,4\n", TableOptions{}, &Set{2, []float64{1, 2, 3, 4}}},
		{"no newline at the end", "1,2\n3,4", TableOptions{}, &Set{2, []float64{1, 2, 3, 4}}},
		{"carriage returns", "a,b\r\n1,2\r\n3,4\r\n", TableOptions{}, &Set{2, []float64{1, 2, 3, 4}}},
		{"byte order mark", "\ufeff1,2\n", TableOptions{}, &Set{2, []float64{1, 2}}},
		{"comments and header", "# one\nlat,long\n# two\n1e-3,-2\n", TableOptions{Comment: '#'},
			&Set{2, []float64{1e-3, -2}}},
		{"numbers as names", "1,2\n3,4\n", TableOptions{Header: HeaderYes}, &Set{2, []float64{3, 4}}},
		{"columns by name", "a,b,c\n1,x,3\n", TableOptions{Columns: []string{"c", "a"}}, &Set{2, []float64{3, 1}}},
		{"columns by index", "1,x,3\n", TableOptions{Columns: []string{"2", "0"}}, &Set{2, []float64{3, 1}}},
		{"name before index", "1,0\n5,6\n", TableOptions{Header: HeaderYes, Columns: []string{"0"}},
			&Set{1, []float64{6}}},
		{"one column", "1\n2\n", TableOptions{}, &Set{1, []float64{1, 2}}},
		{"tabs", "1\t2\n", TableOptions{}, &Set{2, []float64{1, 2}}},
		{"semicolons", "# a, b\n1;2\n", TableOptions{Comment: '#'}, &Set{2, []float64{1, 2}}},
		{"blanks", "  1.5   2 \n\n# no\n 3\t\t4\n", TableOptions{Comment: '#', Delimiter: Whitespace},
			&Set{2, []float64{1.5, 2, 3, 4}}},
		{"stated delimiter", "1|2\n", TableOptions{Delimiter: '|'}, &Set{2, []float64{1, 2}}},
		{"quotes", "\"1\",\" 2\"\n", TableOptions{}, &Set{2, []float64{1, 2}}},
		{"units", "t,x\ns,[mm]\n1,2\n3,4\n", TableOptions{}, &Set{2, []float64{1, 2, 3, 4}}},
		{"units of some", "run,x\n-,mm\nA,2\nB,4\n", TableOptions{Columns: []string{"x"}}, &Set{1, []float64{2, 4}}},
		{"percent", "41.9%,2\n-3 %,1\n", TableOptions{}, &Set{2, []float64{41.9, 2, -3, 1}}},
		{"percent with commas", "a;b\n41,9%;2\n", TableOptions{}, &Set{2, []float64{41.9, 2}}},
		{"filter", "r,x\nA,1\nG,2\nA,3\n", TableOptions{Columns: []string{"x"}, Only: &Match{"r", "A"}},
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
		options TableOptions
		want    string
	}{
		{"empty", "", TableOptions{}, "there are no rows of data"},
		{"header only", "a,b\n", TableOptions{}, "there are no rows of data"},
		{"comments only", "# a\n", TableOptions{Comment: '#'}, "there are no rows of data"},
		{"missing field", "# c\na,b\n1,2\n3,\n", TableOptions{Comment: '#'},
			"line 4, column 1 (b): the field is empty; a number is needed"},
		{"missing field in the first row", "1,,3\n", TableOptions{},
			"line 1, column 1: the field is empty; a number is needed"},
		{"text", "1,2\n3,four\n", TableOptions{}, `line 2, column 1: found "four": this is not a number`},
		{"NaN", "1,2\nnan,4\n", TableOptions{},
			`line 2, column 0: found "nan": NaN is not allowed; a finite number is needed`},
		{"infinity", "1,2\n3,-Inf\n", TableOptions{},
			`line 2, column 1: found "-Inf": an infinity is not allowed; a finite number is needed`},
		{"too large", "1,1e999\n", TableOptions{},
			`line 1, column 1: found "1e999": the number is too large for 64 bits`},
		{"short row", "1,2\n\n3\n", TableOptions{},
			"line 3: this row has 1 fields, the first has 2; it begins with \"3\""},
		{"long row", "1 2\n3 4 5\n", TableOptions{},
			"line 2: this row has 3 fields, the first has 2; it begins with \"3 4 5\""},
		{"open quote", "1,2\n\"3,4\n", TableOptions{}, `line 2: extraneous or missing " in quoted-field`},
		{"unknown column", "a,b\n1,2\n", TableOptions{Columns: []string{"c"}},
			`line 1: there is no column "c": the columns are 0 to 1, named a, b`},
		{"index beyond", "1,2\n", TableOptions{Columns: []string{"2"}},
			`line 1: there is no column "2": the columns are 0 to 1, without names`},
		{"a name twice", "a,a\n1,2\n", TableOptions{Columns: []string{"a"}},
			`line 1: several columns are named "a": give the column's index`},
		{"nothing matches", "r,x\nA,1\n", TableOptions{Columns: []string{"x"}, Only: &Match{"r", "G"}},
			`no row has "G" in column 0 (r)`},
		{"check", "1,2\n91,2\n", TableOptions{Check: beyond}, "line 2: latitude 91 is beyond 90"},
		{"delimiter", "1,2\n", TableOptions{Delimiter: '#', Comment: '#'}, `'#' can't be the delimiter`},
		{"comment", "1,2\n", TableOptions{Comment: '"'}, `'"' can't start comments`},
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
	_, err := ReadCSV(strings.NewReader("a,b\n1,x\n"), TableOptions{})
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
		got, err := ReadCSV(strings.NewReader(text.String()), TableOptions{})
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
		set, err := ReadCSV(strings.NewReader(text), TableOptions{Comment: comment, Delimiter: delimiter})
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
		options     TableOptions
		want        []string
	}{
		{"all columns", "lat, long \n1,2\n", TableOptions{}, []string{"lat", "long"}},
		{"chosen ones", "a;b;c\n1;2;3\n", TableOptions{Columns: []string{"c", "0"}}, []string{"c", "a"}},
		{"one without a name", "a,\n1,2\n", TableOptions{}, []string{"a", ""}},
		{"no header", "1,2\n3,4\n", TableOptions{}, nil},
		{"a header that isn't one", "a,b\n1,2\n", TableOptions{Header: HeaderNo}, nil},
	}
	for _, test := range tests {
		got, err := readHeader(test.table, test.options)
		if err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, %v; want %q", test.name, got, err, test.want)
		}
	}
	if _, err := readHeader("a,b\n1,2\n", TableOptions{Columns: []string{"z"}}); err == nil {
		t.Error("a column that isn't there is no error")
	}
}

func readHeader(text string, o TableOptions) ([]string, error) {
	table, err := OpenCSV(strings.NewReader(text), o)
	if err != nil {
		return nil, err
	}
	return table.ColumnNames(o)
}

// Numbers of other countries and programs, where no doubt is left.
func TestNumbersAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string][]float64{
		"a;b\n1,5;-37,912\n1.234,5;2\n":            {1.5, -37.912, 1234.5, 2},
		"\ufeffx;y\r\n1;2\r\n-,5;1,25e3\r\n":       {1, 2, -0.5, 1250},
		"1,5\t2\n1.000\t2,25\n":                    {1.5, 2, 1000, 2.25},
		"1,5 2,5\n-3,25 4\n":                       {1.5, 2.5, -3.25, 4},
		"x y\n1.5D+03 -2.d-1\n.5d0 1E2\n":          {1500, -0.2, 0.5, 100},
		"1;2\n3;4,5\n":                             {1, 2, 3, 4.5},
		"a;b\n\"1,5\";\"2,5\"\n":                   {1.5, 2.5},
		"a;b\n1,5;9.9E37\n2,5;3,25\n":              {1.5, 9.9e37, 2.5, 3.25},
		"a;b\n1.5E3;2\n2.5;3.25\n":                 {1500, 2, 2.5, 3.25},
		"1.5;2\n0.25;1\n":                          {1.5, 2, 0.25, 1},
		"a,b\n\"1,234\",\"12,345,678.5\"\n999,2\n": {1234, 12345678.5, 999, 2},
		"a;b\n1,234;2.5\n-12,345.0;2\n":            {1234, 2.5, -12345, 2},
		"a,b\n" + strings.Repeat("1.5,\"1,234\"\n", 5) + "2,987\n": append(
			slices.Repeat([]float64{1.5, 1234}, 5), 2, 987),
		"a;b\n15'000.5;12 000\n1’000;2\n":        {15000.5, 12000, 1000, 2},
		"a;b\n12\u202f000,5;−3\n999;–2,5\n":      {12000.5, -3, 999, -2.5},
		strings.Repeat("1;2\n", 20000) + "1,5;2": append(slices.Repeat([]float64{1, 2}, 20000), 1.5, 2),
	} {
		set, err := ReadCSV(strings.NewReader(text), TableOptions{})
		if err != nil || !slices.Equal(set.Data, want) {
			t.Errorf("%.40q: %v, %v", text, set, err)
		}
	}
	for text, want := range map[string]string{
		"1.5;2\n3,5;1\n": "line 2, column 0: found \"3,5\": this is not a number: it has a comma, " +
			"where others",
		"1,5;2\n1.25;1\n":              "it has a comma, where others have decimal points",
		"1,5;2\n3,5;0.123\n":           "it has a comma, where others have decimal points",
		"1,5,2,5\n":                    "",
		"1.5;2\n0,123;1\n":             "it has a comma, where others have decimal points",
		"1.5;2\n12 34;1\n":             "this is not a number",
		"4.371;2.5\n6,301;2.25\n":      "it has a comma, where others have decimal points",
		"# 12,345.6\n1.5;2\n6,301;1\n": "it has a comma, where others have decimal points",
		"1.5;2 3\n2.5;262 684\n":       "this is not a number",
		"1.5;2\n−;1\n":                 "this is not a number",
		"1;2\n1,2,3;4\n":               "this is not a number",
		"1.5d;2\n":                     "this is not a number",
	} {
		set, err := ReadCSV(strings.NewReader(text), TableOptions{Header: HeaderNo, Comment: '#'})
		if want == "" && (err != nil || len(set.Data) != 4) || want != "" &&
			(err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%q: %v, %v", text, set, err)
		}
	}
}

// Titles, dates and devices may stand before the names, R writes one name less than columns, and names with blanks
// stand in quotation marks.
func TestBeforeNames(t *testing.T) {
	rows := func(format string) (text string) {
		for i := range 8 {
			text += fmt.Sprintf(format, i, 2*i+1)
		}
		return text
	}
	for text, want := range map[string]struct {
		names  []string
		before int
	}{
		"Logger;HL\nNo;17\n\nT;x;y\n" + rows("4;%d,5;%d\n"):           {[]string{"T", "x", "y"}, 2},
		"Logger;HL;;;\nNo;17;;;\na;b;c;x;y\n" + rows("r;;;%d,5;%d\n"): {[]string{"a", "b", "c", "x", "y"}, 2},
		"An export of the third of May\nx,y\n" + rows("%d.5,%d\n"):    {[]string{"x", "y"}, 1},
		"\"x\" \"y\"\n" + rows("\"r\" %d %d\n"):                       {[]string{"", "x", "y"}, 0},
		"x,y\n" + rows("r,%d,%d\n"):                                   {[]string{"", "x", "y"}, 0},
		"\"x [mm]\" \"y [mm]\"\n" + rows("%d %d\n"):                   {[]string{"x [mm]", "y [mm]"}, 0},
		"name x y\n" + rows("r %d,5 %d,0\n"):                          {[]string{"name", "x", "y"}, 0},
		"name,\n" + rows("r%d,%d\n"):                                  {[]string{"name", ""}, 0},
		"x,y,,,\n" + rows("%d,%d,,,\n"):                               {[]string{"x", "y", "", "", ""}, 0},
		"s,x,y\n" + rows("Action;Comedy,%d,%d\n"):                     {[]string{"s", "x", "y"}, 0},
		"s,x,y\n" + rows("0.94;4.60,%d.5,%d\n"):                       {[]string{"s", "x", "y"}, 0},
		"x,y\n" + rows("%d,%d\n"):                                     {[]string{"x", "y"}, 0},
		"@s\t@x\ty\n" + rows("7\t%d.5\t%d\n"):                         {[]string{"@s", "@x", "y"}, 0},
		"@x,@y\n" + rows("%d,%d\n"):                                   {[]string{"@x", "@y"}, 0},
		"x,y,,,\n" + rows("%d,%d,1,1,1\n"):                            {[]string{"x", "y", "", "", ""}, 0},
		"An export\nx,y,,,\n" + rows("%d,%d,1,1,1\n"):                 {[]string{"x", "y", "", "", ""}, 1},
		"Messreihe\nT;x;y\n" + rows("4;%d,5;%d\n"):                    {[]string{"T", "x", "y"}, 1},
		"*a,b;c\n*d\ns,x,y\n" + rows("r,%d.5,%d\n"):                   {[]string{"s", "x", "y"}, 2},
		"Series7\ns,x,y\n" + rows("r,%d.5,%d\n"):                      {[]string{"s", "x", "y"}, 1},
		"Tables of 2018, by region\nt;x;y\n" + rows("a;%d,5;%d\n"):    {[]string{"t", "x", "y"}, 1},
		"s\tx\ty\n\tdeg\tmas/yr\n--------------------------\t---\t---\n" +
			rows("s\t%d.5\t%d\n"): {[]string{"s", "x", "y"}, 0},
		"s,x,y\n,mS/cm,°C\n,SBE 38,Abbe 589 nm\n" + rows("B,%d.5,%d\n"):            {[]string{"s", "x", "y"}, 0},
		"Logger HL\ns,x,y\n,mS/cm,°C\n,SBE 38,Abbe 589 nm\n" + rows("B,%d.5,%d\n"): {[]string{"s", "x", "y"}, 1},
	} {
		table, err := OpenCSV(strings.NewReader(text), TableOptions{})
		if err != nil || !slices.Equal(table.Names, want.names) || table.Before != want.before {
			t.Errorf("%q: %q after %d, %v", text, table.Names, table.Before, err)
			continue
		}
		survey, err := table.Survey()
		last := len(want.names) - 1
		if err != nil || survey.Rows != 8 || want.names[last] == "y" && survey.Columns[last].Low != 1 {
			t.Errorf("%q: %+v, %v", text, survey, err)
		}
	}
	numbered := "x y\n"
	for i := range 8 {
		numbered += fmt.Sprintf("%d %d.5 %d\n", i+1, i, 2*i+1)
	}
	if table, err := OpenCSV(strings.NewReader(numbered), TableOptions{}); err != nil || table.Before != 0 ||
		!slices.Equal(table.Names, []string{"", "x", "y"}) {
		t.Errorf("rows with numbers: %q after %d, %v", table.Names, table.Before, err)
	}
	for _, header := range []Header{HeaderAuto, HeaderNo} {
		text := "@ title \"Ring angles\"\n@TYPE xy\n" + rows("0 %d.5 %d\n")
		set, err := ReadCSV(strings.NewReader(text), TableOptions{Header: header})
		if err != nil || set.Len() != 8 || set.Dim != 3 {
			t.Errorf("header %s: %v, %v", header, set, err)
		}
	}
	for text, want := range map[string]int{
		"a;b\n" + strings.ReplaceAll(rows("%d,%d\n"), ",", ";") + "\nEnde der Tabelle\n": 1,
		"a,b\n" + rows("%d,%d\n") + "Source\nOffice, of maps, here\n":                    2,
		rows("%d,%d\n"): 0,
		"a;b;c\n" + strings.ReplaceAll(rows("%d,%d,0\n"), ",", ";") + "Checked: K.;;\nOffice, of maps; ;\n": 2,
		"name;b;c\n1;2;3\n2;3;4\n3;4;5\n4;5;6\n5;6;7\nNo data;;\nNone;;\n7;7;7\n":                           0,
	} {
		table, err := OpenCSV(strings.NewReader(text), TableOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if survey, err := table.Survey(); err != nil || survey.Rows != 8 || table.After != want {
			t.Errorf("%q: %d rows and %d lines after them, %v", text, survey.Rows, table.After, err)
		}
	}
	for text, want := range map[string]string{
		"1,2\n" + rows("%d,%d\n") + "and\n1,2\n": "line 10: this row has 1 fields, the first has 2",
		"1,2\n" + rows("%d,%d,3\n"):              "line 2: this row has 3 fields, the first has 2",
		"a,b\n" + rows("%d,%d\n") + "1,2,3\n":    "line 10: this row has 3 fields, the first has 2",
	} {
		table, err := OpenCSV(strings.NewReader(text), TableOptions{})
		if err == nil {
			_, err = table.Survey()
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// Texts in other encodings have the same names and numbers.
func TestEncodings(t *testing.T) {
	const text = "Höhe;Größe µm\n1,5;2\n"
	latin := strings.NewReplacer("ö", "\xf6", "ß", "\xdf", "µ", "\xb5").Replace(text)
	little, big := "\xff\xfe", "\xfe\xff"
	for _, r := range text { // all in the basic plane
		little += string([]byte{byte(r), byte(r >> 8)})
		big += string([]byte{byte(r >> 8), byte(r)})
	}
	for name, encoded := range map[string]string{"": text, "mark": "\ufeff" + text, "Windows-1252 (Latin-1)": latin,
		"UTF-16": little, "UTF-16 ": big, "UTF-16  ": little[2:], "UTF-16   ": big[2:]} {
		table, err := OpenCSV(strings.NewReader(encoded), TableOptions{})
		if err != nil {
			t.Fatal(name, err)
		}
		if want := strings.TrimSpace(strings.ReplaceAll(name, "mark", "")); table.Encoding != want ||
			!slices.Equal(table.Names, []string{"Höhe", "Größe µm"}) {
			t.Errorf("%q: %q, %q", name, table.Encoding, table.Names)
		}
		if set, err := table.Read(TableOptions{}); err != nil || !slices.Equal(set.Data, []float64{1.5, 2}) {
			t.Errorf("%q: %v, %v", name, set, err)
		}
	}
}

// Units are those of the row with most that are known, whatever stands beside it; a row of one text has none, and one
// with thousands is a point.
func TestUnitsBelowNames(t *testing.T) {
	for text, want := range map[string][]string{
		"T,p\n°C,hPa\n1,2\n3,4\n":                       {"°C", "hPa"},
		"T,p\nSBE38,SBE4\n°C,hPa\n1,2\n3,4\n":           {"°C", "hPa"},
		"T,p\n°C,hPa\nSBE38,SBE4\n1,2\n3,4\n":           {"°C", "hPa"},
		"T,p\n---,---\n°C,hPa\n1,2\n3,4\n":              {"°C", "hPa"},
		"T,p\nOVL,OVL\n1,2\n3,4\n":                      nil,
		"T,p\nfoo,bar\n1,2\n3,4\n":                      {"foo", "bar"},
		"c,n\nTokyo,\"37,400,068\"\nBern,134\nBonn,9\n": nil,
		"a,n\n46°12'N,x\nb,9\nc,8\n":                    nil,
	} {
		table, err := OpenCSV(strings.NewReader(text), TableOptions{})
		if err != nil {
			t.Fatal(err)
		}
		survey, err := table.Survey()
		rows := 2
		if want == nil && !strings.Contains(text, "OVL") {
			rows = 3
		}
		if err != nil || !slices.Equal(table.Units, want) || survey.Rows != rows {
			t.Errorf("%q: units %q of %d rows, %v", text, table.Units, survey.Rows, err)
		}
	}
}
