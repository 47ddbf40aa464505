package results

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
)

func searched() ([]Variant, []stage.Record) {
	variants := []Variant{
		{Experiment: "c,trial=0", Name: "trial=0", Swept: nil},
		{Experiment: "c,trial=1", Name: "trial=1", Swept: []config.Swept{{Path: "models.a.network",
			Value: "{mlp: {hidden: [8]}}"}, {Path: "models.ab.rate", Value: "1"}}},
		{Experiment: "c,trial=2", Name: "trial=2", Swept: []config.Swept{{Path: "data.size", Value: "7"},
			{Path: "models.a.network", Value: "x"}, {Path: "models.ab.rate", Value: "2"}}},
		{Experiment: "c,trial=3", Name: "trial=3", Swept: []config.Swept{{Path: "models.a.network", Value: "y"},
			{Path: "models.ab.rate", Value: "3"}}},
	}
	records := []stage.Record{
		record("c,trial=0", "a", 0, "w", "value", 3.0), record("c,trial=0", "a", 1, "w", "value", 5.0),
		record("c,trial=1", "a", 0, "w", "value", 1.0), record("c,trial=1", "a", 1, "w", "value", 2.0),
		record("c,trial=2", "a", 0, "w", "value", 0.1), failed("c,trial=2", "a", 1,
			stage.Failure{Stage: "energy", Reason: "NaN"}),
		record("c,trial=3", "a", 0, "w", "value", math.NaN()), record("c,trial=3", "a", 1, "w", "value", 9.0),
		record("c,trial=1", "ab", 0, "w", "value", 9.0),
	}
	return variants, records
}

// shown are the texts of a table's rows.
func shown(table *Table) (rows []string) {
	for _, row := range table.Rows {
		line := row.Label
		for _, cell := range row.Cells {
			line += "|" + cell.Text
		}
		rows = append(rows, line)
	}
	return rows
}

func TestVariantsByTheSelectedMetric(t *testing.T) {
	variants, records := searched()
	table := Variants("Search", variants, Choice{Metric: "w.value", Best: Lowest}, records)
	want := []string{
		"a|trial=1|–|{mlp: {hidden: [8]}}|–|1.50 ± 0.50|2 done",
		"a|trial=0|–|–|–|4.00 ± 1.00|2 done",
		"a|trial=2|7|x|–|0.100 (1/2 seeds)|1 done, 1 failed",
		"a|trial=3|–|y|–|9.00 (1/2 seeds)|2 done",
		"ab|trial=1|–|–|1|9.00|1 done",
	}
	got := shown(table)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	var head []string
	for _, column := range table.Columns {
		head = append(head, column.Label)
	}
	if diff := cmp.Diff([]string{"variant", "data.size", "a.network", "ab.rate", "w.value", "runs"}, head); diff != "" {
		t.Error(diff)
	}
	if want := []string{"a, trial=1: --set 'models.a.network={mlp: {hidden: [8]}}'",
		"ab, trial=1: --set models.ab.rate=1"}; !cmp.Equal(want, table.Remarks) {
		t.Errorf("%q", table.Remarks)
	}
	if highest := Variants("", variants, Choice{Metric: "w.value", Best: Highest},
		records); !strings.HasPrefix(shown(highest)[0], "a|trial=0|") {
		t.Errorf("%q", shown(highest))
	}
}

// Without a choice all metrics are shown, in the sweep's order, and a model that the sweep does not concern has one
// row.
func TestVariantsByAllMetrics(t *testing.T) {
	variants := []Variant{
		{Experiment: "c,n=1", Name: "n=1", Swept: []config.Swept{{Path: "models.a.n", Value: "1"}}},
		{Experiment: "c,n=2", Name: "n=2", Swept: []config.Swept{{Path: "models.a.n", Value: "2"}}},
	}
	records := []stage.Record{
		record("c,n=1", "a", 0, "w", "value", 3.0, "v", "value", 1.0), record("c,n=1", "b", 0, "w", "value", 7.0),
		record("c,n=2", "a", 0, "w", "value", 2.0, "v", "value", 5.0), record("c,n=2", "b", 0, "w", "value", 7.0),
		record("other", "a", 0, "w", "value", 2.0),
	}
	want := []string{"a|n=1|1|1.00|3.00|1 done", "a|n=2|2|5.00|2.00|1 done", "b|n=1|–|–|7.00|1 done"}
	if diff := cmp.Diff(want, shown(Variants("T", variants, Choice{}, records))); diff != "" {
		t.Error(diff)
	}
	if table := Variants("T", variants, Choice{}, records[:2]); table != nil {
		t.Errorf("one variant gives %q", shown(table))
	}
}

// A variant that was not run, or with other settings only, is missing.
func TestVariantsOfAFile(t *testing.T) {
	variants, records := searched()
	choice := Choice{Metric: "w.value", Best: Lowest, Origin: files{},
		Others: []Other{{Experiment: "c,trial=3", Model: "a", Seed: 0, Differs: "data"}}}
	table := Variants("", variants, choice, records[:6])
	if want := "a, trial=1: --set 'models.a.network={mlp: {hidden: [8]}}'"; table.Remarks[0] != want {
		t.Errorf("the remark is %q, want %q", table.Remarks, want)
	}
	if last := shown(table)[3]; last != "a|trial=3|–|y|missing|" ||
		!strings.Contains(table.Notes[1], "has others: data") {
		t.Errorf("what was not run is %q, with %q", last, table.Notes)
	}
}
