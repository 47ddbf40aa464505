package results

import (
	"math"
	"slices"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/runs/stage"
	"ebim/framework/statistics"
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
		center := statistics.Mean(test.differences)
		got := &Comparison{Against: "ae", Seeds: len(test.differences)}
		got.test(center, statistics.StandardError(test.differences))
		if math.Abs(*got.T-test.t) > test.tolerances || math.Abs(
			*got.PValue-test.p) > test.tolerances*test.p+1e-6*test.p {
			t.Errorf("%s: t = %v, p = %v, want %v and %v", what, *got.T, *got.PValue, test.t, test.p)
		}
		if got.DegreesOfFreedom != len(test.differences)-1 || got.Against != "ae" {
			t.Errorf("%s: %+v", what, got)
		}
	}
	equal := &Comparison{Seeds: 4}
	if equal.test(2, 0); equal.T != nil || equal.PValue != nil {
		t.Errorf("equal differences: %+v", equal)
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
		"best by the mean, lowest": {"best: lowest", [][]stage.Record{many("e", "a", "w", 2, 4, 6),
			many("e", "b", "w", 9, 9, 9)}, "a", "-2.00 ± 0.58 against a, p = 0.074", ""},
		"best by the mean, highest": {"best: highest", [][]stage.Record{many("e", "a", "w", 0, 0, 0),
			many("e", "b", "w", 0, 1, 0.5)}, "b", "1.50 ± 0.50 against b, p = 0.095", ""},
		"equal differences": {"best: lowest", [][]stage.Record{many("e", "a", "w", 2, 3, 4),
			many("e", "b", "w", 9, 9, 9)}, "a", "-1.00 ± 0.00 against a, no p (no spread)", ""},
		"too few to be chosen": {"best: lowest", [][]stage.Record{many("e", "a", "w", 0, 0),
			many("e", "b", "w", 2, 4, 6)}, "b",
			"-2.00 ± 0.58 against b, p = 0.074", "e, a: not compared with, as it has 2 common seeds with m"},
		"failed runs": {"best: lowest", [][]stage.Record{append(many("e", "a", "w", 2, 4, 6),
			failed("e", "a", 3, nan)), nil}, "a",
			"-2.00 ± 0.58 against a, p = 0.074 (3/4 seeds)",
			"e, b: not compared with, as it has no common seed with m"},
		"few common seeds": {"best: lowest", [][]stage.Record{many("e", "a", "w", 2, 4), many("e", "b", "w", 1)}, "",
			"2 common seeds", ""},
		"a single seed": {"best: lowest", [][]stage.Record{many("e", "a", "w", 2), nil}, "", "1 common seed", ""},
		"none in common": {"best: lowest", [][]stage.Record{{failed("e", "a", 0, nan)}, {failed("e", "b", 1, nan)}},
			"", "no common seed", "seed 0: failed in energy: NaN"},
		"too large numbers": {"best: lowest", [][]stage.Record{many("e", "a", "w", -1e308, 1e308, 0), nil}, "",
			"too large", ""},
		"scaled": {"best: lowest\nscale: 100", [][]stage.Record{many("e", "a", "w", 2, 4, 6), nil}, "a",
			"-200 ± 58 against a, p = 0.074", ""},
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
		if (cell.Comparison == nil) != (test.against == "") || cell.Comparison != nil &&
			cell.Comparison.Against != test.against {
			t.Errorf("%s: %+v, want a comparison with %q", what, cell.Comparison, test.against)
		}
		if (cell.Value == nil) != (test.against == "") {
			t.Errorf("%s: value %v", what, cell.Value)
		}
		if test.notes != "" && (len(cell.Notes) == 0 || !strings.Contains(table.Notes[cell.Notes[len(cell.Notes)-1]-1],
			test.notes)) {
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
	spec, err := OpenSpec(config.Disk, "testdata/paired.yaml", known)
	if err != nil {
		t.Fatal(err)
	}
	var records []stage.Record
	for _, runs := range [][]stage.Record{
		many("sleep", "ebim", "extra", 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4),
		many("sleep", "ae", "extra", 0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0),
		many("sleep", "vae", "extra", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
		many("residues,residue=A", "ebim", "extra", 3, 5, 7), many("residues,residue=A", "ae", "extra", 2, 3, 4),
		many("residues,residue=C", "ebim", "extra", 1, 2, 4),
		{failed("residues,residue=C", "ae", 0, stage.Failure{Stage: "autoencoder", Reason: "NaN"})},
		many("residues,residue=C", "vae", "extra", 2, 2, 2, 2),
		many("single", "ebim", "extra", 1), many("single", "ae", "extra", 2),
	} {
		records = append(records, runs...)
	}
	// the sleepers are new with every seed, the residues divided anew, and of the single run nothing is known
	for i := range records {
		switch name, _, _ := strings.Cut(records[i].Experiment, ","); name {
		case "sleep":
			records[i].Data = &stage.Data{Draws: stage.NewData, Training: 100}
		case "residues":
			records[i].Data = &stage.Data{Draws: stage.Splits, Training: 60, Validation: 20, HeldOut: 20}
		}
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
	spec, err := parse("title: t\nrows: [{label: a, experiment: \"s,*\"}, {label: b, experiment: \"none*\"}, " +
		"{label: c, experiment: \"*x\"}]\n" +
		"columns: [{label: c, model: m, metric: w.value}]\n")
	if err != nil {
		t.Fatal(err)
	}
	runs := append(many("s,k=1", "m", "w", 1), append(many("s,k=2", "m", "w", 2),
		append(many("s", "m", "w", 3), many("xx", "m", "w", 4)...)...)...)
	var got []string
	for _, row := range spec.Fill(runs).Rows {
		got = append(got, row.Label+": "+row.Cells[0].Text)
	}
	want := "a k=1: 1.00 (1 seed); a k=2: 2.00 (1 seed); b: missing; c x: 4.00 (1 seed)"
	if text := strings.Join(got, "; "); text != want {
		t.Errorf("%s, want %s", text, want)
	}
}

// Seeds that divide one data set share points: the variance is (1/k + n2/n1) s². The p-values of the data sets are
// SciPy's, for differences of results/tuned/tuned.json at the time of writing.
func TestSplitsHaveTheCorrectedVariance(t *testing.T) {
	splits := func(training, validation, held int) *stage.Data {
		return &stage.Data{Draws: stage.Splits, Training: training, Validation: validation, HeldOut: held}
	}
	byHand := 2 / math.Sqrt((1.0/3+1.0/4)*1)
	for what, test := range map[string]struct {
		data          *stage.Data
		differences   []float64
		p, tolerances float64
	}{
		"by hand":            {splits(40, 0, 10), []float64{1, 2, 3}, 1 - byHand/math.Sqrt(2+byHand*byHand), 1e-12},
		"validation as test": {splits(40, 10, 0), []float64{1, 2, 3}, 1 - byHand/math.Sqrt(2+byHand*byHand), 1e-12},
		"new data": {&stage.Data{Draws: stage.NewData, Training: 40, HeldOut: 10}, []float64{1, 2, 3},
			1 - math.Sqrt(12.0/14), 1e-12},
		"glycine, score": {splits(600, 200, 200), []float64{0.1591, 0.23711, 0.2195, 0.39552, 0.05652, 0.04953,
			0.41628, 0.31619, 0.2553, 0.2364},
			0.018366687452768496, 1e-4},
		"floods, distance": {splits(800, 100, 100), []float64{-0.20262, -0.05565, -1.036, -0.31668, -0.14971, -0.10344,
			-0.35084, -0.43429,
			-0.17087, 0.23779}, 0.133639817250976, 1e-4},
	} {
		runs := append(many("e", "m", "w", test.differences...),
			many("e", "a", "w", make([]float64, len(test.differences))...)...)
		for i := range runs {
			runs[i].Data = test.data
		}
		spec, err := parse("title: t\nbest: lowest\nrows: [{label: a, experiment: e}]\ncolumns: [{label: d, model: " +
			"m, metric: w.value, against: [a]}]\n")
		if err != nil {
			t.Fatal(err)
		}
		got := spec.Fill(runs).Rows[0].Cells[0].Comparison
		if got.Draws != test.data.Draws || math.Abs(*got.PValue-test.p) > test.tolerances*test.p {
			t.Errorf("%s: %+v with p = %v, want %v", what, got, *got.PValue, test.p)
		}
	}
}

func TestHolm(t *testing.T) {
	// By hand: 0.005 x 4, 0.01 x 3, 0.03 x 2, and 0.04 x 1, which may not be below the one before.
	for _, test := range [][2][]float64{{{0.01, 0.04, 0.03, 0.005}, {0.03, 0.06, 0.06, 0.02}}, {{0.7, 0.6}, {1, 1}},
		{{0.2}, {0.2}}, {{}, {}}} {
		got := holm(test[0])
		for i := range got {
			if math.Abs(got[i]-test[1][i]) > 1e-15 {
				t.Errorf("%v: %v, want %v", test[0], got, test[1])
			}
		}
	}
}

func TestWhatIsKnownOfSeveralSeedsData(t *testing.T) {
	fresh, same := &stage.Data{Draws: stage.NewData, Training: 9, HeldOut: 3},
		&stage.Data{Draws: stage.SameData, Training: 9}
	split, other := &stage.Data{Draws: stage.Splits, Training: 8, HeldOut: 2},
		&stage.Data{Draws: stage.Splits, Training: 6, HeldOut: 3}
	for what, test := range map[string]struct {
		data  []*stage.Data
		draws stage.Draws
		share float64
	}{
		"new": {[]*stage.Data{fresh, fresh}, stage.NewData, 0}, "same": {[]*stage.Data{same}, stage.SameData, 0},
		"splits": {[]*stage.Data{split, other}, stage.Splits, 0.5}, "mixed": {[]*stage.Data{split, fresh}, "", 0},
		"partly unknown": {[]*stage.Data{split, nil}, "", 0},
		"no test points": {[]*stage.Data{{Draws: stage.Splits, Training: 5}}, "", 0},
		"nothing":        {nil, "", 0},
	} {
		if draws, share := together(test.data); draws != test.draws || share != test.share {
			t.Errorf("%s: %q with %v", what, draws, share)
		}
	}
}

func TestCaptionSaysHowDifferencesAreTested(t *testing.T) {
	const text = "title: t\ncaption: Of seeds\nbest: lowest\n" +
		"rows: [{label: A, experiment: a}, {label: B, experiment: b}, {label: S, experiment: \"s,*\"}]\n" +
		"columns: [{label: d, model: m, metric: w.value, against: [o]}]\n"
	runs := func(experiment string, data *stage.Data) []stage.Record {
		runs := append(many(experiment, "m", "w", 1, 2, 4), many(experiment, "o", "w", 0, 0, 0)...)
		for i := range runs {
			runs[i].Data = data
		}
		return runs
	}
	fresh, split := &stage.Data{Draws: stage.NewData, Training: 9},
		&stage.Data{Draws: stage.Splits, Training: 8, HeldOut: 2}
	for what, test := range map[string]struct {
		records []stage.Record
		want    []string
		without string
	}{
		"one": {runs("a", fresh), []string{"Of seeds. p: two-sided paired t-tests. Seeds draw new data."}, "Holm"},
		"two": {slices.Concat(runs("a", fresh), runs("b", fresh)),
			[]string{"Holm's method for all 2 of this table. Seeds draw new data."}, "A:"},
		"mixed": {slices.Concat(runs("a", fresh), runs("s,k=1", split), runs("s,k=2", split)),
			[]string{"all 3 of",
				" A: seeds draw new data. S: seeds divide one data set anew, so that the variance is corrected " +
					"(Nadeau and Bengio 2003)"}, "S k"},
		"older": {runs("b", nil), []string{"The records do not say whether"}, "Holm"},
		"none":  {nil, []string{"Of seeds"}, "p:"},
	} {
		spec, err := parse(text)
		if err != nil {
			t.Fatal(err)
		}
		caption := spec.Fill(test.records).Caption
		for _, want := range test.want {
			if !strings.Contains(caption, want) || strings.Contains(caption, test.without) {
				t.Errorf("%s: %q, want %q and no %q", what, caption, want, test.without)
			}
		}
	}
}
