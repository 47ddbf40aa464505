package report

import (
	"fmt"
	"maps"
	"slices"

	"ebim/framework/runs/stage"
	"ebim/results"
)

// addFailures says why a run, or a metric of it, has no result.
func (s *section) addFailures(r stage.Record) {
	for _, lost := range r.Failures {
		f := failure{Run: fmt.Sprintf("%s, seed %d", r.Model, r.Seed), Where: "stage " + lost.Stage,
			Reason: lost.Reason, Cause: lost.Cause}
		if lost.Metric != "" {
			f.Run += ", " + lost.Metric
		}
		s.Failures = append(s.Failures, f)
	}
	f := failure{Run: fmt.Sprintf("%s, seed %d", r.Model, r.Seed)}
	switch {
	case r.Status == stage.Failed && r.Failure != nil:
		f.Where, f.Reason, f.Cause = "stage "+r.Failure.Stage, r.Failure.Reason, r.Failure.Cause
		if r.Failure.Step > 0 {
			f.Where += fmt.Sprintf(", step %d", r.Failure.Step)
		}
	case r.Status == stage.Failed:
		f.Reason = "failed; its record gives no reason"
	case r.Status == stage.Interrupted:
		f.Reason, f.Cause = "interrupted", "the same command continues from there"
	case r.Status == stage.Running:
		f.Reason, f.Cause = "not finished",
			"it is still running, or its process was killed: then the same command continues from there"
	default:
		return
	}
	s.Failures = append(s.Failures, f)
}

// numbers returns the table of everything that was measured: a row for each number, a column for each model.
func numbers(id string, records []stage.Record, declared *results.Declared) *table {
	spec := &results.Spec{Aggregate: results.Mean, Digits: 4, Scale: 1, Best: results.None}
	measured := map[string]map[string]bool{} // number, model
	for i := range records {
		record := &records[i]
		if !slices.ContainsFunc(spec.Columns, func(c results.ColumnSpec) bool { return c.Model == record.Model }) {
			spec.Columns = append(spec.Columns,
				results.ColumnSpec{Selection: results.Selection{Experiment: record.Experiment, Model: record.Model},
					Label: record.Model})
		}
		for metric, fields := range record.Metrics {
			for field := range fields {
				name := metric + "." + declared.Current(record, metric, field)
				if measured[name] == nil {
					measured[name] = map[string]bool{}
				}
				measured[name][record.Model] = true
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(measured)) {
		row := results.RowSpec{Selection: results.Selection{Metric: name}, Label: name}
		for _, column := range spec.Columns {
			if !measured[name][column.Model] {
				row.Skip = append(row.Skip, column.Label)
			}
		}
		spec.Rows = append(spec.Rows, row)
	}
	if spec.Rows == nil {
		return nil
	}
	spec.Declare(declared)
	return &table{id, spec.Fill(records)}
}
