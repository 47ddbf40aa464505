package plan

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/runs/stage"
)

// Names of the stages after a model's parts.
const (
	SamplesStage   = "samples"
	samplesVersion = 5
	MeshStage      = "mesh"
	meshVersion    = 5
	MetricPrefix   = "metric_"
)

// Runs are the stages of every chosen model with every seed.
func (p *Plan) Runs() ([]stage.Run, error) {
	var runs []stage.Run
	for _, seed := range p.Seeds {
		data, err := p.DataStage(seed)
		if err != nil {
			return nil, err
		}
		for _, label := range p.Labels {
			stages, _, err := p.ModelStages(Seeded{label, seed}, data)
			if err != nil {
				return nil, err
			}
			runs = append(runs, stage.Run{Experiment: p.Name, Title: p.Title, Model: label, Seed: seed,
				Backend: p.Backend,
				Stages:  append([]*stage.Stage{data}, stages...), Config: p.Resolved(), Data: p.about(),
				Overrides: p.OverridesOf(label), Ended: func() { p.loaded.release(Seeded{label, seed}) }})
		}
	}
	return runs, nil
}

// ModelStages are the trainings of a model, its samples, its mesh and its metrics, and where its own trainings are
// found.
func (p *Plan) ModelStages(s Seeded, data *stage.Stage) ([]*stage.Stage, Folders, error) {
	stages, own, err := p.parts(s, data, nil, false)
	if err != nil {
		return nil, nil, err
	}
	for _, training := range stages {
		training.Training = true
	}
	inputs := append([]*stage.Stage{data}, stages...)
	settings := p.modelSettings(s.Label)
	drawn, err := p.newStage(SamplesStage, samplesVersion+settings.drawVersion()-1,
		&samplesSettings{settings, p.Samples}, s.Seed, inputs)
	if err != nil {
		return nil, nil, err
	}
	drawn.Run = func(ctx context.Context, w *stage.Work) error { return p.sample(ctx, w, s, own) }
	drawn.Rename = output.List(experiment.SamplesOutputs()).Current
	stages = append(stages, drawn)
	var meshed []*stage.Stage // none or one
	if p.MayHaveMesh(s.Label) {
		made, err := p.newStage(MeshStage, meshVersion, &meshSettings{p.modelSettings(s.Label), p.Mesh}, s.Seed, inputs)
		if err != nil {
			return nil, nil, err
		}
		made.Run = func(ctx context.Context, w *stage.Work) error { return p.mesh(ctx, w, s, own) }
		made.Optional = true
		meshed = append(meshed, made)
		stages = append(stages, made)
	}
	inputs = append(inputs, drawn)
	for _, name := range p.MetricLabels() {
		measuring, err := p.metricStages(name, s, data, stages, inputs, meshed, own)
		if err != nil {
			return nil, nil, err
		}
		stages = append(stages, measuring...)
	}
	return stages, own, nil
}

// metricStages are the stage that measures a metric, from inputs that every metric has and what it needs beside, and
// before it those of its needs that are not known yet.
func (p *Plan) metricStages(name string, s Seeded, data *stage.Stage, known, inputs, meshed []*stage.Stage,
	own Folders) ([]*stage.Stage, error) {
	metric := p.Metrics[name]
	needs, err := p.NeedsOf(name)
	if err != nil {
		return nil, fmt.Errorf("metrics.%s: %w", name, err)
	}
	others, found, err := p.compared(needs.Others, s, known, data)
	if err != nil {
		return nil, err
	}
	needed := slices.Concat(inputs, others)
	meshing := needs.Mesh && len(meshed) > 0
	if meshing {
		needed = append(needed, meshed...)
	}
	shared, err := p.shared(name, needs.Shared, s, data, known)
	if err != nil {
		return nil, err
	}
	if shared != nil {
		needed = append(needed, shared)
		others = append(others, shared)
	}
	settings := &metricSettings{Metric: metric, Model: s.Label}
	if needs.Topology {
		settings.Topology = p.Data.Topology
	}
	measure, err := p.newStage(MetricPrefix+name, metric.CodeVersion(), settings, s.Seed, needed)
	if err != nil {
		return nil, err
	}
	contents, err := p.MetricFiles(needs.Files)
	if err != nil {
		return nil, err
	}
	measure.Settings = append(measure.Settings, contents...)
	maps.Copy(found, own)
	measure.Run = func(ctx context.Context, w *stage.Work) error {
		return p.measure(ctx, w, name, s, found, meshing, shared)
	}
	measure.Metric, measure.Rename = name, output.List(metric.Outputs()).Current
	added := slices.DeleteFunc(others, func(other *stage.Stage) bool { return slices.Contains(known, other) })
	for _, other := range added {
		other.Optional = true
	}
	return append(added, measure), nil
}

// modelSettings are a model with all models that it is derived from.
type modelSettings struct {
	Model    model.Model            `yaml:"model" doc:"the model"`
	Operands map[string]model.Model `yaml:"operands" doc:"models that it is derived from, by label"`
}

func (p *Plan) modelSettings(label string) modelSettings {
	s := modelSettings{Model: p.Models[label], Operands: map[string]model.Model{}}
	var add func(label string)
	add = func(label string) {
		if derived, ok := p.Models[label].(model.Derived); ok {
			for _, operand := range derived.Operands() {
				if _, met := s.Operands[operand]; !met {
					s.Operands[operand] = p.Models[operand]
					add(operand)
				}
			}
		}
	}
	add(label)
	return s
}

// drawVersion is the highest of the model and of those that it is derived from.
func (s *modelSettings) drawVersion() int {
	highest := 1
	for _, m := range append(slices.Collect(maps.Values(s.Operands)), s.Model) {
		if versioned, ok := m.(model.Versioned); ok {
			highest = max(highest, versioned.DrawVersion())
		}
	}
	return highest
}

// samplesSettings are what drawing samples depends on beside the trained parts.
type samplesSettings struct {
	modelSettings
	Samples int `yaml:"samples" doc:"points drawn"`
}

// meshSettings are what a mesh depends on beside the trained parts.
type meshSettings struct {
	modelSettings
	Mesh experiment.MeshSettings `yaml:"mesh" doc:"how it is meshed"`
}

type metricSettings struct {
	Metric experiment.Metric `yaml:"metric" doc:"the metric"`
	Model  string            `yaml:"model" doc:"the model's label, which a metric may look at"`
	// Topology is stated of the data, for metrics that need it.
	Topology *dataset.StatedTopology `yaml:"topology" doc:"what is known of the data's manifold"`
}

func (p *Plan) newStage(name string, version int, settings any, seed int, inputs []*stage.Stage) (*stage.Stage, error) {
	resolved, err := config.Identity(p.Catalog(), settings)
	return &stage.Stage{Name: name, Version: version, Settings: resolved, Seed: uint64(seed),
		Backend: backend.Arithmetic(p.Backend), Inputs: slices.Clone(inputs)}, err
}

// trainings are the stages of a trained model's parts.
func (p *Plan) trainings(trained model.Trainable, s Seeded, data *stage.Stage) ([]*stage.Stage, error) {
	var stages []*stage.Stage
	for _, part := range trained.Parts() {
		inputs := []*stage.Stage{data}
		for _, name := range part.Needs {
			i := slices.IndexFunc(stages, func(earlier *stage.Stage) bool { return earlier.Name == name })
			if i < 0 {
				return nil, fmt.Errorf("part %s of model %s needs a part %s, which must come before it", part.Name,
					s.Label, name)
			}
			inputs = append(inputs, stages[i])
		}
		version := part.Version
		if part.VersionIn != nil {
			ambient, _ := p.Ambient()
			version = part.VersionIn(ambient)
		}
		training, err := p.newStage(part.Name, version, part.Settings, s.Seed, inputs)
		if err != nil {
			return nil, err
		}
		if classes := p.classes(s.Label); len(classes) > 0 {
			training.Settings = fmt.Appendf(training.Settings, "# classes: %v\n", classes)
		}
		training.Settings = append(training.Settings, p.stratumSettings(s.Label)...)
		training.Run = func(ctx context.Context, w *stage.Work) error { return p.train(ctx, w, s, part) }
		stages = append(stages, training)
	}
	return stages, nil
}

// stratumVersion is that of how data are divided into strata.
const stratumVersion = 1

// stratumSettings are what a stage depends on beside the data where it takes a stratum of them.
func (p *Plan) stratumSettings(label string) []byte {
	dimension := p.stratum(label)
	if dimension == 0 {
		return nil
	}
	return fmt.Appendf(nil, "# stratum of dimension %d, version %d\n", dimension, stratumVersion)
}

// parts are the trainings of all models that a model is made of. Those that the run has already (own) are shared with
// it; a run holds the parts of other models than its own under an alias, since models name parts alike.
func (p *Plan) parts(s Seeded, data *stage.Stage, own []*stage.Stage, foreign bool) ([]*stage.Stage, Folders, error) {
	var stages []*stage.Stage
	found := Folders{}
	for _, base := range model.Bases(p.Models, s.Label) {
		trained, ok := p.Models[base].(model.Trainable)
		if !ok {
			return nil, nil, fmt.Errorf("%s is not a model that can be trained", base)
		}
		trainings, err := p.trainings(trained, Seeded{base, s.Seed}, data)
		if err != nil {
			return nil, nil, err
		}
		found[base] = map[string]string{}
		for i, training := range trainings {
			key := training.Key()
			earlier := slices.Concat(own, stages)
			if known := slices.IndexFunc(earlier, func(o *stage.Stage) bool { return o.Key() == key }); known >= 0 {
				shared := earlier[known]
				replaceInput(trainings[i+1:], training, shared)
				training = shared
			} else if foreign || base != s.Label {
				training.Alias = strings.Join([]string{base, training.Name}, "_")
			}
			found[base][trainings[i].Name] = InputName(training)
			if !slices.Contains(stages, training) {
				stages = append(stages, training)
			}
		}
	}
	return stages, found, nil
}

// compared are the trainings of the other models that a metric looks at.
func (p *Plan) compared(labels []string, s Seeded, own []*stage.Stage, data *stage.Stage) ([]*stage.Stage,
	Folders, error) {
	found := Folders{}
	var others []*stage.Stage
	for _, other := range labels {
		if other == s.Label {
			continue
		}
		trainings, places, err := p.parts(Seeded{other, s.Seed}, data, slices.Concat(own, others), true)
		if err != nil {
			return nil, nil, err
		}
		maps.Copy(found, places)
		for _, training := range trainings {
			if !slices.Contains(others, training) {
				others = append(others, training)
			}
		}
	}
	return others, found, nil
}

// replaceInput makes later stages take the same stage of the run instead of an equal one.
func replaceInput(stages []*stage.Stage, old, shared *stage.Stage) {
	for _, s := range stages {
		if i := slices.Index(s.Inputs, old); i >= 0 {
			s.Inputs[i] = shared
		}
	}
}

// Parts are the names under which a run holds the parts of the models that its model is made of, whatever the data.
func (p *Plan) Parts(s Seeded) (Folders, error) {
	data := &stage.Stage{Name: DataStageName, Version: dataVersion, Seed: uint64(s.Seed)}
	_, found, err := p.parts(s, data, nil, false)
	return found, err
}

// SettingsKeys returns by model what the records of its runs have as their Settings when they are made of this
// experiment as it is, on a backend (backend.Default when empty), by this version of the program. The error is of data
// files that can't be read, whose contents belong to the settings.
func SettingsKeys(e *experiment.Experiment, name string) (map[string]string, error) {
	o := Options{Backend: name}.Filled()
	if err := o.FindData(); err != nil {
		return nil, err
	}
	p := o.Plan(e, nil) // which computes nothing
	seed := 0           // on which the settings do not depend
	data, err := p.DataStage(seed)
	if err != nil {
		return nil, err
	}
	keys := map[string]string{}
	for _, label := range e.ModelLabels() {
		stages, _, err := p.ModelStages(Seeded{label, seed}, data)
		if err != nil {
			return nil, err
		}
		run := stage.Run{Stages: append([]*stage.Stage{data}, stages...)}
		keys[label] = run.SettingsKey()
	}
	return keys, nil
}
