package experiment

import (
	"bytes"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/model"
	"ebim/framework/runs/stage"
)

// What runs' records say of data and settings, for those who compare runs.

// about tells how the seeds' data belong together, and how many points they have. It is called after checkData.
func (p *plan) about() *stage.Data {
	_, synthetic := p.Data.Source.(dataset.Distribution)
	_, file := p.Data.Source.(dataset.FileSource)
	kept := p.Data.Holdout > 0 || p.Data.ValidationShare() > 0
	data := &stage.Data{}
	switch {
	case synthetic:
		data.Draws = stage.NewData
	case file && kept:
		data.Draws = stage.Splits
	case file && p.Data.Size == nil:
		data.Draws = stage.SameData
	}
	switch {
	case p.found != nil:
		data.Training, data.Validation, data.HeldOut = p.found.Training, p.found.Validation, p.found.HeldOut
	case synthetic:
		size, _ := p.Data.size()
		data.Training, data.Validation, data.HeldOut = p.Data.divided(size)
	default:
		return nil
	}
	return data
}

// Unmeasured returns the settings, by the first element of their paths, that no result depends on.
func Unmeasured() []string {
	return []string{"title", "description", "seeds", "figures", "select", "search"}
}

// Changed returns the overrides of the file's settings on which results depend, path=value.
func (e *Experiment) Changed() []string {
	return slices.DeleteFunc(slices.Clone(e.Overrides), func(override string) bool {
		path, _, _ := strings.Cut(override, "=")
		kind, _, _ := strings.Cut(path, ".")
		return slices.Contains(Unmeasured(), kind)
	})
}

// overridesOf are the overrides of the file's settings that concern a model's runs, and those by which a search shortens its trainings.
func (p *plan) overridesOf(label string) []string {
	concerned := p.concerned(label)
	var found []string
	for _, override := range slices.Concat(p.Changed(), p.shortened) {
		path, _, _ := strings.Cut(override, "=")
		kind, rest, _ := strings.Cut(path, ".")
		name, _, _ := strings.Cut(rest, ".")
		if kind == "models" && name != "" && !slices.Contains(concerned, name) {
			continue
		}
		found = append(found, override)
	}
	return found
}

// concerned are the labels of the models that a model's results depend on: its own, those that it is derived from, and those
// that metrics compare it with.
func (e *Experiment) concerned(label string) []string {
	labels := []string{label}
	add := func(others []string) {
		for _, other := range others {
			if !slices.Contains(labels, other) {
				labels = append(labels, other)
			}
		}
	}
	for _, name := range e.MetricLabels() {
		if comparing, ok := e.Metrics[name].(Comparing); ok {
			add(comparing.Others())
		}
	}
	for i := 0; i < len(labels); i++ {
		if derived, ok := e.Models[labels[i]].(model.Derived); ok {
			add(derived.Operands())
		}
	}
	return labels
}

// Differences are the settings by which another experiment gives a model other results: paths such as data, models.ebim or
// metrics.wasserstein. Metrics that one of the two lacks are none.
func (e *Experiment) Differences(other *Experiment, label string) []string {
	if e.Models[label] == nil || other.Models[label] == nil {
		return []string{"models." + label}
	}
	var found []string
	compare := func(path string, own, others any) {
		a, errA := config.Resolve(e.catalog, own)
		b, errB := config.Resolve(other.catalog, others)
		if errA != nil || errB != nil || !bytes.Equal(a, b) {
			found = append(found, path)
		}
	}
	compare("data", &e.Data, &other.Data)
	compare("mesh", &e.Mesh, &other.Mesh)
	if e.Samples != other.Samples {
		found = append(found, "samples")
	}
	for _, name := range e.concerned(label) {
		if e.Models[name] == nil || other.Models[name] == nil {
			found = append(found, "models."+name)
			continue
		}
		compare("models."+name, &modelSettings{Model: e.Models[name]}, &modelSettings{Model: other.Models[name]})
	}
	for _, name := range e.MetricLabels() {
		if metric := other.Metrics[name]; metric != nil {
			compare("metrics."+name, &metricSettings{Metric: e.Metrics[name]}, &metricSettings{Metric: metric})
		}
	}
	return found
}
