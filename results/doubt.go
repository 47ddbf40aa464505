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
	parts := map[doubted][]string{}
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
			for _, found := range s.countDoubts(which, records) {
				if found.count == 0 {
					continue
				}
				place := doubted{which.Experiment, found.doubt}
				if parts[place] == nil {
					order = append(order, place)
				}
				parts[place] = append(parts[place], fmt.Sprintf("%d of %d runs of %s", found.count, found.all, label))
			}
		}
	}
	var notes []string
	for _, place := range order {
		notes = append(notes, place.experiment+": "+strings.Replace(place.doubt, "%s",
			strings.Join(parts[place], ", of "), 1))
	}
	return notes
}

// doubtCount is the number of a model's runs that are in doubt, and of those that were looked at.
type doubtCount struct {
	doubt      string
	count, all int
}

func (s *Spec) countDoubts(which Selection, records []stage.Record) []doubtCount {
	var counts []doubtCount
	for i := range records {
		record := &records[i]
		if record.Experiment != which.Experiment || record.Model != which.Model {
			continue
		}
		for doubt, holds := range s.declared.doubtsOf(record) {
			k := slices.IndexFunc(counts, func(c doubtCount) bool { return c.doubt == doubt })
			if k < 0 {
				k, counts = len(counts), append(counts, doubtCount{doubt: doubt})
			}
			counts[k].all++
			if holds {
				counts[k].count++
			}
		}
	}
	slices.SortFunc(counts, func(a, b doubtCount) int { return strings.Compare(a.doubt, b.doubt) })
	return counts
}

// doubtsOf says which doubts some metric of a record has looked into, and whether they hold.
func (d *Declared) doubtsOf(record *stage.Record) map[string]bool {
	doubts := map[string]bool{}
	for label, numbers := range record.Metrics {
		for _, o := range d.of(record, label) {
			if number, measured := numberOf(numbers, o); o.Doubt != "" && measured {
				doubts[o.Doubt] = doubts[o.Doubt] || number == nil || refused(o.Format, *number)
			}
		}
	}
	return doubts
}
