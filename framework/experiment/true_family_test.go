package experiment_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/registry"
)

const family = `
seeds: [0]
data:
  source:
    mixture:
      components:
        - source: {von_mises: {center: [-2, 0], concentration: 2}}
        - source: {von_mises: {center: [2, 0], mode: pi, concentration: 2}}
  size: 200
models: {best: {true_family: {}}}
samples: 100
metrics:
  wasserstein: {samples: 100, repeats: 2}
  likelihood: {points: 200}
  manifold_distance: {}
  noisy_likelihood: {points: 50, samples: 500}
  density_error: {points: 200}
  published_transport: {granularity: 10, support_points: 100, true_points: 100}
  topology: {}
`

// TestTrueFamilyIsMeasured by every metric that makes sense for it: it has no mesh, whose topology would be the
// truth's.
func TestTrueFamilyIsMeasured(t *testing.T) {
	results, _ := runAll(t, load(t, family), plan.Options{Runs: t.TempDir()})
	metrics := results[0].Record.Metrics
	for _, label := range []string{"wasserstein", "likelihood", "noisy_likelihood", "density_error",
		"published_transport"} {
		if value := metrics[label]["value"]; value == nil || math.IsNaN(*value) {
			t.Errorf("%s gave %v", label, metrics[label])
		}
	}
	if distance := metrics["manifold_distance"]["max"]; distance == nil || *distance > 1e-12 {
		t.Errorf("manifold_distance gave %v", metrics["manifold_distance"])
	}
	if figures, ok := metrics["topology"]; ok {
		t.Errorf("topology gave %v", figures)
	}
}

func TestTrueFamilyOfUnknownLaw(t *testing.T) {
	file := write(t, "file.yaml", family)
	_, err := experiment.Load(registry.Standard(), config.Disk, file, "data.source=null",
		"data.source={csv: {file: x.csv}}", "data.holdout=0.1",
		"data.box=[[-3, 3], [-3, 3]]", "metrics.density_error=null")
	var mistakes config.Mistakes
	if !errors.As(err, &mistakes) || len(mistakes) != 1 || !strings.Contains(mistakes.Error(), "models.best") ||
		!strings.Contains(mistakes.Error(), "allowed: a synthetic data set") {
		t.Errorf("%v", err)
	}
}

// TestEveryLawIsOfAFamily, so that mixtures of any can be fitted.
func TestEveryLawIsOfAFamily(t *testing.T) {
	for _, kind := range registry.Standard().Kinds() {
		for _, c := range kind.Components {
			made := c.New()
			_, distribution := made.(dataset.Distribution)
			if _, family := made.(dataset.Family); distribution != family {
				t.Errorf("%s %s: distribution %v, family %v", kind.Name, c.Name, distribution, family)
			}
		}
	}
}
