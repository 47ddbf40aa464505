package draft

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"ebim/framework/points"
)

// namesRows says that a column of whole numbers without a unit, none below 0, is named as a label. What follows them in
// cells is no unit then, as in class 4 C.
func (t *table) namesRows(i int) bool {
	c, h := &t.Columns[i], t.header(i)
	if t.CellUnits != nil && t.CellUnits[i] == h.unit {
		h.unit = ""
	}
	if strings.EqualFold(h.unit, recordUnit) {
		h.unit = ""
	}
	const each = 20 // rows for a lap
	round := c.Rising && roundName.MatchString(c.Name) && float64(c.Numbers) >= each*(c.High-c.Low+1)
	return c.Whole && c.Low >= 0 && h.unit == "" &&
		(labelName.MatchString(c.Name) || h.identifies() || round || t.isID(i))
}

// recordUnit is what loggers of Campbell write beneath numbers of records.
const recordUnit = "RN"

// numberWord is a word for a number of a thing, as nobody calls a count of them.
const numberWord = `(no|nr|nummer|number|num|num[ée]ro|número|numer|n[°º]|núm|#)\.?`

var (
	// labelName are names of columns that number or sort the rows.
	labelName = regexp.MustCompile(`(?i)^(s/?n|serial([ _]?(no|nr|number|#)\.?)?|` +
		`sample|cell|point|frame|object|row|unnamed: 0|labels?|class(es)?|cluster|batch|` +
		`group|replicate|plate|well|patient|subject|participant|respondent|specimen|observer|operator|rater|` +
		`trial|session|beat|beam|ping|logger|device|animal|` +
		`rec(ord)?|datensatz|chain|draw|iteration|fold|split|category|type|kind|species|sex|gender|` +
		`seg|segment|segmento|branch|strand|polyline|` +
		`punkt|messpunkt|pkt\.?|punto|ponto|punt|meetpunt|platform|wmo|buoy|boje|bou[ée]e|boya|boia|boja|` +
		`drifter|vessel|mmsi|imo|imei|ear[ _-]?tag|ohrmarke|badge|bib|dorsal|dossard|` +
		`nr\.?|nummer|num[ée]ro|número|numer|n[°º]\.?|núm\.?|num\.|lfd\.? ?nr\.?|l\.? ?p\.|` +
		`\pL{3,}[ _.\-]*(nummer|nr\.?)|` +
		thing + `[ _.\-]*` + numberWord + `|` +
		numberWord + `[ _.\-]*(d[eiuoa]l? |d')?` + thing + `|id[ _.\-]*` + thing + `)$`)
	// runName are names that may be of a coordinate, too, as of rise and run, of nitric oxide, of a road's stations, or
	// of days in German.
	runName = regexp.MustCompile(`(?i)^(([a-z]+[ _])?no|index|idx|run|target|visit|lap|breath|repetition|rep|station|tag|` +
		`ship|sensor)$`)
	// roundName are names of laps, which are coordinates only where each has few rows.
	roundName = regexp.MustCompile(`(?i)^(lap|runde|tour|vuelta|giro|ronde|volta|okrążenie)$`)
	// passName are names of strokes, scans and orders of spectra, which may be amounts, too: they number things only if
	// none is left out.
	passName = regexp.MustCompile(`(?i)^(stroke|scan|order|ordnung)$`)
	// pixelColumn is, beside a row, where a pixel is.
	pixelColumn = regexp.MustCompile(`(?i)^col(umn)?$`)
)

// onGrid are words for coordinates of maps, whole meters of which are large and lie close.
var onGrid = strings.Fields("x y e n easting northing eastings northings east north rechtswert hochwert rechts hoch " +
	"r h rw hw ostwert nordwert ost nord est este norte estnord utm gk lambert coord coordinate koordinate")

// isSerial says that numbers look like those of devices: large, close to each other, and each of them many times.
func (t *table) isSerial(i int) bool {
	const each = 10 // rows for a number
	c := &t.Columns[i]
	serials := c.Serials()
	few := t.mayBeLabel(i) || c.Name != "" && serials > 0 && c.Numbers >= each*serials
	return few && c.Low >= points.LeastSerial && c.High-c.Low <= 1e-4*c.Low && !t.isMeasured(i) && !t.namedTime(i)
}

// notNumbering are words for whole numbers that may all differ and are no labels: ranks, and quantities without a unit.
var notNumbering = strings.Fields("rank ranks rang place z lat latitude lon longitude pos position depth height " +
	"altitude elevation elev level layer slice stage age dose energy wavelength wavenumber temp temperature " +
	"distance dist lag offset shift pressure angle speed score time tiefe höhe alter energie temperatur " +
	"abstand druck profondeur hauteur profundidad altura edad")

// beginsNumbers says that numbers of things begin with a number.
func beginsNumbers(low float64) bool {
	if low == 0 || low == 1 {
		return true
	}
	power := math.Pow(10, math.Floor(math.Log10(low)))
	return power >= 100 && (low == power || low == power+1)
}

// leaveNumbering leaves a column out that numbers something in any order, whatever its name: whole numbers that all
// differ and nearly fill their range, from 0, 1, 100, 101, 1000 or so on. Several of them may be ranks, and beside one
// other column it may be a place.
func (t *table) leaveNumbering() {
	const fewest = 20
	found := slices.DeleteFunc(slices.Clone(t.taken), func(i int) bool { return !t.Columns[i].Numbering() })
	if len(found) != 1 || len(t.taken) < 3 {
		return
	}
	i := found[0]
	c, h := &t.Columns[i], t.header(i)
	if c.Numbers <= fewest || !beginsNumbers(c.Low) || t.isMeasured(i) || h.has(notNumbering...) || period(h, c) > 0 {
		return
	}
	t.leave(i, "its whole numbers all differ and fill the range from %v to %v, as numbers of rows or things do; "+
		"--columns keeps it", c.Low, c.High)
}

// pointName are names of numbers of points; of cycles, hours and plants they may be what others are curves over.
var pointName = regexp.MustCompile(`(?i)^(pt|pts|pnt|point|punkt|punto|ponto|no|nr|num|idx|index|i|k|seq|#)\.?$`)

// countsWithin says that a column counts points by ones, from 0 or 1 in each of as many groups as a column of texts has
// different ones.
func (t *table) countsWithin(i int) bool {
	const each = 4 // rows for a group
	c := &t.Columns[i]
	groups := c.Numbers - c.Ones
	return c.Whole && (c.Low == 0 || c.Low == 1) && groups > 1 && c.Falls == groups-1 && c.Numbers >= each*groups &&
		pointName.MatchString(c.Name) && slices.ContainsFunc(points.Range(0, len(t.Columns)), func(k int) bool {
		return t.holdsText(k) && t.Columns[k].HasTexts(groups)
	})
}

// leave leaves a column out that was taken, and says why.
func (t *table) leave(i int, format string, arguments ...any) {
	t.takeOut(i)
	t.notes = append(t.notes, "Column "+t.label(i)+" is left out: "+fmt.Sprintf(format, arguments...)+".")
}

// leaveMany leaves columns out that were taken, and says why in one note.
func (t *table) leaveMany(columns []int, reason string) {
	t.takeOut(columns...)
	t.notes = append(t.notes, t.listed(columns)+" are left out: "+reason+".")
}

// takeOut takes no longer some columns, and takes notes back that they are taken.
func (t *table) takeOut(columns ...int) {
	t.taken = without(t.taken, columns)
	for _, i := range columns {
		t.withdraw("Column " + t.label(i) + " is taken")
		t.withdraw(t.layers(i))
	}
}

// mayBeLabel says that a column has so few different whole numbers, each many times, that points lie in layers of it.
func (t *table) mayBeLabel(i int) bool {
	const each = 20 // rows for a number
	c := &t.Columns[i]
	return c.Whole && c.Different() < points.FewSteps && c.Numbers >= each*c.Different()
}

// isPass says that a column has few whole numbers, each in many rows, without a gap, and is named as one of things that
// are measured one by one, beside two columns or more.
func (t *table) isPass(i int) bool {
	const each = 20 // rows for a number
	c := &t.Columns[i]
	count := c.Different()
	return c.Whole && c.Low >= 0 && passName.MatchString(c.Name) && count < points.MostCounted && len(t.Columns) > 2 &&
		c.High-c.Low+1 == float64(count) && c.Numbers >= each*count
}

// wordName is a name that is a word or some, as those of what is told apart; coordinates may have letters and numbers.
var wordName = regexp.MustCompile(`^\pL{3,}([ _.\-]\pL+)*$`)

// withOthers are a column and those that are taken but for it, for a flag.
func (t *table) withOthers(i int) string {
	others := slices.DeleteFunc(slices.Clone(t.taken), func(k int) bool { return k == i })
	return t.forFlag(append([]int{i}, others...)...)
}

// layers is what a note on a column that may be a label begins with.
func (t *table) layers(i int) string {
	return fmt.Sprintf("Column %s has only %d different whole numbers", t.label(i), t.Columns[i].Different())
}

// isQuantity says that a column is none of labels, by its name: it has a unit, or is a place.
func (t *table) isQuantity(i int) bool {
	h := t.header(i)
	return h.unit != "" || h.is("x") || h.is("y") || h.is("z")
}

// isNamedAsCoordinate says that a column is measured, or named as a quantity, a place or a direction.
func (t *table) isNamedAsCoordinate(i int) bool {
	h := t.header(i)
	return t.isMeasured(i) || h.has(notNumbering...) || h.has(ofPlace...)
}

// isMeasured says that a column is a quantity, or a coordinate of a map, by its name.
func (t *table) isMeasured(i int) bool {
	h := t.header(i)
	return t.isQuantity(i) || h.unitAtEnd() != "" || h.has(onGrid...)
}
