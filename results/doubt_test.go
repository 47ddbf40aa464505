package results

import (
	"math"
	"strings"
	"testing"

	"ebim/framework/runs/stage"
)

func TestRowsTellOfChainsThatHaveNotMixed(t *testing.T) {
	const head = "title: t\nrows: [{label: a, experiment: e, skip: [s]}]\n" +
		"columns: [{label: b, model: m, metric: w.value}, " +
		"{label: c, model: m, metric: w.value, best: lowest, against: [o]}, {label: s, model: skipped, metric: " +
		"w.value}, "
	runs := func(model string, mixed ...float64) []stage.Record {
		var records []stage.Record
		for seed, value := range mixed {
			records = append(records, record("e", model, seed, "w", "value", 1.0, "chains", "mixed", value))
		}
		return records
	}
	mixed, half, none := runs("m", 1, 1), runs("m", 1, 0, math.NaN()), runs("o", 0)
	for name, test := range map[string]struct {
		records []stage.Record
		want    string
	}{
		"all have":      {mixed, ""},
		"not measured":  {[]stage.Record{record("e", "m", 0, "w", "value", 1.0)}, ""},
		"two of three":  {half, "e: the Markov chains of 2 of 3 runs of m have not mixed"},
		"compared with": {append(none, mixed...), "e: the Markov chains of 1 of 1 runs of o have not mixed"},
		"two models": {append(none, half...),
			"e: the Markov chains of 2 of 3 runs of m, of 1 of 1 runs of o have not mixed"},
		"skipped":   {runs("skipped", 0), ""},
		"not shown": {runs("another", 0), ""},
	} {
		spec, err := parse(head + "{label: d, model: m, metric: v.value}]\n")
		if err != nil {
			t.Fatal(err)
		}
		table := spec.Fill(test.records)
		var notes []string
		for _, n := range table.Rows[0].Notes {
			notes = append(notes, table.Notes[n-1])
		}
		if got := strings.Join(notes, "; "); got != test.want {
			t.Errorf("%s: the row notes %q, want %q", name, got, test.want)
		}
	}
	if heading := Summary(half, known).Columns[0]; len(heading.Notes) != 1 {
		t.Errorf("a run's summary has the head %+v", heading)
	}
}
