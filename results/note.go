package results

import (
	"fmt"
	"slices"
	"strings"

	"ebim/framework/runs/stage"
)

// JudgedBy sets by what the runs of a table are held against their experiments' files. Without it, runs whose settings
// the command line has changed differ.
func (s *Spec) JudgedBy(judge Judge) { s.judge = judge }

// Declare sets what is known of the metrics of a table that no file declares.
func (s *Spec) Declare(declared *Declared) { s.declared = declared }

// differs is what the judge says, in the absence of one by the record.
func (s *Spec) differs(record *stage.Record, metric string) string {
	if s.judge != nil {
		return s.judge(record, metric)
	}
	return Overridden(record, metric)
}

// Overridden is the Judge that knows no files, and goes by the settings that a run was given on the command line.
func Overridden(record *stage.Record, metric string) string {
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
	if said := bySeed(g.seeds, func(s SeedValue) string { return s.Differs }); said != nil {
		cell.Differs = true
		note("settings other than those of the experiment's file: " + strings.Join(said, "; "))
	}
	if said := saidTogether(g.seeds, SeedValue.caveat); said != nil {
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

// bySeed lists what seeds say, equal texts together; nil where none says anything.
func bySeed(all []SeedValue, said func(SeedValue) string) []string {
	var order []string
	seeds := map[string][]string{}
	for _, seed := range all {
		text := said(seed)
		if text == "" {
			continue
		}
		if seeds[text] == nil {
			order = append(order, text)
		}
		seeds[text] = append(seeds[text], fmt.Sprint(seed.Seed))
	}
	var parts []string
	for _, text := range order {
		word := "seed"
		if len(seeds[text]) > 1 {
			word = "seeds"
		}
		parts = append(parts, fmt.Sprintf("%s %s: %s", word, strings.Join(seeds[text], ", "), text))
	}
	return parts
}

// tidyNotes sorts a cell's footnotes and drops repeated ones.
func (c *Cell) tidyNotes() {
	slices.Sort(c.Notes)
	c.Notes = slices.Compact(c.Notes)
}
