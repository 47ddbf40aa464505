package points

import (
	"errors"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Numbers of other countries and languages.
var (
	// commaNumber has a decimal comma, and may have points between thousands.
	commaNumber = regexp.MustCompile(`^[+-]?(\d+|[1-9]\d{0,2}(\.\d{3})+)?,\d+([eEdD][+-]?\d+)?$`)
	// pointNumber has a decimal point.
	pointNumber = regexp.MustCompile(`^[+-]?(\d+\.\d*|\.\d+)([eEdD][+-]?\d+)?$`)
	// scientificNumber has a point and an exponent, as codes of devices for no number do whatever others have.
	scientificNumber = regexp.MustCompile(`^[+-]?\d\.\d+[eE][+-]?\d+$`)
	// thousands are parted by points, in a number whose decimals would follow a comma.
	thousands = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(\.\d{3})+(,|$)`)
	// millions have points between thousands twice or more, as no number with a decimal point has.
	millions = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(\.\d{3}){2,}$`)
	// grouped has commas between thousands, and commaGroups twice or more or with a decimal point, as no number with a
	// decimal comma has.
	grouped     = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$`)
	commaGroups = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*|,\d{3})$`)
	// spacedGroups has blanks or apostrophes between thousands, and sureGroups such as part nothing else, or decimals.
	spacedGroups = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}(['’ \x{a0}\x{2009}\x{202f}]\d{3})+([.,]\d*)?$`)
	sureGroups   = regexp.MustCompile(`^[+-]?[1-9]\d{0,2}([’\x{a0}\x{2009}\x{202f}]\d{3}|['’ \x{a0}\x{2009}\x{202f}]` +
		`\d{3}.*[.,]\d+)`)
	// quotedText is a field in quotation marks.
	quotedText = regexp.MustCompile(`"[^"]*"`)
	blanks     = strings.NewReplacer("'", "", "’", "", " ", "", "\u00a0", "", "\u2009", "", "\u202f", "")
	// fortranNumber has an exponent of Fortran's double precision.
	fortranNumber = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)[dD][+-]?\d+$`)
)

// numerals reads the numbers of one table, all of which have a decimal point, or all a comma.
type numerals struct {
	decimal byte      // '.' or ','; 0 until a number has one
	groups  groups    // what parts thousands
	names   []string  // of the columns; nil for none
	cells   []inCells // of the columns that were read
}

// parse returns the finite number written in a text, in percent where a sign follows it, or the reason why there is
// none.
func (n *numerals) parse(text string) (float64, string) {
	if text == "" {
		return 0, "the field is empty; a number is needed"
	}
	text = n.groups.inASCII(withoutPercent(text))
	switch {
	case n.decimal == 0 && (pointNumber.MatchString(text) || commaGroups.MatchString(text)):
		n.decimal = '.'
	case n.decimal == 0 && (commaNumber.MatchString(text) || millions.MatchString(text)):
		n.decimal = ','
	}
	switch {
	case n.decimal == '.' && strings.Contains(text, ",") && grouped.MatchString(text) &&
		(n.groups.commas || commaGroups.MatchString(text)):
		text = strings.ReplaceAll(text, ",", "")
	case n.decimal == '.' && strings.Contains(text, ",") && commaNumber.MatchString(text):
		return 0, "this is not a number: it has a comma, where others have decimal points"
	}
	if n.decimal == ',' {
		switch {
		case strings.Contains(text, ".") && thousands.MatchString(text):
			text = strings.ReplaceAll(text, ".", "")
		case strings.Contains(text, ".") && !scientificNumber.MatchString(text):
			return 0, "this is not a number: it has a point, where others have decimal commas"
		}
		text = strings.Replace(text, ",", ".", 1)
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil && fortranNumber.MatchString(text) {
		value, err = strconv.ParseFloat(strings.NewReplacer("d", "e", "D", "e").Replace(text), 64)
		text = ""
	}
	switch {
	case math.IsNaN(value):
		return 0, "NaN is not allowed; a finite number is needed"
	case err == nil && math.IsInf(value, 0):
		return 0, "an infinity is not allowed; a finite number is needed"
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, "this is not a number"
	case strings.ContainsFunc(text, func(r rune) bool { return !strings.ContainsRune("0123456789+-.eE", r) }):
		return 0, "this is not a decimal number, such as -1.5 or 2e-3" // what else Go reads: 1_0, 0x1p4
	case errors.Is(err, strconv.ErrRange):
		return 0, "the number is too large for 64 bits"
	}
	return value, ""
}

// groups says what is seen to part thousands in a table: commas, and blanks and apostrophes.
type groups struct{ commas, blanks bool }

// groupsOf looks at the first lines. A comma alone may be a decimal one, and 262 684 a pair, so that each needs a
// number that shows more, or a column of them beside one with decimal points; one that can't have commas between
// thousands forbids them.
func groupsOf(head string, delimiter, comment rune) (found groups) {
	forbidden, columns := false, map[int]grouping{}
	for line := range tableLines(head, comment) {
		if delimiter == Whitespace {
			for _, field := range quotedText.FindAllString(line, -1) {
				forbidden = found.see(field) || forbidden
			}
			continue
		}
		const within = "\x00" // a quoted delimiter
		line = quotedText.ReplaceAllStringFunc(line, func(quoted string) string {
			return strings.ReplaceAll(quoted, string(delimiter), within)
		})
		for i, field := range strings.Split(line, string(delimiter)) {
			field = strings.ReplaceAll(field, within, string(delimiter))
			if delimiter != ',' || strings.Contains(field, `"`) {
				forbidden = found.see(field) || forbidden
			}
			columns[i] = columns[i].with(bareNumber(field))
		}
	}
	found.commas = (found.commas || besidePoints(columns)) && !forbidden
	return found
}

// see takes a field, and reports whether it forbids commas between thousands.
func (g *groups) see(field string) bool {
	field = bareNumber(field)
	g.commas = g.commas || commaGroups.MatchString(field)
	g.blanks = g.blanks || sureGroups.MatchString(field) && spacedGroups.MatchString(field)
	return commaNumber.MatchString(field) && !grouped.MatchString(field)
}

// bareNumber is a field without quotation marks, and a unit that follows it.
func bareNumber(field string) string {
	return numberIn(strings.TrimSpace(strings.Trim(strings.TrimSpace(field), `"`)))
}

// grouping is how many numbers of a column have commas as between thousands, and decimal points.
type grouping struct{ commas, points int }

func (g grouping) with(field string) grouping {
	switch {
	case grouped.MatchString(field):
		g.commas++
	case pointNumber.MatchString(field) && !thousands.MatchString(field):
		g.points++
	}
	return g
}

// besidePoints reports whether some column has commas as between thousands, and no point, and another points.
func besidePoints(columns map[int]grouping) bool {
	const least = 5 // numbers with a comma
	commas, points := false, false
	for _, g := range columns {
		commas = commas || g.commas >= least && g.points == 0
		points = points || g.points > 0 && g.commas == 0
	}
	return commas && points
}

// inASCII is a number with a hyphen for its minus sign, and without blanks or apostrophes between thousands.
func (g groups) inASCII(text string) string {
	if text == "" || isBare(text) {
		return text
	}
	text = withHyphen(text)
	if spacedGroups.MatchString(text) && (g.blanks || sureGroups.MatchString(text)) {
		return blanks.Replace(text)
	}
	return text
}

// withHyphen is a number with a hyphen for its minus sign.
func withHyphen(text string) string {
	for _, minus := range []string{"−", "–"} {
		if number, is := strings.CutPrefix(text, minus); is {
			return "-" + number
		}
	}
	return text
}

// withoutPercent is a text without a percent sign at its end.
func withoutPercent(text string) string {
	if number, cut := strings.CutSuffix(text, "%"); cut {
		return strings.TrimSpace(number)
	}
	return text
}

// numberIn is a field without a unit or hemisphere that follows it.
func numberIn(field string) string {
	if field == "" || isBare(field) {
		return field
	}
	if found := withHemisphere.FindStringSubmatch(field); found != nil {
		return found[2]
	}
	if number, _, is := quantityOf(field); is {
		return withHyphen(number)
	}
	return withHyphen(withoutPercent(field))
}

// decimalOf is the decimal sign of a table by its first lines: a comma if some numbers have one and none a point, but
// for those with an exponent; 0 where none has either.
func decimalOf(head string, delimiter, comment rune) byte {
	commas, dots, scientific := false, false, false
	for line := range tableLines(head, comment) {
		fields := strings.Fields(line)
		if delimiter != Whitespace {
			fields = strings.Split(line, string(delimiter))
		}
		for _, field := range fields {
			whole := strings.Trim(strings.TrimSpace(field), `"`)
			field = groups{blanks: true}.inASCII(numberIn(whole))
			switch {
			case grouped.MatchString(field) && field != whole && !commaGroups.MatchString(field): // 1,260 m: either
			case commaNumber.MatchString(field), millions.MatchString(field):
				commas = true
			case scientificNumber.MatchString(field):
				scientific = true
			case pointNumber.MatchString(field) && !thousands.MatchString(field), commaGroups.MatchString(field):
				dots = true
			}
		}
	}
	switch {
	case dots || delimiter == ',':
		return '.'
	case commas:
		return ','
	case scientific:
		return '.'
	}
	return 0
}
