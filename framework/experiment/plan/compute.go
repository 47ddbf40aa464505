package plan

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"strings"
	"time"

	"ebim/framework/experiment"
	"ebim/framework/experiment/prepare"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/points"
	"ebim/framework/points/files"
	"ebim/framework/random"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/framework/support"
	"ebim/framework/train"
)

// samplesFile is the samples stage's file.
const samplesFile = "samples.npy"

// setting is a model's world: the engine, and the prepared data as its networks see them.
func (p *Plan) setting(input func(name string) string, s Seeded) (train.Environment, *prepare.Data, error) {
	data, err := prepare.Read(input(DataStageName))
	if err != nil {
		return train.Environment{}, nil, err
	}
	if data, err = p.own(data, s.Label); err != nil {
		return train.Environment{}, nil, err
	}
	return p.seen(data, s), data, nil
}

// own is the data that a model is trained on and measured by: of one of a stratum, that.
func (p *Plan) own(data *prepare.Data, label string) (*prepare.Data, error) {
	dimension := p.stratum(label)
	if dimension == 0 {
		return data, nil
	}
	stratum, err := data.Stratum(dimension)
	if err != nil {
		return nil, fmt.Errorf("models.%s.points: %w", label, err)
	}
	return stratum, nil
}

// stratum is the dimension of that on which a model is trained; 0 for all points.
func (p *Plan) stratum(label string) int {
	if stratified, ok := p.Models[label].(model.Stratified); ok {
		return stratified.Stratum()
	}
	return 0
}

// seen is prepared data as a model's networks see them.
func (p *Plan) seen(data *prepare.Data, s Seeded) train.Environment {
	env := train.Environment{Engine: p.Engine, Data: data.Train, Box: data.Box, Seed: uint64(s.Seed)}
	units := p.units(s.Label, data)
	if data.Images != nil {
		images := data.Images.Train
		if classes := p.classes(s.Label); len(classes) > 0 {
			images = images.Where(classes...)
			env.Data = prepare.Looked(images, "train")
		}
		env.Rows = train.ImageRows(images, units, uint64(s.Seed))
	}
	if units != nil {
		env.Data, env.Box = units.In(env.Data), units.InBox(data.Box)
	}
	return env
}

// units are those in which a model sees data, nil for the data's own: a model that is given the data's source knows it
// in these.
func (p *Plan) units(label string, data *prepare.Data) *points.Scaling {
	if _, sourced := p.Models[label].(model.Sourced); sourced {
		return nil
	}
	return data.Scaling
}

// train is the stage of one part of a model.
func (p *Plan) train(ctx context.Context, w *stage.Work, s Seeded, part model.Part) error {
	setting, data, err := p.setting(w.Input, s)
	if err != nil {
		return err
	}
	task := train.Task{Environment: setting, Folder: w.Dir, Checkpoints: w.Checkpoints, Input: w.Input,
		Every: p.checkpointEvery, Slot: w.Slot,
		KeepReplay: data.Images != nil, Now: time.Now, Monitor: monitor{w.Progress},
		Log: func(line string) { p.log(fmt.Sprintf("%s seed %d: %s", s.Label, s.Seed, line)) }}
	if setting.Size() == 0 {
		return fmt.Errorf("models.%s.classes: none of the %d training images is of the classes %v", s.Label,
			data.Sizes().Training, p.classes(s.Label))
	}
	task.History = w.Live.History
	if validation := p.validationOf(data, s.Label); validation.Len() > 0 {
		task.Validation = validation
	}
	var notes []string
	task.Note = func(line string) { notes = append(notes, part.Name+": "+line) }
	err = part.Train(ctx, task)
	if diverged, ok := errors.AsType[*train.DivergedError](err); ok {
		return divergence(diverged)
	}
	if p.stratum(s.Label) > 0 && len(part.Needs) == 0 { // once
		task.Note(fmt.Sprintf("it is learned from its own %d points, and measured by them", data.Train.Len()))
	}
	if batch := experiment.BatchNotes("", part.Settings, data.Sizes().Training); len(batch) > 0 {
		task.Note(strings.Join(batch, "; "))
	}
	if err == nil && len(notes) > 0 {
		return stage.WriteNotes(w.Dir, notes...)
	}
	return err
}

// divergence is the failure that the run's record keeps and tables show.
func divergence(d *train.DivergedError) stage.Failure {
	if d.Seen != "" {
		return stage.Failure{Step: d.Step + 1, Reason: d.Seen, Cause: d.Likely}
	}
	last := fmt.Sprintf("its last finite value was %.4g", d.Last)
	if math.IsNaN(d.Last) {
		last = "no earlier value of it is known"
	}
	return stage.Failure{Step: d.Step + 1, Reason: d.Term + " is NaN or infinite",
		Cause: last + "; likely cause: " + d.Likely}
}

// monitor shows a training's loss terms.
type monitor struct{ task progress.Task }

// Report implements train.Monitor.
func (m monitor) Report(done, total int, names []string, values []float64) {
	if !m.task.Due() && done < total {
		return
	}
	shown := make([]progress.Value, 0, len(names))
	for i, name := range names {
		if !math.IsNaN(values[i]) {
			shown = append(shown, progress.Value{Name: name, Value: values[i]})
		}
	}
	m.task.Step(done, total, shown...)
}

// Load returns a trained model, in the data's units; parts says in which inputs the parts of the models are found that
// it is made of.
func (p *Plan) Load(input func(name string) string, s Seeded, parts Folders) (*model.Trained, *prepare.Data, error) {
	data, err := prepare.Read(input(DataStageName))
	if err != nil {
		return nil, nil, err
	}
	trained, err := p.assemble(data, s, func(base, part string) string { return input(parts[base][part]) })
	if err != nil {
		return nil, nil, err
	}
	data, err = p.own(data, s.Label)
	return trained, data, err
}

// keep is Load of a run's own model, for its stages.
func (p *Plan) keep(input func(name string) string, s Seeded, parts Folders) (*model.Trained, *prepare.Data, error) {
	return p.loaded.of(s, func() (*model.Trained, *prepare.Data, error) { return p.Load(input, s, parts) })
}

// assemble loads a trained model, or derives one from its loaded operands.
func (p *Plan) assemble(data *prepare.Data, s Seeded, folder func(base, part string) string) (*model.Trained, error) {
	switch m := p.Models[s.Label].(type) {
	case model.Trainable:
		own, err := p.own(data, s.Label)
		if err != nil {
			return nil, err
		}
		trained, err := m.Load(p.seen(own, s), func(part string) string { return folder(s.Label, part) })
		if err == nil && (trained == nil || trained.Support == nil) {
			err = fmt.Errorf("the Load of %T returned no Support", m)
		}
		if err != nil {
			return nil, fmt.Errorf("the trained model %s can't be read: %w", s.Label, err)
		}
		return trained.In(p.units(s.Label, data)), nil
	case model.Derived:
		var operands []*model.Trained
		for _, operand := range m.Operands() {
			trained, err := p.assemble(data, Seeded{operand, s.Seed}, folder)
			if err != nil {
				return nil, err
			}
			operands = append(operands, trained)
		}
		whole, err := m.Combine(operands)
		if err == nil {
			whole.Operands = operands
		}
		return whole, err
	}
	return nil, fmt.Errorf("%s is neither trained nor derived", s.Label)
}

// sample is the stage that draws from a trained model, with figures of how: the number of draws and of distinct ones
// among them, and what the model's sampler reports. It leaves nothing for a model that can't be sampled, and a note
// where there is nothing to draw from, or where draws are not independent.
func (p *Plan) sample(ctx context.Context, w *stage.Work, s Seeded, parts Folders) error {
	trained, _, err := p.keep(w.Input, s, parts)
	if err != nil {
		return err
	}
	drawn, statistics, err := trained.Sample(ctx, random.New(uint64(s.Seed), "samples", 0), p.Samples)
	var empty *support.EmptyError
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		return nil
	case errors.As(err, &empty):
		return stage.WriteNotes(w.Dir, "no samples: "+empty.Reason)
	case err != nil:
		return err
	}
	figures := map[string]float64{"draws": float64(drawn.Len()), "distinct": float64(drawn.Distinct())}
	maps.Copy(figures, output.Rename(experiment.SamplesOutputs(), statistics))
	if note := repeated(figures); note != "" {
		if err := stage.WriteNotes(w.Dir, note); err != nil {
			return err
		}
	}
	return errors.Join(stage.WriteMetrics(w.Dir, map[string]map[string]float64{stage.SamplesFigures: figures}),
		prepare.WriteNPY(filepath.Join(w.Dir, samplesFile), drawn))
}

// repeated says that draws are not independent, for points among them are equal; empty if enough are distinct.
func repeated(figures map[string]float64) string {
	draws, distinct := figures["draws"], figures["distinct"]
	if distinct >= experiment.LeastDistinct*draws {
		return ""
	}
	note := fmt.Sprintf("the samples are not independent: %.0f of %.0f points are distinct", distinct, draws)
	if effective, known := figures["effective_sample_size"]; known {
		note += fmt.Sprintf(", drawn from proposals of an effective size of %.0f", effective)
	}
	return note
}

// measure is the stage of one metric of a trained model. It leaves no figures where the metric does not apply.
func (p *Plan) measure(ctx context.Context, w *stage.Work, metric string, s Seeded, parts Folders, meshing bool,
	shared *stage.Stage) error {
	measured, err := p.read(w.Input, s, parts, p.keep)
	if err != nil {
		return err
	}
	if meshing {
		if err := ReadMesh(measured, w.Input(MeshStage)); err != nil {
			return err
		}
	}
	if shared != nil {
		if measured.Shared, err = readShared(w.Input(InputName(shared))); err != nil {
			return err
		}
	}
	found, err := p.Metrics[metric].Measure(ctx, measured)
	switch {
	case errors.Is(err, experiment.ErrNotApplicable):
		return nil
	case err != nil:
		return err
	}
	outputs := output.List(p.Metrics[metric].Outputs())
	for name := range found.Values {
		if outputs.Current(name) != name || outputs.Check(metric, name) != nil {
			return fmt.Errorf("the metric %s returned %s, which its Outputs do not declare: fix the metric", metric,
				name)
		}
	}
	if len(found.Caveats) > 0 {
		if err := stage.WriteNotes(w.Dir, found.Caveats...); err != nil {
			return err
		}
	}
	return stage.WriteMetrics(w.Dir, map[string]map[string]float64{metric: found.Values})
}

// subject is a model with its data, without samples.
func (p *Plan) subject(s Seeded, traits model.Traits, trained *model.Trained, data *prepare.Data) *experiment.Subject {
	derived := !model.OfData(p.Models, s.Label)
	topology := p.Data.Topology
	if p.stratum(s.Label) > 0 { // it is stated of all points
		topology = nil
	}
	return &experiment.Subject{Label: s.Label, Traits: traits, Derived: derived, Trained: trained, Train: data.Train,
		Validation: data.Validation, Held: data.Held,
		Images: data.Images, Source: p.Data.Source, Topology: topology, Scaling: data.Scaling,
		Box: model.BoxOf(p.Models, s.Label, data.Box), Columns: data.Columns, Seed: uint64(s.Seed), Env: p.Env}
}

// Read reads a trained model with its data and samples; input gives the folders of the stages that it is read from.
func (p *Plan) Read(input func(name string) string, s Seeded, parts Folders) (*experiment.Subject, error) {
	return p.read(input, s, parts, p.Load)
}

func (p *Plan) read(input func(name string) string, s Seeded, parts Folders,
	load func(input func(name string) string, s Seeded, parts Folders) (*model.Trained, *prepare.Data, error)) (
	*experiment.Subject, error) {
	trained, data, err := load(input, s, parts)
	if err != nil {
		return nil, err
	}
	traits, err := model.TraitsOf(p.Models, s.Label, data.Train.Dim)
	if err != nil {
		return nil, err
	}
	read := p.subject(s, traits, trained, data)
	read.Other = func(label string) (*model.Trained, error) {
		if label == s.Label {
			return trained, nil
		}
		other, _, err := p.Load(input, Seeded{label, s.Seed}, parts)
		return other, err
	}
	if traits.Mixed && !read.Derived {
		read.Strata = func(ctx context.Context) ([]*experiment.Subject, error) {
			return p.strata(ctx, s, trained, data)
		}
	}
	if path := filepath.Join(input(SamplesStage), samplesFile); prepare.Exists(path) {
		if read.Samples, err = files.ReadFile(path); err != nil {
			return nil, fmt.Errorf("%w; run again with --fresh", err)
		}
	} else if notes, err := stage.ReadNotes(input(SamplesStage)); err == nil && len(notes) > 0 {
		read.Unsampled = notes[0]
	}
	return read, nil
}

// strata are the models that one joins, of data of several dimensions: each with its own data, and a mesh.
func (p *Plan) strata(ctx context.Context, s Seeded, whole *model.Trained, data *prepare.Data) (
	strata []*experiment.Subject, err error) {
	for i, label := range p.Models[s.Label].(model.Derived).Operands() {
		own, err := p.own(data, label)
		if err != nil {
			return nil, err
		}
		traits, err := model.TraitsOf(p.Models, label, data.Train.Dim)
		if err != nil {
			return nil, err
		}
		part := p.subject(Seeded{label, s.Seed}, traits, whole.Operands[i], own)
		made, err := part.Trained.Mesh(ctx, p.Mesh.At(data.Train.Dim))
		var unmeshable *mesh.UnmeshableError
		switch {
		case errors.As(err, &unmeshable):
			part.Unmeshed = unmeshable.Reason
		case err != nil && !errors.Is(err, errors.ErrUnsupported):
			return nil, fmt.Errorf("%s: %w", label, err)
		}
		part.Mesh, strata = made, append(strata, part)
	}
	return strata, nil
}

// classes are those that a model is trained on; none for all.
func (p *Plan) classes(label string) []int {
	if selective, ok := p.Models[label].(model.Selective); ok {
		return selective.TrainedOn()
	}
	return nil
}

// validationOf are the validation points of a model, as its networks see them.
func (p *Plan) validationOf(data *prepare.Data, label string) *points.Set {
	validation := data.Validation
	if classes := p.classes(label); data.Images != nil && len(classes) > 0 && validation.Len() > 0 {
		validation = prepare.Looked(data.Images.Validation.Where(classes...), "validation")
	}
	if units := p.units(label, data); units != nil && validation.Len() > 0 {
		return units.In(validation)
	}
	return validation
}
