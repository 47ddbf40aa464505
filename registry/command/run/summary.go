package run

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
	"ebim/results"
)

// What `ebim run` prints when all runs have ended.

// summary is what is said of runs that have ended.
type summary struct {
	loaded   []*experiment.Experiment
	records  map[string][]stage.Record // by experiment; none of an interrupted command
	again    bool                      // nothing was left to compute
	tables   []*results.Table          // an experiment each, in their order
	variants []*results.Table          // a sweep each
	undone   error                     // what failed or was interrupted
}

// summarize makes a table for each experiment and for each sweep, and an error that names what failed or was
// interrupted.
func summarize(loaded []*experiment.Experiment, found []stage.Result, fresh bool) *summary {
	s := &summary{loaded: loaded, records: map[string][]stage.Record{}}
	done, reused := 0, true
	var failures, unmeasured groups[string, string]
	interrupted := false
	for _, result := range found {
		record := result.Record
		record.Folder = result.Folder
		s.records[record.Experiment] = append(s.records[record.Experiment], record)
		reused = reused && !slices.ContainsFunc(record.Stages, func(s stage.StageRecord) bool { return !s.Reused })
		run := fmt.Sprintf("%s %s seed %d", record.Experiment, record.Model, record.Seed)
		switch record.Status {
		case stage.Done:
			done++
			for _, failure := range record.Failures {
				unmeasured.add(failure.Error(), run+" "+failure.Metric)
			}
		case stage.Failed:
			failures.add(record.Failure.Error(), run)
		case stage.Interrupted:
			interrupted = true
		}
	}
	var errs []error
	if n := failures.count; n > 0 {
		errs = append(errs, fmt.Errorf("%d of %d runs failed:%s", n, len(found), eachIn(failures)))
	}
	if unmeasured.count > 0 {
		errs = append(errs, fmt.Errorf("done, but without:%s", eachIn(unmeasured)))
	}
	if interrupted {
		again := ""
		if fresh {
			again = " without --fresh"
		}
		s.records = nil
		s.undone = errors.Join(append(errs,
			fmt.Errorf("interrupted with %d of %d runs done; what was computed is saved, and the same command%s "+
				"continues from there",
				done, len(found), again))...)
		return s
	}
	s.again = done == len(found) && unmeasured.count == 0 && reused
	s.undone = errors.Join(errs...)
	s.tabulate()
	return s
}

// tabulate makes the tables.
func (s *summary) tabulate() {
	outputs := map[string]map[string]output.List{}
	for _, e := range s.loaded {
		outputs[e.Name] = e.Outputs()
	}
	declared := func() *results.Declared {
		return &results.Declared{OfExperiment: func(name string) map[string]output.List { return outputs[name] }}
	}
	var sweep []*experiment.Experiment // those of one file
	for i, e := range s.loaded {
		if own := s.records[e.Name]; len(own) > 0 {
			s.tables = append(s.tables, results.Summary(own, declared()))
		}
		if e.Variant == "" {
			continue
		}
		sweep = append(sweep, e)
		if i+1 == len(s.loaded) || s.loaded[i+1].File != e.File {
			if table := s.variantsOf(sweep, declared()); table != nil {
				s.variants = append(s.variants, table)
			}
			sweep = nil
		}
	}
}

// variantsOf is the table of a sweep, by the metric that its file selects, or by all.
func (s *summary) variantsOf(sweep []*experiment.Experiment, declared *results.Declared) *results.Table {
	rule := results.Choice{Declared: declared}
	if choice := sweep[0].Select; choice != nil {
		rule.Metric, rule.Best = choice.Metric, results.Best(sweep[0].SelectedDirection())
	}
	var records []stage.Record
	var variants []results.Variant
	for _, e := range sweep {
		records = append(records, s.records[e.Name]...)
		variants = append(variants, results.Variant{Experiment: e.Name, Name: e.Variant, Swept: e.Swept})
	}
	title := strings.TrimSpace(strings.TrimSuffix(sweep[0].Title, sweep[0].Variant))
	return results.Variants(cmp.Or(title, sweep[0].File), variants, rule, records)
}

// write writes the tables, each with the notes of its runs, and those of sweeps below.
func (s *summary) write(out io.Writer) error {
	var errs []error
	tables := s.tables
	for _, e := range s.loaded {
		if own := s.records[e.Name]; len(own) > 0 {
			errs = append(errs, cli.WriteTable(out, tables[0], results.Text))
			tables = tables[1:]
			writeNotes(out, own)
		}
	}
	for _, table := range s.variants {
		errs = append(errs, cli.WriteTable(out, table, results.Text))
	}
	return errors.Join(errs...)
}

// runCommandAnswer is what `ebim run` answers.
type runCommandAnswer struct {
	Runs     []cli.RunAnswer  `json:"runs"`
	Tables   []*results.Table `json:"tables"`
	Variants []*results.Table `json:"variants"`
	Figures  string           `json:"figures,omitempty"`
	Report   string           `json:"report,omitempty"`
}

func (s *summary) answer(found []stage.Result, runs, page string) runCommandAnswer {
	a := runCommandAnswer{Tables: s.tables, Variants: s.variants, Report: page}
	for i := range found {
		record := &found[i].Record
		record.Folder = found[i].Folder
		a.Runs = append(a.Runs, cli.AnswerOf(record))
	}
	if page != "" {
		a.Figures = filepath.Join(runs, stage.FiguresFolder)
	}
	return a
}

// mostFolders bounds the lines that say where runs are; `ebim runs list` says it of more.
const mostFolders = 12

// tellFolders says in which folders runs are recorded, those of all seeds of a model together.
func tellFolders(command *cobra.Command, found []stage.Result) {
	var lines []string
	for _, result := range found {
		parent, name := filepath.Split(result.Folder)
		line := filepath.Join(parent, strings.Replace(name, fmt.Sprintf("seed-%d", result.Record.Seed), "seed-*", 1))
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	if len(lines) > mostFolders {
		return
	}
	for _, line := range lines {
		fmt.Fprintf(command.ErrOrStderr(), "Recorded in %s\n", line)
	}
}

// groups collects values by keys, which it keeps in their order, so that what happened to many is said once.
type groups[K comparable, V any] struct {
	count  int
	keys   []K
	values map[K][]V
}

func (g *groups[K, V]) add(key K, value V) {
	if g.values == nil {
		g.values = map[K][]V{}
	}
	if g.values[key] == nil {
		g.keys = append(g.keys, key)
	}
	g.values[key] = append(g.values[key], value)
	g.count++
}

// eachIn is an indented line for each event.
func eachIn(events groups[string, string]) string {
	var text strings.Builder
	for _, event := range events.keys {
		fmt.Fprintf(&text, "\n  %s: %s", strings.Join(events.values[event], ", "), event)
	}
	return text.String()
}

// writeNotes says what the runs of an experiment noted, such as a manifold that leaves the box: a line for each note,
// with its models and seeds. Those that the table has as its footnotes are left out.
func writeNotes(out io.Writer, records []stage.Record) {
	type note struct{ model, text string }
	var seeds groups[note, int]
	for _, record := range records {
		for _, text := range results.Notes(&record) {
			seeds.add(note{record.Model, text}, record.Seed)
		}
	}
	var models groups[string, string] // that note the same of the same seeds, as of data that all are trained on
	for _, n := range seeds.keys {
		plural := ""
		if len(seeds.values[n]) > 1 {
			plural = "s"
		}
		models.add(fmt.Sprintf("seed%s %v: %s", plural, experiment.Seeds(seeds.values[n]), plaintext.OneLine(n.text)),
			n.model)
	}
	for _, said := range models.keys {
		fmt.Fprintf(out, "Note: %s, %s\n", strings.Join(models.values[said], ", "), said)
	}
}
