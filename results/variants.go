package results

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
)

// Variant is a point of an experiment's sweep.
type Variant struct {
	Experiment string         // name of its runs, such as "circles,trial=3"
	Name       string         // such as "trial=3"
	Swept      []config.Swept // settings by which it differs from the file
}

// Choice is the rule by which the best variant is chosen.
type Choice struct {
	Metric   string // and its number, such as noisy_likelihood.value; empty for none
	Best     Best   // Lowest or Highest
	Others   []Other
	Origin   Origin // of the runs; nil if unknown: then all models that have runs are shown, and only such variants
	Declared *Declared
}

// Variants is the table of a sweep: a row for each model and variant, with the settings that the sweep changes and that
// concern the model, a dash for what the file itself says; then the metric of the choice, or where there is none each
// metric's main number; and how many runs are done. Each model's best comes first; a variant that lacks a seed that
// another has, or was run with other settings than its file's, comes after all others. Variants that are the same for a
// model share a row. Remarks give the best ones' settings as flags of the command line. It is nil where fewer than two
// variants have runs.
func Variants(title string, variants []Variant, choice Choice, records []stage.Record) *Table {
	has := func(v Variant, model string) bool {
		return slices.ContainsFunc(records, func(r stage.Record) bool {
			return r.Experiment == v.Experiment && (model == "" || r.Model == model)
		})
	}
	with := slices.DeleteFunc(slices.Clone(variants), func(v Variant) bool {
		return choice.Origin == nil && !has(v, "")
	})
	if len(with) < 2 {
		return nil
	}
	s := &variantTable{with: with, choice: choice, table: &Table{Title: title,
		Caption: fmt.Sprintf("%d variants", len(with))}}
	s.spec = &Spec{Aggregate: Mean, Digits: 3, Scale: 1, Best: None, quiet: true, declared: choice.Declared,
		sweep: true, others: choice.Others, origin: choice.Origin}
	s.records = slices.DeleteFunc(slices.Clone(records), func(r stage.Record) bool {
		return !slices.ContainsFunc(with, func(v Variant) bool { return v.Experiment == r.Experiment })
	})
	s.columns = choice.Declared.summarized(s.records)
	if choice.Metric != "" {
		s.table.Caption += fmt.Sprintf(" by the mean of %s over the seeds, each model's %s first",
			choice.Metric, choice.Best)
		s.columns = []ColumnSpec{{Selection: Selection{Metric: choice.Metric}, Label: choice.Metric}}
	}
	var models []string
	for i := range s.records {
		models = append(models, s.records[i].Model)
	}
	for _, other := range choice.Others {
		if slices.ContainsFunc(with, func(v Variant) bool { return v.Experiment == other.Experiment }) {
			models = append(models, other.Model)
		}
	}
	slices.Sort(models)
	models = slices.DeleteFunc(slices.Compact(models), func(model string) bool { // who has nothing to choose from
		return choice.Origin != nil && len(sweptPaths(model, with)) == 0
	})
	for _, model := range models {
		s.paths = append(s.paths, sweptPaths(model, with)...)
	}
	slices.Sort(s.paths)
	s.paths = slices.Compact(s.paths)
	s.head()
	for _, model := range models {
		s.model(model, has)
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
func (s *variantTable) model(model string, has func(Variant, string) bool) {
	type ranked struct {
		row     Row
		rank    float64
		variant Variant
	}
	own, seeds := sweptPaths(model, s.with), s.seedsOf(model)
	if s.choice.Metric != "" {
		s.spec.Seeds = &seeds
	}
	seen := map[string]bool{}
	var rows []ranked
	for _, variant := range s.with {
		if s.choice.Origin == nil && !has(variant, model) {
			continue
		}
		cells, key := []Cell{{Text: variant.Name}}, ""
		for _, path := range s.paths {
			text := "–"
			if slices.Contains(own, path) {
				text = sweptValue(variant, path)
			}
			cells, key = append(cells, Cell{Text: text}), key+text+"\x00"
		}
		if seen[key] {
			continue
		}
		seen[key] = true
		which, rank := RowSpec{Selection: Selection{Experiment: variant.Experiment, Model: model}}, 0.0
		for _, column := range s.columns {
			cell := s.spec.cell(s.table, which, column, s.records)
			if s.choice.Metric != "" {
				rank = s.choice.rank(cell)
			}
			if cell.Text == noValue && len(cell.Notes) == 0 {
				cell.Text = "–"
			}
			cells = append(cells, cell)
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

// rank orders values, the best lowest; infinity for one that lacks seeds or is not the file's.
func (c Choice) rank(cell Cell) float64 {
	switch {
	case cell.Value == nil || len(cell.values()) < cell.Expected || cell.Differs:
		return math.Inf(1)
	case c.Best == Highest:
		return -*cell.Value
	}
	return *cell.Value
}

// sweptPaths are the swept settings that concern a model: its own, and those of no model.
func sweptPaths(model string, variants []Variant) []string {
	var paths []string
	for _, variant := range variants {
		for _, swept := range variant.Swept {
			if !strings.HasPrefix(swept.Path, "models.") || strings.HasPrefix(swept.Path, "models."+model+".") {
				paths = append(paths, swept.Path)
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// seedsOf is the most seeds that any variant of a model was run with.
func (s *variantTable) seedsOf(model string) int {
	most, counts := 1, map[string]int{}
	for _, record := range s.records {
		if record.Model == model {
			counts[record.Experiment]++
		}
	}
	for _, other := range s.choice.Others {
		if other.Model == model {
			counts[other.Experiment]++
		}
	}
	for _, variant := range s.with {
		most = max(most, counts[variant.Experiment])
	}
	return most
}

func sweptValue(variant Variant, path string) string {
	for _, swept := range variant.Swept {
		if swept.Path == path {
			return swept.Value
		}
	}
	return "–"
}

// flags are a variant's settings as the command line takes them; the file itself needs none.
func flags(variant Variant, paths []string) string {
	text := ""
	for _, swept := range variant.Swept {
		if slices.Contains(paths, swept.Path) {
			text += " --set " + Quoted(swept.Path+"="+swept.Value)
		}
	}
	return cmp.Or(text, " the file as it is")
}

// Quoted returns an argument of a command line with quotes where a shell needs them.
func Quoted(argument string) string {
	if strings.ContainsAny(argument, " \t*?[]{}()<>|&;$!#~`\"'\\") {
		return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
	}
	return argument
}
