package draft

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/registry"
	"ebim/registry/command/cli"
)

// startOfLines begins with a file of lines.
func startOfLines(t *testing.T, lines []string) *sketch {
	t.Helper()
	file := filepath.Join(t.TempDir(), "points.csv")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := startOfFile(&cli.Program{Registry: registry.Standard()}, file, ".", wanted{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// surveyOfRows is what is taken of a table with a header and as many rows as are asked for.
func surveyOfRows(t *testing.T, header string, rows int, row func(i int) string) *table {
	t.Helper()
	lines := []string{header}
	for i := range rows {
		lines = append(lines, row(i))
	}
	file := filepath.Join(t.TempDir(), "points.csv")
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := surveyed(file, wanted{})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestLabelNames(t *testing.T) {
	label := func(name string) bool {
		of := surveyOfColumns(0, 3000, name)
		of.Columns[0].Whole = true
		return of.namesRows(0)
	}
	for _, name := range strings.Split("Nr|Nr.|NR|lfd. Nr.|Punkt|Pkt|Pkt.|Punktnr|Punkt-Nr.|Punktnummer|Messpunkt|"+
		"laufende Nummer|Startnummer|numéro|numéro de point|n°|N°|nº|núm|número|número de punto|numero|punto|id_punto|"+
		"idPunto|ponto|numer|L.p.|point_no|point no.|Point Number|pointNr|cell_number|station_nr|platform|"+
		"PLATFORM_NUMBER|wmo|float_id|buoy|bouée|drifter|vessel|mmsi|IMEI|ear_tag|eartag|tag_id|badge|bib|"+
		"dossard|volgnummer|nummer|tree no|sample #|"+
		"RECORD|rec|record number|recno|Datensatz-Nr.|seg|Segment|branch|strand", "|") {
		if !label(name) {
			t.Errorf("%q is no label", name)
		}
	}
	for _, name := range strings.Fields("NO no Tag tag float n N x num num_cells number_of_points floats SNR cnr " +
		"psnr id_x points platforms pontoon note NO_ppb punta sensor altitude ship_speed bib_length floating nrg " +
		"record_high recall segments branching branch_length") {
		if label(name) {
			t.Errorf("%q is a label", name)
		}
	}
}

// Whole numbers that all differ and fill their range number something, unless a name, a unit or a cycle say what they
// are, or others do so, too, as ranks.
func TestNumberings(t *testing.T) {
	for _, test := range []struct {
		header string
		rows   int
		format string // of the i-th of a permutation, and of others
		taken  string
	}{
		{"q,x,y", 101, "%d,%d,%d", "[x, y]"}, {"q,x,y", 101, "1%03d,%d,%d", "[x, y]"},
		{"x,v,w", 101, "%d,%d,%d", "[x, v, w]"}, {"q [mm],v,w", 101, "%d,%d,%d", "['q [mm]', v, w]"},
		{"q,v", 101, "%d,%[2]d", "[q, v]"}, {"rank,v,w", 101, "%d,%d,%d", "[rank, v, w]"},
		{"q,x,y", 101, "%d0,%d,%d", "[q, x, y]"}, {"q,x,y", 101, "%d.5,%d,%d", "[q, x, y]"},
		{"q,x,y", 19, "%d,%d,%d", "[q, x, y]"}, {"q,x,y", 150, "%d,%d,%d", "[q, x, y]"},
		{"a,b,c", 101, "%d,%d,%[1]d", "[a, b, c]"},
		{"temp_K,v,w", 101, "%d,%d,%d", "[temp_K, v, w]"},
		{"X_pos,v,w", 101, "%d,%d,%d", "[X_pos, v, w]"}, {"rpm,v,w", 101, "%d,%d,%d", "[rpm, v, w]"},
		{"q,x,y", 101, "2%03d,%d,%d", "[q, x, y]"}, {"q,x,y", 101, "-%d,%d,%d", "[q, x, y]"},
		{"class,v,w", 101, "%d C,%d,%d", "[v, w]"}, {"v_C,v,w", 101, "%d C,%d,%d", "[v_C, v, w]"},
		{"RECORD,v,w\nRN,m,m", 101, "9%02d0,%d,%d", "[v, w]"},
		{"RECORDS,v,w", 101, "9%02d0,%d,%d", "[RECORDS, v, w]"},
		{"doy,v,w", 366, "%d,%d,%d", "[doy, v, w]"},
	} {
		n, step := 101, 37
		if test.rows == 366 {
			n = test.rows
		}
		found := surveyOfRows(t, test.header, test.rows, func(i int) string {
			text := fmt.Sprintf(test.format, 1+i*step%n, i*i%47, i*i*i%53)
			text, _, _ = strings.Cut(text, "%!")
			return text
		})
		if got := found.names(found.taken); got != test.taken {
			t.Errorf("%s, %d rows: takes %s", test.header, test.rows, got)
		}
	}
}

// Laps are labels where each has many rows, and years that rise are time.
func TestLaps(t *testing.T) {
	for _, test := range []struct {
		header string
		each   int
		taken  string
	}{
		{"Runde,x,y", 30, "[x, y]"}, {"lap,x,y", 30, "[x, y]"}, {"lap,x,y", 4, "[lap, x, y]"},
		{"scan,x,y", 30, "[x, y]"}, {"Order,x,y", 30, "[x, y]"}, {"stroke,x,y", 4, "[stroke, x, y]"},
		{"rep,x,y", 30, "[rep, x, y]"}, {"Jahr,x,y", 4, "[x, y]"}, {"year_built,x,y", 4, "[year_built, x, y]"},
	} {
		found := surveyOfRows(t, test.header, 15*test.each, func(i int) string {
			return fmt.Sprintf("%d,%d,%d", 3+i/test.each, i*i%47, i*i*i%53)
		})
		if got := found.names(found.taken); got != test.taken {
			t.Errorf("%s, %d rows each: takes %s", test.header, test.each, got)
		}
	}
}

// Rows numbered by degrees have an angle, by days dates, and points of space labels beside their places.
func TestWhatNumbersMean(t *testing.T) {
	for _, test := range []struct {
		header string
		number func(i int) int
		taken  string
	}{
		{"deg,u,v", func(i int) int { return i }, "[deg, u, v]"}, {"k,u,v", func(i int) int { return i }, "[u, v]"},
		{"date,u,v", func(i int) int { return 20230101 + 100*(i*7%12) + i%28 }, "[u, v]"},
		{"date,u,v", func(i int) int { return 20239901 + 100*(i*7%12) + i%28 }, "[date, u, v]"},
		{"weight,u,v", func(i int) int { return 20230101 + 100*(i*7%12) + i%28 }, "[weight, u, v]"},
		{"StripNo,x (m),y (m),z (m)", func(i int) int { return 1 + i/90 }, "[x (m), y (m), z (m)]"},
		{"Hardness,x (m),y (m),z (m)", func(i int) int { return 1 + i/90 }, "[x (m), y (m), z (m)]"},
		{"Hardness,u,v,w", func(i int) int { return 1 + i/90 }, "[Hardness, u, v, w]"},
	} {
		found := surveyOfRows(t, test.header, 360, func(i int) string {
			row := fmt.Sprintf("%d,%d.5,%d,%d", test.number(i), i*i%47, i*i*i%53, i*i*i%59)
			return strings.Join(strings.Split(row, ",")[:1+strings.Count(test.header, ",")], ",")
		})
		if got := found.names(found.taken); got != test.taken {
			t.Errorf("%s: takes %s, want %s", test.header, got, test.taken)
		}
	}
}

// Hemispheres in a column of their own are not lost without a word.
func TestHemispheresBeside(t *testing.T) {
	found := surveyOfRows(t, "lat,ns,lon", 30, func(i int) string {
		return fmt.Sprintf("%d.5,%c,%d.25", i, "NS"[i%2], i*7%30)
	})
	if notes := strings.Join(found.notes, " "); !strings.Contains(notes, "hemispheres") {
		t.Errorf("noted: %s", notes)
	}
}

// Many large numbers that lie close, each in ten rows, are those of devices, unless they may be places on a map.
func TestManySerialNumbers(t *testing.T) {
	for header, taken := range map[string]string{
		"unit,x,y": "[x, y]", "code,x,y": "[x, y]", "easting,x,y": "[easting, x, y]",
		"code [m],x,y":   "['code [m]', x, y]",
		"Rechtswert,x,y": "[Rechtswert, x, y]", "UTM_E,x,y": "[UTM_E, x, y]", "jd,x,y": "[x, y]",
		"HJD (UTC),x,y": "[x, y]",
	} {
		found := surveyOfRows(t, header, 900, func(i int) string {
			return fmt.Sprintf("%d,%d,%d", 5904003+i*i%89, i*i, 7*i%11)
		})
		if got := found.names(found.taken); got != taken {
			t.Errorf("%s: takes %s", header, got)
		}
	}
	found := surveyOfRows(t, "unit,x,y", 400, func(i int) string {
		return fmt.Sprintf("%d,%d,%d", 5904003+i*i%89, i*i, 7*i%11)
	})
	if got := found.names(found.taken); got != "[unit, x, y]" {
		t.Errorf("of fewer rows it takes %s", got)
	}
}

// Years and few whole numbers beside a curve on which they don't depend are left out, and kept where they do, or where
// several are alike.
func TestLooseColumns(t *testing.T) {
	for header, want := range map[string]int{
		"Year,a,b": 2, "bound Year,a,b": 3, "cup,a,b": 2, "bound cup,a,b": 3, "cup [m],a,b": 3, "cup,a,b,dish": 4,
		"phi,a,b": 3, "c1,a,b": 3, "px,a,b": 3, "many cycle number,a,b": 2, "many bound cycle number,a,b": 3,
		"many cup,a,b": 3, "wide cycle,a,b": 3,
	} {
		header, wide := strings.CutPrefix(header, "wide ") // beside a wide column that tells nothing
		header, many := strings.CutPrefix(header, "many ")
		names, bound := strings.CutPrefix(header, "bound ")
		lines := []string{names}
		for i := range 600 {
			sine, cosine := math.Sincos(float64(i*37%600) / 600 * 3)
			number, count := i*i%71, 71
			if !strings.HasPrefix(names, "Year") {
				number, count = i*i%11, 6
			}
			base := 1950
			if many {
				base, number, count = 1, i*7%31, 31
			}
			if bound {
				number = int(float64(count) * cosine * cosine)
			}
			if wide {
				base, number = 1, int(5.5*(1+cosine))
				cosine, sine = cosine/1000, 100*math.Mod(0.618*float64(i*i), 1)
			}
			line := fmt.Sprintf("%d,%.7f,%.7f", base+number, cosine, sine)
			if strings.HasSuffix(names, "dish") {
				line += fmt.Sprintf(",%d", i*i*i%9)
			}
			lines = append(lines, line)
		}
		s := startOfLines(t, lines)
		if s.set.Dim != want {
			t.Errorf("%s: %d columns, want %d: %q", header, s.set.Dim, want, s.found)
		}
	}
}

// Columns of one quantity at places have one unit, and numbered channels may have several.
func TestProfiles(t *testing.T) {
	for names, want := range map[string]bool{
		"404 nm,408 nm,412 nm,420 nm,430 nm": true, "404,408,411,420,430": true, "404,408,400,420,430": false,
		"I(18.00),I(18.07),I(18.14),I(18.21),I(36.00),I(36.09),I(36.18),I(36.27)": true,
		"R400,R410,R420,R430,R440": true, "T_2m,T_4m,T_6m,T_7m,T_8m": true, "T_2K,T_4K,T_6K,T_7K,T_8K": false,
		"R400,R410,R420,R430": false, "A_1,A_2,A_3,A_4,A_5,A_6": false, "g3,g14,g15,g92,g653,g654": false,
		"R400,R410,T420,R430,R440": false, "x1,y1,x2,y2,x3,y3": false, "10 m,20 m,30 m,40 m,50 s": false,
	} {
		if got := surveyOfColumns(0, 1, strings.Split(names, ",")...).isProfile(); got != want {
			t.Errorf("%s: a profile: %v", names, got)
		}
	}
}

// Pixels by rows and columns are in one unit; few may be something else.
func TestGrids(t *testing.T) {
	grid := func(format string, count int) (names []string) {
		for i := range count {
			names = append(names, fmt.Sprintf(format, i/3, i%3))
		}
		return names
	}
	for _, of := range []struct {
		format string
		count  int
		want   bool
	}{{"r%dc%d", 9, true}, {"row_%d_col_%d", 12, true}, {"px_%d_%d", 12, true}, {"r%dc%d", 6, false},
		{"k%dm%d", 12, false}, {"r%d%d", 12, false}, {"Y%d_%d", 12, false}, {"r%dc%d", 11, false}} {
		if got := surveyOfColumns(0, 1, grid(of.format, of.count)...).isGrid(); got != of.want {
			t.Errorf("%d of %s: a grid: %v", of.count, of.format, got)
		}
	}
}

// Whole numbers of very many digits are those of things; large numbers with an exponent are measured.
func TestLongNumbers(t *testing.T) {
	for format, want := range map[string]string{"48220942%011d,%d": "[b]", "4.8%05de18,%d": "[a, b]",
		"59%d000000000000000000,%d": "[a, b]"} {
		found := surveyOfRows(t, "a,b", 50, func(i int) string { return fmt.Sprintf(format, 7919*i%83, 31*i%53) })
		if got := found.names(found.taken); got != want {
			t.Errorf("%s: takes %s, want %s: %q", format, got, want, found.notes)
		}
	}
}

// A first column without a name whose steps are equal is left out beside three others or more, as the times of a
// simulation.
func TestAxes(t *testing.T) {
	for format, want := range map[string]string{"%d.0 %d %d %d": "[1, 2, 3]", "%d.0 %d %d": "[0, 1, 2]",
		"-%d.0 %d %d %d": "[0, 1, 2, 3]", "%d.0 %d %d a%d": "[0, 1, 2]"} {
		var rows strings.Builder
		for i := range 60 {
			numbers := []any{20 * i, 7 * i % 31, 5 * i % 29, 3 * i % 23}
			fmt.Fprintf(&rows, format+"\n", numbers[:strings.Count(format, "%")]...)
		}
		file := filepath.Join(t.TempDir(), "axis.txt")
		if err := os.WriteFile(file, []byte(rows.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := surveyed(file, wanted{})
		if err != nil {
			t.Fatal(err)
		}
		if got := found.names(found.taken); got != want {
			t.Errorf("takes %s, want %s: %q", got, want, found.notes)
		}
	}
}

// Units in cells count as in names, and hemispheres make latitudes and longitudes.
func TestCells(t *testing.T) {
	found := surveyOfRows(t, "Düse;Winkel;Druck;Weite", 100, func(i int) string {
		return fmt.Sprintf("D5;%d,5 °;%d,25 bar;1.%03d,5 m", i*360/101, i%7, i)
	})
	if got := found.names(found.taken); got != "[Winkel, Druck, Weite]" || found.header(3).unit != "m" {
		t.Errorf("takes %s, and the last in %q", got, found.header(3).unit)
	}
	if turning, periods := found.turning(); len(turning) != 1 || turning[0] != 1 || periods[0] != 360 {
		t.Errorf("turning: %v by %v", turning, periods)
	}
	if units, _ := found.units(); units != 3 {
		t.Errorf("%d units", units)
	}
	if notes := strings.Join(found.notes, "\n"); !strings.Contains(notes, `"Winkel" (°), "Druck" (bar), "Weite" (m)`) {
		t.Error(notes)
	}
	found = surveyOfRows(t, "where,to", 100, func(i int) string {
		return fmt.Sprintf("%d.5°%c,%d.5°%c", i*89/101, "NS"[i%2], i*179/101, "EW"[i/2%2])
	})
	latitude, longitude, _ := found.coordinatesOfPlaces()
	if len(latitude) != 1 || len(longitude) != 1 || latitude[0] != 0 || longitude[0] != 1 {
		t.Errorf("latitude %v, longitude %v", latitude, longitude)
	}
	if notes := strings.Join(found.notes, "\n"); !strings.Contains(notes, `are negative: "where", "to"`) {
		t.Error(notes)
	}
}

// Points between thousands are read without a decimal comma, too, and numbers of points are no coordinates.
func TestThousands(t *testing.T) {
	for _, comma := range []string{"", ",0"} {
		found := surveyOfRows(t, "Nr;Rechtswert;Hochwert;Tiefe", 100, func(i int) string {
			return fmt.Sprintf("%d;3.430.%03d%s;5.863.%03[4]d%[3]s;", 117510+97*i*i%40000, 501+i*i%499, comma,
				2*i*i%997)
		})
		if got := found.names(found.taken); got != "[Rechtswert, Hochwert]" || found.Columns[1].Low != 3430501 {
			t.Errorf("takes %s from %v", got, found.Columns[1].Low)
		}
	}
}
