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

func TestChooseRanksCompleteVariants(t *testing.T) {
	variants, records := searched()
	for best, want := range map[Best]string{Lowest: "trial=1 trial=0 trial=2 trial=3",
		Highest: "trial=0 trial=1 trial=2 trial=3"} {
		table := Choose("a", variants, Choice{Metric: "w.value", Best: best}, records)
		var order []string
		for _, row := range table.Rows {
			order = append(order, row.Label)
		}
		if got := strings.Join(order, " "); got != want {
			t.Errorf("the %s first gives %s, want %s", best, got, want)
		}
	}
}

func TestChooseShowsTheModelsOwnSettings(t *testing.T) {
	variants, records := searched()
	table := Choose("a", variants, Choice{Metric: "w.value", Best: Lowest}, records)
	var head []string
	for _, column := range table.Columns {
		head = append(head, column.Label)
	}
	if diff := cmp.Diff([]string{"w.value", "data.size", "network"}, head); diff != "" {
		t.Error(diff)
	}
	var text strings.Builder
	if err := Write(&text, table, Text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a, trial=1: --set 'models.a.network={mlp: {hidden: [8]}}'\n", "1.500 ± 0.500",
		"(1/2 seeds)", "energy: NaN"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("no %q in\n%s", want, text.String())
		}
	}
	if strings.Contains(text.String(), "ab.rate") {
		t.Errorf("settings of another model in\n%s", text.String())
	}
}

func TestChooseWithNothingToChoose(t *testing.T) {
	variants, records := searched()
	if table := Choose("c", variants[:2], Choice{Metric: "w.value", Best: Lowest}, records); table != nil {
		t.Errorf("a model without swept settings gives %v", table)
	}
	if table := Choose("ab", variants, Choice{Metric: "w.value", Best: Lowest}, nil); len(table.Remarks) > 0 ||
		table.Rows[0].Cells[0].Text != "missing" {
		t.Errorf("without records: %v", table)
	}
	highest := Choose("a", variants, Choice{Metric: "w.value", Best: Highest}, records)
	if want := "a, trial=0: the file as it is"; highest.Remarks[0] != want {
		t.Errorf("remark %q, want %q", highest.Remarks[0], want)
	}
}

// What was run with other settings is no variant of the file, however good it is.
func TestChooseLeavesOtherSettingsAside(t *testing.T) {
	variants, records := searched()
	judge := func(record *stage.Record, _ string) string {
		if record.Experiment == "c,trial=1" {
			return "models.a"
		}
		return ""
	}
	table := Choose("a", variants, Choice{Metric: "w.value", Best: Lowest, Judge: judge}, records)
	if want := "a, trial=0: the file as it is"; table.Rows[0].Label != "trial=0" || table.Remarks[0] != want {
		t.Errorf("first is %s, with the remark %q, want %q", table.Rows[0].Label, table.Remarks, want)
	}
	judge = func(*stage.Record, string) string { return "data" } // the records are those of another file
	if table := Choose("a", variants, Choice{Metric: "w.value", Best: Lowest, Judge: judge},
		records); len(table.Remarks) > 0 {
		t.Errorf("something is chosen among runs of another file: %q", table.Remarks)
	}
}
