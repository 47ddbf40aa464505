package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ebim/framework/output"
	"ebim/framework/runs/stage"
)

// What a table's caption says of the records that it is made from.

// describeTests says how the comparisons of a table are tested; empty without any. Rows go by the labels of the table
// file.
func describeTests(table *Table, labels []string) string {
	rows := map[stage.Draws][]string{}
	tested := 0
	for i, row := range table.Rows {
		for _, cell := range row.Cells {
			if cell.Comparison == nil {
				continue
			}
			if cell.Comparison.PValue != nil {
				tested++
			}
			if draws := cell.Comparison.Draws; !slices.Contains(rows[draws], labels[i]) {
				rows[draws] = append(rows[draws], labels[i])
			}
		}
	}
	if len(rows) == 0 {
		return ""
	}
	text := "p: two-sided paired t-tests"
	if tested > 1 {
		text += fmt.Sprintf(", corrected by Holm's method for all %d of this table", tested)
	}
	var kinds []string
	for _, kind := range []struct {
		draws stage.Draws
		said  string
	}{
		{stage.NewData, "seeds draw new data"},
		{stage.Splits,
			"seeds divide one data set anew, so that the variance is corrected (Nadeau and Bengio 2003), in ± of " +
				"the difference too"},
		{stage.SameData, "seeds have the same data, so that p speaks of the chance in trainings alone"},
		{"", "the records do not say whether seeds draw new data or divide one data set anew, for which p would be " +
			"too small"},
	} {
		if found := rows[kind.draws]; len(rows) == 1 && found != nil {
			kinds = append(kinds, kind.said)
		} else if found != nil {
			kinds = append(kinds, strings.Join(found, ", ")+": "+kind.said)
		}
	}
	return text + ". " + capital(strings.Join(kinds, ". ")) + "."
}

// describeErrors says that standard errors hold more than the spread of the seeds, where they do.
func describeErrors(table *Table) string {
	if !table.has(func(c Cell) bool { return c.CommonError > 0 }) {
		return ""
	}
	return "Where all seeds share an error, as of the ratio to one noise floor, ± includes it."
}

// sentences puts texts behind each other, with a full stop where one lacks it.
func sentences(texts ...string) string {
	joined := ""
	for _, text := range texts {
		switch text = strings.TrimSpace(text); {
		case text == "":
		case joined == "":
			joined = text
		case strings.HasSuffix(joined, "."):
			joined += " " + text
		default:
			joined += ". " + text
		}
	}
	return joined
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// describeSizes says how many points are compared by each of the metrics shown, if the records say so.
func (s *Spec) describeSizes(rows []RowSpec, records []stage.Record) string {
	sizes := map[string]*[2][]float64{} // the model's points and the truth's, by metric
	for _, row := range rows {
		for _, column := range s.Columns {
			which := selection(row, column)
			metric, _, _ := strings.Cut(which.Metric, ".")
			for i := range records {
				r := &records[i]
				if slices.Contains(row.Skip, column.Name()) || r.Experiment != which.Experiment ||
					r.Status != stage.Done || r.Model != which.Model && !slices.Contains(column.Against, r.Model) {
					continue
				}
				for side, role := range []output.Role{output.ModelSize, output.TrueSize} {
					n := s.declared.with(r, metric, func(o output.Output) bool { return o.Role == role })
					if sizes[metric] == nil {
						sizes[metric] = new([2][]float64)
					}
					if n != nil {
						sizes[metric][side] = append(sizes[metric][side], *n)
					}
				}
			}
		}
	}
	text := ""
	for _, metric := range slices.Sorted(maps.Keys(sizes)) {
		if model, truth := sizes[metric][0], sizes[metric][1]; model != nil && truth != nil {
			text = sentences(text, fmt.Sprintf("Points of the model and of the truth that %s compares: %s and %s.",
				metric, span(model), span(truth)))
		}
	}
	return text
}

// span writes the range of whole numbers.
func span(values []float64) string {
	low, high := slices.Min(values), slices.Max(values)
	if low == high {
		return fmt.Sprintf("%.0f", low)
	}
	return fmt.Sprintf("%.0f to %.0f", low, high)
}
