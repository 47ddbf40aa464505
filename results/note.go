package results

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/runs/stage"
)

// differs says by which settings of the command line a run differs from the file that its experiment stands for, as far
// as the metric depends on them; empty for none. Runs that were picked by a file, or are variants, don't.
func (s *Spec) differs(record *stage.Record, metric string) string {
	if s.sweep || s.origin != nil && s.origin.Command(record.Experiment) != "" {
		return ""
	}
	name, _, _ := strings.Cut(metric, ".")
	var found []string
	for _, override := range record.Overrides {
		path, _, _ := strings.Cut(override, "=")
		if rest, ok := strings.CutPrefix(path, "metrics."); ok {
			if label, _, _ := strings.Cut(rest, "."); label != name {
				continue
			}
		}
		found = append(found, override)
	}
	if len(found) == 0 {
		return ""
	}
	return setFlags(found)
}

// otherSettings is what a cell says whose value is not that of its experiment's file.
const otherSettings = " (other settings)"

// remark adds footnotes on the runs to a cell, and marks what must not be read without them.
func (g *gathered) remark(table *Table, cell *Cell) {
	place := g.Experiment + ", " + g.Model // the same for all of its columns, so that its notes are written once
	note := func(text string) { cell.Notes = append(cell.Notes, table.note(place+": "+text)) }
	for _, problem := range (&Cell{Seeds: g.seeds}).problems() {
		note(problem)
	}
	if g.command != "" {
		cell.Notes = append(cell.Notes, table.note(fmt.Sprintf("%s: `%s` makes what is missing",
			g.Experiment, g.command)))
	}
	if g.differs {
		note("the seeds were run with different settings, versions or backends")
	}
	if said := bySeed(g.seeds, func(s SeedValue) string { return s.Differs }, false); said != nil {
		cell.Differs = true
		note("settings other than those of the experiment's file: " + strings.Join(said, "; "))
	}
	if said := bySeed(g.seeds, SeedValue.caveat, true); said != nil {
		cell.Caveat = true
		runs := 0
		for _, seed := range g.seeds {
			if seed.caveat() != "" {
				runs++
			}
		}
		metric, _, _ := strings.Cut(g.Metric, ".")
		note(fmt.Sprintf("%s, in %d of %d runs: %s", metric, runs, len(g.seeds), strings.Join(said, "; ")))
	}
}

// caveat is what is to be said against a value; of a value that is missing it is the reason, among the problems.
func (s SeedValue) caveat() string {
	if s.Value == nil {
		return ""
	}
	return s.Caveat
}

// numbersIn finds numbers in a text.
var numbersIn = regexp.MustCompile(`\d+(\.\d+)?(e[+-]?\d+)?`)

// bySeed lists what seeds say, equal texts together; nil where none says anything. With ranges, texts are sentences
// that end with semicolons, and those that differ in their numbers alone are one, with the numbers' ranges.
func bySeed(all []SeedValue, said func(SeedValue) string, ranges bool) []string {
	type sentence struct {
		text    string
		seeds   []string
		numbers [][]string // of each seed
	}
	var order []*sentence
	byForm := map[string]*sentence{}
	for _, seed := range all {
		texts := []string{said(seed)}
		if ranges {
			texts = strings.Split(said(seed), "; ")
		}
		for _, text := range texts {
			form := text
			if ranges {
				form = numbersIn.ReplaceAllString(text, "#")
			}
			s := byForm[form]
			if s == nil && text != "" {
				s = &sentence{text: text}
				byForm[form], order = s, append(order, s)
			}
			if s == nil {
				continue
			}
			if own := fmt.Sprint(seed.Seed); !slices.Contains(s.seeds, own) {
				s.seeds = append(s.seeds, own)
			}
			s.numbers = append(s.numbers, numbersIn.FindAllString(text, -1))
		}
	}
	var parts []string
	for i, s := range order {
		text := s.text
		if ranges {
			text = withRanges(text, s.numbers)
		}
		word := "seed"
		if len(s.seeds) > 1 {
			word = "seeds"
		}
		if i > 0 && ranges && slices.Equal(s.seeds, order[i-1].seeds) {
			parts[len(parts)-1] += "; " + text
		} else {
			parts = append(parts, fmt.Sprintf("%s %s: %s", word, strings.Join(s.seeds, ", "), text))
		}
	}
	return parts
}

// withRanges writes a text with the ranges of its numbers over several.
func withRanges(text string, numbers [][]string) string {
	value := func(text string) float64 {
		x, _ := strconv.ParseFloat(text, 64)
		return x
	}
	k := -1
	return numbersIn.ReplaceAllStringFunc(text, func(string) string {
		k++
		var all []string
		for _, own := range numbers {
			all = append(all, own[k])
		}
		slices.SortFunc(all, func(a, b string) int { return cmp.Compare(value(a), value(b)) })
		if first, last := all[0], all[len(all)-1]; first != last {
			return first + " to " + last
		}
		return all[0]
	})
}

// tidyNotes sorts a cell's footnotes and drops repeated ones.
func (c *Cell) tidyNotes() {
	slices.Sort(c.Notes)
	c.Notes = slices.Compact(c.Notes)
}

// Columns returns the names of the coordinates of a run's data, such as "x [mm]", as its folder has them; nil where
// they have none.
func Columns(record *stage.Record) []string {
	var names []string
	text, err := os.ReadFile(filepath.Join(record.Folder, "data", "columns.json"))
	if err != nil || json.Unmarshal(text, &names) != nil {
		return nil
	}
	return names
}

// unitOf is what the data units of all records are, if their columns' names say the same in brackets: mm.
func unitOf(records []stage.Record) string {
	unit := ""
	for i := range records {
		if records[i].Status != stage.Done {
			continue
		}
		names := Columns(&records[i])
		if names == nil {
			return ""
		}
		for k, name := range names {
			_, own, _ := strings.Cut(name, "[")
			own, closed := strings.CutSuffix(own, "]")
			if !closed || unit != "" && own != unit {
				return ""
			}
			if unit = own; k > 0 && unit == "" {
				return ""
			}
		}
	}
	return unit
}

// Notes returns what a run has noted, but for what its metrics say against their own numbers, which tables have.
func Notes(record *stage.Record) []string {
	return slices.DeleteFunc(slices.Clone(record.Notes), func(note string) bool {
		for _, caveat := range record.Caveats {
			if caveat == note {
				return true
			}
		}
		for _, findings := range record.Findings {
			if slices.Contains(findings, note) {
				return true
			}
		}
		return false
	})
}
