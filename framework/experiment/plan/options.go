package plan

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/gomlx/compute"

	"ebim/framework/backend"
	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/experiment"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// DefaultRuns is where run records go unless Options say otherwise.
const DefaultRuns = "results/runs"

// Options say how experiments are run. The zero value runs everything on the embedded backend.
type Options struct {
	Seeds   experiment.Seeds // instead of the experiments' own
	Only    []string         // models to run; all when empty
	Backend string           // "cpu", "go", "xla:cpu" or "xla:cuda"; backend.Default when empty
	Runs    string           // folder of run records; DefaultRuns when empty
	Jobs    int              // stages computed side by side; as many as there are cores when 0
	Fresh   bool             // compute finished stages again
	// bytes that a training may take, as estimated, and that may be taken of a GPU; the machine's when 0
	Memory int64
	// folders of downloaded data files; those of EBIM_DATA or the user's cache when empty
	Data            []string
	CheckpointEvery time.Duration     // what a killed process loses at most; 30 s when 0
	Progress        progress.Reporter // nothing is shown when nil
	Log             func(line string) // receives what will be run, once all is checked; may be nil
	Share           Share             // of the runs that Run executes
}

// Filled returns the options with their defaults.
func (o Options) Filled() Options {
	o.Backend = cmp.Or(o.Backend, backend.Default)
	o.Runs = cmp.Or(o.Runs, DefaultRuns)
	o.Jobs = cmp.Or(o.Jobs, runtime.NumCPU())
	o.Memory = cmp.Or(o.Memory, machineMemory())
	o.CheckpointEvery = cmp.Or(o.CheckpointEvery, 30*time.Second)
	return o
}

// FindData fills in where data files are looked for.
func (o *Options) FindData() (err error) {
	if o.Data == nil {
		o.Data, err = download.Folders(os.Getenv, os.UserCacheDir)
	}
	return err
}

// Plan is how one of the experiments is run.
func (o Options) Plan(e *experiment.Experiment, engine compute.Backend) *Plan {
	env := dataset.Env{Dir: filepath.Dir(filepath.FromSlash(e.File)), Folders: o.Data}
	if source, ok := e.Data.Source.(dataset.Located); ok {
		source.Locate(env)
	}
	return &Plan{Experiment: e, Labels: o.LabelsOf(e), Seeds: o.SeedsOf(e), Engine: engine, Backend: o.Backend,
		Memory: o.Memory, checkpointEvery: o.CheckpointEvery, progress: o.Progress, Env: env}
}

// LabelsOf returns the chosen models that an experiment has.
func (o Options) LabelsOf(e *experiment.Experiment) []string {
	return slices.DeleteFunc(e.ModelLabels(), func(label string) bool {
		return len(o.Only) > 0 &&
			!slices.Contains(o.Only, label)
	})
}

// SeedsOf returns the seeds that an experiment is run with.
func (o Options) SeedsOf(e *experiment.Experiment) experiment.Seeds {
	if len(o.Seeds) > 0 {
		return o.Seeds
	}
	return e.Seeds
}

// about describes how the seeds' data are related, and how many points they have. It is called after checkData.
func (p *Plan) about() *stage.Data {
	_, synthetic := p.Data.Source.(dataset.Distribution)
	_, file := p.Data.Source.(dataset.FileSource)
	kept := p.Data.Holdout > 0 || p.Data.ValidationShare() > 0
	data := &stage.Data{}
	switch {
	case synthetic:
		data.Draws = stage.NewData
	case file && kept:
		data.Draws = stage.Splits
	case file && p.Data.Size == nil:
		data.Draws = stage.SameData
	}
	switch {
	case p.Found != nil:
		data.Training, data.Validation, data.HeldOut = p.Found.Training, p.Found.Validation, p.Found.HeldOut
	case synthetic:
		size, _ := p.Data.Points()
		data.Training, data.Validation, data.HeldOut = p.Data.Divided(size)
	default:
		return nil
	}
	return data
}
