package experiment

import (
	"fmt"
	"strings"

	"ebim/framework/config"
	"ebim/framework/output"
)

// Selection is the rule by which the best variant is chosen, for each model by itself. The metric should look at validation
// points: what has chosen settings no longer tells how good they are.
type Selection struct {
	Metric string            `yaml:"metric" doc:"label of a metric and its output, such as wasserstein.value"`
	Best   *output.Direction `yaml:"best" doc:"which mean over the seeds is the best; what the metric says of its output unless given"`
}

// SelectedDirection returns which values of the selection's output are better; none where neither the file nor the metric says.
func (e *Experiment) SelectedDirection() output.Direction {
	if e.Select.Best != nil {
		return *e.Select.Best
	}
	_, selected, _ := e.selected()
	return selected.Better
}

// selected returns the outputs of the selection's metric and the one that is selected: the main one where none is named.
func (e *Experiment) selected() (outputs output.List, selected output.Output, name string) {
	label, name, named := strings.Cut(e.Select.Metric, ".")
	if metric := e.Metrics[label]; metric != nil {
		outputs = metric.Outputs()
	}
	if named {
		selected, _ = outputs.Find(name)
		return outputs, selected, name
	}
	selected, _ = outputs.Main(func(string) bool { return true })
	return outputs, selected, selected.Name
}

// selection refuses a choice by what no metric gives, or without a direction.
func (c *checker) selection(e *Experiment) {
	if e.Select == nil {
		return
	}
	label, _, _ := strings.Cut(e.Select.Metric, ".")
	outputs, _, name := e.selected()
	switch {
	case e.Metrics[label] == nil:
		c.report("select.metric", &config.FieldError{Found: quoted(e.Select.Metric), Hint: config.DidYouMean(label, e.MetricLabels()),
			Allowed: "an output of a metric of the experiment: " + strings.Join(e.MetricLabels(), ", ")})
	case outputs.Check(label, name) != nil:
		c.report("select.metric", outputs.Check(label, name))
	case e.SelectedDirection() == "":
		c.report("select", &config.FieldError{Found: "no best", Allowed: "best: lowest or highest", Hint: "neither is better of " + e.Select.Metric + " by itself"})
	}
}

// selectionNotes tell of a former name.
func (e *Experiment) selectionNotes() []string {
	if e.Select == nil {
		return nil
	}
	_, selected, name := e.selected()
	if selected.Name == name {
		return nil
	}
	label, _, _ := strings.Cut(e.Select.Metric, ".")
	return []string{fmt.Sprintf("select.metric: %s is called %s.%s now", e.Select.Metric, label, selected.Name)}
}
