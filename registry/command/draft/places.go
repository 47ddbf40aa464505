package draft

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"ebim/framework/dataset"
)

// places is the source of columns that are named latitude and longitude and lie in their ranges: a plane for a small
// part of the Earth, else a sphere, for places alone or over most of the Earth.
func (t *table) places(file dataset.Line) []dataset.Line {
	latitude, longitude, hours := t.coordinatesOfPlaces()
	const onSphere = "write earth: {file: ..., columns: %s}"
	const inPlace = onSphere + " in place of csv:, which places them on a sphere"
	named, both := len(latitude) == 1 && len(longitude) == 1, append(latitude, longitude...)
	if named && !t.sky(latitude[0]) {
		if lines := t.plane(file, both); lines != nil {
			return lines
		}
	}
	named = named && t.Columns[both[0]].Missing+t.Columns[both[1]].Missing == 0
	if named && len(t.taken) == 2 {
		what := "latitudes and longitudes"
		if t.sky(latitude[0]) {
			what = "declinations and right ascensions"
		}
		t.notes = append(t.notes, "The columns look like "+what+": they are placed on a sphere, where the poles are "+
			"points and the ends of longitude are one.")
		lines := []dataset.Line{{Text: "earth:", Comment: "places become points of the unit sphere; write csv: to " +
			"take latitude and longitude as numbers"}, file,
			{Text: "  columns: " + t.names(both), Comment: "latitude and longitude, or declination and right " +
				"ascension"}}
		if hours {
			lines = append(lines, dataset.Line{Text: "  longitude_unit: hours"})
		}
		return append(lines, t.part()...)
	}
	if named && !hours && t.allAround(both) {
		t.placed = both
		t.notes = append(t.notes, fmt.Sprintf("Latitude and longitude are placed on a sphere, where the poles are "+
			"points and the ends of longitude are one. For places alone "+onSphere+".", t.names(both)))
		return nil
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

var (
	latitudeWords  = strings.Fields("lat lats latitude latitudes latitud latitudine breite breitengrad glat")
	longitudeWords = strings.Fields("lon lons long lng longitude longitudes longitud longitudine länge laenge " +
		"längengrad laengengrad glon")
	declinationWords    = strings.Fields("dec decl declination de dej2000 decj2000")
	rightAscensionWords = strings.Fields("ra raj2000")
)

// isRightAscension says that a column is named as one.
func (h header) isRightAscension() bool {
	return h.has(rightAscensionWords...) || h.is("right ascension")
}

// sky says that a column is named as a declination.
func (t *table) sky(i int) bool { return t.header(i).has(declinationWords...) }

// atNothing says that columns without a unit are all near 0, where in the Gulf of Guinea there is no place: lat and
// long are short for lateral and longitudinal, too.
func (t *table) atNothing(columns ...int) bool {
	const near = 5
	return !slices.ContainsFunc(columns, func(i int) bool {
		return t.header(i).unit != "" || t.Columns[i].Low < -near || t.Columns[i].High > near
	})
}

// coordinatesOfPlaces are the columns named as latitudes and longitudes, or as declinations and right ascensions, that
// lie in their ranges; hours are the unit of the last in the sky where they are named so or end at 24.
func (t *table) coordinatesOfPlaces() (latitude, longitude []int, hours bool) {
	var declination, ascension []int
	for _, i := range t.taken {
		c, h := &t.Columns[i], t.header(i)
		inHours := h.in("h", "hr", "hrs", "hours", "hms")
		plain := !h.rate() && (h.unit == "" || h.degrees())
		switch {
		case plain && (h.has(latitudeWords...) || h.is("b") && h.degrees() || t.abbreviates(i, "lat", "lon")) &&
			c.Low >= -90 && c.High <= 90:
			latitude = append(latitude, i)
		case plain && (h.has(longitudeWords...) || h.is("l") && h.degrees() || t.abbreviates(i, "lon", "lat")) &&
			c.Low >= -180 && c.High <= 360:
			longitude = append(longitude, i)
		case plain && h.has(declinationWords...) && c.Low >= -90 && c.High <= 90:
			declination = append(declination, i)
		case (plain || inHours) && h.isRightAscension() && c.Low >= 0 && c.High <= 360:
			const around = 18
			ascension = append(ascension, i)
			hours = c.High <= 24 && (inHours || h.unit == "" && c.High-c.Low > around)
		}
	}
	if len(latitude) == 1 && len(longitude) == 1 && t.atNothing(latitude[0], longitude[0]) {
		return nil, nil, false
	}
	if len(declination) == 1 && len(ascension) == 1 && len(latitude)+len(longitude) == 0 {
		return declination, ascension, hours
	}
	return latitude, longitude, false
}

// abbreviates says that a column's name is p or s before an ending, and another's the same before its partner: Plat and
// Plon are those of a pole, Slat and Slon of a site. Other letters may be differences.
func (t *table) abbreviates(i int, ending, partner string) bool {
	before, found := strings.CutSuffix(strings.ToLower(t.Columns[i].Name), ending)
	return found && (before == "p" || before == "s") && slices.ContainsFunc(t.Names, func(name string) bool {
		return strings.EqualFold(name, before+partner)
	})
}

// mostTrack is the extent of places, in kilometers, up to which they are taken to a plane, whose lengths are then right
// but for a ten thousandth.
const mostTrack = 200

// plane is the source of latitudes and longitudes within a small part of the Earth, with elevations if there are some.
func (t *table) plane(file dataset.Line, both []int) []dataset.Line {
	const degree = 111.2 // kilometers
	a, b := t.Columns[both[0]], t.Columns[both[1]]
	center := [2]float64{(a.Low + a.High) / 2, (b.Low + b.High) / 2}
	north, east := degree*(a.High-a.Low), degree*(b.High-b.Low)*math.Cos(center[0]*math.Pi/180)
	taken, factor := slices.Clone(both), 1.0
	if i, meters := t.elevation(); meters != 0 {
		taken, factor = append(taken, i), meters
	}
	beside := slices.DeleteFunc(slices.Clone(t.taken), func(i int) bool { return slices.Contains(taken, i) })
	if max(north, east) > mostTrack || t.wanted.columns != nil && len(beside) > 0 {
		return nil
	}
	text, third := "latitude and longitude become", "elevation in meters"
	switch {
	case len(taken) > 2 && factor < 0:
		text, third = "latitude, longitude and depth, which counts down, become", "depth"
	case len(taken) > 2:
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
		{Text: "  columns: " + t.names(taken), Comment: "latitude and longitude in degrees, then " + third},
		{Text: fmt.Sprintf("  center: [%.4f, %.4f]", center[0], center[1]),
			Comment: "where the plane touches the Earth"}}
	if factor != 1 {
		lines = append(lines, dataset.Line{Text: "  elevation_factor: " + decimal(factor),
			Comment: "meters up in a unit of the third column"})
	}
	return append(append(lines, t.part()...), t.format()...)
}

// allAround says that places reach around half of the Earth, or near a pole.
func (t *table) allAround(both []int) bool {
	const half, pole = 180, 75
	latitude, longitude := &t.Columns[both[0]], &t.Columns[both[1]]
	return longitude.High-longitude.Low > half || latitude.Low < -pole || latitude.High > pole
}

// mayBeEarth says that two columns are in the ranges of latitude and longitude, which they nearly fill.
func (t *table) mayBeEarth() bool {
	if len(t.taken) != 2 || t.angles() != "" {
		return false
	}
	a, b := t.Columns[t.taken[0]], t.Columns[t.taken[1]]
	return a.Low >= -90 && a.High <= 90 && a.High-a.Low > 60 && b.Low >= -180 && b.High <= 180 && b.High-b.Low > 180
}
