package draft

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/plaintext"
	"ebim/framework/points"
	"ebim/registry/command/cli"
)

// choose settles which columns are taken, and notes why others are not.
func (t *table) choose(file string) error {
	kept, err := t.find(t.wanted.columns, "--columns")
	if err != nil {
		return err
	}
	dropped, err := t.find(t.wanted.drop, "--drop")
	if err != nil {
		return err
	}
	switch {
	case kept != nil:
		for _, i := range kept {
			if c := &t.Columns[i]; c.Texts > 0 || c.Numbers == 0 || c.Low == c.High {
				return cli.Failed(fmt.Errorf("--columns: column %s can't be taken: %s", t.label(i), t.leaveOut(i)))
			}
		}
		t.taken = slices.DeleteFunc(kept, func(i int) bool { return slices.Contains(dropped, i) })
	default:
		t.guess(dropped)
	}
	if len(t.taken) == 0 {
		return cli.Failed(fmt.Errorf("%s: no column is left as a coordinate. %s", file, strings.Join(t.notes, " ")))
	}
	return nil
}

// guess takes the columns that look like coordinates, but for some.
func (t *table) guess(dropped []int) {
	var late, beside, texts []int
	for i := range t.Columns {
		reason := t.leaveOut(i)
		switch {
		case slices.Contains(dropped, i):
		case t.Usual != nil && !slices.Contains(t.Usual, i):
			beside = append(beside, i)
		case t.isTime(i) && (reason == "" || mostlyCounts(&t.Columns[i]) && t.Columns[i].Low > 1):
			late = append(late, i)
		case reason != "" && t.holdsText(i):
			texts = append(texts, i)
		case reason != "":
			t.notes = append(t.notes, fmt.Sprintf("Column %s is left out: %s.", t.label(i), reason))
		case t.isAxis(i):
			t.notes = append(t.notes, fmt.Sprintf("Column %s is left out: it has no name, and is equally spaced from "+
				"row to row, as times and steps are; keep it by --columns 0-%d.", t.label(i), t.Width-1))
		default:
			t.taken = append(t.taken, i)
		}
	}
	t.noteTexts(texts)
	t.leaveNumbering()
	if len(beside) > 0 {
		t.notes = append(t.notes, fmt.Sprintf("Beside x, y and z these are left out: %s; --columns takes others.",
			t.forFlag(beside...)))
	}
	if len(late) == 1 && len(t.taken) == 1 && t.Columns[late[0]].Same == 0 {
		t.notes = append(t.notes, fmt.Sprintf("Column %s is taken, though it is named like time and rises from row to "+
			"row: the only other one is a curve over it, if anything; leave it out by --drop %s.", t.label(late[0]),
			t.forFlag(late[0])))
		t.taken = slices.Sorted(slices.Values(append(t.taken, late...)))
		late = nil
	}
	for _, i := range late {
		what := "is named like time"
		if isEpoch(&t.Columns[i]) {
			what = "has times of a computer's clock"
		}
		t.notes = append(t.notes, fmt.Sprintf("Column %s is left out: it %s and rises from row to row, so that it "+
			"orders the points; keep it by --columns %s.", t.label(i), what, t.withOthers(i)))
	}
	for _, i := range t.taken {
		switch c := &t.Columns[i]; {
		case t.namedTime(i) && !t.isTime(i):
			t.notes = append(t.notes, fmt.Sprintf("Column %s is taken as a coordinate, though it is named like "+
				"time, as it does not rise from row to row; leave it out by --drop %s.", t.label(i), t.forFlag(i)))
		case t.mayBeLabel(i) && len(t.taken) > 1:
			t.notes = append(t.notes, fmt.Sprintf("%s, so that the points lie in layers; if they are labels, leave it "+
				"out by --drop %s.", t.layers(i), t.forFlag(i)))
		case i == 0 && c.Name == "" && c.Even && t.Rows > 2:
			t.notes = append(t.notes, "Column 0 (from 0) is equally spaced; if it is time or a parameter, leave it "+
				"out by --drop 0.")
		}
	}
}

// isAxis says that the first column of a text without names is what three others or more are given over: it rises by
// equal steps, from 0 or more.
func (t *table) isAxis(i int) bool {
	const beside = 3
	c := &t.Columns[i]
	if i > 0 || t.Names != nil || !t.isText() || !c.Even || !c.Rising || c.Low < 0 || t.Rows <= 2 {
		return false
	}
	others := 0
	for k := range t.Columns[1:] {
		if t.leaveOut(k+1) == "" {
			others++
		}
	}
	return others >= beside
}

// mostlyCounting is the percentage of steps by one from row to row from which on a column counts rows.
const mostlyCounting = 80

// mostlyCounts says that a column counts rows, but for some; places of a grid begin anew many times.
func mostlyCounts(c *points.Column) bool {
	return c.Whole && 100*c.Ones >= mostlyCounting*c.Numbers && c.Numbers > 20 && 2*(c.High-c.Low) >= float64(c.Numbers)
}

// leaveOut is the reason why a column is no coordinate, or nothing.
func (t *table) leaveOut(i int) string {
	c := &t.Columns[i]
	switch {
	case c.Texts > 0 && date.MatchString(c.Text):
		return fmt.Sprintf("it holds dates, as %q", c.Text)
	case c.Texts > 0 && timeOfDay.MatchString(c.Text):
		return fmt.Sprintf("it holds times, as %q", c.Text)
	case holdsHemispheres(c):
		return fmt.Sprintf("it holds hemispheres, as %q, which the numbers that belong to it don't have: give those "+
			"of the south and west a minus", c.Text)
	case t.holdsText(i):
		return t.text(i) + " is not a number"
	case c.Numbers == 0:
		return "it holds no number"
	case 2*c.Missing > t.Rows:
		return fmt.Sprintf("%d of %d numbers are missing", c.Missing, t.Rows)
	case c.Low == c.High && t.Rows > 1:
		return fmt.Sprintf("it is %v in every row", c.Low)
	case t.isClock(i) && (c.GoesOn() || period(t.header(i), c) == 0):
		return "it holds times of day that go on from row to row, or not all around the clock; --columns keeps them"
	case t.holdsJulianDates(i):
		return "it holds Julian dates, by its name; --columns keeps it"
	case t.holdsCalendarDates(i):
		return fmt.Sprintf("it holds dates, as %.0f; --columns keeps it", c.Low)
	case period(t.header(i), c) > 0: // one row a degree numbers the rows, too
	case c.Counting() && t.Rows > 2 && (c.Low == 0 || c.Low == 1):
		return "it numbers the rows"
	case mostlyCounts(c):
		return "it mostly rises by 1 from row to row, as a row number or a time does; --columns keeps it"
	case strings.EqualFold(c.Name, "row") && slices.ContainsFunc(t.Names, pixelColumn.MatchString): // is one's row
	case c.Whole && c.Padded && period(t.header(i), c) == 0:
		return "its whole numbers have zeros in front, as labels do; --columns keeps it"
	case 2*c.Long > c.Numbers && !t.isMeasured(i):
		return "its whole numbers have 16 digits or more, as those of things do; --columns keeps it"
	case t.isSerial(i):
		return "its large numbers, close together and each in many rows, look like serial ones; --columns keeps it"
	case t.isError(i):
		return "by its name it is the error of another column; --columns keeps it"
	case t.isOfMark(i):
		return "it says how sure the place of a mark is, not where; --columns keeps it"
	case ofScan.MatchString(c.Name) && t.isScan():
		return "it says how a scanner saw a point, not where; --columns keeps it"
	case t.isScan() && t.sortsRows(i):
		return "it sorts points of space that have x, y and z without it; --columns keeps it"
	case t.isColor(i):
		return "it is a part of a point's color, not of its place; --columns keeps it"
	case t.countsWithin(i):
		return "it numbers the rows of each group anew; --columns keeps it"
	case ofFix.MatchString(c.Name):
		return "it says how good a fix by satellites is, not where; --columns keeps it"
	case t.namesRows(i), t.mayBeLabel(i) && runName.MatchString(c.Name), t.isPass(i):
		return "its name and whole numbers suggest a label, not a coordinate; --columns keeps it"
	}
	return ""
}

// isScan says that three columns are named as coordinates of points in space.
func (t *table) isScan() bool {
	named := 0
	for _, name := range t.Names {
		if h := headerOf(name); h.is("x") || h.is("y") || h.is("z") || h.is("e") || h.is("n") || h.is("h") {
			named++
		}
	}
	return named == 3
}

// isError says that a column is named as another's error, as e_PA beside PA in catalogs of stars, and has no number
// below 0.
func (t *table) isError(i int) bool { return t.isNamedOf(i, errorName) }

// isNamedOf says that a name is another column's with something before or behind it, and that no number is below 0.
func (t *table) isNamedOf(i int, named *regexp.Regexp) bool {
	return t.Columns[i].Low >= 0 && len(t.named(i, named)) > 0
}

// named are the columns that a name is made of, with something before or behind it.
func (t *table) named(i int, named *regexp.Regexp) []int {
	found := named.FindStringSubmatch(t.Columns[i].Name)
	return slices.DeleteFunc(points.Range(0, len(t.Columns)), func(k int) bool {
		name, _, _ := strings.Cut(t.Columns[k].Name, " ")
		return found == nil || name == "" || !slices.Contains(found[1:], name)
	})
}

// isDeviation says that a column is named as another's standard deviation, and is small beside its range.
func (t *table) isDeviation(i int) bool {
	const small = 0.25
	return t.isNamedOf(i, deviationName) && !slices.ContainsFunc(t.named(i, deviationName), func(k int) bool {
		return t.Columns[i].High > small*(t.Columns[k].High-t.Columns[k].Low)
	})
}

// isColor says that a column is a part of a point's color in a scan, whose red, green and blue are whole up to 255.
func (t *table) isColor(i int) bool {
	parts := [][]string{{"r", "red"}, {"g", "green"}, {"b", "blue"}}
	is := func(k int, names []string) bool {
		c := &t.Columns[k]
		return slices.Contains(names, strings.ToLower(c.Name)) && c.Whole && c.Low >= 0 && c.High <= 255
	}
	mine, all := false, true
	for _, names := range parts {
		mine = mine || is(i, names)
		all = all && slices.ContainsFunc(points.Range(0, len(t.Columns)), func(k int) bool { return is(k, names) })
	}
	return mine && all && t.isScan()
}

var (
	// errorName is a name with what makes it that of an error, in front or behind.
	errorName = regexp.MustCompile(`^(?:(?:e|err|error|sigma|sig|unc)_([^ ]+)|` +
		`([^ ]+)_(?:err|error|sigma|sig|unc))(?: .*)?$`)
	// deviationName is that of a standard deviation, which may be what is measured, too.
	deviationName = regexp.MustCompile(`^(?:s([A-Z][^ ]*)|([^ ]+)_(?:sd|std|stdev|se))(?: .*)?$`)
	// date begins a text that is one, as ISO 8601 or with points or slashes.
	date = regexp.MustCompile(`^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})`)
	// ofScan are names of what scanners write of points beside their coordinates.
	ofScan = regexp.MustCompile(`(?i)^(return[ _]?(no|nr|num|number)|(num(ber)?[ _]?of|n|num)[ _]?returns|` +
		`(scan[ _]?)?angle[ _]?rank|scan[ _]?(angle|direction([ _]?flag)?)|edge[ _]?of[ _]?flight[ _]?line|` +
		`classification|point[ _]?source([ _]?id)?|user[ _]?data|gps[ _]?time)$`)
	// ofFix are names of dilutions of precision and of numbers of satellites.
	ofFix = regexp.MustCompile(`(?i)^([ghptv]dop|n(um)?[ _]?sats?|sats|satellites|(gps[ _])?fix([ _](type|quality))?)$`)
	// timeOfDay begins a text that is one.
	timeOfDay = regexp.MustCompile(`^\d{1,2}:\d{2}`)
)

// indices are a range of them.
var indices = regexp.MustCompile(`^(\d+)-(\d+)$`)

// find finds columns by names, indices from 0 or ranges of indices, such as 2-5; nil for none.
func (t *table) find(wanted []string, flag string) ([]int, error) {
	var found []int
	for _, name := range wanted {
		name = strings.TrimSpace(name)
		columns := points.Range(0, 0)
		for i := range t.Columns {
			if t.Columns[i].Name == name && name != "" {
				columns = append(columns, i)
			}
		}
		if index, err := strconv.Atoi(name); err == nil && len(columns) == 0 {
			columns = points.Range(index, index+1)
		} else if ends := indices.FindStringSubmatch(name); ends != nil && len(columns) == 0 {
			from, noFrom := strconv.Atoi(ends[1])
			to, noTo := strconv.Atoi(ends[2])
			if noFrom == nil && noTo == nil && from <= to && to < t.Width {
				columns = points.Range(from, to+1)
			}
		}
		switch {
		case len(columns) == 1 && (columns[0] < 0 || columns[0] >= t.Width), len(columns) == 0:
			known := fmt.Sprintf("0 to %d, or ranges of them such as 0-%d", t.Width-1, t.Width-1)
			if t.Names != nil {
				known = plaintext.Escape(plaintext.Clip(strings.Join(t.Names, ", "), 400)) + "; or by index " + known
			}
			return nil, fmt.Errorf("%s: there is no column %q; allowed: %s", flag, name, known)
		case len(columns) > 1 && indices.FindString(name) == "":
			return nil, fmt.Errorf("%s: %d columns are named %q; give their indices, from 0", flag, len(columns), name)
		}
		for _, column := range columns {
			if !slices.Contains(found, column) {
				found = append(found, column)
			}
		}
	}
	return found, nil
}
