package results

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ebim/framework/output"
	"ebim/framework/runs/stage"
)

// refused reports whether a number speaks against all others of its run.
func refused(format output.Format, number float64) bool {
	if format == output.Verdict {
		return number < 1
	}
	return number != 1
}

// verdictsOf are the words of seeds: how many are which, unless all are the same.
func verdictsOf(values []float64) string {
	counts := map[string]int{}
	for _, v := range values {
		counts[stage.VerdictOf(v)]++
	}
	if len(counts) == 1 {
		return stage.VerdictOf(values[0])
	}
	var parts []string
	for _, word := range []string{"wrong", "doubtful", "good"} {
		if counts[word] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[word], word))
		}
	}
	return strings.Join(parts, ", ")
}

// doubtDisagreement lowers the verdicts on models whose seeds differ in topology: not all can be right.
func (s *Spec) doubtDisagreement(table *Table, records []stage.Record) {
	for j, column := range s.Columns {
		if column.Aggregate == nil || *column.Aggregate != Verdict {
			continue
		}
		for i, row := range s.Rows {
			cell := &table.Rows[i].Cells[j]
			if cell.Value == nil || len(cell.values()) < 2 || slices.Max(cell.values()) < 2 || !disagree(row, records) {
				continue
			}
			*cell.Value = min(*cell.Value, 1)
			if cell.Text == stage.VerdictOf(2) {
				cell.Text = stage.VerdictOf(1)
			}
			cell.Notes = append(cell.Notes, table.note(row.Experiment+", "+row.Model+
				": the seeds differ in topology, so not all are right"))
		}
	}
}

// topologyOutputs are the numbers of a topology that are compared.
var topologyOutputs = []string{"components", "euler_characteristic", "boundary", "orientable"}

// disagree reports whether finished runs of a row's model have different topologies.
func disagree(row RowSpec, records []stage.Record) bool {
	shapes := map[string]bool{}
	for i := range records {
		r := &records[i]
		if r.Experiment != row.Experiment || r.Model != row.Model || r.Status != stage.Done {
			continue
		}
		for _, label := range slices.Sorted(maps.Keys(r.Metrics)) {
			numbers, text := r.Metrics[label], ""
			for _, name := range topologyOutputs {
				if number := numbers[name]; number != nil {
					text += fmt.Sprint(name, *number, ";")
				}
			}
			if strings.HasPrefix(text, topologyOutputs[0]) {
				shapes[label+text] = true
			}
		}
	}
	labels := map[string]int{}
	for shape := range shapes {
		label, _, _ := strings.Cut(shape, topologyOutputs[0])
		labels[label]++
	}
	for _, count := range labels {
		if count > 1 {
			return true
		}
	}
	return false
}

// doubts are the footnotes of a row with models of whose runs a metric says that all their numbers are in doubt, such
// as Markov chains that have not mixed: one for each experiment and doubt.
func (s *Spec) doubts(row RowSpec, records []stage.Record) []string {
	type doubted struct{ experiment, doubt string }
	var order []doubted
	parts, seen := map[doubted][]string{}, map[Selection]bool{}
	for _, column := range s.Columns {
		if slices.Contains(row.Skip, column.Name()) {
			continue
		}
		shown := selection(row, column)
		for _, label := range slices.Concat([]string{shown.Model}, column.Against) {
			which := Selection{Experiment: shown.Experiment, Model: label}
			if seen[which] {
				continue
			}
			seen[which] = true
			holds, looked := map[string]int{}, map[string]int{} // runs by doubt
			for i := range records {
				if records[i].Experiment == which.Experiment && records[i].Model == label {
					s.declared.countDoubts(&records[i], holds, looked)
				}
			}
			for doubt, count := range holds {
				place := doubted{which.Experiment, doubt}
				if parts[place] == nil {
					order = append(order, place)
				}
				parts[place] = append(parts[place], fmt.Sprintf("%d of %d runs of %s", count, looked[doubt], label))
			}
		}
	}
	var notes []string
	for _, place := range order {
		notes = append(notes, place.experiment+": "+strings.Replace(place.doubt, "%s",
			strings.Join(parts[place], ", of "), 1))
	}
	slices.Sort(notes)
	return notes
}

// countDoubts counts a run under the doubts that some metric of it has looked into, and under those that hold.
func (d *Declared) countDoubts(record *stage.Record, holds, looked map[string]int) {
	own := map[string]bool{}
	for label, numbers := range record.Metrics {
		for _, o := range d.of(record, label) {
			if number, measured := numberOf(numbers, o); o.Doubt != "" && measured {
				own[o.Doubt] = own[o.Doubt] || number == nil || refused(o.Format, *number)
			}
		}
	}
	for doubt, doubted := range own {
		looked[doubt]++
		if doubted {
			holds[doubt]++
		}
	}
}
