package results

import (
	"math"
	"strings"
	"testing"

	"ebim/framework/runs/stage"
)

// fill makes a table of one cell: metric w.value of model m in experiment e.
func fill(t *testing.T, extra string, records ...stage.Record) (*Table, Cell) {
	t.Helper()
	spec, err := parse("title: t\nrows: [{label: a, experiment: e}]\ncolumns: [{label: b, model: m, metric: " +
		"w.value}]\n" + extra)
	if err != nil {
		t.Fatal(err)
	}
	table := spec.Fill(records)
	return table, table.Rows[0].Cells[0]
}

func TestAggregates(t *testing.T) {
	var runs []stage.Record
	for seed, value := range []float64{4, 1, 2, 9} {
		runs = append(runs, record("e", "m", seed, "w", "value", value))
	}
	// Mean 4, sample variance (0 + 9 + 4 + 25)/3, standard error sqrt(38/3/4) = 1.7795.
	for extra, want := range map[string]string{
		"aggregate: mean":   "4.00 ± 1.78",
		"aggregate: median": "3.00",
		"aggregate: min":    "1.00",
		"aggregate: max":    "9.00",
		"aggregate: values": "4.00, 1.00, 2.00, 9.00",
		"decimals: 0":       "4 ± 2",
		"digits: 1":         "4 ± 2",
		"scale: 1e-9":       "4.00e-09 ± 2e-09",
		"seeds: 5":          "4.00 ± 1.78 (4/5 seeds)",
		"{aggregate: median, seeds: 7, scale: 2}": "6.00 (4/7 seeds)",
	} {
		extra = strings.NewReplacer("{", "", "}", "", ", ", "\n").Replace(extra)
		if _, cell := fill(t, extra, runs...); cell.Text != want {
			t.Errorf("%s: %q, want %q", extra, cell.Text, want)
		}
	}
}

func TestFraction(t *testing.T) {
	matches := func(values ...float64) []stage.Record {
		var runs []stage.Record
		for seed, value := range values {
			runs = append(runs, record("e", "m", seed, "w", "value", value))
		}
		return runs
	}
	for _, test := range []struct {
		extra string
		runs  []stage.Record
		want  string
		share float64
	}{
		{"", matches(1, 0, 1), "2 of 3", 2.0 / 3},
		{"", matches(0, 0), "0 of 2", 0},
		{"", matches(1), "1 of 1", 1},
		{"scale: 0.01", matches(1, 1), "2 of 2", 1},
		{"", append(matches(1), record("e", "m", 1)), "1 of 1 (1/2 seeds)", 1},
	} {
		_, cell := fill(t, "aggregate: fraction\n"+test.extra, test.runs...)
		if cell.Text != test.want || cell.Value == nil || math.Abs(*cell.Value-test.share) > 1e-15 ||
			cell.StandardError != nil {
			t.Errorf("%+v, want %q and %v", cell, test.want, test.share)
		}
	}
}

func TestOneSeedHasNoStandardError(t *testing.T) {
	_, cell := fill(t, "", record("e", "m", 0, "w", "value", 0.5))
	if cell.Text != "0.500 (1 seed)" || cell.StandardError != nil {
		t.Errorf("%+v", cell)
	}
	_, cell = fill(t, "", record("e", "m", 0, "w", "value", 0.5), record("e", "other", 1))
	if cell.Text != "0.500 (1/2 seeds)" {
		t.Errorf("the experiment was run with two seeds, the model with one: %q", cell.Text)
	}
}

func TestSeedsOfDifferentSettingsAreRemarked(t *testing.T) {
	other := record("e", "m", 1, "w", "value", 2.0)
	other.Settings = "others"
	table, cell := fill(t, "", record("e", "m", 0, "w", "value", 1.0), other)
	if len(cell.Notes) != 1 || !strings.Contains(table.Notes[0], "different settings") {
		t.Errorf("%+v, notes %q", cell, table.Notes)
	}
}

func TestOverflowIsNoValue(t *testing.T) {
	for _, extra := range []string{"scale: 1e10", ""} {
		_, cell := fill(t, extra, record("e", "m", 0, "w", "value", -1.7e308),
			record("e", "m", 1, "w", "value", 1.7e308))
		if cell.Value != nil || cell.StandardError != nil {
			t.Errorf("%q: %+v", extra, cell)
		}
	}
}

func TestBest(t *testing.T) {
	x := func(value float64) Cell { return Cell{Value: &value} }
	for what, test := range map[string]struct {
		groups string
		best   Best
		cells  []Cell
		want   string
	}{
		"lowest":             {"aaa", Lowest, []Cell{x(2), x(1), x(3)}, "-*-"},
		"highest":            {"aaa", Highest, []Cell{x(2), x(1), x(3)}, "--*"},
		"tie":                {"aaa", Lowest, []Cell{x(1), x(1), x(3)}, "**-"},
		"groups":             {"aabb", Lowest, []Cell{x(1), x(2), x(9), x(8)}, "*--*"},
		"nothing to compare": {"aab", Lowest, []Cell{x(1), {}, x(3)}, "---"},
		"none":               {"aa", None, []Cell{x(1), x(2)}, "--"},
	} {
		var columns []Heading
		for _, group := range test.groups {
			columns = append(columns, Heading{Group: string(group), Best: test.best})
		}
		markBest(columns, test.cells)
		got := ""
		for _, cell := range test.cells {
			mark := "-"
			if cell.Best {
				mark = "*"
			}
			got += mark
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", what, got, test.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	three := style{digits: 3}
	for x, want := range map[float64]string{
		0: "0.00", 0.09996: "0.100", 0.0131: "0.0131", 12.345: "12.3", 123456: "123456", 1.5e7: "1.50e+07",
		0.00012: "0.000120", 0.000012: "1.20e-05", -0.25: "-0.250", 999.6: "1000",
	} {
		if got := three.number(x); got != want {
			t.Errorf("%g is written %q, want %q", x, got, want)
		}
	}
	if got := three.withError(0.5, 0.00002); got != "0.500 ± 2e-05" {
		t.Errorf("a small error is written %q", got)
	}
	if got := three.withError(0.5, 0); got != "0.500 ± 0.000" {
		t.Errorf("no spread is written %q", got)
	}
}

func TestMetricsOfTheRun(t *testing.T) {
	r := record("e", "m", 2, "distance", "median", 0.5, "distance", "mean", 0.75)
	for metric, want := range map[string]float64{
		"run.seconds": 12, "run.seconds.energy": 3, "run.peak_memory_bytes": 5e6, "distance": 0.5,
		"distance.mean": 0.75,
	} {
		if got, _, problem := known.value(&r, metric); got == nil || *got != want {
			t.Errorf("%s: %v (%s), want %g", metric, got, problem, want)
		}
	}
	for metric, want := range map[string]string{
		"run.secands":         `did you mean "seconds"?`,
		"run.seconds.data":    "there are manifold, energy",
		"distance.medium":     `did you mean "median"?`,
		"wasserstein.value":   `no metric "wasserstein"`,
		"run.seconds.energie": `did you mean "energy"?`,
	} {
		if got, _, problem := known.value(&r, metric); got != nil || !strings.Contains(problem, want) {
			t.Errorf("%s: %v (%s), want %s", metric, got, problem, want)
		}
	}
	nan := math.NaN()
	r.Metrics["distance"]["max"] = &nan
	if got, _, _ := known.value(&r, "distance.max"); got != nil {
		t.Error("NaN counts as a value")
	}
}

// Trainings are those that are marked: not the metrics, nor the trainings of models that they compare with.
func TestTrainingSeconds(t *testing.T) {
	r := record("e", "m", 0)
	r.Stages = nil
	for i, name := range []string{"data", "manifold", "ebim_energy", "samples", "mesh", "metric_w",
		"pushforward_autoencoder", "metric_x"} {
		r.Stages = append(r.Stages, stage.StageRecord{Name: name, Seconds: math.Pow(10, float64(i))})
	}
	r.Stages[2].Training, r.Stages[6].Training = true, true
	if got, _, _ := known.value(&r, "run.training_seconds"); *got != 1000100 {
		t.Errorf("%v, want 100 + 1000000", *got)
	}
}

func TestSkippedCellIsNotMissing(t *testing.T) {
	spec, err := parse("title: t\nrows: [{label: a, experiment: e, skip: [b]}]\n" +
		"columns: [{label: b, model: m, metric: w.value}, {label: c, model: n, metric: w.value}]\n")
	if err != nil {
		t.Fatal(err)
	}
	cells := spec.Fill([]stage.Record{record("e", "m", 0, "w", "value", 0.5)}).Rows[0].Cells
	if cells[0].Text != "–" || cells[0].Value != nil || cells[1].Text != "missing" {
		t.Errorf("skipped: %+v, missing: %+v", cells[0], cells[1])
	}
}

func TestSummaryCountsMatches(t *testing.T) {
	runs := []stage.Record{record("e", "m", 0, "topology", "components", 1.0, "topology", "matches", 1.0),
		record("e", "m", 1, "topology", "components", 3.0, "topology", "matches", 0.0)}
	table := Summary(runs, known)
	if label, text := table.Rows[0].Label, table.Rows[0].Cells[0].Text; label != "topology, matches" ||
		text != "1 of 2" {
		t.Errorf("%q: %q", label, text)
	}
}

func TestSummaryShowsTheRatioBesideItsValue(t *testing.T) {
	run := record("e", "m", 0, "w", "value", 0.5)
	run.Metrics["w"]["ratio"] = run.Metrics["w"]["value"]
	rows := Summary([]stage.Record{run}, known).Rows
	if rows[0].Label != "w" || rows[1].Label != "w / noise floor" {
		t.Errorf("%+v", rows)
	}
}
