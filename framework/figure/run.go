package figure

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/subject"
	"ebim/framework/runs/disk"
	"ebim/framework/runs/stage"
)

// ErrInterrupted is what is returned when the context ends before all is drawn.
var ErrInterrupted = errors.New("interrupted; finished work is saved, and the same command continues from there")

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
// that can't be made. A run that fails, or a panel that can't be drawn, is marked in the figure. made reports whether
// it was written; the error may say what it lacks.
func (d *Drawing) Make(ctx context.Context, o plan.Options, output string) (made bool, err error) {
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
	picture, problems := d.Draw(ctx, from(opened))
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
		o.Only, o.Seeds = group.Labels, group.Seeds
		if _, err := execute.Run(ctx, group.Experiments, o); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return ErrInterrupted
	}
	return nil
}

// from opens what finished runs have trained.
func from(o *subject.Opened) Subjects {
	return func(s Shown) (*experiment.Subject, error) { return o.Subject(s.Experiment, s.Label, s.Seed) }
}

// Album draws an experiment's figures of one seed, its own or those of Overview, into a folder, as PNG and SVG. A
// figure that is there for the same runs is kept; runs are the keys of the runs that figures may show. What can't be
// drawn does not stop the other figures; the errors are returned joined, but for runs that failed, which their panels
// mention.
func Album(ctx context.Context, o *subject.Opened, e *experiment.Experiment, seed int, runs []string,
	folder string) error {
	truth, err := o.Subject(e, experiment.Truth, seed)
	if err != nil {
		return err
	}
	sheets := e.Figures
	if sheets == nil {
		sheets = Overview(e, truth.Traits.Ambient)
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return err
	}
	index := filepath.Join(folder, stage.FiguresIndex)
	before := map[string]stage.Picture{}
	written := readIndex(index)
	for _, entry := range written {
		before[entry.File] = entry
	}
	var entries []stage.Picture
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(sheets)) {
		d := Of(e, sheets[name], seed)
		entry := stage.Picture{Name: name, Title: d.Title, Seed: &seed,
			File: fmt.Sprintf("%s-seed-%d.png", name, seed), Key: d.key(e, runs)}
		if before[entry.File].Key == entry.Key && saved(filepath.Join(folder, entry.File)) {
			entries = append(entries, entry)
			continue
		}
		picture, err := d.Draw(ctx, from(o))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			entry.Key = "" // so that it is drawn again
		}
		if err != nil && !notRun(err) {
			errs = append(errs, fmt.Errorf("figure %s: %w", name, err))
		}
		if err := picture.Save(filepath.Join(folder, entry.File)); err != nil {
			errs = append(errs, err)
			continue
		}
		entries = append(entries, entry)
	}
	if reflect.DeepEqual(entries, written) { // which needs no right to write
		return errors.Join(errs...)
	}
	return errors.Join(append(errs, disk.WriteFile(index, func(w io.Writer) error {
		encoder := json.NewEncoder(w)
		encoder.SetIndent("", "  ")
		return encoder.Encode(entries)
	}))...)
}

// notRun says whether an error, or each of several joined ones, is of a run that has not finished.
func notRun(err error) bool {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		return !slices.ContainsFunc(joined.Unwrap(), func(one error) bool { return !notRun(one) })
	}
	var missing *subject.NotRunError
	return errors.As(err, &missing)
}

// key is a hash of all that the drawing depends on.
func (d *Drawing) key(e *experiment.Experiment, runs []string) string {
	hash := sha256.New()
	fmt.Fprintf(hash, "%s\n%s\n%q\n", e.Resolved(), d.Title, runs)
	for _, panel := range d.Panels {
		fmt.Fprintf(hash, "%T %d %v %d\n", panel.Figure, panel.Figure.CodeVersion(), panel.Shown.Label,
			panel.Shown.Seed)
	}
	return fmt.Sprintf("%x", hash.Sum(nil)[:10])
}

// readIndex is the last drawing's index; one that can't be read counts as none.
func readIndex(path string) []stage.Picture {
	var entries []stage.Picture
	if data, err := os.ReadFile(path); err != nil || json.Unmarshal(data, &entries) != nil {
		return nil
	}
	return entries
}
