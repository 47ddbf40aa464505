package command

import (
	"fmt"
	"math"
	"strings"
	"testing"
)

// Columns are taken and left out as they are asked for, by names, indices and ranges, and time is no coordinate.
func TestNewChoosesColumns(t *testing.T) {
	var text, gapped strings.Builder
	text.WriteString("t [s],x [mm],y,\"a, b\",date\n")
	for i := range 60 {
		s, c := math.Sincos(0.7 * float64(i))
		fmt.Fprintf(&text, "%v,%v,%v,%v,2026-11-%02d\n", 0.06*float64(i), c, s, c*s, 1+i%28)
		fmt.Fprintf(&gapped, "%v %v %v\n", 0.25*float64(i), c, s)
	}
	lacking := "x,y\n" + strings.Repeat("1.5,\n2.5,1\n3.5,0.5\n", 6)
	inFolder(t, map[string]string{"t.csv": text.String(), "g.txt": gapped.String(), "lacking.csv": lacking})
	for _, test := range []struct{ line, columns, says string }{
		{"t.csv", "['x [mm]', y, 'a, b']",
			`Column "t [s]" is left out: it is named like time and rises from row to row, ` +
				"so that it orders the points; keep it by --columns 't [s],x [mm],y,3'."},
		{"t.csv", "['x [mm]', y, 'a, b']", `Column "date" is left out: it holds dates, as "2026-11-01".`},
		{"t.csv --columns y,1", "[y, 'x [mm]']", "60 points in R^2"},
		{"t.csv --columns 0-2", "['t [s]', 'x [mm]', y]", "60 points in R^3"},
		{"t.csv --drop 3,date", "['x [mm]', y]", "60 points in R^2"},
		{"t.csv --columns 0-3 --drop 0", "['x [mm]', y, 'a, b']", "60 points in R^3"},
		{"g.txt", "[0, 1, 2]", "Column 0 (from 0) is equally spaced; if it is time or a parameter, leave it out by " +
			"--drop 0."},
		{"g.txt --drop 0", "[1, 2]", "60 points in R^2"},
	} {
		out := must(t, unseen(test.line)...)
		if !strings.Contains(out, "columns: "+test.columns) || !strings.Contains(out, test.says) {
			t.Errorf("%s: %s, %s are missing in\n%s", test.line, test.columns, test.says, out)
		}
	}
	for line, want := range map[string]string{
		"t.csv --columns z":  `--columns: there is no column "z"; allowed: t [s], x [mm], y, a, b, date; or by index 0 to 4`,
		"t.csv --drop 0-9":   `--drop: there is no column "0-9"`,
		"t.csv --columns 4":  `--columns: column "date" can't be taken: it holds dates`,
		"t.csv --drop 0-4":   "no column is left as a coordinate",
		"t.csv --sheet a":    "only .xlsx files have several",
		"lacking.csv":        "Column \"y\" lacks 6 of 18 numbers; rows without are dropped.\n", // before it fails
		"floods --columns 1": "are for files of points; floods is none",
	} {
		code, _, messages := ebim(t, append([]string{"new"}, strings.Fields(line)...)...)
		if code == 0 || code == ExitBroken || !strings.Contains(messages, want) {
			t.Errorf("%s: code %d, %s; want %s", line, code, messages, want)
		}
	}
}

// Whole numbers named as labels are left out, and other columns of few whole numbers are named; an angle alone is a
// circle that is known.
func TestNewSeesLabels(t *testing.T) {
	var batches, wind, slope, codes strings.Builder
	codes.WriteString("x,y\n")
	batches.WriteString("sample_id,x,y,batch,level\n")
	wind.WriteString("wind direction [deg]\n")
	slope.WriteString("run,NO,pressure_psi,direction,row,col\n")
	for i := range 120 {
		s, c := math.Sincos(0.7 * float64(i))
		fmt.Fprintf(&slope, "%d,%d,%.1f,%d,%d,%d\n", 97*i%300, 31*i%50, 3*float64(i), i%7, 5*i%90, 7*i%80)
		fmt.Fprintf(&batches, "%d,%.5f,%.5f,%d,%d\n", 7919*i%997, c, s, 1+i%3, i%4)
		fmt.Fprintf(&wind, "%d\n", 97*i%360)
		y := fmt.Sprintf("%.5f", s)
		if i%30 == 0 {
			c = -999
		}
		if i%40 == 1 {
			y = []string{"MM", "#NV"}[i/40%2]
		}
		fmt.Fprintf(&codes, "%.5f,%s\n", c, y)
	}
	inFolder(t, map[string]string{"batches.csv": batches.String(), "wind.csv": wind.String(),
		"slope.csv": slope.String(), "codes.csv": codes.String()})
	for line, wants := range map[string][]string{
		"batches.csv": {"columns: [x, y, level]", `Column "batch" is left out: its name and whole numbers suggest a label`,
			`Column "sample_id" is left out`, `Column "level" has only 4 different whole numbers`, "--drop level"},
		"batches.csv --columns x,y,batch": {"columns: [x, y, batch]"},
		"codes.csv": {`Column "x" lacks 4 of 120 numbers, for which -999 seems to stand`,
			`Column "y" lacks 3 of 120 numbers, for which #NV or MM seems to stand`, "113 points in R^2",
			"missing_codes: [-999]", "missing_marks: ['#NV', MM]"},
		// no runs or numbers, no angle psi, no radians, and no numbers of rows
		"slope.csv": {"csv:", "columns: [run, NO, pressure_psi, direction, row, col]"},
	} {
		out := must(t, unseen(line)...)
		for _, want := range wants {
			if !strings.Contains(out, want) {
				t.Errorf("%s: %s is missing in\n%s", line, want, out)
			}
		}
	}
	if out := must(t, "new", "wind.csv"); !strings.Contains(out, "given_manifold: {}") {
		t.Errorf("directions of the wind are no circle:\n%s", out)
	}
}

// Columns of wide steps are written as rounded where the others are bound to them; labels of equal pieces are none.
func TestNewSeesRounding(t *testing.T) {
	var tank, wafers strings.Builder
	tank.WriteString("level [%],p,batch\n")
	wafers.WriteString("wafer,a,b\n")
	for i := range 600 {
		s, c := math.Sincos(0.7 * float64(i))
		fmt.Fprintf(&tank, "%v,%.5f,%d\n", 5*math.Round(10+8*c), s, i%3)
		fmt.Fprintf(&wafers, "%d,%.5f,%.5f\n", 1+97*i%13, c, s)
	}
	inFolder(t, map[string]string{"tank.csv": tank.String(), "wafers.csv": wafers.String()})
	for line, wants := range map[string][]string{
		"tank.csv": {"rounded: ['level [%]']", "steps: [5]", `Steps of 5 in column "level [%]" are wider than`},
		"wafers.csv": {"so that they lie in layers; if it is no label, but rounded, write rounded: [wafer] and " +
			"steps: [1]"},
	} {
		writesValid(t, unseen(line), wants)
	}
	if out := must(t, unseen("wafers.csv")...); strings.Contains(out, "\n      rounded:") {
		t.Errorf("labels are rounded:\n%s", out)
	}
}

// unseen is the command line of new that needs no look at the points, which is a training.
func unseen(line string) []string {
	return append([]string{"new", "--model", "ebim", "--dimension", "1"}, strings.Fields(line)...)
}

// Files of other formats are read as what they are, and validated by the source that is written.
func TestNewReadsFormats(t *testing.T) {
	var ply, object, german strings.Builder
	ply.WriteString("ply\nformat ascii 1.0\nelement vertex 60\nproperty float nx\nproperty float x\n" +
		"property float y\nproperty float z\nend_header\n")
	object.WriteString("[")
	german.WriteString("\ufeffH\u00f6he;Breite\r\n")
	for i := range 60 {
		s, c := math.Sincos(0.7 * float64(i))
		fmt.Fprintf(&ply, "1 %v %v %v\n", c, s, c*c)
		fmt.Fprintf(&object, "%s{\"n\": \"p%d\", \"x\": %v, \"y\": %v}", map[bool]string{true: ", "}[i > 0], i, c, s)
		german.WriteString(strings.ReplaceAll(fmt.Sprintf("%v;%v\r\n", 1000*c, s), ".", ","))
	}
	places := strings.SplitAfter(ply.String(), "end_header\n")[1]
	inFolder(t, map[string]string{"p.ply": ply.String(), "o.json": object.String() + "]", "g.csv": german.String(),
		"p.csv": ply.String(), "n.csv": "60\n" + places,
		"v.csv": "# by a scanner\no scan\nv " + strings.TrimSuffix(strings.ReplaceAll(places, "\n", "\nv "), "v ")})
	for name, wants := range map[string][]string{
		"p.ply":  {"table:", "columns: [x, y, z]", "Beside x, y and z these are left out: nx; --columns takes others."},
		"p.csv":  {"table:", "The file is a PLY file, whatever its name says."},
		"n.csv":  {"The file is an XYZ file", "Beside x, y and z these are left out: intensity; --columns"},
		"v.csv":  {"The file is an OBJ file"},
		"o.json": {"table:", "columns: [x, y]", `Column "n" is left out: "p0" is not a number.`},
		"g.csv":  {"csv:", "columns: [Höhe, Breite]", "delimiter: semicolon", "Numbers are read with decimal commas"},
	} {
		writesValid(t, unseen(name), wants)
	}
}
