// Package execute checks experiments as a whole and runs their stages.
package execute

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"

	"github.com/gomlx/compute"

	"ebim/framework/backend"
	"ebim/framework/backends"
	"ebim/framework/config"
	"ebim/framework/runs/stage"
)

// Run executes every chosen model with every seed, and records each run in its own folder. It returns one result a
// run, ordered by experiment, seed and model. A run that fails does not stop the others: it shows in its result's
// record. After a cancellation of ctx the results say what was interrupted, and the same call goes on from there.
//
// An error without results means that nothing was started. It is config.Mistakes when the options are wrong or don't
// fit the experiments; otherwise data are missing or unfit, the backend can't be opened, or a folder can't be written.
func Run(ctx context.Context, experiments []*experiment.Experiment, o plan.Options) ([]stage.Result, error) {
	before, err := newPreflight(o, experiments, experiments, false)
	if err != nil {
		return nil, err
	}
	defer before.engine.Finalize()
	o = before.options
	runs, notes, err := before.runs(ctx, experiments)
	if err != nil {
		return nil, err
	}
	if o.Log != nil {
		announce(o, experiments, notes)
	}
	machine := &stage.Engine{Root: o.Runs, Jobs: o.Jobs, Fresh: o.Fresh, Clock: time.Now,
		Versions: experiment.Versions(), Progress: o.Progress}
	return machine.Execute(ctx, o.Share.Part(runs))
}

// Planned is a run that Run would execute.
type Planned struct {
	Experiment  *experiment.Experiment
	Model       string
	Seed        int
	Folder, Key string // of its record: another with this key has the same stages
	Done        bool   // it is recorded as done
}

// Plan returns the runs that Run would execute, in its order, after the same checks. Where this machine lacks the
// backend, as one without a GPU does, graphs are checked on backend.Default.
func Plan(ctx context.Context, experiments []*experiment.Experiment, o plan.Options) ([]Planned, error) {
	before, err := newPreflight(o, experiments, experiments, true)
	if err != nil {
		return nil, err
	}
	defer before.engine.Finalize()
	runs, notes, err := before.runs(ctx, experiments)
	if err != nil {
		return nil, err
	}
	if o.Log != nil {
		announce(before.options, experiments, notes)
	}
	named := map[string]*experiment.Experiment{}
	for _, e := range experiments {
		named[e.Name] = e
	}
	planned := make([]Planned, len(runs))
	for i := range runs {
		r := &runs[i]
		record := stage.Recorded(before.options.Runs, r)
		planned[i] = Planned{named[r.Experiment], r.Model, r.Seed, r.Folder(before.options.Runs), r.Key(),
			record != nil && record.Status == stage.Done}
	}
	return planned, nil
}

// runs are those of experiments, which are checked, with the notes on their data.
func (b *preflight) runs(ctx context.Context, experiments []*experiment.Experiment) ([]stage.Run,
	map[*experiment.Experiment][]string, error) {
	var runs []stage.Run
	var errs []error
	notes := map[*experiment.Experiment][]string{}
	for _, e := range experiments {
		p := &inspection{b.options.Plan(e, b.engine)}
		if _, err := b.check(ctx, p); err != nil {
			errs = append(errs, err)
			continue
		}
		notes[e] = p.Notes
		planned, err := p.Runs()
		errs = append(errs, err)
		runs = append(runs, planned...)
	}
	return runs, notes, config.Collect(errs...)
}

// announce logs what will be run, and each former name of a setting and each note on data once.
func announce(o plan.Options, experiments []*experiment.Experiment, notes map[*experiment.Experiment][]string) {
	reported := map[string]bool{}
	for _, e := range experiments {
		for _, note := range append(e.Renamed(), notes[e]...) {
			if !reported[note] {
				o.Log("Note: " + note)
			}
			reported[note] = true
		}
		o.Log(describe(o, e))
	}
}

// describe says in one line what is run of an experiment, and where it is recorded.
func describe(o plan.Options, e *experiment.Experiment) string {
	plural := func(n int, noun string) string {
		if n != 1 {
			noun += "s"
		}
		return noun
	}
	labels, seeds := o.LabelsOf(e), o.SeedsOf(e)
	if len(labels) == 0 {
		return fmt.Sprintf("%s: no model to run (it has %s)", e.Name, strings.Join(e.ModelLabels(), ", "))
	}
	count := len(labels) * len(seeds)
	return fmt.Sprintf("%s: %d %s (%s %s; %s %v), recorded in %s", e.Name, count, plural(count, "run"),
		plural(len(labels), "model"),
		strings.Join(labels, ", "), plural(len(seeds), "seed"), seeds, filepath.Join(o.Runs, e.Name))
}

// open opens the backend. Memory is what was given for that, 0 where nothing was.
func open(o plan.Options, memory int64, elsewhere bool) (compute.Backend, error) {
	engine, err := backends.Open(o.Backend, backends.Options{Memory: memory})
	if err != nil && elsewhere {
		return backend.Open(backend.Default)
	}
	return engine, err
}

// check finds options that are wrong or don't fit the experiments. Paths are the options' names on the command line.
func checkOptions(o plan.Options, experiments []*experiment.Experiment) error {
	var mistakes config.Mistakes
	wrong := func(path, found, allowed, hint string) {
		mistakes = append(mistakes, config.Mistake{Path: path, Found: found, Allowed: allowed, Hint: hint})
	}
	if o.Jobs < 1 {
		wrong("--jobs", fmt.Sprint(o.Jobs), "1 or more, or 0 for as many as there are cores", "")
	}
	known := backends.Names()
	if !slices.Contains(known, o.Backend) {
		wrong("--backend", quoted(o.Backend), strings.Join(known, ", "), config.DidYouMean(o.Backend, known))
	}
	var models []string
	for _, e := range experiments {
		models = append(models, e.ModelLabels()...)
	}
	slices.Sort(models)
	models = slices.Compact(models)
	for _, label := range o.Only {
		if !slices.Contains(models, label) {
			wrong("--only", quoted(label), strings.Join(models, ", "), config.DidYouMean(label, models))
		}
	}
	return config.Collect(mistakes, sameNames(experiments))
}

// sameNames finds experiments whose records would be mixed up. Case doesn't count, as some file systems ignore it.
func sameNames(experiments []*experiment.Experiment) error {
	var mistakes config.Mistakes
	first := map[string]*experiment.Experiment{}
	for _, e := range experiments {
		key := strings.ToLower(e.Name)
		known, twice := first[key]
		switch {
		case !twice:
			first[key] = e
		case known.File == e.File:
			mistakes = append(mistakes, config.Mistake{File: e.File, Found: "the file is given twice",
				Allowed: "each file once"})
		default:
			mistakes = append(mistakes, config.Mistake{File: e.File,
				Found:   fmt.Sprintf("an experiment %q, as in %s", e.Name, known.File),
				Allowed: "one file of a name, since records are kept by name",
				Hint:    "rename one, or run them one by one with different --runs"})
		}
	}
	if len(mistakes) == 0 {
		return nil
	}
	return mistakes
}

func quoted(text string) string { return fmt.Sprintf("%q", text) }
