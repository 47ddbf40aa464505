package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/runs/stage"
	"ebim/results"
)

// table is a table whose footnotes can be linked to.
type table struct {
	ID string
	*results.Table
}

// Failed reports whether a cell has a run that failed, and no value to show instead.
func (t table) Failed(cell results.Cell) bool {
	failed := func(s results.SeedValue) bool { return s.Status == string(stage.Failed) }
	return cell.Value == nil && slices.ContainsFunc(cell.Seeds, failed)
}

// NoteID returns the anchor of footnote n.
func (t table) NoteID(n int) string { return fmt.Sprintf("%s-note-%d", t.ID, n) }

// NoteNumber returns the number of the footnote at an index.
func (t table) NoteNumber(index int) int { return index + 1 }

// runLine is what the page says about one run.
type runLine struct {
	Model   string
	Seed    int
	Status  stage.Status
	Started string
	Time    string
	Memory  string
	Backend string
}

// failure is a run that failed or was interrupted.
type failure struct {
	Run    string
	Where  string // stage and step; empty for a run that did not fail by itself
	Reason string
	Cause  string
}

func (s *section) addRun(r stage.Record) {
	line := runLine{Model: r.Model, Seed: r.Seed, Status: r.Status, Started: "–", Time: duration(r.Seconds),
		Memory: memory(r.PeakMemory()), Backend: r.Backend}
	if !r.Started.IsZero() {
		line.Started = r.Started.Format("2006-01-02 15:04")
	}
	s.Runs = append(s.Runs, line)
	for _, lost := range r.Failures {
		f := failure{Run: fmt.Sprintf("%s, seed %d", r.Model, r.Seed), Where: "stage " + lost.Stage, Reason: lost.Reason, Cause: lost.Cause}
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
		f.Reason, f.Cause = "interrupted", "the same command goes on from there"
	case r.Status == stage.Running:
		f.Reason, f.Cause = "not finished", "it is still running, or its process was killed: then the same command goes on from there"
	default:
		return
	}
	s.Failures = append(s.Failures, f)
}

// memory writes bytes in megabytes; a dash where the system doesn't tell.
func memory(bytes uint64) string {
	switch {
	case bytes == 0:
		return "–"
	case bytes < 1e9:
		return fmt.Sprintf("%.0f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

// versions returns those of the program and its parts as one text.
func versions(r *stage.Record) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(r.Versions)) {
		parts = append(parts, name+" "+r.Versions[name])
	}
	if parts == nil {
		return "not recorded"
	}
	return strings.Join(parts, ", ")
}

// numbers returns the table of everything that was measured: a row for each number, a column for each model.
func numbers(id string, records []stage.Record, declared *results.Declared) *table {
	spec := &results.Spec{Aggregate: results.Mean, Digits: 4, Scale: 1, Best: results.None}
	measured := map[string]map[string]bool{} // number, model
	for i := range records {
		record := &records[i]
		if !slices.ContainsFunc(spec.Columns, func(c results.ColumnSpec) bool { return c.Model == record.Model }) {
			spec.Columns = append(spec.Columns,
				results.ColumnSpec{Selection: results.Selection{Experiment: record.Experiment, Model: record.Model}, Label: record.Model})
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

// seeds returns the table of everything that was measured by each run: a row for each number, a column for each run.
func seeds(id string, records []stage.Record, declared *results.Declared) *table {
	made := &results.Table{}
	var names []string
	var all []map[string]results.Number
	for i := range records {
		record := &records[i]
		if len(record.Metrics) == 0 {
			continue
		}
		made.Columns = append(made.Columns, results.Heading{Label: fmt.Sprintf("%s, seed %d", record.Model, record.Seed)})
		own := map[string]results.Number{}
		for _, n := range declared.Numbers(record) {
			if own[n.Name()] = n; !slices.Contains(names, n.Name()) {
				names = append(names, n.Name())
			}
		}
		all = append(all, own)
	}
	if names == nil {
		return nil
	}
	slices.Sort(names)
	for _, name := range names {
		row := results.Row{Label: name}
		for _, own := range all {
			cell := results.Cell{Text: "–"}
			if n, ok := own[name]; ok && n.Value != nil {
				cell.Text, cell.Value, cell.Caveat = strconv.FormatFloat(*n.Value, 'g', 6, 64), n.Value, n.Caveat != ""
			}
			row.Cells = append(row.Cells, cell)
		}
		made.Rows = append(made.Rows, row)
	}
	return &table{id, made}
}

// stages returns the table of the seconds that each run's stages took.
func stages(id string, records []stage.Record) *table {
	var names []string
	for _, record := range records {
		for _, s := range record.Stages {
			if !slices.Contains(names, s.Name) {
				names = append(names, s.Name)
			}
		}
	}
	if names == nil {
		return nil
	}
	made := &results.Table{}
	for _, name := range names {
		made.Columns = append(made.Columns, results.Heading{Label: strings.ReplaceAll(name, "_", " ")})
	}
	for _, record := range records {
		row := results.Row{Label: fmt.Sprintf("%s, seed %d", record.Model, record.Seed)}
		for _, name := range names {
			cell := results.Cell{Text: "–"}
			if i := slices.IndexFunc(record.Stages, func(s stage.StageRecord) bool { return s.Name == name }); i >= 0 {
				cell.Text = strconv.FormatFloat(record.Stages[i].Seconds, 'f', 1, 64)
			}
			row.Cells = append(row.Cells, cell)
		}
		made.Rows = append(made.Rows, row)
	}
	return &table{id, made}
}
