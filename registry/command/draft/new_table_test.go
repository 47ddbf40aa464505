package draft

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/points"
)

// Unit vectors about one direction have one length; wires in meters from a far origin seem to.
func TestOneLength(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	dome, wires := points.New(500, 3), points.New(500, 3)
	for i := range dome.Len() {
		sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
		across := 0.3 * rng.Float64()
		copy(dome.At(i), []float64{across * cosine, across * sine, math.Sqrt(1 - across*across)})
		copy(wires.At(i), []float64{512500 + 100*rng.Float64(), 5403800 + 100*rng.Float64(), 450})
	}
	if !oneLength(dome) {
		t.Error("a cap of unit vectors has no one length")
	}
	if oneLength(wires) {
		t.Error("places within 100 m have one length")
	}
}

// Rows that begin with # are no comments where all do, and numbers with zeros in front are labels but for hours.
func TestSurveyed(t *testing.T) {
	for name, test := range map[string]struct {
		header, row string // with a number for its second column
		comment     bool
		taken       string
	}{
		"comments": {"x,y", "%d,%d\n# said", true, "[x, y]"},
		"names":    {"skier,x,y", "#%d,%d,%d", false, "[x, y]"},
		"labels":   {"Fx,x,y", "%02d,%d,%d", true, "[x, y]"},
		"hours":    {"hour,x", "%02d,%d", true, "[hour, x]"},
	} {
		lines := []string{test.header}
		for i := range 48 {
			numbers := []any{i % 24, i * i, 7 * i % 11}
			lines = append(lines, fmt.Sprintf(test.row, numbers[:strings.Count(test.row, "d,")+1]...))
		}
		file := filepath.Join(t.TempDir(), "points.csv")
		if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
			t.Fatal(err)
		}
		found, err := surveyed(file, wanted{})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		written := false
		for _, line := range found.format() {
			written = written || line.Text == "  comment: ''"
		}
		if got := found.names(found.taken); got != test.taken || written == test.comment {
			t.Errorf("%s: takes %s, writes a comment sign: %t", name, got, written)
		}
	}
}

// A few large numbers are those of devices; a few numbers that differ by more than their last digits may be places.
func TestSerialNumbers(t *testing.T) {
	for step, taken := range map[int]string{1: "[x, y]", 1_000_000: "[unit, x, y]"} {
		found := surveyOfRows(t, "unit,x,y", 90, func(i int) string {
			return fmt.Sprintf("%d,%d,%d", 300234065+step*(i*i%3), i*i, 7*i%11)
		})
		if got := found.names(found.taken); got != taken {
			t.Errorf("with numbers %d apart it takes %s", step, got)
		}
	}
}

// Unequal columns of different units have scales of their own, though one is nearly a multiple of the other.
func TestOwnScales(t *testing.T) {
	for _, test := range []struct {
		times float64 // as wide is the first as the second
		names []string
		want  dataset.Standardization
	}{
		{100, []string{"h [kJ/kg]", "p [bar]"}, dataset.StandardizeColumns},
		{3, []string{"h [kJ/kg]", "p [bar]"}, dataset.StandardizeColumns},
		{1.5, []string{"h [kJ/kg]", "p [bar]"}, dataset.StandardizeAuto},
		{100, []string{"a [mm]", "b [mm]"}, dataset.StandardizeAuto},
		{100, []string{"h [kJ/kg]", "p"}, dataset.StandardizeAuto},
		{3, []string{"x [mm]", "z [um]"}, dataset.StandardizeAuto},
		{100, []string{"x [mm]", "z [um]"}, dataset.StandardizeColumns},
		{3, []string{"a [deg]", "x [mm]", "y [mm]"}, dataset.StandardizeAuto},
		{3, []string{"a [deg]", "x [mm]", "T [K]"}, dataset.StandardizeColumns},
	} {
		set := points.New(200, len(test.names))
		for i := range set.Len() {
			x := float64(i) / 200
			copy(set.At(i), []float64{test.times * x, x + 0.1*x*x, x * x}[:set.Dim])
		}
		s := &sketch{set: set, choice: dataset.StandardizeAuto}
		if s.ownScales(surveyOfColumns(0, 1, test.names...).units()); s.choice != test.want {
			t.Errorf("%v, %v times as wide: standardize: %v", test.names, test.times, s.choice)
		}
	}
}

// Columns of a clock's times that rise order the rows, whatever their name, and units of time that rise evenly; places
// in such numbers, and what does not rise, are coordinates.
func TestTimesOfClocks(t *testing.T) {
	for _, test := range []struct {
		name         string
		low, high    float64
		rising, even bool
		want         bool
	}{
		{"ms", 1.7174e12, 1.7175e12, true, true, true}, {"stamp", 1717400000, 1717426400, true, false, true},
		{"ns", 1.7174e18, 1.71744e18, true, false, true}, {"easting", 1.7e9, 1.8e9, false, false, false},
		{"ms", 0, 3000, true, true, true}, {"ms", 0, 3000, true, false, false}, {"x", 0, 3000, true, true, false},
		{"tiempo [s]", 0, 10, true, false, true}, {"x", 430000, 431000, true, true, false},
		{"stamp", 1718.4, 1750.38, true, false, true}, {"stamp", 1718.4, 1750.38, false, false, false},
		{"header.stamp", 0, 30, true, false, true}, {"Zeitstempel (s)", 0, 30, true, false, true},
		{"stampede", 0, 30, true, true, false}, {"clock", 0, 30, true, true, true}, {"Clock", 6, 9, true, false, false},
	} {
		of := surveyOfColumns(test.low, test.high, test.name)
		of.Rows, of.Columns[0].Rising, of.Columns[0].Even = 300, test.rising, test.even
		if got := of.isTime(0); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// A profile of angles beside another is on a torus, and has no scale.
func TestProfileOfAngles(t *testing.T) {
	lines := []string{"theta 10°,theta 20°,theta 30°,theta 40°,theta 50°,phi °"}
	for i := range 300 {
		turn := math.Mod(0.618*float64(i), 1)
		var row []string
		for k := range 6 {
			row = append(row, fmt.Sprintf("%.2f", 360*math.Mod(turn*float64(10+k)/10, 1)))
		}
		lines = append(lines, strings.Join(row, ","))
	}
	if s := startOfLines(t, lines); s.choice != dataset.StandardizeNone || s.set.Dim != 12 {
		t.Errorf("points in R^%d, standardize: %v: %q", s.set.Dim, s.choice, s.found)
	}
}

// Most columns are one quantity at depths, and the last one varies as these do, or in a unit of its own: then it has a
// scale of its own, and the others one, unless their noise is as their spreads are.
func TestScaleOfProfiles(t *testing.T) {
	for _, test := range []struct {
		factor float64 // of the last column
		alike  bool    // noise of all others
		want   dataset.Standardization
	}{
		{3, true, dataset.StandardizeScale}, {300, true, dataset.StandardizeColumns},
		{0.01, true, dataset.StandardizeColumns}, {300, false, dataset.StandardizeAuto},
	} {
		lines := []string{"T_2m,T_4m,T_6m,T_7m,T_9m,u [cm/s]"}
		for i := range 1500 {
			angle := 2 * math.Pi * math.Mod(0.618*float64(i), 1)
			var row []string
			for k, wide := range []float64{0.1, 0.1, 3, 4, 3} {
				noise := 0.6
				if !test.alike {
					noise = 0.03 * wide
				}
				row = append(row, fmt.Sprintf("%.6f", wide*math.Cos(angle+float64(k*k))+
					noise*math.Mod(0.7548776662*float64((i+31*k)*(i+31*k)), 1)))
			}
			lines = append(lines, strings.Join(append(row, fmt.Sprintf("%.6f", test.factor*math.Cos(4*angle))), ","))
		}
		s := startOfLines(t, lines)
		if s.choice != test.want {
			t.Errorf("%+v: standardize: %v: %q", test, s.choice, s.found)
		}
		if test.want == dataset.StandardizeColumns && (!slices.Equal(s.blocks, []int{5, 1}) || s.separate) {
			t.Errorf("%+v: blocks %v, want 5, 1: %q", test, s.blocks, s.found)
		}
	}
}
