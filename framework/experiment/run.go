package experiment

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"ebim/framework/backend"
	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/progress"
	"ebim/framework/stage"
)

// DefaultRuns is where run records go unless Options say otherwise.
const DefaultRuns = "results/runs"

// Options say how experiments are run. The zero value runs everything on the embedded backend.
type Options struct {
	Seeds    Seeds    // instead of the experiments' own
	Only     []string // models to run; all when empty
	Backend  string   // backend.Default when empty
	Runs     string   // folder of run records; DefaultRuns when empty
	Jobs     int      // runs side by side; as many as there are cores when 0
	Fresh    bool     // compute finished stages again
	Progress progress.Reporter
}

// Run executes every chosen model with every seed, and records each run in its own folder. A run that fails does not
// stop the others: it shows in its result's record. After a cancellation of ctx the results say what was interrupted,
// and the same call goes on from there.
func Run(ctx context.Context, experiments []*Experiment, o Options) ([]stage.Result, error) {
	name := o.Backend
	if name == "" {
		name = backend.Default
	}
	engine, err := backend.Open(name)
	if err != nil {
		return nil, err
	}
	defer engine.Finalize()
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		return nil, err
	}
	var runs []stage.Run
	for _, e := range experiments {
		labels, err := e.choose(o.Only)
		if err != nil {
			return nil, err
		}
		seeds := e.Seeds
		if len(o.Seeds) > 0 {
			seeds = o.Seeds
		}
		p := &plan{Experiment: e, engine: engine, backend: name,
			env: dataset.Env{Dir: filepath.Dir(filepath.FromSlash(e.File)), Folders: folders}}
		planned, err := p.runs(labels, seeds)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", e.File, err)
		}
		runs = append(runs, planned...)
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("nothing to run: no experiment has one of the models %s", strings.Join(o.Only, ", "))
	}
	root := o.Runs
	if root == "" {
		root = DefaultRuns
	}
	jobs := o.Jobs
	if jobs == 0 {
		jobs = runtime.NumCPU()
	}
	machine := &stage.Engine{Root: root, Jobs: jobs, Fresh: o.Fresh, Clock: time.Now, Versions: Versions(), Progress: o.Progress}
	return machine.Execute(ctx, runs)
}

// choose are the labels of the models to run. A label that none of several experiments has is found by the caller's
// empty list of runs; one that a single experiment lacks is named with those it has.
func (e *Experiment) choose(only []string) ([]string, error) {
	if len(only) == 0 {
		return e.ModelLabels(), nil
	}
	for _, label := range only {
		if e.Models[label] == nil {
			return nil, fmt.Errorf("%s has no model %q; it has %s", e.File, label, strings.Join(e.ModelLabels(), ", "))
		}
	}
	labels := slices.Clone(only)
	slices.Sort(labels)
	return slices.Compact(labels), nil
}

// Versions are those of the program and of what its results depend on, for run records.
func Versions() map[string]string {
	versions := map[string]string{"go": runtime.Version()}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return versions
	}
	versions["ebim"] = info.Main.Version
	for _, dependency := range info.Deps {
		if dependency.Path == "github.com/gomlx/gomlx" {
			versions["gomlx"] = dependency.Version
		}
	}
	for _, setting := range info.Settings {
		if setting.Key == "vcs.revision" {
			versions["commit"] = setting.Value
		}
	}
	return versions
}
