package draft

import (
	"regexp"
	"slices"
	"strings"

	"ebim/framework/points"
)

// thing is what a label may be of.
const thing = `(sample|cell|point|frame|object|punkt|messpunkt|pkt\.?|punto|ponto|punt|meetpunt|platform|float|buoy|` +
	`boje|bou[ée]e|boya|boia|boa|boja|boei|drifter|vessel|ship|sensor|station|tag|ear[ _-]?tag|badge|bib|` +
	`device|logger|animal|event|track|plot|tree|mesh|proben?|rec(ord)?|datensatz)`

var (
	// idWord is a last word that is one of what things are told by, alone or behind a word for them.
	idWord = regexp.MustCompile(`^(seqn?|no|nr|([hpsu]|pt|hh|pat|pers|resp|subj?|ind|indiv|obs|` +
		`case|school|child|student|teacher|class|person|people|patient|subject|participant|individual|respondent|` +
		`family|household|house|hosp|hospital|clinic|center|centre|doctor|mother|firm|company|user|client|customer|` +
		`member|player|team|game|match|country|state|county|city|region|site|village|farm|pair|twin|group|cluster|` +
		`unit|item|study|trial|visit|bird|fish|dog|nest|colony|pool|` + thing + `)id)$`)
	// codeName is that of codes of places and things; codes of converters and encoders are measured.
	codeName = regexp.MustCompile(`^(state|country|county|city|area|region|post|postal|zip|fips|district|product|item|` +
		`icd|site|station|school|job|occupation|industry)code$`)
	// bareID are names that may be of numbers of rows or runs, or of what is measured.
	bareID = strings.Fields("index idx run no")
	// idName are names of what things are sorted by.
	idName = strings.Fields("race district page fips")
)

// isID says that a column's name may be of what things are told by, and that its numbers are as such are: they differ,
// come in groups, or rise but for a few rows where they begin anew.
func (t *table) isID(i int) bool {
	const fewest, part, mostly = 20, 4, 5 // all but a fifth count on
	c, h := &t.Columns[i], t.header(i)
	if c.Numbers < fewest || len(h.words) == 0 {
		return false
	}
	changes := c.Numbers - 1 - c.Same
	onward := part*c.Falls <= changes
	switch {
	case len(h.words) == 1 && slices.Contains(bareID, h.words[0]): // amounts, too, may differ, or rise by steps
		differ := c.Unique() && (h.is("index") || h.is("idx"))
		return differ || c.Grouped() && c.Same > 0 || onward && mostly*c.Ones >= (mostly-1)*changes
	case h.is("race") && c.Different() >= points.FewSteps: // times of races, too, may differ
	case slices.Contains(idName, strings.Join(h.words, " ")), idWord.MatchString(h.words[len(h.words)-1]),
		codeName.MatchString(strings.Join(h.words, "")):
		return c.Grouped() || onward
	}
	return false
}
