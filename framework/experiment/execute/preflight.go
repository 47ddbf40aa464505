package execute

import (
	"context"
	"errors"
	"fmt"

	"ebim/framework/experiment/plan"

	"github.com/gomlx/compute"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/prepare"
	"ebim/framework/runs/stage"
)

// preflight checks all that can be checked of experiments before anything is computed: the number of runs, the memory
// that they ask for, their data, and the operations of their graphs.
type preflight struct {
	options plan.Options // filled in
	engine  compute.Backend
	read    map[string]*readData // by settings of the data, which the points of a sweep mostly share
	drafted map[string]error     // what models' graphs lack, by draftKey
}

// inspection is an experiment's plan before anything is computed.
type inspection struct{ *plan.Plan }

// readData is what is known of data that have been read, for every seed.
type readData struct {
	seeds []*prepare.Data // without their points
	dim   int
	sizes stage.Data
	err   error
}

// Check finds what Run would refuse to start with, without computing anything: more runs than MostRuns, models, data
// or samples that need more memory than there is, data files that are missing or unfit, and operations that the
// backend lacks. It returns what each experiment asks for. Mistakes in the settings are config.Mistakes; data that are
// missing or unfit are a *DataError, several of them joined, beside the mistakes.
func Check(ctx context.Context, experiments []*experiment.Experiment, o plan.Options) ([]Estimate, error) {
	before, err := newPreflight(o, experiments, nil, false)
	if err != nil {
		return nil, err
	}
	defer before.engine.Finalize()
	estimates := make([]Estimate, len(experiments))
	var errs []error
	for i, e := range experiments {
		estimates[i], err = before.check(ctx, &inspection{before.options.Plan(e, before.engine)})
		errs = append(errs, err)
	}
	return estimates, config.Collect(errs...)
}

// newPreflight fills the options in, refuses wrong ones, also those that don't fit what is to be recorded, and opens
// the backend, whose engine the caller finalizes.
func newPreflight(o plan.Options, experiments, recorded []*experiment.Experiment, elsewhere bool) (*preflight, error) {
	memory := o.Memory
	o = o.Filled()
	if err := errors.Join(checkOptions(o, recorded), checkRuns(o, experiments)); err != nil {
		return nil, err
	}
	if err := o.FindData(); err != nil {
		return nil, err
	}
	engine, err := open(o, memory, elsewhere)
	return &preflight{o, engine, map[string]*readData{}, map[string]error{}}, err
}

// check is for one experiment. What data that can't be read leave unknown goes unchecked.
func (b *preflight) check(ctx context.Context, p *inspection) (Estimate, error) {
	if err := ctx.Err(); err != nil {
		return Estimate{}, err
	}
	if err := errors.Join(p.checkDataMemory(), p.checkMetricFiles()); err != nil {
		return Estimate{}, err
	}
	ambient, points, unfit := b.checkData(ctx, p)
	if unfit != nil {
		known := false
		if ambient, known = p.Ambient(); !known || errors.As(unfit, new(config.Mistakes)) || ctx.Err() != nil {
			return Estimate{}, unfit
		}
		points, _ = p.Data.Points()
	}
	estimate, err := p.estimate(ambient, points)
	estimate.Notes = p.Notes
	if _, known := p.Data.Points(); !known && p.Found != nil { // else Experiment.Notes has them
		for _, label := range p.Labels {
			path := "models." + label
			estimate.Notes = append(estimate.Notes, experiment.BatchNotes(path, p.Models[label], p.Found.Training)...)
		}
	}
	if err == nil {
		err = b.checkOperations(ctx, p, ambient)
	}
	return estimate, config.Collect(err, unfit)
}

// checkData reads the data of every seed where they may be missing or wrong, so that this shows, once, before anything
// is computed. It returns their dimension and number.
func (b *preflight) checkData(ctx context.Context, p *inspection) (ambient, points int, err error) {
	ambient, known := p.Ambient()
	_, file := p.Data.Source.(dataset.FileSource)
	if known && !file && p.Data.Box == nil {
		size, _ := p.Data.Points()
		return ambient, size, nil
	}
	settings, err := config.Resolve(p.Catalog(), &p.Data)
	if err != nil {
		return 0, 0, err
	}
	key := fmt.Sprint(p.Env, p.Seeds, "\n", string(settings))
	if b.read[key] == nil {
		b.read[key] = p.readData(ctx, file)
	}
	read := b.read[key]
	if read.err != nil {
		if ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		at := p.Document().Origin("data.source.file") // or where the source is named
		return 0, 0, &DataError{config.Mistake{File: at.File, Line: at.Line, Column: at.Column, Path: "data.source",
			Found: read.err.Error()}, read.err}
	}
	for _, data := range read.seeds {
		if mistakes := p.CheckRead(p.Labels, read.dim, data.Box, data.Scaling); len(mistakes) > 0 {
			return 0, 0, mistakes
		}
	}
	p.Found, p.Notes = &read.sizes, read.seeds[0].Notes
	return read.dim, read.sizes.Training, nil
}

// readData reads the data of every seed. A whole file is the same for all of them.
func (p *inspection) readData(ctx context.Context, file bool) *readData {
	seeds := p.Seeds
	if file && p.Data.Size == nil {
		seeds = seeds[:1]
	}
	read := &readData{}
	for _, seed := range seeds {
		if read.err = ctx.Err(); read.err != nil {
			return read
		}
		data, err := prepare.Load(&p.Data, p.Env, seed)
		if err != nil {
			read.err = err
			return read
		}
		read.dim = data.Train.Dim
		read.sizes = data.Sizes()
		read.seeds = append(read.seeds, &prepare.Data{Box: data.Box, Scaling: data.Scaling, Notes: data.Notes})
	}
	return read
}

// DataError says that an experiment's data, or a metric's files, are missing or unfit, and where the experiment names
// them.
type DataError struct {
	Mistake config.Mistake // as a line
	Err     error
}

func (e *DataError) Error() string { return e.Mistake.String() }

// Unwrap is what is wrong with the data. It is not a config.Mistake: the experiment may be right, and the data wrong.
func (e *DataError) Unwrap() error { return e.Err }

// checkMetricFiles refuses files of metrics that are missing or unfit.
func (p *inspection) checkMetricFiles() error {
	var errs []error
	for _, label := range p.MetricLabels() {
		needs, err := p.NeedsOf(label)
		if err == nil {
			_, err = p.MetricFiles(needs.Files)
		}
		if err != nil {
			path := "metrics." + label
			at := p.Document().Origin(path)
			errs = append(errs, &DataError{config.Mistake{File: at.File, Line: at.Line, Column: at.Column, Path: path,
				Found: err.Error()}, err})
		}
	}
	return config.Collect(errs...)
}
