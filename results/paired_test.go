package results

import (
	"math"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/stage"
)

func TestPairedTest(t *testing.T) {
	for what, test := range map[string]struct {
		differences      []float64
		t, p, tolerances float64
	}{
		// Student's sleep data (Biometrika 6, 1908): t = 4.0621 with 9 degrees of freedom, p = 0.002833.
		"sleep": {[]float64{1.2, 2.4, 1.3, 1.3, 0, 1, 1.8, 0.8, 4.6, 1.4}, 4.0621, 0.002833, 1e-4},
		// Mean 2, standard deviation 1; with 2 degrees of freedom p = 1 - t/sqrt(2 + t^2).
		"by hand": {[]float64{1, 2, 3}, 2 * math.Sqrt(3), 1 - math.Sqrt(12.0/14), 1e-12},
		"signs":   {[]float64{-1, -2, -3}, -2 * math.Sqrt(3), 1 - math.Sqrt(12.0/14), 1e-12},
		"none":    {[]float64{1, -1, 2, -2}, 0, 1, 1e-12},
	} {
		center := mean(test.differences)
		got := pairedTest("ae", center, standardErrorOf(test.differences, center), len(test.differences))
		if math.Abs(*got.T-test.t) > test.tolerances || math.Abs(*got.PValue-test.p) > test.tolerances*test.p+1e-6*test.p {
			t.Errorf("%s: t = %v, p = %v, want %v and %v", what, *got.T, *got.PValue, test.t, test.p)
		}
		if got.DegreesOfFreedom != len(test.differences)-1 || got.Against != "ae" {
			t.Errorf("%s: %+v", what, got)
		}
	}
	if got := pairedTest("ae", 2, 0, 4); got.T != nil || got.PValue != nil {
		t.Errorf("equal differences: %+v", got)
	}
}

// many are finished runs of a model with seeds 0, 1, ...
func many(experiment, model, metric string, values ...float64) []stage.Record {
	var runs []stage.Record
	for seed, value := range values {
		runs = append(runs, record(experiment, model, seed, metric, "value", value))
	}
	return runs
}

func TestComparisonWithTheBestOther(t *testing.T) {
	nan := stage.Failure{Stage: "energy", Reason: "NaN"}
	ebim := many("e", "m", "w", 1, 2, 3)
	for what, test := range map[string]struct {
		extra   string
		others  [][]stage.Record
		against string // chosen
		text    string
		notes   string // in the last of the cell's notes
	}{
		"best by the mean, lowest":  {"best: lowest", [][]stage.Record{many("e", "a", "w", 2, 4, 6), many("e", "b", "w", 9, 9, 9)}, "a", "-2.00 ± 0.58 against a, p = 0.074", ""},
		"best by the mean, highest": {"best: highest", [][]stage.Record{many("e", "a", "w", 0, 0, 0), many("e", "b", "w", 0, 1, 0.5)}, "b", "1.50 ± 0.50 against b, p = 0.095", ""},
		"equal differences":         {"best: lowest", [][]stage.Record{many("e", "a", "w", 2, 3, 4), many("e", "b", "w", 9, 9, 9)}, "a", "-1.00 ± 0.00 against a, no p (no spread)", ""},
		"too few to be chosen": {"best: lowest", [][]stage.Record{many("e", "a", "w", 0, 0), many("e", "b", "w", 2, 4, 6)}, "b",
			"-2.00 ± 0.58 against b, p = 0.074", "e, a: not compared with, as it has 2 common seeds with m"},
		"failed runs": {"best: lowest", [][]stage.Record{append(many("e", "a", "w", 2, 4, 6), failed("e", "a", 3, nan)), nil}, "a",
			"-2.00 ± 0.58 against a, p = 0.074 (3/4 seeds)", "e, b: not compared with, as it has no common seed with m"},
		"few common seeds":  {"best: lowest", [][]stage.Record{many("e", "a", "w", 2, 4), many("e", "b", "w", 1)}, "", "2 common seeds", ""},
		"a single seed":     {"best: lowest", [][]stage.Record{many("e", "a", "w", 2), nil}, "", "1 common seed", ""},
		"none in common":    {"best: lowest", [][]stage.Record{{failed("e", "a", 0, nan)}, {failed("e", "b", 1, nan)}}, "", "no common seed", "seed 0: failed in energy: NaN"},
		"too large numbers": {"best: lowest", [][]stage.Record{many("e", "a", "w", -1e308, 1e308, 0), nil}, "", "too large", ""},
		"scaled":            {"best: lowest\nscale: 100", [][]stage.Record{many("e", "a", "w", 2, 4, 6), nil}, "a", "-200 ± 58 against a, p = 0.074", ""},
	} {
		spec, err := parse("title: t\nrows: [{label: a, experiment: e}]\n" +
			"columns: [{label: c, model: m, metric: w.value, against: [a, b]}]\n" + test.extra)
		if err != nil {
			t.Fatal(err)
		}
		records := ebim
		for _, other := range test.others {
			records = append(records, other...)
		}
		table := spec.Fill(records)
		cell := table.Rows[0].Cells[0]
		if cell.Text != test.text {
			t.Errorf("%s: %q, want %q", what, cell.Text, test.text)
		}
		if (cell.Comparison == nil) != (test.against == "") || cell.Comparison != nil && cell.Comparison.Against != test.against {
			t.Errorf("%s: %+v, want a comparison with %q", what, cell.Comparison, test.against)
		}
		if (cell.Value == nil) != (test.against == "") {
			t.Errorf("%s: value %v", what, cell.Value)
		}
		if test.notes != "" && (len(cell.Notes) == 0 || !strings.Contains(table.Notes[cell.Notes[len(cell.Notes)-1]-1], test.notes)) {
			t.Errorf("%s: notes %v of %q, want %q", what, cell.Notes, table.Notes, test.notes)
		}
	}
}

func TestComparisonWithoutRunsOfTheModel(t *testing.T) {
	spec, err := parse("title: t\nbest: lowest\nrows: [{label: a, experiment: e}]\n" +
		"columns: [{label: c, model: m, metric: w.value, against: [a]}, {label: d, model: m, metric: w.value}]\n")
	if err != nil {
		t.Fatal(err)
	}
	nan := stage.Failure{Stage: "energy", Step: 7, Reason: "NaN"}
	for want, runs := range map[string][]stage.Record{
		"missing":                        many("e", "a", "w", 1, 2, 3),
		"failed (NaN in energy, step 7)": append(many("e", "a", "w", 1, 2, 3), failed("e", "m", 0, nan)),
	} {
		cells := spec.Fill(runs).Rows[0].Cells
		if cells[0].Text != want || cells[1].Text != want || cells[0].Best {
			t.Errorf("%+v, want %q", cells, want)
		}
	}
}

func TestDifferencesAreNotMarkedAsBest(t *testing.T) {
	spec, err := parse("title: t\nbest: lowest\nrows: [{label: a, experiment: e}]\n" +
		"columns: [{label: m, model: m, metric: w.value}, {label: d, model: m, metric: w.value, against: [a]}]\n")
	if err != nil {
		t.Fatal(err)
	}
	cells := spec.Fill(append(many("e", "m", "w", 5, 6, 8), many("e", "a", "w", 9, 9, 9)...)).Rows[0].Cells
	if cells[0].Best || cells[1].Best || cells[1].Value == nil {
		t.Errorf("%+v", cells)
	}
}

func TestPairedGolden(t *testing.T) {
	spec, err := OpenSpec(config.Disk, "testdata/paired.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var records []stage.Record
	for _, runs := range [][]stage.Record{
		many("sleep", "ebim", "extra", 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4),
		many("sleep", "ae", "extra", 0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0),
		many("sleep", "vae", "extra", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
		many("residues,residue=A", "ebim", "extra", 3, 5, 7), many("residues,residue=A", "ae", "extra", 2, 3, 4),
		many("residues,residue=C", "ebim", "extra", 1, 2, 4), {failed("residues,residue=C", "ae", 0, stage.Failure{Stage: "autoencoder", Reason: "NaN"})},
		many("residues,residue=C", "vae", "extra", 2, 2, 2, 2),
		many("single", "ebim", "extra", 1), many("single", "ae", "extra", 2),
	} {
		records = append(records, runs...)
	}
	for i := range records { // an error besides, which grows with the seed
		value := float64(len(records[i].Model)) * float64(records[i].Seed)
		if records[i].Status == stage.Done {
			records[i].Metrics["error"] = map[string]*float64{"value": &value}
		}
	}
	for _, format := range []Format{Text, CSV, JSON, Markdown, LaTeX} {
		golden(t, "paired."+extensions[format], write(t, spec.Fill(records), format))
	}
}

func TestWildcardRows(t *testing.T) {
	spec, err := parse("title: t\nrows: [{label: a, experiment: \"s,*\"}, {label: b, experiment: \"none*\"}, {label: c, experiment: \"*x\"}]\n" +
		"columns: [{label: c, model: m, metric: w.value}]\n")
	if err != nil {
		t.Fatal(err)
	}
	runs := append(many("s,k=1", "m", "w", 1), append(many("s,k=2", "m", "w", 2), append(many("s", "m", "w", 3), many("xx", "m", "w", 4)...)...)...)
	var got []string
	for _, row := range spec.Fill(runs).Rows {
		got = append(got, row.Label+": "+row.Cells[0].Text)
	}
	want := "a k=1: 1.00 (1 seed); a k=2: 2.00 (1 seed); b: missing; c x: 4.00 (1 seed)"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("%s, want %s", text, want)
	}
}
