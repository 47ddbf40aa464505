package report

import (
	"fmt"
	"html/template"
	"slices"
	"strings"

	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/results"
	"ebim/results/page"
)

// section is what the page says about one experiment.
type section struct {
	ID, Name, Title, Description string

	Models   []string
	Statuses string // of the runs: "6 done, 1 failed"
	Time     string // of all runs

	Summary  table
	Numbers  *table // every number that was measured; nil without any
	Figures  []figure
	View     *page.View
	records  []stage.Record
	Failures []failure
	Notes    []grouped
	Problems []string // files that could not be read
	Settings []grouped
}

// Several reports whether there are several seeds.
func (s section) Several() bool {
	return slices.ContainsFunc(s.records, func(r stage.Record) bool { return r.Seed != s.records[0].Seed })
}

// problem notes a file that can't be shown, once.
func (s *section) problem(format string, arguments ...any) {
	if text := fmt.Sprintf(format, arguments...); !slices.Contains(s.Problems, text) {
		s.Problems = append(s.Problems, text)
	}
}

func statuses(records []stage.Record) string {
	var parts []string
	for _, status := range []stage.Status{stage.Done, stage.Failed, stage.Interrupted, stage.Running} {
		count := 0
		for _, record := range records {
			if record.Status == status {
				count++
			}
		}
		if count > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count, status))
		}
	}
	return strings.Join(parts, ", ")
}

// duration writes seconds, a dash for none.
func duration(seconds float64) string {
	if seconds == 0 {
		return "–"
	}
	return progress.Seconds(seconds)
}

// grouped is a text and the runs that share it.
type grouped struct{ Runs, Text string }

// group gathers the texts that records have, in their order, with the runs that have each.
func group(records []stage.Record, texts func(*stage.Record) []string) []grouped {
	var order []string
	runs := map[string][]stage.Record{}
	for i := range records {
		for _, text := range texts(&records[i]) {
			if runs[text] == nil {
				order = append(order, text)
			}
			if own := runs[text]; len(own) == 0 || !sameRun(own[len(own)-1], records[i]) {
				runs[text] = append(own, records[i])
			}
		}
	}
	var groups []grouped
	for _, text := range order {
		groups = append(groups, grouped{Runs: naming(runs[text], len(records)), Text: text})
	}
	return groups
}

func sameRun(a, b stage.Record) bool { return a.Model == b.Model && a.Seed == b.Seed }

// naming says which runs of all are meant: "all runs", or "ebim, seeds 0 and 1; ebm, seed 2".
func naming(runs []stage.Record, all int) string {
	if len(runs) == all {
		return "all runs"
	}
	var models []string
	seeds := map[string][]string{}
	for _, run := range runs {
		if seeds[run.Model] == nil {
			models = append(models, run.Model)
		}
		seeds[run.Model] = append(seeds[run.Model], fmt.Sprint(run.Seed))
	}
	var parts []string
	for _, model := range models {
		word := "seed"
		if len(seeds[model]) > 1 {
			word = "seeds"
		}
		parts = append(parts, fmt.Sprintf("%s, %s %s", model, word, strings.Join(seeds[model], ", ")))
	}
	return strings.Join(parts, "; ")
}

// figure is a picture in the page.
type figure struct {
	ID, Name      string
	Title         string
	Seed          *int
	Source        template.URL // a data URI
	Width, Height int          // in pixels; 0 for a drawing, which has its own size
}

// table is a table whose footnotes can be linked to.
type table struct {
	ID string
	*results.Table
}

// Failed reports whether a cell has a run that failed, and no value to show instead.
func (t table) Failed(cell results.Cell) bool {
	failed := func(s results.SeedValue) bool { return s.Status == string(stage.Failed) }
	return cell.Value == nil && slices.ContainsFunc(cell.Seeds, failed)
}

// NoteID returns the anchor of footnote n.
func (t table) NoteID(n int) string { return fmt.Sprintf("%s-note-%d", t.ID, n) }

// NoteNumber returns the number of the footnote at an index.
func (t table) NoteNumber(index int) int { return index + 1 }

// failure is a run that failed or was interrupted.
type failure struct {
	Run    string
	Where  string // stage and step; empty for a run that did not fail by itself
	Reason string
	Cause  string
}
