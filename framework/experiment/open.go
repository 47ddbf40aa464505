package experiment

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gomlx/compute"

	"ebim/framework/backend"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/framework/train"
)

// Opened reads what finished runs have left, for figures.
type Opened struct {
	options Options
	engine  compute.Backend
}

// Open gives access to the finished runs below a folder. Close it after use.
func Open(o Options) (*Opened, error) {
	memory := o.Memory
	o = o.filled()
	if err := o.findData(); err != nil {
		return nil, err
	}
	engine, err := backend.OpenWith(o.Backend, backend.Options{Memory: memory}) // to read takes one device, whatever trained
	return &Opened{o, engine}, err
}

// Close frees the backend.
func (o *Opened) Close() { o.engine.Finalize() }

// Subject is a trained model of an experiment with a seed, or the Truth. The error says what has not been run.
func (o *Opened) Subject(e *Experiment, label string, seed int) (*Subject, error) {
	p := o.options.plan(e, o.engine)
	data, err := p.dataStage(seed)
	if err != nil {
		return nil, err
	}
	if label == Truth {
		return o.truth(p, data, seed)
	}
	var read *Subject
	err = o.steady(p, seeded{label, seed}, data, func(run *stage.Run, parts folders) (err error) {
		read, err = o.read(p, run, seeded{label, seed}, parts)
		return err
	})
	return read, err
}

// Model is a trained model of an experiment with a seed, and the points that it was trained on, in the user's units. Unlike a Subject it
// needs neither samples nor a mesh. The error says what has not been run.
func (o *Opened) Model(e *Experiment, label string, seed int) (trained *model.Trained, train *points.Set, err error) {
	p := o.options.plan(e, o.engine)
	data, err := p.dataStage(seed)
	if err != nil {
		return nil, nil, err
	}
	s := seeded{label, seed}
	err = o.steady(p, s, data, func(run *stage.Run, parts folders) error {
		found, err := o.findAll(p, run, parts, dataStageName)
		if err != nil {
			return err
		}
		loaded, read, err := p.load(func(name string) string { return found[name] }, s, parts)
		if err != nil {
			return err
		}
		trained, train = loaded, read.train
		return nil
	})
	return trained, train, err
}

// steady reads a run's stages.
func (o *Opened) steady(p *plan, s seeded, data *stage.Stage, read func(run *stage.Run, parts folders) error) error {
	stages, parts, err := p.modelStages(s, data)
	if err != nil {
		return err
	}
	run := &stage.Run{Experiment: p.Experiment.Name, Model: s.label, Seed: s.seed, Stages: append([]*stage.Stage{data}, stages...)}
	return read(run, parts)
}

// findAll is the folders of some stages and of all trainings. Every one is looked for before any is read, so that what is missing is an
// error and not a damaged run.
func (o *Opened) findAll(p *plan, run *stage.Run, parts folders, needed ...string) (map[string]string, error) {
	for _, places := range parts {
		for _, name := range places {
			needed = append(needed, name)
		}
	}
	found := map[string]string{}
	for _, name := range needed {
		var err error
		if found[name], err = o.find(p.Experiment, run, name); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// read reads a run's subject.
func (o *Opened) read(p *plan, run *stage.Run, s seeded, parts folders) (*Subject, error) {
	needed := []string{dataStageName, samplesStage}
	if p.mayHaveMesh(s.label) {
		needed = append(needed, meshStage)
	}
	found, err := o.findAll(p, run, parts, needed...)
	if err != nil {
		return nil, err
	}
	read, err := p.read(func(name string) string { return found[name] }, s, parts)
	if err != nil {
		return nil, err
	}
	read.Histories = map[string]string{}
	for part, name := range parts[s.label] {
		if path := filepath.Join(found[name], train.HistoryFile); exists(path) {
			read.Histories[part] = path
		}
	}
	if folder, ok := found[meshStage]; ok {
		return read, read.readMesh(folder)
	}
	return read, nil
}

// truth reads the data of a run, or prepares them where no run has.
func (o *Opened) truth(p *plan, data *stage.Stage, seed int) (*Subject, error) {
	var read *prepared
	var err error
	if folder, ok := stage.Find(o.options.Runs, data); ok {
		read, err = readPrepared(folder)
	} else {
		read, err = p.Data.load(p.env, seed)
	}
	if err != nil {
		return nil, err
	}
	return p.truth(read, seed), nil
}

// find is the folder of a run's finished stage.
func (o *Opened) find(e *Experiment, run *stage.Run, name string) (string, error) {
	i := slices.IndexFunc(run.Stages, func(s *stage.Stage) bool { return inputName(s) == name })
	if i >= 0 {
		if folder, ok := stage.Find(o.options.Runs, run.Stages[i]); ok {
			return folder, nil
		}
	}
	missing := &NotRunError{Experiment: e.Name, File: e.File, Model: run.Model, Stage: name, Seed: run.Seed}
	if record := stage.Recorded(o.options.Runs, run); record != nil {
		missing.Failure = record.Failure
		if i := slices.IndexFunc(record.Failures, func(f stage.Failure) bool { return f.Stage == name }); i >= 0 {
			missing.Failure = &record.Failures[i]
		}
	}
	return "", missing
}

// NotRunError says that a figure needs what has not been computed, with these settings, or what could not be: for the
// Failure, if there is one.
type NotRunError struct {
	Experiment, File, Model, Stage string
	Seed                           int
	Failure                        *stage.Failure
}

func (e *NotRunError) Error() string {
	if e.Failure != nil {
		return fmt.Sprintf("%s failed: %v", e.Model, e.Failure)
	}
	return fmt.Sprintf("%s of %s in %s: not computed with seed %d and these settings; run `ebim run %s --seeds %d`",
		e.Stage, e.Model, e.Experiment, e.Seed, e.File, e.Seed)
}
