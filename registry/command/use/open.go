package use

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/backends"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/subject"
	"ebim/framework/model"
	"ebim/framework/runs/stage"
	"ebim/framework/support"
	"ebim/registry/command/cli"
)

// target is the run that is asked for.
type target struct {
	options plan.Options
	model   string
	seed    int
	sets    []string
}

func (t *target) add(command *cobra.Command) {
	command.Flags().StringVar(&t.model, "model", "", "`label` of the model; the first that has finished, baselines "+
		"last, unless given")
	command.Flags().IntVar(&t.seed, "seed", 0, "`seed` of the run; the first that has finished unless given")
	cli.AddSets(command, &t.sets)
	cli.AddBackend(command, &t.options)
	cli.AddRuns(command, &t.options.Runs)
}

// open finds a trained model by an experiment's file or a run's folder; the caller releases it.
func (t *target) open(command *cobra.Command, p *cli.Program, name string) (m *opened, release func() error,
	err error) {
	if !slices.Contains(backends.Names(), t.options.Backend) {
		return nil, nil, fmt.Errorf("--backend: %w", config.Unknown("backend", t.options.Backend, backends.Names()))
	}
	folder, isRun, err := t.folder(name)
	if err != nil {
		return nil, nil, err
	}
	if !isRun {
		e, err := t.experiment(command, p, name)
		if err != nil {
			return nil, nil, err
		}
		return cli.Open(p.Kept, "", func() (*opened, error) {
			return t.access(func(access *subject.Opened) (*subject.Finished, error) {
				return t.first(command, access, e)
			})
		})
	}
	for _, flag := range []string{"model", "seed", "set"} {
		if command.Flags().Changed(flag) {
			return nil, nil, fmt.Errorf("--%s beside %s, which is one run; give it with an experiment's file", flag,
				name)
		}
	}
	return cli.Open(p.Kept, t.key(folder), func() (*opened, error) {
		return t.access(func(access *subject.Opened) (*subject.Finished, error) {
			record, err := stage.ReadRecord(filepath.Join(folder, stage.RecordFile))
			if err != nil {
				return nil, err
			}
			return access.InRun(p.Registry, record)
		})
	})
}

// access opens a model.
func (t *target) access(find func(access *subject.Opened) (*subject.Finished, error)) (*opened, error) {
	access, err := subject.Open(t.options)
	if err != nil {
		return nil, cli.Failed(err)
	}
	found, err := find(access)
	if err != nil {
		access.Close()
		return nil, cli.Failed(err)
	}
	return &opened{Finished: found, columns: columnsOf(found), units: unitsOf(found.Trained), access: access}, nil
}

// key is by what a run's model is kept: another once the run has been computed again.
func (t *target) key(folder string) string {
	whole, err := filepath.Abs(folder)
	if err != nil {
		return ""
	}
	written, err := os.Stat(filepath.Join(folder, stage.RecordFile))
	if err != nil {
		return ""
	}
	return fmt.Sprintf("%s %d %d %+v", whole, written.ModTime().UnixNano(), written.Size(), t.options)
}

// folder is that of a run, by its path or by its name below the folder of runs; false for a file.
func (t *target) folder(name string) (path string, isRun bool, err error) {
	for _, path := range []string{name, filepath.Join(t.options.Runs, name)} {
		info, err := os.Stat(path)
		if err != nil || !info.IsDir() {
			continue
		}
		if _, err := os.Stat(filepath.Join(path, stage.RecordFile)); err != nil {
			return "", false, cli.Failed(fmt.Errorf("%s is not a run's folder: it has no %s; `ebim runs list` shows "+
				"runs", path, stage.RecordFile))
		}
		return path, true, nil
	}
	return "", false, nil
}

// experiment is the one that a file stands for.
func (t *target) experiment(command *cobra.Command, p *cli.Program, name string) (*experiment.Experiment, error) {
	file, err := cli.Single(name, experiments.Names())
	if err != nil {
		return nil, err
	}
	loaded, err := p.Load([]string{file}, t.sets)
	if err != nil {
		return nil, err
	}
	e, err := cli.Only(loaded)
	switch {
	case err != nil:
		return nil, err
	case t.model != "" && e.Models[t.model] == nil:
		return nil, config.Unknown("model of "+e.File, t.model, e.ModelLabels())
	case command.Flags().Changed("seed") && t.seed < 0:
		return nil, fmt.Errorf("--seed %d; allowed: 0 or more", t.seed)
	}
	return e, nil
}

// manifoldsFirst are the labels of an experiment's models, those last that are there to be compared with: images of a
// box, and densities without a manifold.
func manifoldsFirst(e *experiment.Experiment) []string {
	labels := e.ModelLabels()
	slices.SortStableFunc(labels, func(a, b string) int {
		return cmp.Compare(baseline(e.Models[a]), baseline(e.Models[b]))
	})
	return labels
}

// baseline is 1 for a model without a learned or given manifold, and 0 for others.
func baseline(m model.Model) int {
	switch m.(type) {
	case *model.Pushforward, *model.NAE, *model.EBM:
		return 1
	}
	return 0
}

// first is the first run that has finished, of those that the flags leave; it says which.
func (t *target) first(command *cobra.Command, access *subject.Opened, e *experiment.Experiment) (*subject.Finished,
	error) {
	labels, seeds := manifoldsFirst(e), []int(e.Seeds)
	if t.model != "" {
		labels = []string{t.model}
	}
	if command.Flags().Changed("seed") {
		seeds = []int{t.seed}
	}
	var missing error
	for _, label := range labels {
		for _, seed := range seeds {
			found, err := access.Finished(e, label, seed)
			var absent *subject.NotRunError
			switch {
			case err == nil:
				if t.model == "" || !command.Flags().Changed("seed") {
					say(command, "%s of %s with seed %d", label, e.File, seed)
				}
				return found, nil
			case !errors.As(err, &absent):
				return nil, err
			}
			missing = cmp.Or(missing, err)
		}
	}
	return nil, missing
}

// opened is a trained model, and how its points are written.
type opened struct {
	*subject.Finished
	columns columns
	units   units
	access  *subject.Opened
	scores  *scorer // nil before it is asked for
}

// Close frees the model.
func (m *opened) Close() error {
	m.access.Close()
	return nil
}

// scorer looks at points by a model.
type scorer struct {
	*opened
	on         support.Support
	logs       support.Logger // nil for none
	normalizer string         // what is to be said of it
	reference  *reference     // nil before it is asked for
	border     *border        // the same
	lost       *atomic.Int64
}

// reference is the data's own points, as the scorer's measure ranks them.
type reference struct {
	points int
	are    string    // which points they are
	ranked []float64 // sorted
}

// border is where the manifold ends.
type border struct {
	distance func(foot []float64) float64
	unknown  string // why it is not known
}
