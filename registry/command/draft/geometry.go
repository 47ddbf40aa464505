package draft

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ebim/framework/dataset"
)

// earth is the source of two columns that are named latitude and longitude and lie in their ranges.
func (t *table) earth(file dataset.Line) []dataset.Line {
	var latitude, longitude []int
	for _, i := range t.taken {
		switch name, c := strings.ToLower(t.Columns[i].Name), t.Columns[i]; {
		case c.Missing > 0:
		case strings.HasPrefix(name, "lat") && c.Low >= -90 && c.High <= 90:
			latitude = append(latitude, i)
		case (strings.HasPrefix(name, "lon") || name == "lng") && c.Low >= -180 && c.High <= 360:
			longitude = append(longitude, i)
		}
	}
	const inPlace = "write earth: {file: ..., columns: %s} in place of csv:, which places them on a sphere"
	named, both := len(latitude) == 1 && len(longitude) == 1, append(latitude, longitude...)
	if named && len(t.taken) == 2 {
		t.notes = append(t.notes, "The columns look like latitudes and longitudes: they are placed on a sphere, where "+
			"the poles are points and the ends of longitude are one.")
		return []dataset.Line{{Text: "earth:", Comment: "places become points of the unit sphere; write csv: to take " +
			"latitude and longitude as numbers"}, file,
			{Text: "  columns: " + t.names(both), Comment: "latitude and longitude, in degrees"}}
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

// mayBeEarth says that two columns are in the ranges of latitude and longitude, which they nearly fill.
func (t *table) mayBeEarth() bool {
	if len(t.taken) != 2 || t.angles() != "" {
		return false
	}
	a, b := t.Columns[t.taken[0]], t.Columns[t.taken[1]]
	return a.Low >= -90 && a.High <= 90 && a.High-a.Low > 60 && b.Low >= -180 && b.High <= 180 && b.High-b.Low > 180
}

// angles is the unit of columns that all look like angles, or nothing. Without names that say so these are degrees in
// at least three columns, two of them from one end of a turn to the other, which shapes of points hardly ever reach.
func (t *table) angles() string {
	words := []string{"phi", "psi", "theta", "chi", "omega", "angle", "torsion", "dihedral", "azimuth", "bearing"}
	named := true
	for _, i := range t.taken {
		name := strings.ToLower(t.Columns[i].Name)
		named = named && slices.ContainsFunc(words, func(word string) bool { return strings.Contains(name, word) })
	}
	const rounded = 0.005
	switch {
	case named && (t.around(-math.Pi-rounded, math.Pi+rounded, 1) > 0 || t.around(0, 2*math.Pi+rounded, 1) > 0):
		return "radians"
	case named && (t.around(-180, 180, 60) > 0 || t.around(0, 360, 60) > 0), len(t.taken) >= 3 &&
		(t.around(-180, 180, 2) > 1 || t.around(0, 360, 2) > 1):
		return "degrees"
	}
	return ""
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
