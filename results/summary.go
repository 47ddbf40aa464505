package results

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"ebim/framework/progress"
	"ebim/framework/stage"
)

// Summary is the table shown when runs have ended: one column per model, each metric's main number as mean ± standard
// error over the seeds (of matches with the truth, how many there are), the mean time of a run, and how many runs are
// done. Columns follow the records. units are those of the main numbers, by metric, where they are known.
func Summary(records []stage.Record, units map[string]string) *Table {
	several := slices.ContainsFunc(records, func(r stage.Record) bool { return r.Experiment != records[0].Experiment })
	spec := &Spec{Aggregate: Mean, Digits: 3, Scale: 1, Best: None, quiet: true}
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
	for _, metric := range mainMetrics(records) {
		name, field, _ := strings.Cut(metric, ".")
		label := name
		switch field {
		case "value":
		case "ratio":
			label += " / noise floor"
		default:
			label += ", " + field
		}
		if unit := units[name]; unit != "" && field != "ratio" {
			label += " [" + unit + "]"
		}
		column := ColumnSpec{Selection: Selection{Metric: metric}, Label: label}
		if field == matches {
			fraction := Fraction
			column.Aggregate = &fraction
		}
		spec.Columns = append(spec.Columns, column)
	}
	table := spec.Fill(records)
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

// transposed swaps rows and columns of a table without groups and printed values: there are many metrics and few models.
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

// mainMetrics lists every metric with its main number, sorted, and its ratio to a noise floor where it has one.
func mainMetrics(records []stage.Record) []string {
	all := map[string]map[string]*float64{}
	for i := range records {
		for _, failure := range records[i].Failures {
			if name := failure.Metric; name != "" && all[name] == nil {
				all[name] = map[string]*float64{}
			}
		}
		for name, numbers := range records[i].Metrics {
			if name == stage.SamplesFigures {
				continue // they tell how metrics were measured
			}
			if all[name] == nil {
				all[name] = map[string]*float64{}
			}
			for field, number := range numbers {
				all[name][field] = number
			}
		}
	}
	var metrics []string
	for name, numbers := range all {
		metrics = append(metrics, name+"."+mainField(numbers))
		if _, has := numbers["ratio"]; has && mainField(numbers) == "value" {
			metrics = append(metrics, name+".ratio")
		}
	}
	slices.SortFunc(metrics, func(a, b string) int { // the ratio after its value
		nameA, fieldA, _ := strings.Cut(a, ".")
		nameB, fieldB, _ := strings.Cut(b, ".")
		return cmp.Or(strings.Compare(nameA, nameB), strings.Compare(fieldB, fieldA))
	})
	return metrics
}

// timeCell is the mean time of a model's finished runs.
func timeCell(spec *Spec, row RowSpec, records []stage.Record) Cell {
	cell := spec.cell(&Table{}, row, ColumnSpec{Selection: Selection{Metric: "run.seconds"}}, records)
	cell.Text, cell.Notes = "–", nil
	if cell.Value != nil {
		cell.Text = progress.Duration(time.Duration(*cell.Value * float64(time.Second)))
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
				cell.Seeds = append(cell.Seeds, seedValue(record, "", 1))
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
