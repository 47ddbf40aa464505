package report

import (
	"cmp"
	"fmt"
	"path/filepath"
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
	Seeds    *table // the same of each seed; nil where there is one
	Figures  []figure
	View     *page.View
	records  []stage.Record
	Failures []failure
	Notes    []grouped
	Problems []string // files that could not be read
	Runs     []runLine
	Stages   *table // seconds; nil without any
	Versions []grouped
	Settings []grouped
}

// newSection gathers what there is of an experiment; records are its own, at least one. Its view has so many vertices.
func newSection(id string, records []stage.Record, o Options, vertices int) section {
	first := records[0]
	s := section{ID: id, records: records, Name: first.Experiment, Title: cmp.Or(first.Title, first.Experiment)}
	var seconds float64
	for _, record := range records {
		if !slices.Contains(s.Models, record.Model) {
			s.Models = append(s.Models, record.Model)
		}
		seconds += record.Seconds
		s.addRun(record)
	}
	s.Time = duration(seconds)
	s.Statuses = statuses(records)
	about := s.readSettings(records)
	s.Description = about.Description
	s.Summary = table{id + "-summary", results.Summary(records, o.Declared)}
	s.Summary.Title = ""
	s.Numbers = numbers(id+"-numbers", records, o.Declared)
	if s.Several() {
		s.Seeds = seeds(id+"-seeds", records, o.Declared)
	}
	s.Stages = stages(id+"-stages", records)
	s.Notes = group(records, func(r *stage.Record) []string { return r.Notes })
	s.Versions = group(records, func(r *stage.Record) []string { return []string{versions(r)} })
	album := page.Album(o.Runs, &first) // by the names of folders, as names of other settings hold a record's words
	if own := o.Albums[s.Name]; own != "" {
		album = filepath.Join(o.Runs, stage.FiguresFolder, filepath.FromSlash(own))
	}
	s.readFigures(album)
	s.View = page.ReadView(firstOf(records), vertices, s.problem)
	return s
}

// mostSeen bounds the runs of an experiment that can be turned around.
const mostSeen = 24

// firstOf leaves the first finished runs in an order in which every model has a seed before one has two.
func firstOf(records []stage.Record) []stage.Record {
	done := slices.DeleteFunc(slices.Clone(records), func(r stage.Record) bool { return r.Status != stage.Done })
	nth := map[string]int{}
	place := map[string]int{}
	for _, r := range done {
		nth[r.Model]++
		place[r.Folder] = nth[r.Model]
	}
	chosen := slices.Clone(done)
	slices.SortStableFunc(chosen, func(a, b stage.Record) int { return cmp.Compare(place[a.Folder], place[b.Folder]) })
	return chosen[:min(len(chosen), mostSeen)]
}

// Several reports whether there are several seeds.
func (s section) Several() bool {
	return slices.ContainsFunc(s.Runs, func(r runLine) bool { return r.Seed != s.Runs[0].Seed })
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
