package experiment_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/experiment/plan"
	"ebim/framework/runs/stage"
)

// figure is a number of a run's record.
func figure(t *testing.T, r stage.Result, metric, name string) float64 {
	t.Helper()
	value := r.Record.Metrics[metric][name]
	if value == nil {
		t.Fatalf("%s has no %s.%s: %v", r.Record.Model, metric, name, r.Record.Metrics)
	}
	return *value
}

// The truth's noise floor is computed once for all models, seeds and metrics of its sizes; the truth's scores once for
// a seed.
func TestModelsShareWhatIsTheTruths(t *testing.T) {
	const metrics = "metrics={wasserstein: {samples: 50, floor_error: 0.3}, mixing: {samples: 50, floor_error: 0.3}, " +
		"smaller: {wasserstein: {samples: 20, floor_error: 0.3}}, noisy_likelihood: {points: 50, samples: 100}}"
	o := plan.Options{Runs: t.TempDir(), Jobs: 2}
	results, computed := runAll(t, load(t, small, "seeds=[0, 1]", "metrics=null", metrics), o)
	counts := byStage(computed)
	if counts["noise_floor"] != 1 || counts["noise_floor_smaller"] != 1 || counts["truth_scores"] != 2 ||
		counts["metric_wasserstein"] != 6 {
		t.Errorf("computed %v", counts)
	}
	floor := figure(t, results[0], "wasserstein", "noise_floor")
	truths := map[int]float64{}
	for _, r := range results {
		if got := figure(t, r, "wasserstein", "noise_floor"); got != floor ||
			figure(t, r, "smaller", "noise_floor") <= floor {
			t.Errorf("%s, seed %d: floors %v", r.Record.Model, r.Record.Seed, r.Record.Metrics)
		}
		if r.Record.Model == "ebim" && figure(t, r, "mixing", "noise_floor") != floor {
			t.Errorf("mixing has the floor %v, want %v", r.Record.Metrics["mixing"], floor)
		}
		if r.Record.Metrics["noisy_likelihood"] == nil {
			continue
		}
		truth := figure(t, r, "noisy_likelihood", "truth")
		if known, ok := truths[r.Record.Seed]; ok && known != truth {
			t.Errorf("%s: the truth's score is %v and %v", r.Record.Model, truth, known)
		}
		truths[r.Record.Seed] = truth
	}
	if len(truths) != 2 || truths[0] == truths[1] {
		t.Errorf("the truth's scores by seed: %v", truths)
	}
	_, computed = runAll(t, load(t, small, "metrics=null", metrics, "data.size=90"), o)
	if counts := byStage(computed); counts["noise_floor"] != 0 || counts["metric_wasserstein"] != 3 {
		t.Errorf("with another data size of the same distribution %v were computed", counts)
	}
	_, computed = runAll(t, load(t, small, "metrics=null", metrics, "data.source.von_mises.concentration=3"), o)
	if counts := byStage(computed); counts["noise_floor"] != 1 {
		t.Errorf("with another distribution %v were computed", counts)
	}
}

// What a derived model stands for has no truth among the data, so that nothing is computed of it.
func TestDerivedModelsShareNothing(t *testing.T) {
	o := plan.Options{Runs: t.TempDir(), Only: []string{"moved"}}
	results, computed := runAll(t, load(t, small, "models.moved={translate: {of: ebim, by: [1, 0]}}",
		"metrics.noisy_likelihood={points: 9, samples: 9}"), o)
	measured := results[0].Record.Metrics
	delete(measured, stage.SamplesFigures)
	if counts := byStage(computed); counts["noise_floor"] != 0 || counts["truth_scores"] != 0 || len(measured) != 0 {
		t.Errorf("computed %v, measured %v", computed, measured)
	}
}

// Points of a file are split anew by each seed, whose models share a floor.
func TestModelsShareAFloorOfTheirSplit(t *testing.T) {
	file := write(t, "own.yaml", `
seeds: [0, 1]
data: {source: {csv: {file: points.csv}}, holdout: 0.3}
models:
  one: {ebm: {energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 1}}}}
  other: {ebm: {energy: {network: {mlp: {hidden: [5]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 1}}}}
samples: 40
metrics: {wasserstein: {floor_error: 0.3}}
`)
	var text strings.Builder
	for i := range 60 {
		text.WriteString(strings.Repeat("1", i%7+1) + "," + strings.Repeat("2", i%5+1) + "\n")
	}
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "points.csv"), []byte(text.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	results, computed := runAll(t, loadFile(t, file), plan.Options{Runs: t.TempDir(), Jobs: 2})
	if counts := byStage(computed); counts["noise_floor"] != 2 {
		t.Errorf("computed %v", counts)
	}
	floors := map[int][]float64{}
	for _, r := range results {
		floors[r.Record.Seed] = append(floors[r.Record.Seed], figure(t, r, "wasserstein", "noise_floor"))
	}
	if a, b := floors[0], floors[1]; a[0] != a[1] || b[0] != b[1] || a[0] == b[0] {
		t.Errorf("floors %v", floors)
	}
}
