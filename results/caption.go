package results

import (
	"fmt"
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

// sizes are the least and the most points of the model, and of the truth, that runs compare.
type sizes struct{ model, truth [2]float64 }

// describeSizes says how many points are compared by each of the metrics shown, if the records say so.
func (s *Spec) describeSizes(rows []RowSpec, records []stage.Record) string {
	var metrics []string
	compared := map[string]*sizesOfRows{}
	for _, row := range rows {
		for _, column := range s.Columns {
			if slices.Contains(row.Skip, column.Name()) {
				continue
			}
			which := selection(row, column)
			metric, _, _ := strings.Cut(which.Metric, ".")
			for i := range records {
				record := &records[i]
				if record.Experiment != which.Experiment || record.Status != stage.Done ||
					record.Model != which.Model && !slices.Contains(column.Against, record.Model) {
					continue
				}
				model := s.declared.with(record, metric, func(o output.Output) bool {
					return o.Role == output.ModelSize
				})
				truth := s.declared.with(record, metric, func(o output.Output) bool {
					return o.Role == output.TrueSize
				})
				if model == nil || truth == nil {
					continue
				}
				if compared[metric] == nil {
					metrics, compared[metric] = append(metrics, metric), &sizesOfRows{known: map[string]*sizes{}}
				}
				compared[metric].add(row.base(), *model, *truth)
			}
		}
	}
	text := ""
	for _, metric := range metrics {
		text = sentences(text, fmt.Sprintf("Points of the model and of the truth that %s compares: %v.", metric,
			compared[metric]))
	}
	return text
}

// sizesOfRows are the sizes of a metric by the labels of rows.
type sizesOfRows struct {
	labels []string
	known  map[string]*sizes
}

func (s *sizesOfRows) add(label string, model, truth float64) {
	known := s.known[label]
	if known == nil {
		s.labels = append(s.labels, label)
		known = &sizes{[2]float64{model, model}, [2]float64{truth, truth}}
		s.known[label] = known
	}
	known.model = [2]float64{min(known.model[0], model), max(known.model[1], model)}
	known.truth = [2]float64{min(known.truth[0], truth), max(known.truth[1], truth)}
}

// String gives the sizes of most rows without their labels.
func (s *sizesOfRows) String() string {
	var order []sizes
	rows := map[sizes][]string{}
	for _, label := range s.labels {
		size := *s.known[label]
		if rows[size] == nil {
			order = append(order, size)
		}
		rows[size] = append(rows[size], label)
	}
	slices.SortStableFunc(order, func(a, b sizes) int { return len(rows[b]) - len(rows[a]) })
	var parts []string
	for i, size := range order {
		text := span(size.model) + " and " + span(size.truth)
		if i > 0 {
			text += " in " + strings.Join(rows[size], ", ")
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// span writes a range of whole numbers.
func span(ends [2]float64) string {
	if ends[0] == ends[1] {
		return fmt.Sprintf("%.0f", ends[0])
	}
	return fmt.Sprintf("%.0f-%.0f", ends[0], ends[1])
}
