package results

import (
	"strings"
	"testing"

	"ebim/framework/runs/stage"
)

func TestVerdicts(t *testing.T) {
	for want, values := range map[string][]float64{"good": {2, 2}, "wrong": {0},
		"1 wrong, 1 doubtful, 2 good": {2, 0, 1, 2}} {
		if got := verdictsOf(values); got != want {
			t.Errorf("%v: %q, want %q", values, got, want)
		}
	}
	one := record("e", "m", 0, "trust", "verdict", 1.0)
	if got := one.Verdict(); got != "doubtful" {
		t.Errorf("a run's verdict: %q", got)
	}
	if got := new(stage.Record).Verdict(); got != "" {
		t.Errorf("a run without: %q", got)
	}
}

// Seeds of different topology can't all be right.
func TestVerdictsOnSeedsThatDisagree(t *testing.T) {
	spec := func() *Spec {
		verdict := Verdict
		return &Spec{Rows: []RowSpec{{Selection: Selection{Experiment: "e", Model: "m"}}},
			Columns: []ColumnSpec{{Aggregate: &verdict}}}
	}
	runs := func(components ...float64) (found []stage.Record) {
		for seed, count := range components {
			r := record("e", "m", seed, "trust", "verdict", 2.0, "topology", "components", count)
			r.Status = stage.Done
			found = append(found, r)
		}
		return found
	}
	for want, records := range map[string][]stage.Record{"good": runs(1, 1), "doubtful": runs(1, 2)} {
		value, two := 2.0, 2.0
		table := &Table{Rows: []Row{{Cells: []Cell{{Text: "good", Value: &value,
			Seeds: []SeedValue{{Value: &two}, {Value: &two}}}}}}}
		spec().doubtDisagreement(table, records)
		if cell := table.Rows[0].Cells[0]; cell.Text != want || (len(cell.Notes) > 0) != (want == "doubtful") {
			t.Errorf("%+v, want %s", cell, want)
		}
	}
}

// What seeds say alike is said once, with the range of its numbers.
func TestTogether(t *testing.T) {
	seed := func(number int, text string) SeedValue { return SeedValue{Seed: number, Caveat: text} }
	said := func(s SeedValue) string { return s.Caveat }
	for want, all := range map[string][]SeedValue{
		"seeds 0, 1, 2: 4.5 to 41 % of F = 0 is empty; more data help": {
			seed(0, "4.5 % of F = 0 is empty; more data help"), seed(1, "41 % of F = 0 is empty; more data help"),
			seed(2, "5 % of F = 0 is empty; more data help")},
		"seeds 0, 2: a 1 | seed 2: b": {seed(0, "a 1"), seed(1, ""), seed(2, "a 1; b")},
		"":                            {seed(0, "")},
	} {
		if got := strings.Join(bySeed(all, said, true), " | "); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
