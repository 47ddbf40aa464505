package draft

import (
	"regexp"
	"slices"
	"strings"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

// cycleName are names of what a measurement is repeated in.
var cycleName = regexp.MustCompile(`(?i)^(cycle|cyclus|zyklus|ciclo|cykl|repetition|wiederholung)` +
	`([ _.\-]*(no|nr|num|number|nummer|index|id|#)\.?)?$`)

// ofPlace are words for places and directions that may have few whole numbers.
var ofPlace = strings.Fields("alt radius radii azimuth azimut zenith theta phi psi chi rho alpha beta gamma " +
	"delta omega row col column plane stack bin heading bearing roll pitch yaw step " +
	"length width size")

// qualities are words for how good a measurement is.
var qualities = strings.Fields("quality qualität qualité qualità qualidade calidad kwaliteit kvalitet jakość " +
	"confidence reliability konfidenz confianza confiance")

// loose are the kinds of columns that are no coordinates if the others tell nothing of them. Which cup of a ride it
// was, or when, adds layers or a dimension to whatever the others lie on.
var loose = []func(t *table, i int) bool{
	(*table).isFirstOfWholes,
	func(t *table, i int) bool {
		return t.Columns[i].Whole && yearName.MatchString(t.Columns[i].Name) || t.sortsRows(i) || t.isCycle(i)
	},
	func(t *table, i int) bool { return t.header(i).has(qualities...) },
	func(t *table, i int) bool {
		h := t.header(i)
		return t.namedTime(i) && h.in(timeUnits...) && period(h, &t.Columns[i]) == 0
	},
}

// isFirstOfWholes says that a column is a table's first and holds many whole numbers without a unit or a name of a
// place, beside others, one of them with decimals: as people number what they measure, in whatever words.
func (t *table) isFirstOfWholes(i int) bool {
	c, h := &t.Columns[i], t.header(i)
	if i > 0 || !c.Whole || c.Low < 0 || c.Different() < points.MostCounted || t.Names == nil || t.isMeasured(i) ||
		h.has(notNumbering...) || h.has(ofPlace...) || period(h, c) > 0 {
		return false
	}
	return slices.ContainsFunc(t.taken, func(k int) bool { return !t.Columns[k].Whole })
}

// sortsRows says that a column has few whole numbers, each in many rows and without a unit, and a word for a name, or
// two numbers.
func (t *table) sortsRows(i int) bool {
	c, h := &t.Columns[i], t.header(i)
	return t.mayBeLabel(i) && (wordName.MatchString(c.Name) || c.Different() == 2) && !t.isMeasured(i) &&
		!h.has(notNumbering...) && !h.has(ofPlace...) && period(h, c) == 0
}

// isCycle says that a column counts cycles of a measurement.
func (t *table) isCycle(i int) bool {
	const eachCycle = 10 // rows
	c := &t.Columns[i]
	all := c.Low <= 1 && c.High-c.Low+1 == float64(c.Different())
	return c.Whole && cycleName.MatchString(c.Name) && c.Different() < points.MostCounted && all &&
		c.Numbers >= eachCycle*c.Different()
}

// findLoose leaves columns out of which the others tell nothing, one of each kind. Several of a kind may be answers or
// pixels.
func (t *table) findLoose(p *cli.Program, s sketch, file dataset.Line) {
	for _, is := range loose {
		found := slices.DeleteFunc(slices.Clone(t.taken), func(i int) bool { return !is(t, i) })
		if len(found) != 1 || len(t.taken) < 3 || t.wanted.columns != nil {
			continue
		}
		i := found[0]
		if s.source = t.plain(file); loadPoints(p, &s) != nil {
			return
		}
		scaling, _ := dataset.Standardize(s.set, dataset.StandardizeColumns, nil)
		tells := isBound
		if t.Columns[i].Different() >= points.FewSteps {
			tells = isFollowed
		}
		if scaling == nil || tells(scaling.In(s.set), slices.Index(t.taken, i)) {
			continue
		}
		t.withdraw(t.layers(i))
		t.leave(i, "the other columns tell nothing of its numbers; keep it by --columns %s", t.withOthers(i))
	}
}
