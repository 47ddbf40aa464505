package subject

import (
	"fmt"
	"path/filepath"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/experiment/prepare"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/runs/stage"
)

// NormalizerPurpose names the random numbers by which a density is integrated for new points, so that all commands find
// the same normalizer.
const NormalizerPurpose = "use/normalizer"

// Finished is a trained model of a run with the data that were prepared for it, to be used on new points.
type Finished struct {
	Experiment *experiment.Experiment
	Label      string
	Seed       int
	Record     *stage.Record  // the run's; nil where it has none
	Trained    *model.Trained // in the data's units
	Data       *prepare.Data
	Mesh       *mesh.Mesh // the run's; nil where it has none
	Resolution int        // of the run's mesh
	// Again loads the model once more, to be used at the same time: one can't be used by several goroutines.
	Again func() (*model.Trained, error)
}

// Finished is a trained model of an experiment with a seed. The error says what has not been run.
func (o *Opened) Finished(e *experiment.Experiment, label string, seed int) (*Finished, error) {
	p, s := o.options.Plan(e, o.engine), plan.Seeded{Label: label, Seed: seed}
	data, err := p.DataStage(seed)
	if err != nil {
		return nil, err
	}
	f := &Finished{Experiment: e, Label: label, Seed: seed}
	return f, o.steady(p, s, data, func(run *stage.Run, parts plan.Folders) error {
		found, err := o.findAll(p, run, parts, plan.DataStageName)
		if err != nil {
			return err
		}
		if folder, err := o.find(e, run, plan.MeshStage); err == nil {
			found[plan.MeshStage] = folder
		}
		f.Record = stage.Recorded(o.options.Runs, run)
		return f.read(p, s, parts, func(name string) string { return found[name] })
	})
}

// InRun is the trained model of a run's folder, which has all that it needs: neither the experiment's file nor those of
// its data are read.
func (o *Opened) InRun(catalog config.Catalog, record *stage.Record) (*Finished, error) {
	loaded, err := experiment.Load(catalog, config.Disk, filepath.ToSlash(record.SettingsFile()))
	if err != nil {
		return nil, err
	}
	if len(loaded) != 1 || loaded[0].Models[record.Model] == nil {
		return nil, fmt.Errorf("the settings %s are not those of a model %s", record.SettingsFile(), record.Model)
	}
	p, s := o.options.Plan(loaded[0], o.engine), plan.Seeded{Label: record.Model, Seed: record.Seed}
	parts, err := p.Parts(s)
	if err != nil {
		return nil, err
	}
	needed := []string{plan.DataStageName}
	for _, places := range parts {
		for _, name := range places {
			needed = append(needed, name)
		}
	}
	for _, name := range needed {
		if !prepare.Exists(filepath.Join(record.Folder, name)) {
			if record.Failure != nil {
				return nil, fmt.Errorf("%s failed: %w", record.Folder, record.Failure)
			}
			return nil, fmt.Errorf("%s has no %s: the run has not finished; run its experiment again", record.Folder,
				name)
		}
	}
	f := &Finished{Experiment: loaded[0], Label: record.Model, Seed: record.Seed, Record: record}
	return f, f.read(p, s, parts, func(name string) string { return filepath.Join(record.Folder, name) })
}

func (f *Finished) read(p *plan.Plan, s plan.Seeded, parts plan.Folders, input func(name string) string) (err error) {
	if f.Trained, f.Data, err = p.Load(input, s, parts); err != nil {
		return err
	}
	f.Again = func() (*model.Trained, error) {
		trained, _, err := p.Load(input, s, parts)
		return trained, err
	}
	f.Resolution = p.Mesh.At(f.Data.Train.Dim)
	if folder := input(plan.MeshStage); folder != "" {
		meshed := &experiment.Subject{}
		if err := plan.ReadMesh(meshed, folder); err != nil {
			return err
		}
		f.Mesh = meshed.Mesh
	}
	return nil
}
