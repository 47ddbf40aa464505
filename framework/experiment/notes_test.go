package experiment_test

import (
	"slices"
	"strings"
	"testing"

	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/output"
	"ebim/framework/runs/stage"
)

// What a metric has to say of its figures is in the run's record: eight draws of two chains are too few to have mixed.
func TestMetricsNote(t *testing.T) {
	results, _ := runAll(t, load(t, strings.Replace(small, "metrics:",
		"metrics:\n  convergence: {chains: 2, draws: 8}", 1)),
		plan.Options{Runs: t.TempDir(), Jobs: 1, Only: []string{"ebim", "plain"}})
	for _, result := range results {
		record := result.Record
		figures, measured := record.Metrics["convergence"]
		noted := slices.ContainsFunc(record.Notes, func(note string) bool {
			return strings.Contains(note,
				"have not mixed")
		})
		switch {
		case record.Model == "plain" && (measured || noted):
			t.Errorf("a model without chains has %v and notes %q", figures, record.Notes)
		case record.Model == "ebim" && (!measured || !noted || *figures["mixed"] != 0):
			t.Errorf("%v, notes %q", figures, record.Notes)
		}
	}
}

// How many points were drawn and how many of them are distinct is in the record of every model that is sampled: all of
// them, for these are drawn from a mesh, from a box, and from the manifold by themselves.
func TestSamplesAreCounted(t *testing.T) {
	results, _ := runAll(t, load(t, small), plan.Options{Runs: t.TempDir(), Jobs: 1})
	for _, result := range results {
		figures := result.Record.Metrics[stage.SamplesFigures]
		if figures["draws"] == nil || figures["distinct"] == nil || *figures["draws"] != 50 ||
			*figures["distinct"] != 50 {
			t.Errorf("%s: %v, want 50 distinct draws", result.Record.Model, figures)
		}
	}
}

func TestFormerNamesAreNoted(t *testing.T) {
	for metric, want := range map[string]string{
		"wasserstein.noise_floor_deviation": "select.metric: wasserstein.noise_floor_deviation is called " +
			"wasserstein.noise_floor_standard_deviation now",
		"wasserstein.ratio": "",
		"wasserstein":       "",
	} {
		notes := strings.Join(load(t, small, "select={metric: "+metric+", best: lowest}")[0].Notes(), "; ")
		if notes != want {
			t.Errorf("%s: %q, want %q", metric, notes, want)
		}
	}
}

func TestSelectedDirection(t *testing.T) {
	for choice, want := range map[string]output.Direction{"{metric: wasserstein.ratio}": output.Lowest,
		"{metric: wasserstein}":                      output.Lowest,
		"{metric: wasserstein.distinct_share}":       output.Highest,
		"{metric: wasserstein.ratio, best: highest}": output.Highest} {
		if got := load(t, small, "select="+choice)[0].SelectedDirection(); got != want {
			t.Errorf("%s: %q, want %q", choice, got, want)
		}
	}
}

// A mixture has its models' statistics behind their labels, former names as well.
func TestSamplesOutputsOfMixtures(t *testing.T) {
	outputs := output.List(experiment.SamplesOutputs())
	for name, want := range map[string]string{"acceptance": "acceptance_rate", "acceptance_rate": "acceptance_rate",
		"left.acceptance":       "left.acceptance_rate",
		"a.b.target_acceptance": "a.b.target_acceptance_rate", "left.proposals": "left.proposals",
		"unknown": "unknown"} {
		if got := outputs.Current(name); got != want {
			t.Errorf("%s is %s, want %s", name, got, want)
		}
	}
	if err := outputs.Check("samples", "left.acceptence"); err == nil {
		t.Error("an output that is not declared passes")
	}
}
