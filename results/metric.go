package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/output"
	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
)

// Value returns a number of a record by its metric, such as wasserstein.value or run.seconds; nil where there is none.
func (d *Declared) Value(record *stage.Record, metric string) *float64 {
	value, _, _ := d.value(record, metric)
	return value
}

// value looks a metric up in a record, with the error that its metric knows of it; nil without one. The problem says
// why there is no value, with the nearest known name.
func (d *Declared) value(record *stage.Record, metric string) (value, standardError *float64, problem string) {
	label, name, _ := strings.Cut(metric, ".")
	if label == runLabel {
		value, problem = runValue(record, name)
		return value, nil, problem
	}
	if _, ok := record.Metrics[label]; !ok {
		return nil, nil, unknown("metric", label, slices.Sorted(maps.Keys(record.Metrics)))
	}
	o, number, ok := d.find(record, metric)
	switch {
	case !ok:
		return nil, nil, unknown("number of "+label, o.Name, d.present(record, label))
	case number == nil || !finite(*number):
		if reason := caveat(record, metric); reason != "" {
			return nil, nil, metric + " is missing: " + reason
		}
		return nil, nil, metric + " is not a finite number"
	}
	if e := d.with(record, label, func(e output.Output) bool { return e.ErrorOf == o.Name }); e != nil && finite(*e) {
		standardError = e
	}
	return number, standardError, ""
}

// present are the numbers that a record has of a metric, by the names that they have now.
func (d *Declared) present(record *stage.Record, label string) []string {
	var names []string
	for name := range record.Metrics[label] {
		names = append(names, d.Current(record, label, name))
	}
	slices.Sort(names)
	return names
}

// caveat is what a record's metric has to say of its numbers.
func caveat(record *stage.Record, metric string) string {
	name, _, _ := strings.Cut(metric, ".")
	return plaintext.OneLine(record.Caveats[name])
}

// runValue is what a record says of the run itself.
func runValue(record *stage.Record, field string) (*float64, string) {
	quantity, name, hasStage := strings.Cut(field, ".")
	switch {
	case field == "", field == "seconds":
		return &record.Seconds, ""
	case field == "training_seconds":
		seconds := trainingSeconds(record)
		return &seconds, ""
	case field == "peak_memory_bytes":
		bytes := float64(record.PeakMemory())
		return &bytes, ""
	case quantity == "seconds" && hasStage:
		var names []string
		for _, s := range record.Stages {
			if s.Name == name {
				return &s.Seconds, ""
			}
			names = append(names, s.Name)
		}
		return nil, unknown("stage", name, names)
	}
	return nil, unknown("number of run", field, runOutputs.Names())
}

// trainingSeconds is what a run's trainings cost, those of the models that it is derived from included, but not those
// of models that a metric compares it with.
func trainingSeconds(record *stage.Record) (seconds float64) {
	for _, s := range record.Stages {
		if s.Training {
			seconds += s.Seconds
		}
	}
	return seconds
}

func unknown(what, name string, known []string) string {
	if len(known) == 0 {
		return fmt.Sprintf("no %s %q", what, name)
	}
	if nearest, ok := config.Nearest(name, known); ok {
		return fmt.Sprintf("no %s %q; did you mean %q?", what, name, nearest)
	}
	return fmt.Sprintf("no %s %q; there are %s", what, name, strings.Join(known, ", "))
}
