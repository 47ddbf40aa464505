// Package report writes runs as one HTML file that shows itself without a server: the page of package page, with its
// answers within.
package report

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
	"ebim/results"
	"ebim/results/page"
)

// Options say what is reported.
type Options struct {
	// Runs is the folder of run records and of the figures made of them.
	Runs string
	// Experiments are the names of those to show, all when empty. A name without the point of its sweep stands for all
	// points.
	Experiments []string
	// Origin is what is known of the experiments' files, with whose settings runs are shown; nil for nothing, and the
	// newest of each model and seed are shown.
	Origin results.Origin
	// Every shows runs of all settings, each as an experiment of its own.
	Every bool
	// Exactly are the IDs (see page.ID) of the runs to show, each settings as an experiment of its own; of the runs
	// that Origin picks, and of named experiments, otherwise.
	Exactly []string
	// Known is what is known of runs beside their records.
	Known page.Known
	// Version is that of the program, for the page's foot; it may be empty.
	Version string
	// Now is the time that the page names; it names none when zero.
	Now time.Time
}

// ErrIncomplete marks the error of a report that was written but leaves out records that can't be read; the page names
// them as well.
var ErrIncomplete = errors.New("the report is incomplete")

// Write writes the page. It names pictures, meshes and settings that are missing or damaged, and shows the rest. It
// does so for damaged records too, and then returns an error that is ErrIncomplete. With any other error nothing has
// been written, or w failed: the folder has no runs, or an experiment has none.
func Write(w io.Writer, o Options) error {
	records, notes, damaged := results.Load(o.Runs)
	if len(records) == 0 {
		if damaged == nil {
			damaged = fmt.Errorf("there are no runs in %s yet; `ebim run` makes them", o.Runs)
		}
		return damaged
	}
	if o.Exactly != nil {
		records = slices.DeleteFunc(records, func(r stage.Record) bool {
			return !slices.Contains(o.Exactly, page.ID(r.Folder))
		})
		o.Every = true
	}
	experiments, err := chosen(records, o.Experiments)
	if err != nil {
		return errors.Join(err, damaged)
	}
	experiments, said := o.pick(experiments)
	now := o.Now
	if now.IsZero() {
		now = time.Now()
	}
	frozen := page.Freeze(o.Runs, experiments, o.Known, now)
	if damaged != nil {
		frozen.Report.Problems = strings.Split(damaged.Error(), "\n") // a line for each of the errors that it joins
	}
	frozen.Report.Problems = slices.Concat(frozen.Report.Problems, notes, said)
	if !o.Now.IsZero() {
		frozen.Runs.Made = o.Now.Format("2 January 2006, 15:04 MST")
	}
	var text bytes.Buffer
	if err := page.WriteHTML(&text, page.Shell{Version: o.Version, Root: o.Runs, Frozen: frozen}); err != nil {
		return err
	}
	if _, err := w.Write(text.Bytes()); err != nil {
		return err
	}
	if damaged != nil {
		return fmt.Errorf("%w: %w", ErrIncomplete, damaged)
	}
	return nil
}

// chosen groups the records of the experiments that are named, in the order of the names.
func chosen(records []stage.Record, names []string) ([][]stage.Record, error) {
	var known []string
	groups := map[string][]stage.Record{}
	for _, record := range records {
		if groups[record.Experiment] == nil {
			known = append(known, record.Experiment)
		}
		groups[record.Experiment] = append(groups[record.Experiment], record)
	}
	wanted := known
	if len(names) > 0 {
		wanted = nil
	}
	var problems []error
	for _, name := range names {
		found := slices.DeleteFunc(slices.Clone(known), func(k string) bool {
			return k != name && !strings.HasPrefix(k, name+",")
		})
		if len(found) == 0 {
			problems = append(problems, fmt.Errorf("the runs have no experiment %q; %s", name,
				cmp.Or(config.DidYouMean(name, known), "they have "+strings.Join(known, ", "))))
		}
		wanted = append(wanted, found...)
	}
	var own [][]stage.Record
	for i, name := range wanted {
		if !slices.Contains(wanted[:i], name) {
			own = append(own, groups[name])
		}
	}
	return own, errors.Join(problems...)
}

// pick leaves the records that the page shows of each experiment, and says what it does not show. An experiment that
// has not been run with the settings of its file is shown as it has been run.
func (o Options) pick(experiments [][]stage.Record) (shown [][]stage.Record, notes []string) {
	for _, records := range experiments {
		name := records[0].Experiment
		if o.Every {
			shown = append(shown, results.Apart(records, o.Origin)...)
			continue
		}
		picked := results.Pick(records, o.Origin)
		notes = append(notes, picked.Notes...)
		switch {
		case len(picked.Others) == 0:
		case len(picked.Records) == 0:
			picked = results.Pick(records, nil)
			notes = append(notes, fmt.Sprintf("%s has not been run with the settings of its file; shown are its "+
				"newest runs. `%s` runs it.", name, o.Origin.Command(name)))
		default:
			notes = append(notes, fmt.Sprintf("%s: %d runs are there with other settings only, such as %s with seed "+
				"%d, and are not shown. `%s` runs what is missing.", name, len(picked.Others), picked.Others[0].Model,
				picked.Others[0].Seed, o.Origin.Command(name)))
		}
		shown = append(shown, picked.Records)
	}
	return shown, notes
}
