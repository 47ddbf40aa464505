package command

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/output"
	"ebim/framework/plaintext"
	"ebim/framework/stage"
	"ebim/results"
)

// What `ebim run` prints when all runs have ended.

// summarize prints a table for each experiment, and returns an error that names what failed or was interrupted.
func summarize(command *cobra.Command, loaded []*experiment.Experiment, found []stage.Result, fresh, quiet bool) error {
	records := map[string][]stage.Record{}
	done, reused := 0, true
	failures, unmeasured := newGroups(), newGroups()
	interrupted := false
	for _, result := range found {
		record := result.Record
		records[record.Experiment] = append(records[record.Experiment], record)
		reused = reused && !slices.ContainsFunc(record.Stages, func(s stage.StageRecord) bool { return !s.Reused })
		switch record.Status {
		case stage.Done:
			done++
			for _, failure := range record.Failures {
				unmeasured.add(failure.Error(), fmt.Sprintf("%s %s seed %d %s", record.Experiment, record.Model, record.Seed, failure.Metric))
			}
		case stage.Failed:
			failures.add(record.Failure.Error(), fmt.Sprintf("%s %s seed %d", record.Experiment, record.Model, record.Seed))
		case stage.Interrupted:
			interrupted = true
		}
	}
	var errs []error
	if n := failures.count; n > 0 {
		errs = append(errs, fmt.Errorf("%d of %d runs failed:%s", n, len(found), failures))
	}
	if unmeasured.count > 0 {
		errs = append(errs, fmt.Errorf("done, but without:%s", unmeasured))
	}
	if interrupted {
		again := ""
		if fresh {
			again = " without --fresh"
		}
		return errors.Join(append(errs, fmt.Errorf("interrupted with %d of %d runs done; what was computed is saved, and the same command%s goes on from there",
			done, len(found), again))...)
	}
	if done == len(found) && unmeasured.count == 0 && reused && !quiet {
		fmt.Fprintln(command.ErrOrStderr(), "Nothing was left to compute; --fresh computes everything again.")
	}
	for _, e := range loaded {
		if own := records[e.Name]; len(own) > 0 {
			errs = append(errs, results.Write(command.OutOrStdout(), results.Summary(own, &results.Declared{OfExperiment: func(string) map[string]output.List { return e.Outputs() }}), results.Text))
			writeNotes(command.OutOrStdout(), own)
		}
	}
	return errors.Join(errs...)
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

// groups collects what happened to which runs, so that what happened to many is said once.
type groups struct {
	count  int
	events []string
	runs   map[string][]string
}

func newGroups() *groups { return &groups{runs: map[string][]string{}} }

func (g *groups) add(event, run string) {
	if g.runs[event] == nil {
		g.events = append(g.events, event)
	}
	g.runs[event] = append(g.runs[event], run)
	g.count++
}

// String is an indented line for each event.
func (g *groups) String() string {
	var text strings.Builder
	for _, event := range g.events {
		fmt.Fprintf(&text, "\n  %s: %s", strings.Join(g.runs[event], ", "), event)
	}
	return text.String()
}

// writeNotes says what the runs of an experiment noted, such as a manifold that leaves the box: a line for each note, with
// its models and seeds. Those that the table has as its footnotes are left out.
func writeNotes(out io.Writer, records []stage.Record) {
	type note struct{ model, text string }
	var order []note
	seeds := map[note]experiment.Seeds{}
	for _, record := range records {
		footnotes := slices.Collect(maps.Values(record.Caveats))
		for _, text := range record.Notes {
			if slices.Contains(footnotes, text) {
				continue
			}
			which := note{record.Model, text}
			if seeds[which] == nil {
				order = append(order, which)
			}
			seeds[which] = append(seeds[which], record.Seed)
		}
	}
	models := map[string][]string{} // that note the same of the same seeds, as of data that all are trained on
	said := func(n note) string { return fmt.Sprintf("%v: %s", seeds[n], plaintext.OneLine(n.text)) }
	for _, n := range order {
		models[said(n)] = append(models[said(n)], n.model)
	}
	for _, n := range order {
		text := said(n)
		if models[text][0] != n.model {
			continue
		}
		plural := ""
		if len(seeds[n]) > 1 {
			plural = "s"
		}
		fmt.Fprintf(out, "Note: %s, seed%s %s\n", strings.Join(models[text], ", "), plural, text)
	}
}
