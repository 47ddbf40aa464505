package conformance_test

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/history"
	"ebim/framework/runs/stage"
	"ebim/framework/statistics"
	"ebim/framework/train"
	"ebim/registry"
)

// chaotic are trainings whose losses differ between any two backends after few steps, since their gradients have
// jumps, and roundings decide on which side of one a step is.
var chaotic = map[string]string{
	"space/curve manifold": "the rank term has a kink where the singular values of two functions are alike",
	"space/curve energy":   "its chains move on that manifold",
}

// TestBackends: the losses of the first steps of every kind of model, loss, sampler and network are those of the
// backend cpu, to 1e-3 in the median over steps. What the cpu backend does is compared with GoMLX's engine, and with
// XLA where EBIM_TEST_XLA is set: that takes minutes, in which XLA compiles.
func TestBackends(t *testing.T) {
	tested := []string{backend.Reference}
	if os.Getenv("EBIM_TEST_XLA") != "" {
		tested = []string{"xla:cpu"}
	}
	want := losses(t, backend.Default)
	for _, name := range tested {
		t.Run(name, func(t *testing.T) {
			const tolerance = 1e-3
			got := losses(t, name)
			for _, training := range slices.Sorted(maps.Keys(want)) {
				difference := medianDifference(got[training], want[training])
				if reason, is := chaotic[training]; is {
					t.Logf("%s: the losses differ by %.1e in the median; %s", training, difference, reason)
				} else if !(difference <= tolerance) {
					t.Errorf("%s: the losses differ by %.1e in the median; %v instead of %v", training, difference,
						got[training], want[training])
				}
			}
			if len(got) != len(want) || len(want) < 20 {
				t.Errorf("%d trainings instead of %d", len(got), len(want))
			}
		})
	}
}

// losses are those of the first steps of the trainings of bits_test.go's experiments, by the training's name.
// Manifolds are trained for a third of the steps: later their losses drift apart, by then those of energies on them do
// too.
func losses(t *testing.T, name string) map[string][]float64 {
	t.Helper()
	folder := t.TempDir()
	writeCurve(t, filepath.Join(folder, "curve.csv"))
	var loaded []*experiment.Experiment
	for _, file := range []string{"plane.yaml", "space.yaml"} {
		content, err := os.ReadFile(filepath.Join("testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		text, _, _ := strings.Cut(string(content), "\nmetrics:")
		shorter := strings.ReplaceAll(text, "epochs: 200", "epochs: 60")
		if shorter == text {
			t.Fatalf("%s has no training of 200 epochs", file)
		}
		if err := os.WriteFile(filepath.Join(folder, file), []byte(shorter+"\nmetrics: {}\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		read, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(filepath.Join(folder, file)))
		if err != nil {
			t.Fatal(err)
		}
		loaded = append(loaded, read...)
	}
	results, err := execute.Run(t.Context(), loaded, plan.Options{Runs: filepath.Join(folder, "runs"), Backend: name})
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]float64{}
	for _, result := range results {
		if r := result.Record; r.Status != stage.Done || len(r.Failures) > 0 {
			t.Fatalf("%s of %s: %s, %v, %v", r.Model, r.Experiment, r.Status, r.Failure, r.Failures)
		}
		for _, s := range result.Record.Stages {
			path := filepath.Join(result.Folder, s.Name, train.HistoryFile)
			if _, err := os.Stat(path); err == nil && !strings.Contains(s.Name, "_manifold") {
				found[result.Record.Experiment+"/"+result.Record.Model+" "+s.Name] = lossesOf(t, path)
			}
		}
	}
	return found
}

// lossesOf are those of a history's first steps.
func lossesOf(t *testing.T, path string) []float64 {
	t.Helper()
	const most = 100
	columns, err := history.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, column := range columns {
		if column.Name == "loss" {
			return column.Values[:min(most, len(column.Values))]
		}
	}
	t.Fatalf("%s has no losses", path)
	return nil
}

// medianDifference is the median of relative differences, infinite for other numbers of steps.
func medianDifference(got, want []float64) float64 {
	if len(got) != len(want) || len(want) == 0 {
		return math.Inf(1)
	}
	differences := make([]float64, len(want))
	for i, w := range want {
		if differences[i] = math.Abs(got[i]-w) / math.Abs(w); got[i] == w {
			differences[i] = 0
		} else if math.IsNaN(differences[i]) {
			differences[i] = math.Inf(1)
		}
	}
	return statistics.Median(differences)
}

func TestMedianDifference(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		got, want  []float64
		difference float64
	}{
		{[]float64{1, 2, 3}, []float64{1, 2, 3}, 0},
		{[]float64{1, 2, 3}, []float64{2, 4, 6}, 0.5},
		{[]float64{1, 9, 3}, []float64{1, 2, 3}, 0},
		{[]float64{0, 0, 0}, []float64{0, 0, 0}, 0},
		{[]float64{1, nan, nan}, []float64{1, 2, 3}, inf},
		{[]float64{1, 2}, []float64{1, 2, 3}, inf},
		{nil, nil, inf},
	} {
		if difference := medianDifference(test.got, test.want); difference != test.difference {
			t.Errorf("%v for %v: %v", test.got, test.want, difference)
		}
	}
}
