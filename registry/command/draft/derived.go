package draft

import (
	"regexp"
	"slices"
	"strings"
)

var (
	// totalName are names of sums.
	totalName = regexp.MustCompile(`(?i)^(total|sum|summe|gesamt|insgesamt|somme|suma|soma|somma|totale|totaal|` +
		`razem)\b`)
	// plainName is a name that a formula needs no quotes around.
	plainName = regexp.MustCompile(`^[\pL_][\pL\d_.]*$`)
	// ofComponent is a name that ends with that of a coordinate, and perhaps a number.
	ofComponent = regexp.MustCompile(`(?i)^(.*?)[ _.\-]*([xyzuvw])[ _.\-]*(\d*)$`)
	// derivedWords are words of columns that are made of others, derivedStart such beginnings of words.
	derivedWords = strings.Fields("total totals sum diff difference delta change range net balance gain loss log " +
		"logs ln sqrt sq squared square root summe gesamt differenz summa saldo netto spanne somme différence suma " +
		"diferencia rango soma diferença somma differenza intervallo totaal verschil razem różnica")
	derivedStart = []string{"tot", "diff", "log"}
)

// isNamedDerived says that a column is named as one that is made of others.
func (t *table) isNamedDerived(i int) bool {
	h := t.header(i)
	return h.has(derivedWords...) || slices.ContainsFunc(h.words, func(word string) bool {
		return slices.ContainsFunc(derivedStart, func(start string) bool { return strings.HasPrefix(word, start) })
	})
}

// isNamedBy says that a name is another one and a word of some, in front of it or behind: lwage, agesq, LogMrate.
func isNamedBy(name, of string, words []string) bool {
	plain := func(text string) string { return strings.Join(wordsOf(strings.ToLower(text)), "") }
	name, of = plain(name), plain(of)
	before, begins := strings.CutSuffix(name, of)
	behind, ends := strings.CutPrefix(name, of)
	return of != "" && (begins && slices.Contains(words, before) || ends && slices.Contains(words, behind))
}

// isOneThing says that all columns are of one thing, as pixels, a spectrum, coordinates of marks and angles are.
func (t *table) isOneThing() bool {
	return t.isProfile() || t.isGrid() || t.isPicture() || t.series() != "" || t.landmarks() > 0 || t.angles() != ""
}

// belongs says that a column belongs with others as a place, a direction or an angle, of which none may be left out.
func (t *table) belongs(i int) bool {
	latitude, longitude, _ := t.coordinatesOfPlaces()
	turning, _ := t.turning()
	vector, _ := t.vector()
	attitude, _ := t.attitude()
	for _, together := range [][]int{latitude, longitude, turning, t.quaternion(), t.matrix(), vector, attitude,
		t.profile()} {
		if slices.Contains(together, i) {
			return true
		}
	}
	h := t.header(i)
	onMap := t.hasPlaces() && (h.has(onGrid...) || h.has(upWords...) || h.has(downWords...))
	return onMap || t.isComponent(i) || t.kindred(i) == "a place"
}

// isComponent says that a column is named as a coordinate of something of which there is another one.
func (t *table) isComponent(i int) bool {
	component := func(k int) []string { return ofComponent.FindStringSubmatch(strings.Join(t.header(k).words, " ")) }
	own := component(i)
	return own != nil && slices.ContainsFunc(t.taken, func(k int) bool {
		other := component(k)
		return other != nil && other[1] == own[1] && other[3] == own[3] && other[2] != own[2]
	})
}

// isOfSeveral says that a column is one of three or more whose names differ by a number.
func (t *table) isOfSeveral(i int) bool {
	const least = 3
	own, _, ok := familyOf(t.Columns[i].Name)
	count := 0
	for _, k := range t.taken {
		if of, _, also := familyOf(t.Columns[k].Name); ok && also && of == own {
			count++
		}
	}
	return count >= least
}
