package experiment

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/gomlx/gomlx/backends"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/model"
	"ebim/framework/stage"
)

// Names of the stages after a model's parts.
const (
	samplesStage   = "samples"
	metricPrefix   = "metric_"
	samplesVersion = 1
)

// plan makes an experiment's stages for one execution.
type plan struct {
	*Experiment
	labels          []string // models to run
	seeds           Seeds
	env             dataset.Env
	engine          backends.Backend
	backend         string
	checkpointEvery time.Duration
}

// subject is one model with one seed, as stages name it in errors and find it among the settings.
type subject struct {
	label string
	seed  int
}

// runs are the stages of every chosen model with every seed.
func (p *plan) runs() ([]stage.Run, error) {
	if err := p.checkData(); err != nil {
		return nil, err
	}
	var runs []stage.Run
	for _, seed := range p.seeds {
		data, err := p.dataStage(seed)
		if err != nil {
			return nil, err
		}
		for _, label := range p.labels {
			stages, err := p.modelStages(subject{label, seed}, data)
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
func (p *plan) modelStages(s subject, data *stage.Stage) ([]*stage.Stage, error) {
	stages, err := p.trainings(s, data)
	if err != nil {
		return nil, err
	}
	inputs := append([]*stage.Stage{data}, stages...)
	samples, err := p.newStage(samplesStage, samplesVersion, &samplesSettings{p.Models[s.label], p.Samples}, s.seed, inputs)
	if err != nil {
		return nil, err
	}
	samples.Run = func(ctx context.Context, w *stage.Work) error { return p.sample(ctx, w, s) }
	stages = append(stages, samples)
	inputs = append(inputs, samples)
	for _, name := range p.MetricLabels() {
		others, folders, err := p.compared(name, s, stages, data)
		if err != nil {
			return nil, err
		}
		metric := p.Metrics[name]
		measure, err := p.newStage(metricPrefix+name, metric.CodeVersion(), &metricSettings{metric, s.label}, s.seed, slices.Concat(inputs, others))
		if err != nil {
			return nil, err
		}
		measure.Run = func(ctx context.Context, w *stage.Work) error { return p.measure(ctx, w, name, s, folders) }
		for _, other := range others {
			if !slices.Contains(stages, other) {
				stages = append(stages, other)
			}
		}
		stages = append(stages, measure)
	}
	return stages, nil
}

// samplesSettings are what drawing samples depends on beside the trained parts.
type samplesSettings struct {
	Model   model.Model `yaml:"model" doc:"the model"`
	Samples int         `yaml:"samples" doc:"points drawn"`
}

type metricSettings struct {
	Metric Metric `yaml:"metric" doc:"the metric"`
	Model  string `yaml:"model" doc:"the model's label, which a metric may look at"`
}

func (p *plan) newStage(name string, version int, settings any, seed int, inputs []*stage.Stage) (*stage.Stage, error) {
	resolved, err := config.Resolve(p.catalogue, settings)
	return &stage.Stage{Name: name, Version: version, Settings: resolved, Seed: uint64(seed), Backend: p.backend,
		Inputs: slices.Clone(inputs)}, err
}

// trainings are the stages of a model's parts.
func (p *plan) trainings(s subject, data *stage.Stage) ([]*stage.Stage, error) {
	var stages []*stage.Stage
	for _, part := range p.Models[s.label].Parts() {
		inputs := []*stage.Stage{data}
		for _, name := range part.Needs {
			i := slices.IndexFunc(stages, func(earlier *stage.Stage) bool { return earlier.Name == name })
			if i < 0 {
				return nil, fmt.Errorf("part %s of model %s needs a part %s, which must come before it", part.Name, s.label, name)
			}
			inputs = append(inputs, stages[i])
		}
		training, err := p.newStage(part.Name, part.Version, part.Settings, s.seed, inputs)
		if err != nil {
			return nil, err
		}
		training.Run = func(ctx context.Context, w *stage.Work) error { return p.train(ctx, w, s, part) }
		stages = append(stages, training)
	}
	return stages, nil
}

// folders names the inputs in which the parts of other models are found, by model and part.
type folders map[string]map[string]string

// compared are the trainings of the other models that a comparing metric looks at. Those that the run has already, its
// own or an earlier metric's, are shared with it; a run holds the others under an alias, since models name parts alike.
func (p *plan) compared(metric string, s subject, own []*stage.Stage, data *stage.Stage) ([]*stage.Stage, folders, error) {
	comparing, ok := p.Metrics[metric].(Comparing)
	if !ok {
		return nil, nil, nil
	}
	var others []*stage.Stage
	found := folders{}
	for _, other := range comparing.Others() {
		if other == s.label {
			continue
		}
		trainings, err := p.trainings(subject{other, s.seed}, data)
		if err != nil {
			return nil, nil, err
		}
		found[other] = map[string]string{}
		for i, training := range trainings {
			key := training.Key()
			if known := slices.IndexFunc(own, func(o *stage.Stage) bool { return o.Key() == key }); known >= 0 {
				shared := own[known]
				replaceInput(trainings[i+1:], training, shared)
				training = shared
			} else {
				training.Alias = strings.Join([]string{other, training.Name}, "_")
			}
			found[other][trainings[i].Name] = inputName(training)
			others = append(others, training)
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

func inputName(s *stage.Stage) string {
	if s.Alias != "" {
		return s.Alias
	}
	return s.Name
}
