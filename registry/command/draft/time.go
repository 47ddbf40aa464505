package draft

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"
	"time"

	"ebim/framework/points"
)

var (
	// timeName are names of columns with time, with or without a unit.
	timeName = regexp.MustCompile(`(?i)^(t|time|times|timestamp|date|date_?time|epoch|elapsed|elapsed_time|` +
		`unix_?time|gps_?time|utc|m?jd|[bh]jd|julian_?(day|date)|seconds|millis|micros|uptime|` +
		`frame|zeit|datum|uhrzeit|tiempo|tempo|tijd|tid|czas|fecha|hora)([ _([/].*)?$`)
	// clockName are clocks and units of time, which order the rows where they rise by equal steps. Clock is a gene.
	clockName = regexp.MustCompile(`(?i)^(ns|us|µs|ms|secs?|msecs?|ticks|clock)$`)
	// stampName are names of when rows were written, which may be of other things where they don't rise.
	stampName = regexp.MustCompile(`(?i)^((\pL+[._])*stamp|zeitstempel|horodatage)([ _([/].*)?$`)
	// dayName are names of days and of how dates are written.
	dayName = regexp.MustCompile(`(?i)^(\pL+[ _.])*(day|tag|date|datum|data|dato|fecha|jour|yyyymmdd|ymd)$`)
	// yearName are names of years, alone, as a house was built in one, too.
	yearName = regexp.MustCompile(`(?i)^(year|jahr|année|annee|año|anno|ano|jaar|rok)$`)
	// julianName are names of days since -4712 or 1858.
	julianName = regexp.MustCompile(`(?i)^([bhmr]?jd|julian[ _]?(day|date))([ _]?(utc|tdb|tt|[([].*))?$`)
	// timeUnits are those of time.
	timeUnits = strings.Fields("ns us µs ms s sec secs min h hr hrs d")
	// clockUnits are those that end a name of a time without brackets: t_min may be the least temperature.
	clockUnits = strings.Fields("ns us µs ms sec secs")
)

// namedTime says that a column is named like time, and in no other unit, as a temperature T [K] is.
func (t *table) namedTime(i int) bool {
	h := t.header(i)
	h.unit = cmp.Or(h.unit, h.unitAtEnd())
	if t.isTemperature(i) {
		return false
	}
	return timeName.MatchString(t.Columns[i].Name) && (h.in(timeUnits...) || !points.KnownUnit(h.unit))
}

// isTemperature says that a column is named as one of several Ts at places or of sensors, as T_2m beside T_4m and T_6m.
func (t *table) isTemperature(i int) bool {
	const least = 3
	of, _, _ := familyOf(t.Columns[i].Name)
	alike := 0
	for k := range t.Columns {
		if other, _, _ := familyOf(t.Columns[k].Name); other == of {
			alike++
		}
	}
	return of.name == "T" && alike >= least
}

// isTime says that a column is named like time, and sorted or equally spaced, or holds times of a computer's clock.
func (t *table) isTime(i int) bool {
	c := &t.Columns[i]
	named := t.namedTime(i) || yearName.MatchString(c.Name)
	clock := c.Even && clockName.MatchString(c.Name) || stampName.MatchString(c.Name) || isEpoch(c)
	return t.Rows > 2 && (named && (c.Rising || c.Even) || clock && c.Rising)
}

// holdsJulianDates says that a column is named like Julian dates, and holds numbers as large, not days of a year.
// Beside one other column it may be a coordinate.
func (t *table) holdsJulianDates(i int) bool {
	const least = 10000 // of a modified one in 1886
	others := 0
	for _, c := range t.Columns {
		if c.Numbers > 0 && c.Texts == 0 && c.Low < c.High {
			others++
		}
	}
	return others > 2 && julianName.MatchString(t.Columns[i].Name) && t.Columns[i].Low >= least
}

// holdsCalendarDates says that a column is named like days or times, and holds dates as 20210904.
func (t *table) holdsCalendarDates(i int) bool {
	const first, last = 1500, 2200 // years
	c := &t.Columns[i]
	isDate := func(value float64) bool {
		day, err := time.Parse("20060102", strconv.FormatFloat(value, 'f', -1, 64))
		return err == nil && day.Year() >= first && day.Year() <= last
	}
	return c.Whole && (timeName.MatchString(c.Name) || dayName.MatchString(c.Name)) && isDate(c.Low) && isDate(c.High)
}

// isEpoch says that numbers are seconds since 1970, or thousandths, millionths or billionths of them, from 2001 on.
func isEpoch(c *points.Column) bool {
	const first, last = 1e9, 3e9
	for _, second := range []float64{1, 1e3, 1e6, 1e9} {
		if lies(c, first*second, last*second) {
			return true
		}
	}
	return false
}
