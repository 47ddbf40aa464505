package draft

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/dataset"
	"ebim/framework/points"
)

var (
	// turnWords are words for what turns all around.
	turnWords = strings.Fields("heading hdg yaw direction dir winddir winddirection wdir drct wd orientation course " +
		"cog compass angle torsion dihedral azimuth azi bearing rotation phase hue strike aspect crank crankshaft " +
		"cad kurs peilung kompass drehung ausrichtung azimut " +
		"cap gisement relèvement relevement lacet " +
		"acimut angulo ángulo ângulo direccion dirección direção direcao orientación orientacion orientação rumbo " +
		"rumo angolo direzione rotta prua orientamento hoek richting windrichting koers kierunek kąt azymut")
	// turnEnds end such words of languages that join them, as Windrichtung.
	turnEnds = strings.Fields("winkel richtung riktning retning vinkel")
	// axisWords are words for what may be the same after half a turn.
	axisWords = strings.Fields("orientation polarization polarisation lineation")
	// polarizerWords are words for what is the same after half a turn, whatever it is turned from.
	polarizerWords = strings.Fields("polarizer polariser analyzer analyser polarisator analysator")
	// greekWords are angles where they stand in front, without digits, as psi is also a unit of pressure and chi2 a
	// statistic; where all columns are angles these may have digits, too.
	greekWords = strings.Fields("phi psi theta chi")
	torsion    = regexp.MustCompile(`^(phi|psi|theta|chi|omega|alpha|beta|gamma|delta|epsilon|zeta)\d*$`)
)

// turns says that a column is named as an angle all around, and in no other unit.
func (h header) turns() bool {
	if h.rate() || h.unit != "" && !h.degrees() && !h.radians() && !h.gons() {
		return false
	}
	return h.unit != "" || h.turnNamed()
}

// turnNamed says that a column is named as an angle all around, in whatever unit.
func (h header) turnNamed() bool {
	return h.has(turnWords...) || len(h.words) > 0 && slices.Contains(greekWords, h.words[0]) ||
		slices.ContainsFunc(h.words, func(word string) bool {
			return slices.ContainsFunc(turnEnds, func(end string) bool { return strings.HasSuffix(word, end) })
		})
}

// turnsIn says that a column is named as an angle all around, in one of some units.
func turnsIn(units ...string) func(h header) bool {
	return func(h header) bool { return h.turnNamed() && h.in(units...) }
}

// period is how much a turn of a column is, 0 where it does not turn.
func period(h header, c *points.Column) float64 {
	if h.rate() {
		return 0
	}
	for _, of := range cycles {
		if !of.named(h) || of.whole && !c.Whole || of.broken && c.Whole {
			continue
		}
		for _, p := range of.periods {
			if of.leaping && c.Leap < p/2 {
				continue
			}
			rounding := 0.001 * p
			all := func(low float64) bool { return reaches(c, low-rounding, low+p+rounding, of.near*p+rounding) }
			if !of.centered && all(0) || all(-p/2) {
				return p
			}
		}
	}
	return 0
}

// reaches says that a column lies in an interval, and goes to both of its ends but for some way.
func reaches(c *points.Column, low, high, near float64) bool {
	return lies(c, low, high) && c.Low <= low+near && c.High >= high-near
}

func lies(c *points.Column, low, high float64) bool { return c.Low >= low && c.High <= high }

// turning are those of the columns that turn, with their periods.
func (t *table) turning() (found []int, periods []float64) {
	for _, i := range t.taken {
		p, apart := period(t.header(i), &t.Columns[i]), slices.Contains(t.placed, i) || slices.Contains(t.rotation, i)
		if p > 0 && !apart {
			found, periods = append(found, i), append(periods, p)
		}
	}
	return found, periods
}

// angles is the unit of columns that all look like angles, or nothing. Without names that say so these are degrees in
// at least three columns, two of them from one end of a turn to the other, which shapes of points hardly ever reach.
func (t *table) angles() string {
	all := func(is func(h header) bool) bool {
		return !slices.ContainsFunc(t.taken, func(i int) bool { return !is(t.header(i)) })
	}
	named := all(func(h header) bool {
		return h.turns() || h.unit == "" && slices.ContainsFunc(h.words, torsion.MatchString)
	})
	const rounded = 0.005
	switch {
	case !all(func(h header) bool { return !h.rate() }), t.widest() < 180 && all(header.degrees),
		t.widest() < math.Pi && all(header.radians): // nothing closes
		return ""
	case all(header.radians) && (t.within(-math.Pi-rounded, math.Pi+rounded) || t.within(-rounded, 2*math.Pi+rounded)):
		return "radians"
	case all(header.degrees) && (t.within(-180, 180) || t.within(0, 360)):
		return "degrees"
	case named && (t.around(-math.Pi-rounded, math.Pi+rounded, 1) > 0 || t.around(0, 2*math.Pi+rounded, 1) > 0):
		return "radians"
	case named && (t.around(-180, 180, 60) > 0 || t.around(0, 360, 60) > 0), len(t.taken) >= 3 &&
		(t.around(-180, 180, 2) > 1 || t.around(0, 360, 2) > 1):
		return "degrees"
	}
	return ""
}

// widest is the widest range of a column.
func (t *table) widest() (widest float64) {
	for _, i := range t.taken {
		widest = max(widest, t.Columns[i].High-t.Columns[i].Low)
	}
	return widest
}

// within says that no column leaves an interval.
func (t *table) within(low, high float64) bool { return t.around(low, high, high-low) > 0 }

// around counts the columns that reach to both ends of an interval but for some way, 0 where a column leaves it.
func (t *table) around(low, high, near float64) int {
	count := 0
	for _, i := range t.taken {
		if !lies(&t.Columns[i], low, high) {
			return 0
		}
		if reaches(&t.Columns[i], low, high, near) {
			count++
		}
	}
	return count
}

// closing is the source of a table some of whose columns close on themselves; nil where none do.
func (t *table) closing(file dataset.Line) []dataset.Line {
	turning, periods := t.turning()
	if len(turning)+len(t.placed)+len(t.rotation) == 0 {
		return nil
	}
	lines := []dataset.Line{{Text: "with_angles:", Comment: "what closes on itself becomes points of circles or " +
		"spheres, or matrices of rotations; write " + t.kind() + ": with file and columns alone to take all as " +
		"numbers"}, file, t.columns()}
	if len(turning) > 0 {
		lines = append(lines, dataset.Line{Text: "  turning: " + t.names(turning)})
		lines = append(lines, t.periods(turning, periods))
	}
	if t.placed != nil && t.polar == "" {
		lines = append(lines, dataset.Line{Text: "  places: " + t.names(t.placed), Comment: "latitude, longitude"})
	} else if t.placed != nil {
		lines = append(lines, dataset.Line{Text: "  places: " + t.names(t.placed)},
			dataset.Line{Text: "  place_angles: polar", Comment: "the angle from an axis, and the azimuth around it"},
			dataset.Line{Text: "  unit: " + t.polar})
	}
	if t.rotation != nil {
		lines = append(lines, t.rotationLines("rotation")...)
	}
	return append(append(lines, t.part()...), t.format()...)
}

// periods is the setting of the turns of some columns, and notes them.
func (t *table) periods(turning []int, periods []float64) dataset.Line {
	unit := map[float64]string{360: "degrees", 2 * math.Pi: "radians"}[periods[0]]
	if slices.ContainsFunc(periods, func(p float64) bool { return p != periods[0] }) {
		unit = ""
	}
	if unit != "" {
		t.notes = append(t.notes, fmt.Sprintf("Columns that look like angles in %s all around are placed on circles, "+
			"so that their ends are one: %s.", unit, t.forFlag(turning...)))
		return dataset.Line{Text: "  unit: " + unit}
	}
	var texts []string
	for k, p := range periods {
		texts = append(texts, strconv.FormatFloat(p, 'g', -1, 64))
		t.notes = append(t.notes, fmt.Sprintf("Column %s seems to begin anew after %.6g, by its name and its numbers, "+
			"so that it is placed on a circle.", t.label(turning[k]), p))
	}
	return dataset.Line{Text: "  periods: [" + strings.Join(texts, ", ") + "]",
		Comment: "after which each of turning begins anew"}
}
