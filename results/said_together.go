package results

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// numbersIn finds numbers in a text.
var numbersIn = regexp.MustCompile(`\d+(\.\d+)?(e[+-]?\d+)?`)

// saidTogether lists what seeds say, with sentences that differ in their numbers alone once, and with the numbers'
// ranges; nil where none says anything. Sentences end with semicolons.
func saidTogether(all []SeedValue, said func(SeedValue) string) []string {
	var order []*sentence
	byForm := map[string]*sentence{}
	for _, seed := range all {
		if said(seed) == "" {
			continue
		}
		for text := range strings.SplitSeq(said(seed), "; ") {
			form := numbersIn.ReplaceAllString(text, "#")
			if byForm[form] == nil {
				byForm[form] = &sentence{text: text}
				order = append(order, byForm[form])
			}
			s := byForm[form]
			if own := fmt.Sprint(seed.Seed); !slices.Contains(s.seeds, own) {
				s.seeds = append(s.seeds, own)
			}
			s.numbers = append(s.numbers, numbersIn.FindAllString(text, -1))
		}
	}
	var parts []string
	for i, s := range order {
		switch {
		case i > 0 && slices.Equal(s.seeds, order[i-1].seeds):
			parts[len(parts)-1] += "; " + s.String()
		case len(s.seeds) > 1:
			parts = append(parts, "seeds "+strings.Join(s.seeds, ", ")+": "+s.String())
		default:
			parts = append(parts, "seed "+s.seeds[0]+": "+s.String())
		}
	}
	return parts
}

// sentence is what some seeds say, each with numbers of its own.
type sentence struct {
	text    string
	seeds   []string
	numbers [][]string
}

// String has the range of each number.
func (s *sentence) String() string {
	k := -1
	return numbersIn.ReplaceAllStringFunc(s.text, func(string) string {
		k++
		var all []string
		for _, numbers := range s.numbers {
			all = append(all, numbers[k])
		}
		value := func(text string) float64 {
			x, _ := strconv.ParseFloat(text, 64)
			return x
		}
		slices.SortFunc(all, func(a, b string) int { return cmp.Compare(value(a), value(b)) })
		if first, last := all[0], all[len(all)-1]; first != last {
			return first + " to " + last
		}
		return all[0]
	})
}
