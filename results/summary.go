package results

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ebim/framework/output"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// Summary is the table shown when runs have ended: one column per model, each metric's main number as mean ± standard
// error over the seeds (of a yes or no, how many say yes), the mean time of a run, and how many runs are done. Columns
// follow the records.
func Summary(records []stage.Record, declared *Declared) *Table {
	return summarize(records, declared, declared.summarized(records), 3)
}

// All is Summary with every number that was measured.
func All(records []stage.Record, declared *Declared) *Table {
	var columns []ColumnSpec
	for i := range records {
		for _, n := range declared.Numbers(&records[i]) {
			if !slices.ContainsFunc(columns, func(c ColumnSpec) bool { return c.Metric == n.Name() }) {
				columns = append(columns, ColumnSpec{Selection: Selection{Metric: n.Name()}, Label: n.Name()})
			}
		}
	}
	slices.SortFunc(columns, func(a, b ColumnSpec) int { return cmp.Compare(a.Label, b.Label) })
	return summarize(records, declared, columns, 4)
}

func summarize(records []stage.Record, declared *Declared, columns []ColumnSpec, digits int) *Table {
	several := slices.ContainsFunc(records, func(r stage.Record) bool { return r.Experiment != records[0].Experiment })
	spec := &Spec{Aggregate: Mean, Digits: digits, Scale: 1, Best: None, quiet: true, declared: declared,
		Columns: columns}
	if len(records) > 0 && !several {
		spec.Title = records[0].Title
	}
	for i := range records {
		record := &records[i]
		row := RowSpec{Selection: Selection{Experiment: record.Experiment, Model: record.Model}, Label: record.Model}
		if several {
			row.Label = record.Experiment + " " + record.Model
		}
		if !slices.ContainsFunc(spec.Rows, func(r RowSpec) bool { return r.Label == row.Label }) {
			spec.Rows = append(spec.Rows, row)
		}
	}
	table := spec.Fill(records)
	spec.doubtDisagreement(table, records)
	table.Columns = append(table.Columns, Heading{Label: "time per run"}, Heading{Label: "runs"})
	for i, row := range spec.Rows {
		for j, cell := range table.Rows[i].Cells {
			if cell.Text == noValue && len(cell.Notes) == 0 {
				table.Rows[i].Cells[j].Text = "–" // the metric doesn't apply to the model
			}
		}
		table.Rows[i].Cells = append(table.Rows[i].Cells, timeCell(spec, row, records), statusCell(row, table, records))
	}
	return table.transposed()
}

// transposed swaps rows and columns of a table without groups and printed values: there are many metrics and few
// models.
func (t *Table) transposed() *Table {
	swapped := &Table{Title: t.Title, Caption: t.Caption, Remarks: t.Remarks, Notes: t.Notes}
	for _, row := range t.Rows {
		swapped.Columns = append(swapped.Columns, Heading{Label: row.Label, Notes: row.Notes})
	}
	for j, column := range t.Columns {
		row := Row{Label: column.Label, Notes: column.Notes}
		for _, other := range t.Rows {
			row.Cells = append(row.Cells, other.Cells[j])
		}
		swapped.Rows = append(swapped.Rows, row)
	}
	return swapped
}

// summarized are a column for each metric's main output, by label, and for those that belong beside it.
func (d *Declared) summarized(records []stage.Record) []ColumnSpec {
	all, outputs := map[string]map[string]*float64{}, map[string]output.List{}
	add := func(record *stage.Record, label string) {
		if all[label] == nil {
			all[label], outputs[label] = map[string]*float64{}, d.of(record, label)
		}
		for name, number := range record.Metrics[label] {
			all[label][d.Current(record, label, name)] = number
		}
	}
	for i := range records {
		for _, failure := range records[i].Failures {
			if failure.Metric != "" {
				add(&records[i], failure.Metric)
			}
		}
		for label := range records[i].Metrics {
			if label != stage.SamplesFigures { // which say how metrics were measured
				add(&records[i], label)
			}
		}
	}
	unit := unitOf(records)
	var columns []ColumnSpec
	for _, label := range slices.Sorted(maps.Keys(all)) {
		shown := []output.Output{mainOutput(outputs[label], all[label])}
		for _, o := range outputs[label] {
			if _, measured := all[label][o.Name]; measured && o.Role == output.Beside {
				shown = append(shown, o)
			}
		}
		for _, o := range shown {
			column := ColumnSpec{Selection: Selection{Metric: label + "." + o.Name}, Label: o.In(label)}
			if unit != "" {
				column.Label = strings.Replace(column.Label, "["+output.DataUnits+"]", "["+unit+"]", 1)
			}
			aggregate := map[output.Format]Aggregate{output.YesNo: Fraction, output.Verdict: Verdict}[o.Format]
			if aggregate != "" {
				column.Aggregate = &aggregate
			}
			columns = append(columns, column)
		}
	}
	slices.SortStableFunc(columns, func(a, b ColumnSpec) int { return cmp.Compare(a.rank(), b.rank()) })
	return columns
}

// rank puts verdicts first.
func (c ColumnSpec) rank() int {
	if c.Aggregate != nil && *c.Aggregate == Verdict {
		return 0
	}
	return 1
}

// timeCell is the mean time of a model's finished runs.
func timeCell(spec *Spec, row RowSpec, records []stage.Record) Cell {
	cell := spec.cell(&Table{}, row, ColumnSpec{Selection: Selection{Metric: "run.seconds"}}, records)
	cell.Text, cell.Notes = "–", nil
	if cell.Value != nil {
		cell.Text = progress.Seconds(*cell.Value)
	}
	return cell
}

// statusCell counts a model's runs by status; a footnote has the failures' reasons.
func statusCell(row RowSpec, table *Table, records []stage.Record) Cell {
	counts := map[stage.Status]int{}
	cell := Cell{}
	for i := range records {
		if record := &records[i]; record.Experiment == row.Experiment && record.Model == row.Model {
			counts[record.Status]++
			if record.Status == stage.Failed {
				cell.Seeds = append(cell.Seeds, (&Spec{}).seedValue(record, "", 1))
			}
		}
	}
	var parts []string
	for _, status := range []stage.Status{stage.Done, stage.Failed, stage.Interrupted, stage.Running} {
		if counts[status] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[status], status))
		}
	}
	cell.Text = strings.Join(parts, ", ")
	for _, problem := range cell.problems() {
		cell.Notes = append(cell.Notes, table.note(row.Experiment+", "+row.Model+": "+problem))
	}
	return cell
}
