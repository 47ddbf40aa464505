package experiment

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gomlx/compute"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// DefaultRuns is where run records go unless Options say otherwise.
const DefaultRuns = "results/runs"

// Options say how experiments are run. The zero value runs everything on the embedded backend.
type Options struct {
	Seeds           Seeds             // instead of the experiments' own
	Only            []string          // models to run; all when empty
	Backend         string            // "cpu", "go", "xla:cpu" or "xla:cuda"; backend.Default when empty
	Devices         int               // of the backend, that share the batches of each training; 1 when 0
	Runs            string            // folder of run records; DefaultRuns when empty
	Jobs            int               // stages computed side by side; as many as there are cores when 0
	Fresh           bool              // compute finished stages again
	Memory          int64             // bytes that a training may take, as estimated, and that may be taken of a GPU; the machine's when 0
	Data            []string          // folders of downloaded data files; those of EBIM_DATA or the user's cache when empty
	CheckpointEvery time.Duration     // what a killed process loses at most; 30 s when 0
	Progress        progress.Reporter // nothing is shown when nil
	Log             func(line string) // is told what will be run, once all is checked; nil for nobody
	Share           Share             // of the runs that Run executes
	// Previews gives the pictures that are drawn of a model while it is trained, such as figure.Previews; none are drawn when nil.
	Previews     func(s *Subject) []Preview
	PreviewShare float64 // of a training's time so far that these may cost; 0.02 when 0

	elsewhere bool // another machine will execute the runs
}

// Run executes every chosen model with every seed, and records each run in its own folder. It returns one result a run,
// ordered by experiment, seed and model. A run that fails does not stop the others: it shows in its result's record.
// After a cancellation of ctx the results say what was interrupted, and the same call goes on from there.
//
// An error without results means that nothing was started. It is config.Mistakes when the options are wrong or don't fit
// the experiments; otherwise data are missing or unfit, the backend can't be opened, or a folder can't be written.
func Run(ctx context.Context, experiments []*Experiment, o Options) ([]stage.Result, error) {
	before, err := newPreflight(o, experiments, experiments)
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
		o.announce(experiments, notes)
	}
	machine := &stage.Engine{Root: o.Runs, Jobs: o.Jobs, Fresh: o.Fresh, Clock: time.Now, Versions: Versions(), Progress: o.Progress}
	return machine.Execute(ctx, o.Share.of(runs))
}

// Planned is a run that Run would execute.
type Planned struct {
	Experiment  *Experiment
	Model       string
	Seed        int
	Folder, Key string // of its record: another with this key has the same stages
	Done        bool   // it is recorded as done
}

// Plan returns the runs that Run would execute, in its order, after the same checks. Where this machine lacks the backend, as one without a
// GPU does, graphs are checked on backend.Default.
func Plan(ctx context.Context, experiments []*Experiment, o Options) ([]Planned, error) {
	o.elsewhere = true
	before, err := newPreflight(o, experiments, experiments)
	if err != nil {
		return nil, err
	}
	defer before.engine.Finalize()
	runs, notes, err := before.runs(ctx, experiments)
	if err != nil {
		return nil, err
	}
	if o.Log != nil {
		before.options.announce(experiments, notes)
	}
	named := map[string]*Experiment{}
	for _, e := range experiments {
		named[e.Name] = e
	}
	planned := make([]Planned, len(runs))
	for i := range runs {
		r := &runs[i]
		record := stage.Recorded(before.options.Runs, r)
		planned[i] = Planned{named[r.Experiment], r.Model, r.Seed, r.Folder(before.options.Runs), r.Key(), record != nil && record.Status == stage.Done}
	}
	return planned, nil
}

// runs are those of experiments, which are checked, with the notes on their data.
func (b *preflight) runs(ctx context.Context, experiments []*Experiment) ([]stage.Run, map[*Experiment][]string, error) {
	var runs []stage.Run
	var errs []error
	notes := map[*Experiment][]string{}
	for _, e := range experiments {
		p := b.options.plan(e, b.engine)
		if _, err := b.check(ctx, p); err != nil {
			errs = append(errs, err)
			continue
		}
		notes[e] = p.notes
		planned, err := p.runs()
		errs = append(errs, err)
		runs = append(runs, planned...)
	}
	return runs, notes, config.Collect(errs...)
}

// announce logs what will be run, and each former name of a setting and each note on data once.
func (o Options) announce(experiments []*Experiment, notes map[*Experiment][]string) {
	told := map[string]bool{}
	for _, e := range experiments {
		for _, note := range append(e.renamed(), notes[e]...) {
			if !told[note] {
				o.Log("Note: " + note)
			}
			told[note] = true
		}
		o.Log(o.describe(e))
	}
}

// describe says in one line what is run of an experiment, and where it is recorded.
func (o Options) describe(e *Experiment) string {
	plural := func(n int, noun string) string {
		if n != 1 {
			noun += "s"
		}
		return noun
	}
	labels, seeds := o.labels(e), o.seeds(e)
	if len(labels) == 0 {
		return fmt.Sprintf("%s: no model to run (it has %s)", e.Name, strings.Join(e.ModelLabels(), ", "))
	}
	count := len(labels) * len(seeds)
	return fmt.Sprintf("%s: %d %s (%s %s; %s %v), recorded in %s", e.Name, count, plural(count, "run"), plural(len(labels), "model"),
		strings.Join(labels, ", "), plural(len(seeds), "seed"), seeds, filepath.Join(o.Runs, e.Name))
}

func (o Options) filled() Options {
	if o.Backend == "" {
		o.Backend = backend.Default
	}
	if o.Devices == 0 {
		o.Devices = 1
	}
	if o.Runs == "" {
		o.Runs = DefaultRuns
	}
	if o.Jobs == 0 {
		o.Jobs = runtime.NumCPU()
	}
	if o.Memory == 0 {
		o.Memory = machineMemory()
	}
	if o.PreviewShare == 0 {
		o.PreviewShare = 0.02
	}
	if o.CheckpointEvery == 0 {
		o.CheckpointEvery = 30 * time.Second
	}
	return o
}

// findData fills in where data files are looked for.
func (o *Options) findData() (err error) {
	if o.Data == nil {
		o.Data, err = download.Folders(os.Getenv, os.UserCacheDir)
	}
	return err
}

// plan is how one of the experiments is run.
func (o Options) plan(e *Experiment, engine compute.Backend) *plan {
	return &plan{Experiment: e, labels: o.labels(e), seeds: o.seeds(e), engine: engine, backend: o.computer(), devices: o.Devices, memory: o.Memory, checkpointEvery: o.CheckpointEvery,
		progress: o.Progress, previews: o.Previews, previewShare: o.PreviewShare, env: dataset.Env{Dir: filepath.Dir(filepath.FromSlash(e.File)), Folders: o.Data}}
}

// computer is what computes, as records and keys of stages name it: on several devices sums have other last bits.
func (o Options) computer() string {
	if o.Devices <= 1 {
		return o.Backend
	}
	return fmt.Sprintf("%s on %d devices", o.Backend, o.Devices)
}

// open opens the backend. Memory is what was given for that, 0 where nothing was.
func (o Options) open(memory int64) (compute.Backend, error) {
	engine, err := backend.OpenWith(o.Backend, backend.Options{Devices: o.Devices, Memory: memory})
	if err != nil && o.elsewhere {
		engine, err = backend.OpenWith(backend.Default, backend.Options{})
	}
	var fewer *backend.DevicesError
	if errors.As(err, &fewer) {
		allowed := fmt.Sprintf("1 to %d, as the backend %s has %d here", fewer.Found, fewer.Backend, fewer.Found)
		if fewer.Found == 1 {
			allowed = fmt.Sprintf("1, as the backend %s has one here, with all cores; xla:cpu and xla:cuda may have more", fewer.Backend)
		}
		return nil, config.Mistakes{{Path: "--devices", Found: fmt.Sprint(fewer.Wanted), Allowed: allowed}}
	}
	return engine, err
}

// labels are the chosen models that an experiment has.
func (o Options) labels(e *Experiment) []string {
	return slices.DeleteFunc(e.ModelLabels(), func(label string) bool { return len(o.Only) > 0 && !slices.Contains(o.Only, label) || !e.Makes(label) })
}

func (o Options) seeds(e *Experiment) Seeds {
	if len(o.Seeds) > 0 {
		return o.Seeds
	}
	return e.Seeds
}

// check finds options that are wrong or don't fit the experiments. Paths are the options' names on the command line.
func (o Options) check(experiments []*Experiment) error {
	var mistakes config.Mistakes
	wrong := func(path, found, allowed, hint string) {
		mistakes = append(mistakes, config.Mistake{Path: path, Found: found, Allowed: allowed, Hint: hint})
	}
	if o.Jobs < 1 {
		wrong("--jobs", fmt.Sprint(o.Jobs), "1 or more, or 0 for as many as there are cores", "")
	}
	if o.Devices < 1 {
		wrong("--devices", fmt.Sprint(o.Devices), "1 or more", "")
	}
	known := backend.Names()
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
func sameNames(experiments []*Experiment) error {
	var mistakes config.Mistakes
	first := map[string]*Experiment{}
	for _, e := range experiments {
		key := strings.ToLower(e.Name)
		known, twice := first[key]
		switch {
		case !twice:
			first[key] = e
		case known.File == e.File:
			mistakes = append(mistakes, config.Mistake{File: e.File, Found: "the file is given twice", Allowed: "each file once"})
		default:
			mistakes = append(mistakes, config.Mistake{File: e.File, Found: fmt.Sprintf("an experiment %q, as in %s", e.Name, known.File),
				Allowed: "one file of a name, since records are kept by name", Hint: "rename one, or run them one by one with different --runs"})
		}
	}
	if len(mistakes) == 0 {
		return nil
	}
	return mistakes
}
