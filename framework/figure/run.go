package figure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/subject"
	"ebim/framework/runs/stage"
)

// ErrInterrupted is what is returned when the context ends before all is drawn.
var ErrInterrupted = errors.New("interrupted; finished work is saved, and the same command continues from there")

// Run runs experiments, as experiment.Run does, and then draws their figures, as Albums does.
func Run(ctx context.Context, experiments []*experiment.Experiment, o plan.Options) ([]stage.Result, error) {
	o.Previews = Previews
	results, err := execute.Run(ctx, experiments, o)
	if ctx.Err() != nil || err != nil && len(results) == 0 {
		return results, err
	}
	_, undrawn := Albums(ctx, experiments, results, o)
	return results, errors.Join(err, undrawn)
}

// Albums draws the figures of experiments that have been run, of the first seed that is done, each experiment's into
// its folder among the figures below the runs (see Album). It returns the names of the experiments that have such a
// run.
func Albums(ctx context.Context, experiments []*experiment.Experiment, results []stage.Result,
	o plan.Options) (names []string, err error) {
	opened, err := subject.Open(o)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	var errs []error
	for _, e := range experiments {
		runs, seed := done(e, results)
		if len(runs) == 0 {
			continue
		}
		names = append(names, e.Name)
		if err := Album(ctx, opened, e, seed, runs, filepath.Join(folder(o),
			filepath.FromSlash(AlbumFolder(e)))); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", e.Name, err))
		}
	}
	if ctx.Err() != nil {
		return names, ErrInterrupted
	}
	return names, errors.Join(errs...)
}

// AlbumFolder returns the slash-separated folder of an experiment's figures below that of all figures: where overrides
// change models or data, it is one below that of the file as it is.
func AlbumFolder(e *experiment.Experiment) string {
	return stage.Album(e.Name, e.Changed())
}

// folder returns that of all figures.
func folder(o plan.Options) string {
	return filepath.Join(cmp.Or(o.Runs, plan.DefaultRuns), stage.FiguresFolder)
}

// done returns the keys of an experiment's finished runs, and the seed of the first of them.
func done(e *experiment.Experiment, results []stage.Result) (runs []string, seed int) {
	seed = -1
	for _, result := range results {
		if result.Record.Experiment != e.Name || result.Record.Status != stage.Done {
			continue
		}
		runs = append(runs, result.Record.Key)
		if seed < 0 {
			seed = result.Record.Seed
		}
	}
	return runs, seed
}

// Make runs what a drawing shows and has not been run, draws it, and writes it as the PNG file output, beside which
// lies the same as SVG. What is wrong is said before anything is run: panels that don't fit their data, or a folder
// that can't be made. A run that fails, or a panel that can't be drawn, is marked in the picture. made reports whether
// it was written; the error may say what it lacks. records gives the records of all runs, for figures of these.
func (d *Drawing) Make(ctx context.Context, o plan.Options, output string,
	records func() ([]stage.Record, error)) (made bool, err error) {
	if err := d.fits(o); err != nil {
		return false, err
	}
	if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil {
		return false, fmt.Errorf("--output %s: %w", output, err)
	}
	if err := d.run(ctx, o); err != nil {
		return false, err
	}
	opened, err := subject.Open(o)
	if err != nil {
		return false, err
	}
	defer opened.Close()
	sources := from(opened)
	sources.Records = records
	picture, problems := d.Draw(ctx, sources)
	if ctx.Err() != nil {
		return false, ErrInterrupted
	}
	if err := picture.Save(output); err != nil {
		return false, errors.Join(problems, err)
	}
	return true, problems
}

// fits is checkData for the data that the options find.
func (d *Drawing) fits(o plan.Options) error {
	opened, err := subject.Open(o)
	if err != nil {
		return err
	}
	defer opened.Close()
	return d.checkData(func(e *experiment.Experiment) (int, error) {
		truth, err := opened.Subject(e, experiment.Truth, e.Seeds[0])
		if err != nil {
			return 0, fmt.Errorf("%s: data: %w", e.File, err)
		}
		return truth.Traits.Ambient, nil
	})
}

// run runs the models that a drawing shows. A run that fails is no error here: its panel says so.
func (d *Drawing) run(ctx context.Context, o plan.Options) error {
	for _, group := range d.Runs() {
		o.Only, o.Seeds, o.Previews = group.Labels, group.Seeds, Previews
		if _, err := execute.Run(ctx, group.Experiments, o); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return ErrInterrupted
	}
	return nil
}

// from returns the sources of finished runs, but for their records.
func from(o *subject.Opened) Sources {
	return Sources{Subject: func(s Shown) (*experiment.Subject,
		error) {
		return o.Subject(s.Experiment, s.Label, s.Seed)
	}}
}
