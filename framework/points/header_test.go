package points

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// surveyOfHead surveys a head with eight rows beneath it, each of its number and twice that plus 1.
func surveyOfHead(t *testing.T, head, format string) *Survey {
	t.Helper()
	for i := range 8 {
		head += fmt.Sprintf(format, i, 2*i+1)
	}
	table, err := OpenCSV(strings.NewReader(head), TableOptions{})
	if err != nil {
		t.Fatalf("%q: %v", head, err)
	}
	survey, err := table.Survey()
	if err != nil {
		t.Fatalf("%q: %v", head, err)
	}
	return survey
}

// Titles with any delimiters, lines that are drawn and numbers of columns stand before tables of blanks.
func TestTitlesAboveBlanks(t *testing.T) {
	xy := []string{"s", "x", "y"}
	for _, test := range []struct {
		head, rows string
		before     int
		names      []string
	}{
		{"12 Lindenberg at 12Z\n------\ns x y\nm hPa deg\n-------\n", "1.5 %d.5 %d\n", 2, xy},
		{"A title of three\n======\ns x y\n", "1.5 %d.5 %d\n", 2, xy},
		{" models, Z = 0.017, alpha = 1.82\ns x y\n", "1.5 %d.1D-01 %dD+00\n", 1, xy},
		{"a; b; c; d\ns x y\n", "1.5 %d.5 %d\n", 1, xy},
		{"a, b, c, d\ns x y\n", "7 %d,5 %d\n", 1, xy},
		{"run 7 of\ns x y\n", "1.5 %d.5 %d\n", 1, xy},
		{"s, x, y\n", "1.5 %d.5 %d\n", 0, xy},
		{"1 2\nversion date\n1.5 2024\n\n1 2 3\ns x y\n", "1.5 %d.5 %d\n", 4, xy},
		{"Trajectories\n100\ns,x,y\n", "1.5,%d.5,%d\n", 2, xy},
		{"log of steel, dry, raw\nby A. B.\ns,x,y\n", "1.5,%d.5,%d\n", 2, xy},
		{"s | x y\n", "1.5 | %d.5 %d\n", 0, []string{"s", "|", "x", "y"}},
		{"s|x|y\n", "1.5|%d,5|%d\n", 0, xy},
		{"s | x | y\n", "1.5 | %d,5 | %d\n", 0, xy},
		{"|s|,|x|,|y|\n", "1.5,%d.5,%d\n", 0, []string{"|s|", "|x|", "|y|"}},
		{"s,x,y\n", "A|B|C,%d.5,%d\n", 0, xy},
		{"Log 7\nSamples,10,10\nDelay,0,\ns,x,y\n", "1.5,%d.5,%d\n", 3, xy},
		{"body mass\n", "%d.%d\n", 0, []string{"body mass"}},
		{"A,1,2\nB,,\n", "C,%d,%d\n", 0, nil},
		{"A,1,2\nB,NA,NA\n", "C,%d,%d\n", 0, nil},
	} {
		s := surveyOfHead(t, test.head, test.rows)
		if s.Before != test.before || !slices.Equal(s.Names, test.names) || test.names != nil && s.Rows != 8 {
			t.Errorf("%q: %q after %d, %d rows", test.head, s.Names, s.Before, s.Rows)
		}
	}
}

// Blank cells of columns of fixed widths are missing; elsewhere a row with fewer fields is a mistake.
func TestFixedWidths(t *testing.T) {
	row := func(format string) string { return strings.Repeat(fmt.Sprintf(format, 1.5, 20, 3), 6) }
	text := "7 PIT at 00Z\n-------------------\n   PRES   HGHT   TEMP\n    hPa      m      C\n--------------------\n" +
		" 1000.0    136       \n  900.0           3.0\n" + row("%7.1f%7d%7d\n")
	table, err := OpenCSV(strings.NewReader(text), TableOptions{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := table.Survey()
	if err != nil || !slices.Equal(s.Names, []string{"PRES", "HGHT", "TEMP"}) || s.Rows != 8 ||
		s.Columns[1].Missing != 1 || s.Columns[2].Missing != 1 || s.Columns[1].High != 136 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, err := ReadCSV(strings.NewReader("a b c\n"+row("%.1f %d %d\n")+"1.5 2\n"), TableOptions{}); err == nil {
		t.Error("a row of two fields in a table of three")
	}
}

// Names of several levels are joined, and units beneath them are these.
func TestLevels(t *testing.T) {
	for head, want := range map[string]struct {
		names string
		units bool
	}{
		"scorer,D,D,D\nbodyparts,tip,tip,tip\ncoords,x,y,p\n": {"coords x y p", false},
		"scorer,D,D,D\nbodyparts,a,a,b\ncoords,x,y,x\n":       {"coords|a x|a y|b x", false},
		"bodyparts,left_front_paw_of_it,left_front_paw_of_it,b\ncoords,x,y,x\n": {
			"coords|left_front_paw_of_it x|left_front_paw_of_it y|b x", false},
		",a,a,b\n,x,y,x\nframe,,,\n":             {"frame|a x|a y|b x", false},
		",a,,b\nframe,x,y,x\n":                   {"frame|a x|a y|b x", false},
		"Title\n,a,,b\nframe,x,y,x\n,mm,mm,mm\n": {"frame|a x|a y|b x", true},
		"t,acc,acc,gyr\ns,x,y,x\n":               {"t|acc x|acc y|gyr x", false},
		"t,F,F,p\ns,N,kN,Pa\n":                   {"t|F|F|p", true},
		"An export,,,\nt,x,y,z\n":                {"t x y z", false},
		"Kind,HL,,\nt,x,x,z\n":                   {"t x x z", false},
	} {
		s := surveyOfHead(t, head, "7,%d,%d,3\n")
		names := strings.Split(want.names, "|")
		if !strings.Contains(want.names, "|") {
			names = strings.Fields(want.names)
		}
		if !slices.Equal(s.Names, names) || (s.Units != nil) != want.units || s.Rows != 8 {
			t.Errorf("%q: %q, units %q, %d rows", head, s.Names, s.Units, s.Rows)
		}
	}
}

// Names of one word each are no title: what follows them, shorter and as wide again, is a mistake.
func TestNamesAreNoTitle(t *testing.T) {
	text := "lon,lat,alt\nWGS84\ndeg E,deg N,m\n"
	for i := range 8 {
		text += fmt.Sprintf("1.5,%d.5,%d\n", i, 2*i)
	}
	_, err := ReadCSV(strings.NewReader(text), TableOptions{})
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("the row with one field is taken: %v", err)
	}
}
