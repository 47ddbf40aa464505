package command_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ebim/framework/dataset"
	"ebim/framework/points"
	"ebim/registry"
	"ebim/registry/command"
)

// Eight is a stranger's data set, a figure eight in the plane.
type Eight struct {
	Width float64 `yaml:"width" default:"2" range:"(0, inf)" doc:"distance between its ends"`
}

// Load implements dataset.Source.
func (e *Eight) Load(_ dataset.Env, rng *rand.Rand, size int) (*points.Set, error) {
	if size == 0 {
		size = dataset.DefaultSize
	}
	set := points.New(size, 2)
	for i := range size {
		sin, cos := math.Sincos(2 * math.Pi * rng.Float64())
		copy(set.At(i), []float64{e.Width / 2 * sin, e.Width / 2 * sin * cos})
	}
	return set, nil
}

// withEight returns everything that this program ships, and Eight.
func withEight() (*registry.Registry, error) {
	return registry.New(registry.Add(registry.Kinds, registry.Entry[dataset.Source]{Name: "eight", Settings: new(Eight),
		Doc: "figure eight in the plane", Example: "eight: {width: 3}"}))
}

// A program with a data set of its own.
func ExampleMain() {
	r, err := withEight()
	if err != nil {
		panic(err)
	}
	// In a main function: os.Exit(command.Main(command.Interruptible(), r, os.Args))
	fmt.Println(command.Main(context.Background(), r, []string{"mine", "describe", "data", "eight"}))
	// Output:
	// data eight: figure eight in the plane
	//
	// Settings:
	//   width
	//       distance between its ends
	//       a number in (0, inf); default 2
	//
	// Example:
	//   eight: {width: 3}
	// 0
}

func TestStrangersComponentsAreLikeTheShippedOnes(t *testing.T) {
	r, err := withEight()
	if err != nil {
		t.Fatal(err)
	}
	const eight = `
data: {source: {eight: {width: 3}}, size: 100, holdout: 0.5}
models:
  ebm: {energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}}
samples: 50
metrics: {wasserstein: {samples: 50, repeats: 1}}
`
	folder := t.TempDir()
	file, wrong, runs := filepath.Join(folder, "eight.yaml"), filepath.Join(folder, "wrong.yaml"),
		filepath.Join(folder, "runs")
	for name, text := range map[string]string{file: eight, wrong: strings.Replace(eight, "width", "widht", 1)} {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		line, want string
		code       int
	}{
		{"list data", "  eight ", 0},
		{"schema", `"data.eight"`, 0},
		{"validate " + file, "experiment eight; models ebm", 0},
		{"validate " + wrong, "did you mean width?", command.ExitUsage},
		{"resolve " + file, "width: 3\n", 0},
		{"run " + file + " --seeds 0 --runs " + runs, "1 done", 0},
	} {
		var out bytes.Buffer
		program := &command.Program{Registry: r, Out: &out, Messages: &out, Now: time.Now}
		if code := program.Run(t.Context(), strings.Fields(test.line)); code != test.code ||
			!strings.Contains(out.String(), test.want) {
			t.Errorf("%s: code %d, want %d and %q in\n%s", test.line, code, test.code, test.want, &out)
		}
	}
	for _, written := range []string{"figures/eight/density-seed-0.png", "report.html"} {
		if _, err := os.Stat(filepath.Join(runs, written)); err != nil {
			t.Error(err)
		}
	}
	var out bytes.Buffer
	standard := &command.Program{Registry: registry.Standard(), Out: &out, Messages: &out, Now: time.Now}
	if code := standard.Run(t.Context(), []string{"validate", file}); code != command.ExitUsage ||
		!strings.Contains(out.String(), `unknown data "eight"`) {
		t.Errorf("the shipped registry has the stranger's component: code %d, %s", code, &out)
	}
}
