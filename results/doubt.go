package results

import (
	"fmt"
	"slices"
	"strings"

	"ebim/framework/runs/stage"
)

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
