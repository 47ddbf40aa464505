package experiment

import (
	"context"
	"errors"
	"fmt"

	"github.com/gomlx/compute"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/runs/stage"
)

// preflight checks all that can be checked of experiments before anything is computed: the number of runs, the memory that
// they ask for, their data, and the operations of their graphs.
type preflight struct {
	options Options // filled in
	engine  compute.Backend
	read    map[string]*readData // by settings of the data, which the points of a sweep mostly share
	drafted map[string]error     // what models' graphs lack, by draftKey
}

// readData is what is known of data that have been read, for every seed.
type readData struct {
	seeds []*prepared // without their points
	dim   int
	sizes stage.Data
	err   error
}

// Check finds what Run would refuse to start with, without computing anything: more runs than MostRuns, models, data or
// samples that need more memory than there is, data files that are missing or unfit, and operations that the backend lacks.
// It returns what each experiment asks for. Mistakes in the settings are config.Mistakes; data that are missing or unfit are
// a *DataError, several of them joined, beside the mistakes.
func Check(ctx context.Context, experiments []*Experiment, o Options) ([]Estimate, error) {
	before, err := newPreflight(o, experiments, nil)
	if err != nil {
		return nil, err
	}
	defer before.engine.Finalize()
	estimates := make([]Estimate, len(experiments))
	var errs []error
	for i, e := range experiments {
		estimates[i], err = before.check(ctx, before.options.plan(e, before.engine))
		errs = append(errs, err)
	}
	return estimates, config.Collect(errs...)
}

// newPreflight fills the options in, refuses wrong ones, also those that don't fit what is to be recorded, and opens the
// backend, whose engine the caller finalizes.
func newPreflight(o Options, experiments, recorded []*Experiment) (*preflight, error) {
	memory := o.Memory
	o = o.filled()
	if err := errors.Join(o.check(recorded), o.checkRuns(experiments)); err != nil {
		return nil, err
	}
	if err := o.findData(); err != nil {
		return nil, err
	}
	engine, err := o.open(memory)
	return &preflight{o, engine, map[string]*readData{}, map[string]error{}}, err
}

// check is for one experiment. What data that can't be read leave unknown goes unchecked.
func (b *preflight) check(ctx context.Context, p *plan) (Estimate, error) {
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
		points, _ = p.Data.size()
	}
	estimate, err := p.estimate(ambient, points)
	estimate.Notes = p.notes
	if err == nil {
		err = b.checkOperations(ctx, p, ambient)
	}
	return estimate, config.Collect(err, unfit)
}

// checkData reads the data of every seed where they may be missing or wrong, so that this shows, once, before anything is
// computed. It returns their dimension and number.
func (b *preflight) checkData(ctx context.Context, p *plan) (ambient, points int, err error) {
	ambient, known := p.Ambient()
	_, file := p.Data.Source.(dataset.FileSource)
	if known && !file && p.Data.Box == nil {
		size, _ := p.Data.size()
		return ambient, size, nil
	}
	settings, err := config.Resolve(p.catalog, &p.Data)
	if err != nil {
		return 0, 0, err
	}
	key := fmt.Sprint(p.env, p.seeds, "\n", string(settings))
	if b.read[key] == nil {
		b.read[key] = p.readData(ctx, file)
	}
	read := b.read[key]
	if read.err != nil {
		if ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		at := p.document.Origin("data.source.file") // or where the source is named
		return 0, 0, &DataError{config.Mistake{File: at.File, Line: at.Line, Column: at.Column, Path: "data.source", Found: read.err.Error()}, read.err}
	}
	for _, data := range read.seeds {
		c := &checker{document: p.document}
		c.read(p.Experiment, p.labels, read.dim, data.box)
		if c.moved(p.Experiment, p.labels, data.scaling); len(c.mistakes) > 0 {
			return 0, 0, c.mistakes
		}
	}
	p.found, p.notes = &read.sizes, read.seeds[0].notes
	return read.dim, read.sizes.Training, nil
}

// readData reads the data of every seed. A whole file is the same for all of them.
func (p *plan) readData(ctx context.Context, file bool) *readData {
	seeds := p.seeds
	if file && p.Data.Size == nil {
		seeds = seeds[:1]
	}
	read := &readData{}
	for _, seed := range seeds {
		if read.err = ctx.Err(); read.err != nil {
			return read
		}
		data, err := p.Data.load(p.env, seed)
		if err != nil {
			read.err = err
			return read
		}
		read.dim = data.train.Dim
		read.sizes = data.sizes()
		read.seeds = append(read.seeds, &prepared{box: data.box, scaling: data.scaling, notes: data.notes})
	}
	return read
}

// DataError says that an experiment's data, or a metric's files, are missing or unfit, and where the experiment names them.
type DataError struct {
	Mistake config.Mistake // as a line
	Err     error
}

func (e *DataError) Error() string { return e.Mistake.String() }

// Unwrap is what is wrong with the data. It is not a config.Mistake: the experiment may be right, and the data wrong.
func (e *DataError) Unwrap() error { return e.Err }

// checkMetricFiles refuses files of metrics that are missing or unfit.
func (p *plan) checkMetricFiles() error {
	var errs []error
	for _, label := range p.MetricLabels() {
		if _, err := p.metricFiles(p.Metrics[label]); err != nil {
			path := "metrics." + label
			at := p.document.Origin(path)
			errs = append(errs, &DataError{config.Mistake{File: at.File, Line: at.Line, Column: at.Column, Path: path, Found: err.Error()}, err})
		}
	}
	return config.Collect(errs...)
}
