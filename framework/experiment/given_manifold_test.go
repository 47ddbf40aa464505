package experiment_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/registry"
)

const onSphere = `
seeds: [0]
data:
  source: {projected_normal: {mean: [2, 0, 1]}}
  size: 500
models: {given: {given_manifold: {}}}
samples: 100
metrics:
  likelihood: {points: 200}
  density_error: {points: 500}
  manifold_distance: {}
  topology: {}
`

// The manifold is the sphere, to rounding, and the density near that of the data.
func TestGivenSphere(t *testing.T) {
	results, _ := runAll(t, load(t, onSphere), plan.Options{Runs: t.TempDir()})
	metrics := results[0].Record.Metrics
	if distance := metrics["manifold_distance"]["max"]; distance == nil || *distance > 1e-5 {
		t.Errorf("manifold_distance gave %v", metrics["manifold_distance"])
	}
	if matches := metrics["topology"]["matches"]; matches == nil || *matches != 1 {
		t.Errorf("topology gave %v", metrics["topology"])
	}
	if value := metrics["density_error"]["value"]; value == nil || !(math.Abs(*value) < 0.1) {
		t.Errorf("density_error gave %v", metrics["density_error"])
	}
}

// Of places that cover a thousandth of the Earth the density is that of the region, which the manifold's whole
// quadrature has hardly a node in; of two independent angles it is that of the torus, and
// of rotations that of SO(3), which have no mesh.
func TestGivenManifoldOfColumns(t *testing.T) {
	const places, few, wide, wider = 300, 50, 4, 14 // degrees
	region, torus, rotations := "latitude,longitude\n", "phi,psi\n", "x,y,z,w\n"
	even, _ := new(dataset.Rotations).Evenly(places)
	sparse := region
	for i := range places {
		u, v := math.Mod(float64(i)*math.Phi, 1), math.Mod(float64(i)*math.Sqrt2, 1)
		region += fmt.Sprintf("%.4f,%.4f\n", wide*(u-0.5), 10+wide*v)
		if i < few {
			sparse += fmt.Sprintf("%.4f,%.4f\n", wider*(u-0.5), 10+wider*v)
		}
		torus += fmt.Sprintf("%.3f,%.3f\n", 360*u-180, 360*v-180)
		q := (&dataset.RotationTable{Columns: make([]string, 4)}).Row(even.At(i))
		rotations += fmt.Sprintf("%.5f,%.5f,%.5f,%.5f\n", q[1], q[2], q[3], q[0])
	}
	area := math.Pow(wide*math.Pi/180, 2)
	const earth = "{earth: {file: %s, columns: [latitude, longitude]}}"
	for name, test := range map[string]struct {
		source, table string
		log, error    float64
	}{
		"region": {earth, region, -math.Log(area), 0.4}, // which has edges
		"few":    {earth, sparse, -2 * math.Log(wider*math.Pi/180), 1},
		"torus":  {"{angles: {file: %s, columns: [phi, psi]}}", torus, -2 * math.Log(2*math.Pi), 0.1},
		"rotations": {"{rotations: {file: %s, columns: [w, x, y, z]}}", rotations,
			-math.Log(16 * math.Sqrt2 * math.Pi * math.Pi), 0.2},
	} {
		file := t.TempDir() + "/table.csv"
		if err := os.WriteFile(file, []byte(test.table), 0o644); err != nil {
			t.Fatal(err)
		}
		text := fmt.Sprintf("seeds: [0]\ndata:\n  source: "+test.source+"\n  holdout: 0.1\n"+
			"models: {given: {given_manifold: {}}}\nsamples: 200\n"+
			"metrics: {likelihood: {reference: held_out}, trust: {}}\n", file)
		results, _ := runAll(t, load(t, text), plan.Options{Runs: t.TempDir()})
		metrics := results[0].Record.Metrics
		if value := metrics["likelihood"]["value"]; value == nil || math.Abs(*value-test.log) > test.error {
			t.Errorf("%s: likelihood %v, want %v", name, *value, test.log)
		}
		if verdict := metrics["trust"]["verdict"]; verdict == nil || *verdict != 2 {
			t.Errorf("%s: trust gave %v", name, metrics["trust"])
		}
	}
}

func TestGivenManifoldOfUnknownOne(t *testing.T) {
	file := write(t, "file.yaml", onSphere)
	_, err := experiment.Load(registry.Standard(), config.Disk, file,
		"data.source={uniform_torus: {}}")
	var mistakes config.Mistakes
	if !errors.As(err, &mistakes) || !strings.Contains(mistakes.Error(), "models.given") ||
		!strings.Contains(mistakes.Error(), "allowed: a source of points on unit spheres") {
		t.Errorf("%v", err)
	}
}
