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

	further bool // of other settings, with the models alone that they concern
}

// Choice is the rule by which the best variant is chosen.
type Choice struct {
	Metric   string // and its number, such as noisy_likelihood.value
	Best     Best   // Lowest or Highest
	Judge    Judge  // of runs' settings; nil for Overridden
	Others   []Other
	Origin   Origin // of the runs; nil if unknown
	Declared *Declared
}

// Choose ranks the variants of one model by the mean of a metric over the seeds, the best first. One that lacks a seed
// that another has comes after all that lack none, and so does one that was run with other settings than its file's.
// The columns after the metric are the swept settings that concern the model; a dash is what the file itself says. A
// remark gives the best one's settings as flags of the command line. Variants that a search has not trained to the end
// come last, without a number. It is nil where no swept setting concerns the model.
func Choose(model string, variants []Variant, choice Choice, records []stage.Record) *Table {
	variants = slices.DeleteFunc(slices.Clone(variants), func(v Variant) bool {
		return v.further && !slices.ContainsFunc(records, func(r stage.Record) bool {
			return r.Experiment == v.Experiment && r.Model == model
		})
	})
	paths := sweptPaths(model, variants)
	if len(paths) == 0 {
		return nil
	}
	table := &Table{Title: model, Caption: fmt.Sprintf("%d variants by the mean of %s over the seeds, the %s first",
		len(variants), choice.Metric, choice.Best)}
	table.Columns = []Heading{{Label: choice.Metric, Aggregate: Mean}}
	for _, path := range paths {
		table.Columns = append(table.Columns, Heading{Label: strings.TrimPrefix(path, "models."+model+".")})
	}
	column := ColumnSpec{Selection: Selection{Model: model, Metric: choice.Metric}}
	seeds := seedsOf(model, variants, records, choice.Others)
	spec := &Spec{Aggregate: Mean, Digits: 4, Scale: 1, Seeds: &seeds, judge: choice.Judge, declared: choice.Declared,
		others: choice.Others, origin: choice.Origin}
	for _, variant := range variants {
		row := Row{Label: variant.Name}
		row.Cells = append(row.Cells, spec.cell(table, RowSpec{Selection: Selection{Experiment: variant.Experiment}},
			column, records))
		for _, path := range paths {
			row.Cells = append(row.Cells, Cell{Text: sweptValue(variant, path)})
		}
		table.Rows = append(table.Rows, row)
	}
	slices.SortStableFunc(table.Rows, func(a, b Row) int {
		return cmp.Compare(choice.rank(a.Cells[0]),
			choice.rank(b.Cells[0]))
	})
	if best := table.Rows[0]; !math.IsInf(choice.rank(best.Cells[0]), 1) {
		at := slices.IndexFunc(variants, func(v Variant) bool { return v.Name == best.Label })
		table.Remarks = []string{model + ", " + best.Label + ":" + flags(variants[at], paths)}
	}
	return table
}

// FurtherVariants returns variants with those of other settings, by what Every returns; their settings count as swept.
func FurtherVariants(named []stage.Record, names map[string][]string, variants []Variant) (all []Variant) {
	for _, variant := range variants {
		all = append(all, variant)
		for _, name := range names[variant.Experiment] {
			other := Variant{further: true, Experiment: name,
				Name: variant.Name + strings.TrimPrefix(name, variant.Experiment), Swept: slices.Clone(variant.Swept)}
			i := slices.IndexFunc(named, func(r stage.Record) bool { return r.Experiment == name })
			for _, override := range named[i].Overrides {
				path, value, _ := strings.Cut(override, "=")
				other.Swept = slices.DeleteFunc(other.Swept, func(s config.Swept) bool { return s.Path == path })
				other.Swept = append(other.Swept, config.Swept{Path: path, Value: value})
			}
			all = append(all, other)
		}
	}
	return all
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
func seedsOf(model string, variants []Variant, records []stage.Record, others []Other) int {
	most, counts := 1, map[string]int{}
	for i := range records {
		if record := &records[i]; record.Model == model {
			counts[record.Experiment]++
		}
	}
	for _, other := range others {
		if other.Model == model {
			counts[other.Experiment]++
		}
	}
	for _, variant := range variants {
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
	if text == "" {
		return " the file as it is"
	}
	return text
}

// Quoted returns an argument of a command line with quotes where a shell needs them.
func Quoted(argument string) string {
	if strings.ContainsAny(argument, " \t*?[]{}()<>|&;$!#~`\"'\\") {
		return "'" + strings.ReplaceAll(argument, "'", `'\''`) + "'"
	}
	return argument
}
