package results

import (
	"fmt"
	"slices"
	"strings"

	"ebim/framework/stage"
)

// unmixed are the footnotes of a row with models whose Markov chains have not mixed: one for each experiment.
func (s *Spec) unmixed(row RowSpec, records []stage.Record) []string {
	var experiments []string
	parts := map[string][]string{}
	seen := map[Selection]bool{}
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
			count, all := countUnmixed(which, records)
			if count == 0 {
				continue
			}
			if parts[which.Experiment] == nil {
				experiments = append(experiments, which.Experiment)
			}
			parts[which.Experiment] = append(parts[which.Experiment], fmt.Sprintf("%d of %d runs of %s", count, all, label))
		}
	}
	var notes []string
	for _, name := range experiments {
		notes = append(notes, name+": the Markov chains of "+strings.Join(parts[name], ", of ")+" have not mixed")
	}
	return notes
}

// countUnmixed is the number of a model's runs whose chains have not mixed, and of those that were looked at.
func countUnmixed(which Selection, records []stage.Record) (count, all int) {
	for i := range records {
		record := &records[i]
		if record.Experiment != which.Experiment || record.Model != which.Model {
			continue
		}
		if mixed, known := haveMixed(record); known {
			all++
			if !mixed {
				count++
			}
		}
	}
	return count, all
}

// haveMixed says whether a run's chains have mixed, which it is known of if a metric has the number mixed.
func haveMixed(record *stage.Record) (mixed, known bool) {
	mixed = true
	for _, numbers := range record.Metrics {
		if number, ok := numbers["mixed"]; ok {
			known, mixed = true, mixed && number != nil && *number == 1
		}
	}
	return mixed, known
}
