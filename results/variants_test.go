package results

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
)

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
		"ab|trial=1|–|–|1|9.00 (1/2 seeds)|1 done",
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
	if want := []string{"a, trial=1: --set 'models.a.network={mlp: {hidden: [8]}}'"}; !cmp.Equal(want, table.Remarks) {
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
	want := []string{"a|n=1|1|1.00 (1 seed)|3.00 (1 seed)|1 done", "a|n=2|2|5.00 (1 seed)|2.00 (1 seed)|1 done",
		"b|n=1|–|–|7.00 (1 seed)|1 done"}
	if diff := cmp.Diff(want, shown(Variants("T", variants, Choice{}, records))); diff != "" {
		t.Error(diff)
	}
	if table := Variants("T", variants, Choice{}, records[:2]); table != nil {
		t.Errorf("one variant gives %q", shown(table))
	}
}
