package draft

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/dataset"
)

// places is the source of columns that are named latitude and longitude and lie in their ranges: a plane for a small
// part of the Earth, else a sphere for places alone.
func (t *table) places(file dataset.Line) []dataset.Line {
	latitude, longitude := t.degrees("lat", "lat", 90, 90), t.degrees("lon", "lng", 180, 360)
	const inPlace = "write earth: {file: ..., columns: %s} in place of csv:, which places them on a sphere"
	named, both := len(latitude) == 1 && len(longitude) == 1, append(latitude, longitude...)
	if named {
		if lines := t.plane(file, both); lines != nil {
			return lines
		}
	}
	named = named && t.Columns[both[0]].Missing+t.Columns[both[1]].Missing == 0
	if named && len(t.taken) == 2 {
		t.notes = append(t.notes, "The columns look like latitudes and longitudes: they are placed on a sphere, where "+
			"the poles are points and the ends of longitude are one.")
		lines := []dataset.Line{{Text: "earth:", Comment: "places become points of the unit sphere; write csv: to " +
			"take latitude and longitude as numbers"}, file,
			{Text: "  columns: " + t.names(both), Comment: "latitude and longitude, in degrees"}}
		return append(lines, t.part()...)
	}
	if named {
		t.notes = append(t.notes, fmt.Sprintf("Latitude and longitude are taken as numbers, as there are further "+
			"columns. For places alone "+inPlace+" without the others.", t.names(both)))
	} else if t.mayBeEarth() {
		t.notes = append(t.notes, fmt.Sprintf("If the columns are latitude and longitude, "+inPlace+".",
			t.names(t.taken)))
	}
	return nil
}

// degrees are the columns whose names begin with one word or are the other, and that lie in a range.
func (t *table) degrees(begins, is string, below, above float64) (found []int) {
	for _, i := range t.taken {
		name, c := strings.ToLower(t.Columns[i].Name), t.Columns[i]
		if (strings.HasPrefix(name, begins) || name == is) && c.Low >= -below && c.High <= above {
			found = append(found, i)
		}
	}
	return found
}

// mostTrack is the extent of places, in kilometers, up to which they are taken to a plane, whose lengths are then right
// but for a ten thousandth.
const mostTrack = 200

// elevation is the name of a column with heights in meters.
var elevation = regexp.MustCompile(`(?i)^(ele|elev|elevation|alt|altitude|height|hgt)([ _([]*(m|meters?)[\])]?)?$`)

// plane is the source of latitudes and longitudes within a small part of the Earth, with elevations if there are some.
func (t *table) plane(file dataset.Line, both []int) []dataset.Line {
	const degree = 111.2 // kilometers
	a, b := t.Columns[both[0]], t.Columns[both[1]]
	center := [2]float64{(a.Low + a.High) / 2, (b.Low + b.High) / 2}
	north, east := degree*(a.High-a.Low), degree*(b.High-b.Low)*math.Cos(center[0]*math.Pi/180)
	taken, beside := slices.Clone(both), []int(nil)
	for _, i := range t.taken {
		switch name := t.Columns[i].Name; {
		case slices.Contains(both, i):
		case len(taken) == 2 && elevation.MatchString(name):
			taken = append(taken, i)
		default:
			beside = append(beside, i)
		}
	}
	if max(north, east) > mostTrack || t.wanted.columns != nil && len(beside) > 0 {
		return nil
	}
	text := "latitude and longitude become"
	if len(taken) > 2 {
		text = "latitude, longitude and elevation become"
	}
	t.notes = append(t.notes, fmt.Sprintf("The places lie within %.2g km: %s meters in a plane that touches the "+
		"Earth in their middle.", max(north, east), text))
	if len(beside) > 0 {
		t.notes = append(t.notes, fmt.Sprintf("Columns that are no places are left out: %s; --columns %s takes "+
			"them, and degrees as numbers.", t.forFlag(beside...), t.forFlag(t.taken...)))
	}
	t.taken = taken
	lines := []dataset.Line{{Text: "local_plane:", Comment: "places become meters east and north; write earth: " +
		"without center: for a sphere, or " + t.kind() + ": to take degrees as numbers"}, file,
		{Text: "  columns: " + t.names(taken), Comment: "latitude and longitude in degrees, then elevation in meters"},
		{Text: fmt.Sprintf("  center: [%.4f, %.4f]", center[0], center[1]),
			Comment: "where the plane touches the Earth"}}
	return append(append(lines, t.part()...), t.format()...)
}

// mayBeEarth says that two columns are in the ranges of latitude and longitude, which they nearly fill.
func (t *table) mayBeEarth() bool {
	if len(t.taken) != 2 || t.angles() != "" {
		return false
	}
	a, b := t.Columns[t.taken[0]], t.Columns[t.taken[1]]
	return a.Low >= -90 && a.High <= 90 && a.High-a.Low > 60 && b.Low >= -180 && b.High <= 180 && b.High-b.Low > 180
}

var (
	// radianName and degreeName end with a unit of angles, rateName says that it is one of rates or temperatures.
	radianName = regexp.MustCompile(`(?i)[ _[(](rad|radians?)[\])]?$`)
	degreeName = regexp.MustCompile(`(?i)[ _[(](deg|degrees?|°)[\])]?$`)
	rateName   = regexp.MustCompile(`(?i)/ ?s|per_s|temp|dot([^a-z]|$)|` +
		`(^|[^a-z]|ang|yaw)(vel|velocity|rate|speed)([^a-z]|$)`)
)

// angles is the unit of columns that all look like angles, or nothing. Without names that say so these are degrees in
// at least three columns, two of them from one end of a turn to the other, which shapes of points hardly ever reach.
func (t *table) angles() string {
	words := []string{"phi", "psi", "theta", "chi", "omega", "angle", "torsion", "dihedral", "azimuth", "bearing"}
	all := func(is func(name string) bool) bool {
		return !slices.ContainsFunc(t.taken, func(i int) bool { return !is(t.Columns[i].Name) })
	}
	named := all(func(name string) bool {
		name = strings.ToLower(name)
		return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
	})
	const rounded = 0.005
	switch {
	case !all(func(name string) bool { return !rateName.MatchString(name) }):
		return ""
	case all(radianName.MatchString) &&
		(t.within(-math.Pi-rounded, math.Pi+rounded) || t.within(-rounded, 2*math.Pi+rounded)):
		return "radians"
	case all(degreeName.MatchString) && (t.within(-180, 180) || t.within(0, 360)):
		return "degrees"
	case named && (t.around(-math.Pi-rounded, math.Pi+rounded, 1) > 0 || t.around(0, 2*math.Pi+rounded, 1) > 0):
		return "radians"
	case named && (t.around(-180, 180, 60) > 0 || t.around(0, 360, 60) > 0), len(t.taken) >= 3 &&
		(t.around(-180, 180, 2) > 1 || t.around(0, 360, 2) > 1):
		return "degrees"
	}
	return ""
}

// turnName has a word for what turns all around where it stands beside lengths; Greek letters are such words in front
// alone, as psi is a unit of pressure and chi2 a statistic.
var turnName = regexp.MustCompile(`(?i)(^|[^a-z])(heading|hdg|yaw|direction|(wind|w)?dir|orientation|course|cog|` +
	`compass|angle|torsion|dihedral|azimuth|bearing|rotation|phase)([^a-z]|$)|^(phi|psi|theta|chi)([^a-z0-9]|$)`)

// turns says that a column is named as an angle all around, and in no other unit.
func turns(name string) bool {
	return !rateName.MatchString(name) && (degreeName.MatchString(name) || radianName.MatchString(name) ||
		turnName.MatchString(name) && !unitName.MatchString(strings.TrimSpace(name)))
}

// turning are those of the columns that are named as angles and go from one end of a turn to the other but for a
// twentieth, in the unit of the first; their ends are one, which numbers do not know.
func (t *table) turning() (found []int, unit string) {
	const part = 0.05
	for _, i := range t.taken {
		c, one := &t.Columns[i], &table{Survey: t.Survey, taken: []int{i}}
		around := func(turn, rounded float64) bool {
			return one.around(-turn/2-rounded, turn/2+rounded, part*turn) > 0 ||
				one.around(-rounded, turn+rounded, part*turn) > 0
		}
		is := ""
		switch {
		case !turns(c.Name):
		case !degreeName.MatchString(c.Name) && !c.Whole && around(2*math.Pi, 0.005):
			is = "radians"
		case !radianName.MatchString(c.Name) && around(360, 0):
			is = "degrees"
		}
		if is != "" && (unit == "" || is == unit) {
			found, unit = append(found, i), is
		}
	}
	return found, unit
}

// within says that no column leaves an interval.
func (t *table) within(low, high float64) bool { return t.around(low, high, high-low) > 0 }

// unitName is the unit at the end of a name.
var unitName = regexp.MustCompile(`(?:[[(]([^])]+)[\])]|_(mm|cm|m|km|um|nm|px|in|ft))$`)

// numberName is a number with or without a unit, as columns of spectra and profiles are named: 404 or 404 nm.
var numberName = regexp.MustCompile(`^\s*([-+]?\d+(?:\.\d+)?)\s*([[(]?[^\d\s]\S*)?\s*$`)

// isProfile says that the columns are one quantity at places that their names give, in order.
func (t *table) isProfile() bool {
	const least = 5
	last, of := math.Inf(-1), ""
	for k, i := range t.taken {
		found := numberName.FindStringSubmatch(t.Columns[i].Name)
		if found == nil {
			return false
		}
		at, err := strconv.ParseFloat(found[1], 64)
		if err != nil || at <= last || k > 0 && found[2] != of {
			return false
		}
		last, of = at, found[2]
	}
	return len(t.taken) >= least
}

// unit is what all columns are in, by their names or as coordinates of a scan; empty where that is not known.
func (t *table) unit() string {
	if t.isProfile() {
		return "the unit of a spectrum or profile (their names are its places)"
	}
	common := ""
	for _, i := range t.taken {
		found := unitName.FindStringSubmatch(strings.TrimSpace(t.Columns[i].Name))
		if found == nil {
			common = ""
			break
		}
		unit := found[1] + found[2]
		if common != "" && unit != common {
			return ""
		}
		common = unit
	}
	places := !slices.ContainsFunc(t.taken, func(i int) bool {
		return !slices.Contains([]string{"x", "y", "z"}, t.Columns[i].Name)
	})
	if common == "" && places && t.file.Cloud {
		return "the unit of a scan or mesh"
	}
	return common
}

// around counts the columns that reach to both ends of an interval but for some way, 0 where a column leaves it.
func (t *table) around(low, high, near float64) int {
	count := 0
	for _, i := range t.taken {
		c := t.Columns[i]
		if c.Low < low || c.High > high {
			return 0
		}
		if c.Low <= low+near && c.High >= high-near {
			count++
		}
	}
	return count
}
