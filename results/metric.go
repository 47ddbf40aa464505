package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/stage"
)

// metricValue looks a metric up in a record. The problem says why there is no value, with the nearest known name.
func metricValue(record *stage.Record, metric string) (value *float64, problem string) {
	name, field, hasField := strings.Cut(metric, ".")
	if name == "run" {
		return runValue(record, field)
	}
	numbers, ok := record.Metrics[name]
	if !ok {
		return nil, unknown("metric", name, slices.Sorted(maps.Keys(record.Metrics)))
	}
	if !hasField {
		field = mainField(numbers)
	}
	number, ok := numbers[field]
	switch {
	case !ok:
		return nil, unknown("number of "+name, field, slices.Sorted(maps.Keys(numbers)))
	case number == nil || !finite(*number):
		if reason := caveat(record, metric); reason != "" {
			return nil, metric + " is missing: " + reason
		}
		return nil, metric + " is not a finite number"
	}
	return number, ""
}

// caveat is what a record's metric has to say of its numbers.
func caveat(record *stage.Record, metric string) string {
	name, _, _ := strings.Cut(metric, ".")
	return oneLine(record.Caveats[name])
}

// errorOf is the number with the same name and _error behind it: what the metric knows of the error of the first, as
// ratio_error of ratio. nil without one.
func errorOf(record *stage.Record, metric string) *float64 {
	name, field, hasField := strings.Cut(metric, ".")
	if !hasField {
		field = mainField(record.Metrics[name])
	}
	if number := record.Metrics[name][field+"_error"]; number != nil && finite(*number) {
		return number
	}
	return nil
}

// runValue is what a record says of the run itself.
func runValue(record *stage.Record, field string) (*float64, string) {
	quantity, name, hasStage := strings.Cut(field, ".")
	switch {
	case field == "seconds":
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
	return nil, unknown("number of run", field, []string{"peak_memory_bytes", "seconds", "seconds.STAGE", "training_seconds"})
}

// trainingSeconds is what a run's trainings cost, those of the models that it is derived from included: the stages between the
// data and the samples. Trainings of models that a metric compares it with come later.
func trainingSeconds(record *stage.Record) float64 {
	sum := 0.0
	for _, s := range record.Stages {
		switch s.Name {
		case "data":
		case "samples":
			return sum
		default:
			sum += s.Seconds
		}
	}
	return sum
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

// matches is a number that is 1 for a run that found what was to be found, and 0 for another.
const matches = "matches"

// mainField is the number that stands for a metric when none is named.
func mainField(numbers map[string]*float64) string {
	for _, field := range []string{"value", "median", "mean", matches, "components"} {
		if _, ok := numbers[field]; ok {
			return field
		}
	}
	for _, field := range slices.Sorted(maps.Keys(numbers)) {
		return field
	}
	return "value"
}
