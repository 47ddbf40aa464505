package experiment

import (
	"bytes"
	"reflect"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/model"
	"ebim/framework/output"
	"ebim/framework/runs/stage"
)

// What runs' records say of data and settings, for those who compare runs.

// Unmeasured returns the settings, by the first element of their paths, that no result depends on.
func Unmeasured() []string {
	return []string{"title", "description", "seeds", "figures", "select"}
}

// Changed returns the overrides of the file's settings on which results depend, path=value.
func (e *Experiment) Changed() []string {
	return slices.DeleteFunc(slices.Clone(e.Overrides), func(override string) bool {
		path, _, _ := strings.Cut(override, "=")
		kind, _, _ := strings.Cut(path, ".")
		return slices.Contains(Unmeasured(), kind)
	})
}

// OverridesOf returns the overrides of the file's settings that concern a model's runs.
func (e *Experiment) OverridesOf(label string) []string {
	concerned := e.concerned(label)
	var found []string
	for _, override := range e.Changed() {
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

// concerned are the labels of the models that a model's results depend on: its own, those that it is derived from, and
// those that metrics compare it with.
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
		if needs, err := e.Metrics[name].Needs(&e.Settings); err == nil {
			add(needs.Others)
		}
	}
	for i := 0; i < len(labels); i++ {
		if derived, ok := e.Models[labels[i]].(model.Derived); ok {
			add(derived.Operands())
		}
	}
	return labels
}

// Differences are the settings by which another experiment gives a model other results: paths such as data,
// models.ebim or metrics.wasserstein. Metrics that one of the two lacks are none.
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
		compare("models."+name, &oneModel{e.Models[name]}, &oneModel{other.Models[name]})
	}
	for _, name := range e.MetricLabels() {
		if metric := other.Metrics[name]; metric != nil {
			compare("metrics."+name, &oneMetric{e.Metrics[name]}, &oneMetric{metric})
		}
	}
	return found
}

type oneModel struct {
	Model model.Model `yaml:"model" doc:"the model"`
}

type oneMetric struct {
	Metric Metric `yaml:"metric" doc:"the metric"`
}

// OutputsOf are those of a catalog's metrics, by the metric's name, and those of samples.
func OutputsOf(catalog config.Catalog) map[string]output.List {
	outputs := map[string]output.List{stage.SamplesFigures: SamplesOutputs()}
	kind, _ := catalog.KindOf(reflect.TypeFor[Metric]())
	for _, c := range kind.Components {
		outputs[c.Name] = c.New().(Metric).Outputs()
	}
	return outputs
}

// Outputs are those of the metrics, by label, and of the samples.
func (e *Experiment) Outputs() map[string]output.List {
	outputs := map[string]output.List{stage.SamplesFigures: SamplesOutputs()}
	for label, metric := range e.Metrics {
		outputs[label] = metric.Outputs()
	}
	return outputs
}
