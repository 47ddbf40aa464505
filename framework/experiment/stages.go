package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/gomlx/gomlx/backends"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/progress"
	"ebim/framework/random"
	"ebim/framework/stage"
	"ebim/framework/train"
)

// Names of the stages after a model's parts, and of the sample stage's files.
const (
	samplesStage   = "samples"
	samplesFile    = "samples.npy"
	statisticsFile = "statistics.json"
	metricPrefix   = "metric_"
)

const samplesVersion = 1

// checkpointEvery is the time between two checkpoints of a training: what a killed process loses at most.
const checkpointEvery = 30 * time.Second

// plan makes the stages of one execution.
type plan struct {
	*Experiment
	env     dataset.Env
	engine  backends.Backend
	backend string
}

// runs are the stages of every chosen model with every seed.
func (p *plan) runs(labels []string, seeds Seeds) ([]stage.Run, error) {
	var runs []stage.Run
	for _, seed := range seeds {
		data, err := p.dataStage(p.env, seed)
		if err != nil {
			return nil, err
		}
		for _, label := range labels {
			stages, err := p.modelStages(label, data, seed)
			if err != nil {
				return nil, err
			}
			runs = append(runs, stage.Run{Experiment: p.Name, Title: p.Title, Model: label, Seed: seed, Backend: p.backend,
				Stages: append([]*stage.Stage{data}, stages...), Config: p.resolved})
		}
	}
	return runs, nil
}

// modelStages are the trainings of a model, its samples and its metrics.
func (p *plan) modelStages(label string, data *stage.Stage, seed int) ([]*stage.Stage, error) {
	parts, err := p.trainings(label, data, seed)
	if err != nil {
		return nil, err
	}
	inputs := append([]*stage.Stage{data}, parts...)
	settings, err := config.Resolve(p.catalogue, &samplesSettings{p.Models[label], p.Samples})
	if err != nil {
		return nil, err
	}
	samples := &stage.Stage{Name: samplesStage, Version: samplesVersion, Settings: settings, Seed: uint64(seed), Backend: p.backend, Inputs: inputs,
		Run: func(ctx context.Context, w *stage.Work) error { return p.sample(ctx, w, label, seed) }}
	stages := append(parts, samples)
	for _, name := range p.MetricLabels() {
		others, err := p.compared(name, label, stages, data, seed)
		if err != nil {
			return nil, err
		}
		settings, err := config.Resolve(p.catalogue, &metricSettings{p.Metrics[name], label})
		if err != nil {
			return nil, err
		}
		stages = append(stages, others...)
		stages = append(stages, &stage.Stage{Name: metricPrefix + name, Version: p.Metrics[name].CodeVersion(), Settings: settings,
			Seed: uint64(seed), Backend: p.backend, Inputs: slices.Concat(inputs, []*stage.Stage{samples}, others),
			Run: func(ctx context.Context, w *stage.Work) error { return p.measure(ctx, w, name, label, seed) }})
	}
	return stages, nil
}

// compared are the trainings of the other models that a comparing metric looks at.
func (p *plan) compared(name, label string, own []*stage.Stage, data *stage.Stage, seed int) ([]*stage.Stage, error) {
	comparing, ok := p.Metrics[name].(Comparing)
	if !ok {
		return nil, nil
	}
	var others []*stage.Stage
	for _, other := range comparing.Others() {
		if other == label {
			continue
		}
		if p.Models[other] == nil {
			return nil, fmt.Errorf("metric %s looks at model %q, which the experiment does not have; it has %v", name, other, p.ModelLabels())
		}
		trainings, err := p.trainings(other, data, seed)
		if err != nil {
			return nil, err
		}
		for _, s := range trainings {
			if slices.ContainsFunc(own, func(o *stage.Stage) bool { return o.Name == s.Name }) {
				return nil, fmt.Errorf("metric %s can't compare models %s and %s: both are trained in a stage %s", name, label, other, s.Name)
			}
			others = append(others, s)
		}
	}
	return others, nil
}

// samplesSettings are what drawing samples depends on beside the trained parts.
type samplesSettings struct {
	Model   model.Model `yaml:"model" doc:"the model"`
	Samples int         `yaml:"samples" doc:"points drawn"`
}

// trainings are the stages of a model's parts.
func (p *plan) trainings(label string, data *stage.Stage, seed int) ([]*stage.Stage, error) {
	var stages []*stage.Stage
	byName := map[string]*stage.Stage{}
	for _, part := range p.Models[label].Parts() {
		settings, err := config.Resolve(p.catalogue, part.Settings)
		if err != nil {
			return nil, err
		}
		s := &stage.Stage{Name: part.Name, Version: part.Version, Settings: settings, Seed: uint64(seed), Backend: p.backend, Inputs: []*stage.Stage{data}}
		for _, name := range part.Needs {
			s.Inputs = append(s.Inputs, byName[name])
		}
		s.Run = func(ctx context.Context, w *stage.Work) error { return p.train(ctx, w, label, part, seed) }
		byName[part.Name] = s
		stages = append(stages, s)
	}
	return stages, nil
}

func (p *plan) setting(w *stage.Work, label string, seed int) (model.Setting, *prepared, error) {
	data, err := readData(w.Input("data"))
	if err != nil {
		return model.Setting{}, nil, err
	}
	if err := p.Models[label].CheckDimension(data.train.Dim); err != nil {
		return model.Setting{}, nil, fmt.Errorf("model %s does not fit the data: %w", label, err)
	}
	return model.Setting{Engine: p.engine, Data: data.train, Box: data.box, Seed: uint64(seed)}, data, nil
}

func (p *plan) train(ctx context.Context, w *stage.Work, label string, part model.Part, seed int) error {
	setting, _, err := p.setting(w, label, seed)
	if err != nil {
		return err
	}
	err = part.Train(ctx, model.Task{Setting: setting, Folder: w.Dir, Checkpoints: w.Checkpoints, Input: w.Input,
		Every: checkpointEvery, Now: time.Now, Monitor: monitor{w.Progress}})
	var diverged *train.DivergedError
	if errors.As(err, &diverged) {
		return stage.Failure{Stage: part.Name, Step: diverged.Step + 1,
			Reason: fmt.Sprintf("%s became NaN or infinite; its last finite value was %.4g", diverged.Term, diverged.Last),
			Cause:  diverged.Likely}
	}
	return err
}

// monitor shows a training's loss terms.
type monitor struct{ task progress.Task }

func (m monitor) Report(done, total int, names []string, values []float64) {
	if !m.task.Due() && done < total {
		return
	}
	shown := make([]progress.Value, len(names))
	for i, name := range names {
		shown[i] = progress.Value{Name: name, Value: values[i]}
	}
	m.task.Step(done, total, shown...)
}

func (p *plan) load(w *stage.Work, label string, seed int) (model.Trained, *prepared, error) {
	setting, data, err := p.setting(w, label, seed)
	if err != nil {
		return nil, nil, err
	}
	trained, err := p.Models[label].Load(setting, w.Input)
	return trained, data, err
}

func (p *plan) sample(ctx context.Context, w *stage.Work, label string, seed int) error {
	trained, _, err := p.load(w, label, seed)
	if err != nil {
		return err
	}
	sampler, ok := trained.(model.Sampler)
	if !ok {
		return nil
	}
	drawn, statistics, err := sampler.Sample(ctx, random.New(uint64(seed), "samples", 0), p.Samples)
	if err != nil {
		return err
	}
	encoded, err := json.MarshalIndent(statistics, "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(w.Dir, statisticsFile), append(encoded, '\n'), 0o644); err != nil {
		return err
	}
	return writeNPY(filepath.Join(w.Dir, samplesFile), drawn)
}

type metricSettings struct {
	Metric Metric `yaml:"metric" doc:"the metric"`
	Model  string `yaml:"model" doc:"the model's label, which a metric may know"`
}

func (p *plan) measure(ctx context.Context, w *stage.Work, name, label string, seed int) error {
	trained, data, err := p.load(w, label, seed)
	if err != nil {
		return err
	}
	subject := &Subject{Label: label, Trained: trained, Train: data.train, Held: data.held, Source: p.Data.Source, Box: data.box, Seed: uint64(seed)}
	subject.Other = func(other string) (model.Trained, error) {
		trained, _, err := p.load(w, other, seed)
		return trained, err
	}
	path := filepath.Join(w.Input(samplesStage), samplesFile)
	if _, err := os.Stat(path); err == nil {
		if subject.Samples, err = points.ReadFile(path); err != nil {
			return err
		}
	}
	figures, err := p.Metrics[name].Measure(ctx, subject)
	switch {
	case errors.Is(err, ErrNotApplicable):
		return stage.WriteMetrics(w.Dir, nil)
	case err != nil:
		return err
	}
	return stage.WriteMetrics(w.Dir, map[string]map[string]float64{name: figures})
}

func itoa(i int) string { return strconv.Itoa(i) }
