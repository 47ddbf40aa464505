package draft

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"ebim/framework/points"
)

// header is the name of a column, taken apart.
type header struct {
	name  string
	words []string // in lower case, with the digits that follow letters: of "windDir 2 [deg]" wind, dir and 2
	unit  string   // in brackets, or the last word where it is a unit: deg; empty for none
}

var (
	bracketed = regexp.MustCompile(`^(.*?)[ _]*[[(]([^])]*)[])]\s*$`)
	// unitWord is a last word that is a unit.
	unitWord = regexp.MustCompile(`(?i)^(.*[ _.\-])(mm|cm|m|km|um|nm|px|in|ft|deg|degrees?|rad|radians?|gon|mils?|h|` +
		`hrs?|pct|percent|cts|counts|ticks)$`)
)

func headerOf(name string) header {
	h := header{name: strings.TrimSpace(name)}
	rest := h.name
	if found := bracketed.FindStringSubmatch(rest); found != nil && !isPlace(found[2]) { // I(18.25) is at a place
		rest, h.unit = found[1], strings.TrimSpace(found[2])
	} else if found := unitWord.FindStringSubmatch(rest); found != nil {
		rest, h.unit = found[1], found[2]
	} else if cut, is := strings.CutSuffix(rest, "°"); is && !strings.EqualFold(cut, "n") { // which is a number
		rest, h.unit = cut, "°"
	}
	h.words = wordsOf(rest)
	return h
}

// isPlace says that what stands in brackets is a number, but no thousand or million, which are units.
func isPlace(text string) bool {
	at, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil && strings.Trim(strconv.FormatFloat(at, 'f', -1, 64), "0") != "1"
}

// hemispheres are what columns with them are, by the signs in their cells.
var hemispheres = map[string]string{points.NorthSouth: "latitude", points.EastWest: "longitude"}

// header is that of a column, with the unit that stands beneath it or in its cells.
func (t *table) header(i int) header {
	h := headerOf(t.Columns[i].Name)
	if h.unit == "" && t.Units != nil && !points.Missing(t.Units[i]) {
		h.unit = strings.Trim(strings.TrimSpace(t.Units[i]), "[]()")
	}
	if t.CellUnits != nil && t.CellUnits[i] != "" {
		h.unit = t.CellUnits[i]
	}
	if h.unit == points.Uncertain {
		h.unit = ""
	}
	if t.isClock(i) {
		h.unit, h.words = "h", append(h.words, "hour")
	}
	if word := hemispheres[h.unit]; word != "" {
		h.unit, h.words = "°", append(h.words, word)
	}
	return h
}

// isClock says that a column holds times of day.
func (t *table) isClock(i int) bool { return t.CellUnits != nil && t.CellUnits[i] == points.Clock }

// wordsOf splits a text where letters end, and where small letters are followed by a capital.
func wordsOf(text string) (words []string) {
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words, word = append(words, strings.ToLower(string(word))), nil
		}
	}
	last := ' '
	for _, r := range text {
		letter, digit := unicode.IsLetter(r) || unicode.IsMark(r), unicode.IsDigit(r)
		if !letter && !digit || letter && unicode.IsDigit(last) || unicode.IsUpper(r) && unicode.IsLower(last) {
			flush()
		}
		if letter || digit {
			word = append(word, r)
		}
		last = r
	}
	flush()
	return words
}

// identifies says that the last word is that of an identifier, as in event-id and trackID, and not of a diameter or a
// current.
func (h header) identifies() bool {
	return h.unit == "" && len(h.words) > 0 && h.words[len(h.words)-1] == "id"
}

// unitAtEnd is the last word, which is the only one only if it is long, where it is a unit, though not one of those
// that headers are parted from; empty for none.
func (h header) unitAtEnd() string {
	const long = 3
	last := h.name[strings.LastIndexAny(h.name, " _-.")+1:]
	if (last != h.name || len(last) >= long) && (points.KnownUnit(last) || slices.Contains(unitsInLower, last)) {
		return last
	}
	return ""
}

// unitsInLower are units as programs write them in names.
var unitsInLower = strings.Fields("hz khz mhz ghz kev mev ev rpm bp kb mb pa kpa hpa mpa k c")

// has says that one of the words is among some.
func (h header) has(words ...string) bool {
	return slices.ContainsFunc(h.words, func(word string) bool { return slices.Contains(words, word) })
}

// is says that the words are some words, in order.
func (h header) is(words string) bool { return strings.Join(h.words, " ") == words }

// in says that the unit is one of some.
func (h header) in(units ...string) bool { return slices.Contains(units, strings.ToLower(h.unit)) }

// degreesOf is degrees as they are written, also by compass: deg N, degrees_east, degT, and in other languages. A small
// grad may be a gon.
var degreesOf = regexp.MustCompile(`^((?i:deg\.?|degrees?)([ _.]+(?i:n|e|s|w|t|north|east|south|west|true))?|degT|` +
	`(?i:decimal)[ _](?i:degrees?)|Grad|(?i:grados?|degr[ée]s?|gradi|graus?|graden|grader|stopnie?)|[°º] ?[NEOSWT]?)$`)

func (h header) degrees() bool { return degreesOf.MatchString(h.unit) }

// percent says that the unit is percent, perhaps of something, or that the name begins or ends with its sign.
func (h header) percent() bool {
	return h.in("%", "pct", "percent") || strings.HasPrefix(h.unit, "% ") || h.unit == "" &&
		(strings.HasPrefix(h.name, "%") || strings.HasSuffix(h.name, "%"))
}

func (h header) radians() bool { return h.in("rad", "radian", "radians") }

// gons are 400 to a turn.
func (h header) gons() bool { return h.in("gon", "gons", "gradian", "gradians") }

// rateName is a name of a rate or a temperature, which no angle has.
var rateName = regexp.MustCompile(`(?i)/ ?s|per_s|temp|dot([^a-z]|$)|` +
	`(^|[^a-z]|ang|yaw)(vel|velocity|rate|speed|acc|accel|acceleration|error|err|sigma|std)([^a-z]|$)`)

func (h header) rate() bool { return rateName.MatchString(h.name) }
