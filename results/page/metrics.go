package page

import (
	"cmp"
	"slices"
	"strings"

	"ebim/framework/output"
	"ebim/framework/runs/stage"
	"ebim/results"
)

// sortRows orders runs by experiment, model, seed and start.
func sortRows(rows []Row) {
	slices.SortStableFunc(rows, func(a, b Row) int {
		order := cmp.Or(Naturally(a.Experiment, b.Experiment), cmp.Compare(a.Model, b.Model),
			cmp.Compare(a.Seed, b.Seed))
		if order == 0 && a.Started != nil && b.Started != nil {
			order = a.Started.Compare(*b.Started)
		}
		return cmp.Or(order, cmp.Compare(a.ID, b.ID))
	})
}

// metricsOf returns the numbers of runs.
func metricsOf(records []*stage.Record, declared *results.Declared,
	numbersOf func(*stage.Record) []results.Number) *Metrics {
	m := &Metrics{Runs: map[string][]*float64{}}
	at := map[string]int{}
	place := func(name string, info MetricInfo) int {
		k, known := at[name]
		if !known {
			k, at[name] = len(m.Names), len(m.Names)
			m.Names, m.Of = append(m.Names, name), append(m.Of, info)
		}
		return k
	}
	runNumbers := results.RunNumbers()
	for _, n := range runNumbers {
		place(n.Name, MetricInfo{Unit: n.Unit, Better: string(output.Lowest), Meaning: n.Meaning}) // all are costs
	}
	// names in the same order each time
	slices.SortFunc(records, func(a, b *stage.Record) int { return strings.Compare(a.Folder, b.Folder) })
	for _, record := range records {
		values := make([]*float64, len(m.Names))
		for i, n := range runNumbers {
			values[i] = declared.Value(record, n.Name)
		}
		for _, n := range numbersOf(record) {
			k := place(n.Name(), MetricInfo{n.Output.Unit, string(n.Output.Better), n.Output.Meaning,
				n.Output.Role == output.Main, string(n.Output.Format)})
			for len(values) <= k {
				values = append(values, nil)
			}
			values[k] = n.Value
		}
		m.Runs[ID(record.Folder)] = values
	}
	return m
}
