package results

import (
	"math"
	"strings"
	"testing"

	"ebim/framework/output"
	"ebim/framework/runs/stage"
)

const two = "title: t\nbest: lowest\nrows: [{label: a, experiment: e}]\n" +
	"columns: [{label: m, model: m, metric: w.value}, {label: o, model: o, metric: w.value}, {label: d, model: m, " +
	"metric: w.value, against: [o]}]\n"

func filled(t *testing.T, records []stage.Record) (*Spec, *Table) {
	t.Helper()
	spec, err := parse(two)
	if err != nil {
		t.Fatal(err)
	}
	return spec, spec.Fill(records)
}

// The ratio of each seed to one floor has that floor's error, which more seeds do not make smaller.
func TestCommonErrorDoesNotAverageOut(t *testing.T) {
	spread := 1 / math.Sqrt(3) // standard error of 1, 2, 3
	for what, test := range map[string]struct {
		values, errors []float64
		common         float64
	}{
		"one floor: 5 % of each":  {[]float64{1, 2, 3}, []float64{0.05, 0.1, 0.15}, 0.1},
		"one shift":               {[]float64{1, 2, 3}, []float64{0.2, 0.2, 0.2}, 0.2},
		"each seed its own floor": {[]float64{1, 2, 3}, []float64{0.05, 0.09, 0.17}, 0},
		"not known of all":        {[]float64{1, 2, 3}, []float64{0.05, 0.1, math.NaN()}, 0},
	} {
		var runs []stage.Record
		for seed := range test.values {
			runs = append(runs, record("e", "m", seed, "w", "value", test.values[seed], "w", "value_error",
				test.errors[seed]))
		}
		for _, scale := range []float64{1, 100} {
			table, cell := fill(t, map[float64]string{1: "", 100: "scale: 100\n"}[scale], runs...)
			if said := strings.Contains(table.Caption, "± includes it"); said != (test.common > 0) {
				t.Errorf("%s: caption %q", what, table.Caption)
			}
			if want := scale * math.Hypot(spread, test.common); math.Abs(*cell.StandardError-want) > 1e-12*want {
				t.Errorf("%s: %v, want %v", what, *cell.StandardError, want)
			}
		}
	}
}

func TestCaveatsMarkTheirNumbers(t *testing.T) {
	runs := append(many("e", "m", "w", 1, 2, 3), many("e", "o", "w", 4, 5, 6)...)
	runs[0].Caveats = map[string]string{"w": "draws repeat", "v": "of another metric"}
	runs[2].Caveats = map[string]string{"w": "draws repeat"}
	_, table := filled(t, runs)
	cells := table.Rows[0].Cells
	if !cells[0].Caveat || cells[1].Caveat || !cells[2].Caveat || !cells[0].Best {
		t.Errorf("%+v", cells)
	}
	for format, want := range map[Format]string{Text: "2.00 ± 0.58 * † [", Markdown: "**2.00 ± 0.58** †<sup>",
		LaTeX: `\textbf{2.00 $\pm$ 0.58}$^{\dagger}$$^{`, CSV: ",true,false\n"} {
		text := string(write(t, table, format))
		if !strings.Contains(text, want) || !strings.Contains(text, "w, in 2 of 3 runs: seeds 0, 2: draws repeat") ||
			strings.Contains(text, "another metric") {
			t.Errorf("%s: no %q in\n%s", format, want, text)
		}
	}
}

func TestAMissingNumberHasItsReason(t *testing.T) {
	run := record("e", "m", 0, "w", "value", math.NaN())
	run.Caveats = map[string]string{"w": "the network is 0 everywhere"}
	table, cell := fill(t, "", run)
	want := "e, m: seed 0: w.value is missing: the network is 0 everywhere"
	if cell.Text != noValue || cell.Caveat || len(table.Notes) != 1 || table.Notes[0] != want {
		t.Errorf("%+v with notes %q, want %q", cell, table.Notes, want)
	}
	summary := Summary([]stage.Record{run}, nil)
	if cell := summary.Rows[0].Cells[0]; cell.Text != noValue || len(cell.Notes) != 1 ||
		!strings.Contains(summary.Notes[0], "0 everywhere") {
		t.Errorf("the summary has %+v with notes %q", cell, summary.Notes)
	}
}

// A run with other settings than its experiment's file says must not pass for the file's.
func TestOtherSettingsAreMarkedAndNeverStarred(t *testing.T) {
	runs := append(many("e", "m", "w", 1, 2, 3), many("e", "o", "w", 4, 5, 6)...)
	for what, test := range map[string]struct {
		overrides []string
		marked    bool
	}{
		"none":                     {nil, false},
		"of the model":             {[]string{"models.m.manifold.training.epochs=2"}, true},
		"of the metric":            {[]string{"metrics.w.samples=9"}, true},
		"of another metric":        {[]string{"metrics.v.samples=9"}, false},
		"of all metrics, and more": {[]string{"metrics={}", "samples=3"}, true},
	} {
		runs[1].Overrides = test.overrides
		_, table := filled(t, runs)
		cells := table.Rows[0].Cells
		for _, cell := range []Cell{cells[0], cells[2]} {
			if cell.Differs != test.marked || strings.Contains(cell.Text, otherSettings) != test.marked {
				t.Errorf("%s: %+v", what, cell)
			}
		}
		if cells[0].Best == test.marked || cells[1].Best || cells[1].Differs {
			t.Errorf("%s: %+v", what, cells)
		}
		if text := string(write(t, table, Text)); test.marked &&
			!strings.Contains(text, "settings other than those of the experiment's file: seed 1: --set "+
				test.overrides[0]) {
			t.Errorf("%s:\n%s", what, text)
		}
	}
	runs[1].Overrides = []string{"samples=9"}
	if text := string(write(t, Summary(runs, nil), Text)); strings.Contains(text, otherSettings) ||
		!strings.Contains(text, "seed 1: --set samples=9") {
		t.Errorf("what has been run:\n%s", text)
	}
	spec, _ := filled(t, nil)
	spec.Among(Picked{}, files{}) // by which the run would not be picked if it differed
	if cells := spec.Fill(runs).Rows[0].Cells; cells[0].Differs {
		t.Errorf("picked by a file: %+v", cells)
	}
}

func TestCaptionSaysTheSizesCompared(t *testing.T) {
	sized := func(experiment string, seed int, model, truth float64) stage.Record {
		return record(experiment, "m", seed, "w", "value", 1.0, "w", "model_points", model, "w", "true_points", truth)
	}
	spec, err := parse("title: t\nrows: [{label: A, experiment: a}, {label: B, experiment: b}, {label: C, " +
		"experiment: c}, {label: S, experiment: \"s,*\"}, {label: D, experiment: d, skip: [w]}]\n" +
		"columns: [{label: w, model: m, metric: w.value}, {label: v, model: m, metric: v.value}]\n")
	if err != nil {
		t.Fatal(err)
	}
	got := spec.Fill([]stage.Record{sized("a", 0, 2000, 2000), sized("b", 0, 600, 200), sized("c", 0, 2000, 2000),
		sized("c", 1, 2000, 2000),
		sized("d", 0, 1, 1), sized("s,k=1", 0, 30, 10), sized("s,k=2", 0, 50, 10)}).Caption
	want := "Points of the model and of the truth that w compares: 30 to 2000 and 10 to 2000."
	if got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Spreadsheets compute what starts with = + - @, whatever CSV file it comes from.
func TestCSVHoldsNoFormulas(t *testing.T) {
	table := &Table{Columns: []Heading{{Label: "+1+cmd|' /C calc'!A0"}}, Notes: []string{"-2+3"}}
	minus := -0.5
	table.Rows = []Row{{Label: "=HYPERLINK(1)", Cells: []Cell{{Text: "-0.5 ± 0.1", Value: &minus, Printed: "\t@SUM(1)",
		Notes: []int{1}}}}}
	text := string(write(t, table, CSV))
	for _, want := range []string{"\n'=HYPERLINK(1),", ",'+1+cmd|", ",'-2+3,", ",-0.5,", ",'-0.5 ± 0.1,",
		",'@SUM(1),"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

func TestNoFormatWritesControlCodes(t *testing.T) {
	const evil = "a\x1b[2J\u009b\x07b"
	run := record(evil, evil, 0, evil, "value", math.NaN())
	run.Title, run.Caveats = evil, map[string]string{evil: evil}
	broken := failed(evil, evil, 1, stage.Failure{Stage: evil, Reason: evil, Cause: evil})
	table := Summary([]stage.Record{run, broken}, &Declared{
		ByType: map[string]output.List{evil: {{Name: "value", Role: output.Main, Unit: evil}}}})
	table.Caption, table.Remarks = evil, []string{evil}
	for _, format := range Formats() {
		if text := string(write(t, table, format)); strings.ContainsAny(text, "\x1b\x07\u009b") {
			t.Errorf("%s: %q", format, text)
		}
	}
}
