package command

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Of a sphere with a ring around it the surface and the curve are learned apart, and put together: the baseline stands
// beside the whole.
func TestNewSeesStrata(t *testing.T) {
	var planet strings.Builder
	planet.WriteString("x,y,z\n")
	for i := range 1200 {
		sine, cosine := math.Sincos(2 * math.Pi * fraction(i, math.Phi))
		if i%4 == 0 {
			fmt.Fprintf(&planet, "%.4f,%.4f,%.4f\n", 2*cosine, 2*sine, 0.3*cosine)
			continue
		}
		z := 2*fraction(i, math.Sqrt2) - 1
		r := math.Sqrt(1 - z*z)
		fmt.Fprintf(&planet, "%.4f,%.4f,%.4f\n", r*cosine, r*sine, z)
	}
	inFolder(t, map[string]string{"planet.csv": planet.String()})
	writesValid(t, []string{"new", "planet.csv"}, []string{
		"Models surface, curves and whole: 25 % of the points seem to lie along curves",
		"ridge: {dimension: 2, points: stratum}", "ridge: {dimension: 1, points: stratum}",
		"mixture: {of: [surface, curves], weights: [0.75, 0.25]}"})
	must(t, "run", "experiment.yaml", "--seeds", "0", "--figures=false", "--set", "samples=1500",
		"--set", "models.surface.ridge.displacement.training.steps=1000",
		"--set", "models.curves.ridge.displacement.training.steps=1000", "--only", "surface,curves,whole")
	for model, want := range map[string]map[string]float64{
		"curves":  {"topology.components": 1, "topology.closed": 1, "trust.verdict": 2},
		"surface": {"topology.components": 1, "topology.euler_characteristic": 2, "trust.verdict": 2},
		"whole": {"wasserstein.ratio": 1, "manifold_distance.median": 0, "likelihood.dimension": 2,
			"trust.verdict": 2, "homology.betti_0": 2},
	} {
		found := metricsOf(t, filepath.Join("results", "runs", "experiment", model))
		for name, value := range want {
			tolerance := 0.5
			if name == "manifold_distance.median" {
				tolerance = 0.02
			}
			if got, ok := found[name]; !ok || math.Abs(got-value) > tolerance {
				t.Errorf("%s: %s is %v (%v), want %v", model, name, got, ok, value)
			}
		}
	}
}

// metricsOf are the figures of the only run of a model.
func metricsOf(t *testing.T, folder string) map[string]float64 {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*", "metrics.json"))
	if err != nil || len(paths) != 1 {
		t.Fatalf("%s has the metrics %v (%v)", folder, paths, err)
	}
	text, err := os.ReadFile(paths[0])
	var metrics map[string]map[string]*float64
	if err == nil {
		err = json.Unmarshal(text, &metrics)
	}
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]float64{}
	for metric, figures := range metrics {
		for name, value := range figures {
			if value != nil {
				found[metric+"."+name] = *value
			}
		}
	}
	return found
}
