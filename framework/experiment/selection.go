package experiment

import (
	"fmt"
	"strings"

	"ebim/framework/config"
	"ebim/framework/output"
)

// SelectedDirection returns which values of the selection's output are better; none where neither the file nor the
// metric says.
func (e *Experiment) SelectedDirection() output.Direction {
	if e.Select.Best != nil {
		return *e.Select.Best
	}
	_, selected, _ := e.selected()
	return selected.Better
}

// selected returns the outputs of the selection's metric and the one that is selected: the main one where none is
// named.
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
		c.Add("select.metric", &config.FieldError{Found: quoted(e.Select.Metric),
			Hint:    config.DidYouMean(label, e.MetricLabels()),
			Allowed: "an output of a metric of the experiment: " + strings.Join(e.MetricLabels(), ", ")})
	case outputs.Check(label, name) != nil:
		c.Add("select.metric", outputs.Check(label, name))
	case e.SelectedDirection() == "":
		c.Add("select", &config.FieldError{Found: "no best", Allowed: "best: lowest or highest",
			Hint: "neither is better of " + e.Select.Metric + " by itself"})
	}
}

// selectionNotes report a former name.
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
