package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ebim/framework/runs/stage"
)

// Variants is the table shown when the runs of a sweep have ended: a row for each model and variant, with the settings
// that the sweep changes and that concern the model, a dash for what the file itself says; then the metric of the
// choice, each model's best first, or where there is none (an empty Metric) each metric's main number; and how many
// runs are done. Variants that are the same for a model share a row. Remarks give the best ones' settings as flags of
// the command line. It is nil where fewer than two variants have runs.
func Variants(title string, variants []Variant, choice Choice, records []stage.Record) *Table {
	with := slices.DeleteFunc(slices.Clone(variants), func(v Variant) bool {
		return !slices.ContainsFunc(records, func(r stage.Record) bool { return r.Experiment == v.Experiment })
	})
	if len(with) < 2 {
		return nil
	}
	records = slices.DeleteFunc(slices.Clone(records), func(r stage.Record) bool {
		return !slices.ContainsFunc(with, func(v Variant) bool { return v.Experiment == r.Experiment })
	})
	s := &variantTable{with: with, choice: choice, records: records, table: &Table{Title: title}}
	s.spec = &Spec{Aggregate: Mean, Digits: 3, Scale: 1, Best: None, quiet: true, declared: choice.Declared,
		judge: NoJudge}
	s.table.Caption = fmt.Sprintf("%d variants", len(with))
	s.columns = choice.Declared.summarized(records)
	if choice.Metric != "" {
		s.table.Caption += fmt.Sprintf(" by the mean of %s over the seeds, each model's %s first",
			choice.Metric, choice.Best)
		s.columns = []ColumnSpec{{Selection: Selection{Metric: choice.Metric}, Label: choice.Metric}}
	}
	var models []string
	for i := range records {
		models = append(models, records[i].Model)
	}
	slices.Sort(models)
	models = slices.Compact(models)
	for _, model := range models {
		s.paths = append(s.paths, sweptPaths(model, with)...)
	}
	slices.Sort(s.paths)
	s.paths = slices.Compact(s.paths)
	s.head()
	for _, model := range models {
		s.model(model)
	}
	s.table.adjust()
	return s.table
}

// variantTable is a table of variants in the making.
type variantTable struct {
	with    []Variant
	choice  Choice
	records []stage.Record
	spec    *Spec
	columns []ColumnSpec
	paths   []string
	table   *Table
}

func (s *variantTable) head() {
	s.table.Columns = []Heading{{Label: "variant"}}
	for _, path := range s.paths {
		s.table.Columns = append(s.table.Columns, Heading{Label: strings.TrimPrefix(path, "models.")})
	}
	for _, column := range s.columns {
		s.table.Columns = append(s.table.Columns, Heading{Label: column.Label,
			Aggregate: s.spec.style(column).aggregate})
	}
	s.table.Columns = append(s.table.Columns, Heading{Label: "runs"})
}

// model adds the rows of a model.
func (s *variantTable) model(model string) {
	type ranked struct {
		row     Row
		rank    float64
		variant Variant
	}
	own := sweptPaths(model, s.with)
	seen := map[string]bool{}
	var rows []ranked
	for _, variant := range s.with {
		ran := func(r stage.Record) bool { return r.Experiment == variant.Experiment && r.Model == model }
		if !slices.ContainsFunc(s.records, ran) {
			continue
		}
		cells := []Cell{{Text: variant.Name}}
		for _, path := range s.paths {
			text := "–"
			if slices.Contains(own, path) {
				text = sweptValue(variant, path)
			}
			cells = append(cells, Cell{Text: text})
		}
		key := ""
		for _, cell := range cells[1:] {
			key += cell.Text + "\x00"
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		first := len(cells)
		which := RowSpec{Selection: Selection{Experiment: variant.Experiment, Model: model}}
		for _, column := range s.columns {
			cell := s.spec.cell(s.table, which, column, s.records)
			if cell.Text == noValue && len(cell.Notes) == 0 {
				cell.Text = "–"
			}
			cells = append(cells, cell)
		}
		rank := 0.0
		if s.choice.Metric != "" {
			rank = s.choice.rank(cells[first])
		}
		cells = append(cells, statusCell(which, s.table, s.records))
		rows = append(rows, ranked{Row{Label: model, Cells: cells}, rank, variant})
	}
	slices.SortStableFunc(rows, func(a, b ranked) int { return cmp.Compare(a.rank, b.rank) })
	for _, row := range rows {
		s.table.Rows = append(s.table.Rows, row.row)
	}
	if best := rows[0]; s.choice.Metric != "" && !math.IsInf(best.rank, 1) && len(own) > 0 {
		s.table.Remarks = append(s.table.Remarks, model+", "+best.variant.Name+":"+flags(best.variant, own))
	}
}
