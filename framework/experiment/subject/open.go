// Package subject opens trained models as what metrics and figures look at.
package subject

import (
	"fmt"
	"path/filepath"
	"slices"

	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/prepare"

	"github.com/gomlx/compute"

	"ebim/framework/backends"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/framework/train"
)

// Opened reads what finished runs have left, for figures.
type Opened struct {
	options plan.Options
	engine  compute.Backend
}

// Open gives access to the finished runs below a folder. Close it after use.
func Open(o plan.Options) (*Opened, error) {
	memory := o.Memory
	o = o.Filled()
	if err := o.FindData(); err != nil {
		return nil, err
	}
	engine, err := backends.Open(o.Backend, backends.Options{Memory: memory})
	return &Opened{o, engine}, err
}

// Close frees the backend.
func (o *Opened) Close() { o.engine.Finalize() }

// Subject is a trained model of an experiment with a seed, or the Truth. The error says what has not been run.
func (o *Opened) Subject(e *experiment.Experiment, label string, seed int) (*experiment.Subject, error) {
	p := o.options.Plan(e, o.engine)
	data, err := p.DataStage(seed)
	if err != nil {
		return nil, err
	}
	if label == experiment.Truth {
		return o.truth(p, data, seed)
	}
	var read *experiment.Subject
	err = o.steady(p, plan.Seeded{Label: label, Seed: seed}, data,
		func(run *stage.Run, parts plan.Folders) (err error) {
			read, err = o.read(p, run, plan.Seeded{Label: label, Seed: seed}, parts)
			return err
		})
	return read, err
}

// Model is a trained model of an experiment with a seed, and the points that it was trained on, in the user's units.
// Unlike a Subject it needs neither samples nor a mesh. The error says what has not been run.
func (o *Opened) Model(e *experiment.Experiment, label string, seed int) (trained *model.Trained,
	train *points.Set, err error) {
	found, err := o.Finished(e, label, seed)
	if err != nil {
		return nil, nil, err
	}
	return found.Trained, found.Data.Train, nil
}

// steady reads a run's stages.
func (o *Opened) steady(p *plan.Plan, s plan.Seeded, data *stage.Stage,
	read func(run *stage.Run, parts plan.Folders) error) error {
	stages, parts, err := p.ModelStages(s, data)
	if err != nil {
		return err
	}
	run := &stage.Run{Experiment: p.Experiment.Name, Model: s.Label, Seed: s.Seed,
		Stages: append([]*stage.Stage{data}, stages...)}
	return read(run, parts)
}

// findAll is the folders of some stages and of all trainings. Every one is looked for before any is read, so that what
// is missing is an error and not a damaged run.
func (o *Opened) findAll(p *plan.Plan, run *stage.Run, parts plan.Folders,
	needed ...string) (map[string]string, error) {
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
func (o *Opened) read(p *plan.Plan, run *stage.Run, s plan.Seeded, parts plan.Folders) (*experiment.Subject, error) {
	needed := []string{plan.DataStageName, plan.SamplesStage}
	if p.MayHaveMesh(s.Label) {
		needed = append(needed, plan.MeshStage)
	}
	found, err := o.findAll(p, run, parts, needed...)
	if err != nil {
		return nil, err
	}
	read, err := p.Read(func(name string) string { return found[name] }, s, parts)
	if err != nil {
		return nil, err
	}
	read.Histories = map[string]string{}
	for part, name := range parts[s.Label] {
		if path := filepath.Join(found[name], train.HistoryFile); prepare.Exists(path) {
			read.Histories[part] = path
		}
	}
	if folder, ok := found[plan.MeshStage]; ok {
		return read, plan.ReadMesh(read, folder)
	}
	return read, nil
}

// truth reads the data of a run, or prepares them where no run has.
func (o *Opened) truth(p *plan.Plan, data *stage.Stage, seed int) (*experiment.Subject, error) {
	var read *prepare.Data
	var err error
	if folder, ok := stage.Find(o.options.Runs, data); ok {
		read, err = prepare.Read(folder)
	} else {
		read, err = prepare.Load(&p.Data, p.Env, seed)
	}
	if err != nil {
		return nil, err
	}
	return p.Truth(read, seed), nil
}

// find is the folder of a run's finished stage.
func (o *Opened) find(e *experiment.Experiment, run *stage.Run, name string) (string, error) {
	i := slices.IndexFunc(run.Stages, func(s *stage.Stage) bool { return plan.InputName(s) == name })
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
