package points

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// Units in cells that are no physical ones: signs of hemispheres, times of day, which become hours, and numbers with
// their errors, which are left out.
const (
	NorthSouth = "N/S"
	EastWest   = "E/W"
	Clock      = "h:min"
	Uncertain  = "±"
)

// baseUnits are those that may follow the numbers of a column, also within products, quotients and powers, as in mg/dl
// and kg/m³.
var baseUnits = setOf("nm um µm mm cm dm m km in inch ft yd mi nmi Å px " +
	"ns us µs ms s sec min h hr hrs yr yrs years Jahre ng ug µg mg g kg t lb lbs oz " +
	"nl nL ul µl uL µL ml mL cl cL dl dL l L gal ha ac sr ° º deg rad mrad gon gons grad " +
	"°C ºC degC degF °F ºF C " +
	"F K V mV kV µV uV A mA µA uA nA kA W mW kW MW GW Wh kWh MWh Ah mAh Ω ohm kΩ kOhm MΩ S mS µS uS " +
	"µF uF nF pF T mT µT uT nT G Oe H mH µH uH Wb Hz kHz MHz GHz rpm bpm fps mph kn kt kts kmh " +
	"N mN kN MN Nm kNm J mJ kJ MJ cal kcal eV meV keV MeV GeV Pa hPa kPa MPa GPa bar mbar psi atm mmHg Torr torr " +
	"lx lm cd dB dBA dBm Bq kBq Gy mGy Sv mSv µSv mol mmol µmol umol nmol pmol M mM µM uM nM pM IU U kU " +
	"μm μs μg μl μL μV μA μF μH μT μM μmol μN μW µN µW" +
	"% ‰ ppm ppb ppt vol% wt% % € $ £ ¥ EUR USD CHF GBP Ct ct ¢")

var hemispheres = map[string]string{"N": NorthSouth, "S": NorthSouth, "E": EastWest, "W": EastWest}

func setOf(words string) map[string]bool {
	set := map[string]bool{}
	for _, word := range strings.Fields(words) {
		set[word] = true
	}
	return set
}

var (
	// quantity is a number and what follows it.
	quantity = regexp.MustCompile(`^([+−–-]?(?:[1-9]\d{0,2}(?:['’ \x{a0}\x{2009}\x{202f}]\d{3})+(?:[.,]\d+)?|` +
		`[\d.,]*\d[.,]?(?:[eE][+-]?\d+)?))([\s\x{a0}\x{2009}\x{202f}]*)(\D.*|1/\D+)$`)
	// money has a currency in front.
	money = regexp.MustCompile(`^([+−–-]?)([$€£¥])[\s\x{a0}\x{202f}]*([+−–-]?[\d.,]*\d)$`)
	// unitPower is the power of a unit.
	unitPower = regexp.MustCompile(`(\^?(-[1-6]|[2-6])|⁻?[¹²³⁴])$`)
	// angleInParts has degrees, minutes and perhaps seconds, with or without a hemisphere, in front or behind.
	angleInParts = regexp.MustCompile(`^([NSEW]?)\s*([+-]?)(\d{1,3})\s*[°º]\s*(\d{1,2}(?:[.,]\d+)?)\s*['′’]\s*` +
		`(?:(\d{1,2}(?:[.,]\d+)?)\s*(?:["″”]|''|′′|’’))?\s*([NSEW]?)$`)
	// degreesMinutes has a blank between them, as receivers of satellites write it, and a hemisphere.
	degreesMinutes = regexp.MustCompile(`^([NSEW]?)()\s*(\d{1,3})\s+(\d{1,2}[.,]\d+)()\s*['′’]?\s*([NSEW]?)$`)
	// withHemisphere is a number without a sign, with a hemisphere in front or behind.
	withHemisphere = regexp.MustCompile(`^([NSEW]?)\s*([\d.,]*\d)\s*([°º]?)\s*([NSEW]?)$`)
	// signedBefore is such a number that has its sign already.
	signedBefore = regexp.MustCompile(`^-([\d.,]*\d\s*[°º]?\s*[SW])$`)
	// uncertain is a number with its error: 12.3 ± 0.4, or 12.34(5) of the last digits.
	uncertain = regexp.MustCompile(`^([+−–-]?[\d.,]*\d)\s*(?:±|\+/-)\s*[\d.,]*\d$|^([+−–-]?\d*[.,]\d+)\(\d{1,2}\)$`)
	// timeOfDay is one of a clock.
	timeOfDay = regexp.MustCompile(`^(?:([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?|(24):(00)(?::(00))?)$`)
	// ofTimeOfDay are names of columns of times of day, and not of when rows were written.
	ofTimeOfDay = regexp.MustCompile(`(?i)time[ _]of[ _](the[ _])?day|(solar|local)[ _]time([ _]?[(\[].*)?$|^tod([^a-z]|$)|tageszeit|` +
		`hora[ _](solar|del d[ií]a)|heure[ _](solaire|du jour)|^ora[ _](solare|del giorno)`)
	// ofLatitude and ofLongitude are names of columns that have hemispheres.
	ofLatitude  = regexp.MustCompile(`(?i)(^|[^a-z])(lat|[a-z]*breite|dec(l|$|[^a-z]))|latitud|szeroko`)
	ofLongitude = regexp.MustCompile(`(?i)(^|[^a-z])(lon|lng|[a-z]*l(ä|ae)nge)|longitud|d(ł|l)ugo`)
)

// KnownUnit says that a text is a unit that may follow numbers.
func KnownUnit(text string) bool {
	if baseUnits[text] {
		return true
	}
	per := strings.TrimPrefix(text, "1/")
	for part := range strings.FieldsFuncSeq(per, func(r rune) bool { return strings.ContainsRune("/·* ", r) }) {
		if !baseUnits[part] && !baseUnits[unitPower.ReplaceAllString(part, "")] {
			return false
		}
	}
	first := strings.IndexAny(text, "/·*")
	return first != 0 && text != "" && !strings.HasSuffix(text, "/")
}

// inCells is how the cells of a column are written: what each of them has beside its number.
type inCells struct {
	unit  string
	plain bool   // a cell has nothing
	place string // NorthSouth or EastWest by the column's name
	clock bool   // times of day by it, as 18:05
}

func (n *numerals) column(i int) *inCells {
	for len(n.cells) <= i {
		c := inCells{}
		if k := len(n.cells); k < len(n.names) {
			switch name := n.names[k]; {
			case ofLatitude.MatchString(name):
				c.place = NorthSouth
			case ofLongitude.MatchString(name):
				c.place = EastWest
			case ofTimeOfDay.MatchString(name):
				c.clock = true
			}
		}
		n.cells = append(n.cells, c)
	}
	return &n.cells[i]
}

// isBare says that a text is not followed by a unit or hemisphere, and has none in front.
func isBare(text string) bool {
	last := text[len(text)-1]
	return ('0' <= last && last <= '9' || last == '.' || last == ',') && strings.Trim(text, "0123456789+-.,eEdD") == ""
}

// parseCell is parse for a cell of a column, whose number may be followed by a unit, which is then that of all cells,
// or have a hemisphere.
func (n *numerals) parseCell(i int, text string) (float64, string) {
	if text == "" || isBare(text) {
		value, reason := n.parse(text)
		if reason != "" {
			return value, reason
		}
		return value, n.column(i).take("", text)
	}
	c := n.column(i)
	if value, unit, is := n.place(c, text); is {
		return value, c.take(unit, text)
	}
	if parts := timeOfDay.FindStringSubmatch(text); c.clock && parts != nil {
		return hours(parts), c.take(Clock, text)
	}
	if parts := uncertain.FindStringSubmatch(text); parts != nil {
		value, reason := n.parse(parts[1] + parts[2])
		if reason != "" {
			return value, reason
		}
		return value, c.take(Uncertain, text)
	}
	if number, unit, is := quantityOf(text); is {
		if n.decimal == 0 && grouped.MatchString(number) && !commaGroups.MatchString(number) {
			return 0, "this may have a decimal comma, or one between thousands"
		}
		value, reason := n.parse(blanks.Replace(number)) // 1 260 m can't be a pair
		if reason != "" {
			return value, reason
		}
		return value, c.take(unit, text)
	}
	return n.parse(text)
}

// take notes a cell's unit; a reason why it can't have it, or none.
func (c *inCells) take(unit, text string) string {
	switch {
	case unit == "" && c.unit == "%", unit == "%" && c.plain: // shares, as programs write them or not
	case unit == "" && c.unit == Uncertain, unit == Uncertain && c.plain: // some with an error
	case unit == "" && c.unit != "":
		return fmt.Sprintf("this has no unit, where others have %s", c.unit)
	case unit != "" && c.plain:
		return "this is not a number: something follows it, where others have nothing"
	case c.unit == "N" && unit == NorthSouth: // newtons may be north
	case c.unit != "" && unit != c.unit && !(unit == "N" && c.unit == NorthSouth):
		return fmt.Sprintf("this has %s, where others have %s", unit, c.unit)
	}
	c.plain = c.plain || unit == ""
	if unit != "" && c.unit != NorthSouth {
		c.unit = unit
	}
	return ""
}

// quantityOf parts a number from a known unit. Between a whole number and a letter, as in 12A, there must be a blank:
// labels are written so.
func quantityOf(text string) (number, unit string, is bool) {
	if text == "" || isBare(text) {
		return "", "", false
	}
	if found := money.FindStringSubmatch(text); found != nil && (found[1] == "" || '0' <= found[3][0]) {
		return found[1] + found[3], found[2], true
	}
	found := quantity.FindStringSubmatch(text)
	if found == nil || !KnownUnit(found[3]) {
		return "", "", false
	}
	label := found[2] == "" && !strings.ContainsAny(found[1], ".,") && len(found[3]) == 1 && found[3] != "%"
	return found[1], found[3], !label
}

// place is an angle in degrees, minutes and seconds, or with a hemisphere, whose sign it gets. A letter alone is one
// where the column is named so, beside a sign of degrees, or where others are ones: N may be newtons, and W watts.
func (n *numerals) place(c *inCells, text string) (value float64, unit string, is bool) {
	if first := text[0]; first < 0x80 && strings.IndexByte("0123456789+-.,NSEW", first) < 0 {
		return 0, "", false
	}
	if parts := angleInParts.FindStringSubmatch(text); parts != nil {
		return n.inParts(parts)
	}
	if parts := degreesMinutes.FindStringSubmatch(text); parts != nil && parts[1]+parts[6] != "" {
		return n.inParts(parts)
	}
	if c.place != "" {
		text = signedBefore.ReplaceAllString(strings.ToUpper(text), "$1")
	}
	found := withHemisphere.FindStringSubmatch(text)
	if found == nil || (found[1] == "") == (found[4] == "") {
		return 0, "", false
	}
	letter := found[1] + found[4]
	unit = hemispheres[letter]
	broken := strings.ContainsAny(found[2], ".,") && found[1] == ""
	sure := c.place == unit || found[3] != "" || c.unit == unit && broken || letter == "E" && broken ||
		letter == "S" && broken && c.unit == "N"
	value, reason := n.parse(found[2])
	if !sure || reason != "" || value > map[string]float64{NorthSouth: 90, EastWest: 360}[unit] {
		return 0, "", false
	}
	if letter == "S" || letter == "W" {
		value = -value
	}
	return value, unit, true
}

// hours are those of what timeOfDay found.
func hours(parts []string) (value float64) {
	for i, text := range parts[1:] {
		number, _ := strconv.ParseFloat("0"+text, 64) // digits, or none
		value += number / math.Pow(60, float64(i%3))
	}
	return value
}

// inParts is what angleInParts found.
func (n *numerals) inParts(parts []string) (value float64, unit string, is bool) {
	letter := parts[1] + parts[6]
	if len(letter) > 1 || letter != "" && parts[2] != "" {
		return 0, "", false
	}
	part := 1.0
	for _, text := range []string{parts[3], parts[4], parts[5]} {
		if text != "" {
			number, err := strconv.ParseFloat(strings.Replace(text, ",", ".", 1), 64)
			if err != nil || part < 1 && number >= 60 {
				return 0, "", false
			}
			value += part * number
		}
		part /= 60
	}
	if letter == "S" || letter == "W" || parts[2] == "-" {
		value = -value
	}
	switch letter {
	case "N", "S":
		return value, NorthSouth, true
	case "E", "W":
		return value, EastWest, true
	}
	return value, "°", true
}

// unitsInCells are those of the columns, in whose cells they stand; nil where there are none.
func (n *numerals) unitsInCells(width int) (units []string) {
	if n == nil {
		return nil
	}
	for i := range n.cells {
		if c := &n.cells[i]; c.unit != "" && (!c.plain || c.unit == Uncertain) {
			if units == nil {
				units = make([]string, width)
			}
			units[i] = c.unit
		}
	}
	return units
}

// afterNumber is the unit that follows a number, or whether it is north and south or east and west; empty for none.
func afterNumber(text string) string {
	if found := withHemisphere.FindStringSubmatch(text); found != nil && strings.ContainsAny(found[2], ".,") {
		return hemispheres[found[1]+found[4]]
	}
	_, unit, _ := quantityOf(text)
	return unit
}
