package experiment_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/mesh"
	"ebim/framework/points"
	"ebim/framework/points/files"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// ellipse is an experiment on the file points.csv beside it.
const ellipse = `
seeds: [0]
data: {source: {csv: {file: points.csv}}, holdout: 0.2}
models:
  ebim:
    manifold: {dimension: 1, network: {mlp: {hidden: [16]}}, training: {epochs: 150, batch: 50, optimizer: {adam: {rate: 0.01}}}}
    energy: {network: {mlp: {hidden: [4]}}, sampler: {constrained_langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
  ebm:
    energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
  pushforward:
    dimension: 1
    autoencoder: {encoder: {mlp: {hidden: [4]}}, decoder: {mlp: {hidden: [4]}}, training: {epochs: 5, batch: 50}}
    energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 2, batch: 50}}
  moved: {translate: {of: ebim, by: [0.5, 0]}}
  both: {union: {of: [ebim, moved]}}
samples: 100
mesh: {resolution: 64}
metrics: {manifold_distance: {}, likelihood: {}, topology: {}, mixing: {samples: 30, repeats: 1}, convergence: {chains: 2, draws: 8},
  wasserstein: {samples: 30, repeats: 1}, noisy_likelihood: {samples: 2000}}
`

// affine is a map of the plane, by columns.
type affine struct{ shift, scale [2]float64 }

func (a affine) at(x, y float64) [2]float64 {
	return [2]float64{a.shift[0] + a.scale[0]*x, a.shift[1] + a.scale[1]*y}
}

// ran is an experiment on a mapped ellipse with half axes 1 and 0.75, run.
func ran(t *testing.T, a affine, sets ...string) map[string]stage.Result {
	t.Helper()
	var b strings.Builder
	rng := rand.New(rand.NewPCG(4, 13))
	for range 150 {
		angle := 2 * math.Pi * rng.Float64()
		// so that offsets cost it no digits
		short := func(v float64) float64 { return math.Round(v*(1<<20)) / (1 << 20) }
		p := a.at(short(math.Cos(angle)), short(0.75*math.Sin(angle)))
		fmt.Fprintf(&b, "%.17g,%.17g\n", p[0], p[1])
	}
	file := write(t, "ellipse.yaml", strings.ReplaceAll(ellipse, "by: [0.5, 0]",
		fmt.Sprintf("by: [%.17g, 0]", 0.5*a.scale[0])))
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "points.csv"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	results, _ := runAll(t, loadFile(t, file, sets...), plan.Options{Runs: t.TempDir()})
	byModel := map[string]stage.Result{}
	for _, result := range results {
		byModel[result.Record.Model] = result
	}
	return byModel
}

// Data that differ by an offset or a factor, or by one of each column that is standardized, are one to the networks;
// results are those of the data's units. Rounding may differ in the last digit of single precision, after which chains
// and draws may go other ways: of what depends on them closely, only the means and the units are compared.
func TestStandardizedDataAreOne(t *testing.T) {
	plain := affine{scale: [2]float64{1, 1}}
	wanted := map[string]map[string]stage.Result{}
	for _, choice := range []string{"scale", "columns"} {
		wanted[choice] = ran(t, plain, "data.standardize="+choice)
	}
	for name, test := range map[string]struct {
		to     affine
		choice string
	}{
		"offset": {affine{[2]float64{1e5, -1e5}, [2]float64{1, 1}}, "auto"},
		"far":    {affine{[2]float64{1e9, -1e9}, [2]float64{1, 1}}, "auto"},
		"small":  {affine{[2]float64{0, 3}, [2]float64{1e-3, 1e-3}}, "auto"},
		"large":  {affine{[2]float64{1e5, 0}, [2]float64{1e6, 1e6}}, "auto"},
		"uneven": {affine{[2]float64{-1e5, 2}, [2]float64{1e6, 1.0 / 1024}}, "columns"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			want := wanted[map[string]string{"auto": "scale", "columns": "columns"}[test.choice]]
			got := ran(t, test.to, "data.standardize="+test.choice)
			for model := range want {
				compareMapped(t, model, want[model], got[model], test.to)
			}
		})
	}
}

// compareMapped compares what two runs have left, of which one saw points that are mapped to the other's.
func compareMapped(t *testing.T, model string, want, got stage.Result, a affine) {
	t.Helper()
	wanted, found := read(t, want, "samples/samples.npy"), read(t, got, "samples/samples.npy")
	mean := func(set *points.Set, j int) float64 {
		sum := 0.0
		for i := range set.Len() {
			sum += (set.At(i)[j] - set.At(0)[j]) / float64(set.Len())
		}
		return set.At(0)[j] + sum
	}
	one, compared := a.scale[0] == a.scale[1], 0
	const drawn = 0.6 // six standard errors of the difference of means of a coordinate in two sets of 100 points
	for j := range 2 {
		if w, g := a.at(mean(wanted, 0), mean(wanted, 1))[j], mean(found, j); !(math.Abs(w-g) <= drawn*a.scale[j]) {
			t.Errorf("%s: the samples' mean is %v along axis %d, want %v", model, g, j, w)
		}
	}
	for _, number := range []string{"manifold_distance.median", "likelihood.value", "likelihood.ambient_value",
		"topology.components", "topology.cut",
		"topology.measure_1", "mixing.value", "wasserstein.value", "wasserstein.noise_floor",
		"noisy_likelihood.value"} {
		metric, name, _ := strings.Cut(number, ".")
		w, g := want.Record.Metrics[metric][name], got.Record.Metrics[metric][name]
		if w == nil || g == nil {
			if w != g {
				t.Errorf("%s: %s is there for one only", model, number)
			}
			continue
		}
		compared++
		expected := *w
		switch {
		case metric == "noisy_likelihood": // of draws
			expected -= math.Log(a.scale[0]) + math.Log(a.scale[1])
			if math.Abs(*g-expected) > 0.2 {
				t.Errorf("%s: %s is %v, want about %v", model, number, *g, expected)
			}
			continue
		case number == "likelihood.ambient_value":
			expected -= math.Log(a.scale[0]) + math.Log(a.scale[1])
		case !one && (metric == "likelihood" || name == "measure_1"):
			continue // no function of the other's
		case number == "likelihood.value":
			expected -= math.Log(a.scale[0])
		case one && (metric == "manifold_distance" || metric == "mixing" || metric == "wasserstein" ||
			name == "measure_1"):
			expected *= a.scale[0] // otherwise they are of the columns' own units
		}
		if metric == "mixing" || metric == "manifold_distance" || name == "value" && metric == "wasserstein" {
			if share := *g / expected; !(share >= 0.25 && share <= 4) {
				t.Errorf("%s: %s is %v, %v of what is expected", model, number, *g, share)
			}
			continue
		}
		if !(math.Abs(*g-expected) <= 1e-2*(math.Abs(expected)+math.Abs(*w))) {
			t.Errorf("%s: %s is %v, want %v", model, number, *g, expected)
		}
	}
	if least := map[string]int{"ebim": 8, "ebm": 4, "pushforward": 6}[model]; compared < least {
		t.Errorf("%s: only %d numbers were compared, want %d", model, compared, least)
	}
	meshes(t, model, want, got, a)
}

// meshes compares the meshes' middles.
func meshes(t *testing.T, model string, want, got stage.Result, a affine) {
	t.Helper()
	var centers [2][2]float64
	for k, result := range []stage.Result{want, got} {
		file, err := os.Open(filepath.Join(result.Folder, "mesh", "mesh.ply"))
		if os.IsNotExist(err) {
			if k == 1 && centers[0] != [2]float64{} {
				t.Errorf("%s: one mesh only", model)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		made, err := mesh.ReadPLY(file)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		for j := range 2 {
			low, high := math.Inf(1), math.Inf(-1)
			for i := range made.Vertices.Len() {
				v := made.Vertices.At(i)[j]
				low, high = min(low, v), max(high, v)
			}
			centers[k][j] = low + (high-low)/2
		}
	}
	if mapped := a.at(centers[0][0], centers[0][1]); math.Abs(mapped[0]-centers[1][0]) > 1e-2*a.scale[0] ||
		math.Abs(mapped[1]-centers[1][1]) > 1e-2*a.scale[1] {
		t.Errorf("%s: the mesh's middle is %v, want %v", model, centers[1], mapped)
	}
}

func read(t *testing.T, result stage.Result, name string) *points.Set {
	t.Helper()
	set, err := files.ReadFile(filepath.Join(result.Folder, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// What is stated of own data's topology reaches the metric and the selection by it, changes no training, and is
// checked.
func TestStatedTopologyOfOwnData(t *testing.T) {
	t.Parallel()
	text := strings.ReplaceAll(ellipse, "holdout: 0.2", "holdout: 0.2, topology: {components: 1, euler: 0}") +
		"select: {metric: topology.matches}\n"
	rng := rand.New(rand.NewPCG(4, 13))
	var b strings.Builder
	for range 150 {
		sine, cosine := math.Sincos(2 * math.Pi * rng.Float64())
		fmt.Fprintf(&b, "%v,%v\n", cosine, sine)
	}
	file := write(t, "ellipse.yaml", text)
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "points.csv"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	o := plan.Options{Runs: t.TempDir(), Only: []string{"ebim"}}
	results, _ := runAll(t, loadFile(t, file), o)
	if got := results[0].Record.Metrics["topology"]["matches"]; got == nil || *got != 1 {
		t.Errorf("matches is %v", got)
	}
	again, computed := runAll(t, loadFile(t, file, "data.topology.components=2", "data.topology.euler=2"), o)
	if got := again[0].Record.Metrics["topology"]["matches"]; got == nil || *got != 0 || len(computed) != 1 {
		t.Errorf("with another topology, matches is %v; %v were computed", got, computed)
	}
	for _, wrong := range []string{"data.topology.euler=1", "data.topology.euler=4", "data.topology.genus=3",
		"data.source={von_mises: {concentration: 1}}"} {
		if _, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(file), wrong); err == nil {
			t.Errorf("%s is accepted", wrong)
		}
	}
}

// A rotation between columns that have scales of their own is refused before anything is trained.
func TestRotationsOfUnevenColumns(t *testing.T) {
	t.Parallel()
	file := write(t, "ellipse.yaml", strings.ReplaceAll(ellipse, "translate: {of: ebim, by: [0.5, 0]}",
		"rotate: {of: ebim, angle: 1}"))
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "points.csv"), []byte("1,2\n2,1\n3,900\n5,-800\n4,100\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	_, err := execute.Check(t.Context(), loadFile(t, file, "data.holdout=0.2"), plan.Options{})
	if err == nil || !strings.Contains(err.Error(), "models.moved") ||
		!strings.Contains(err.Error(), "data.standardize to scale") {
		t.Errorf("with a scale for each column: %v", err)
	}
	estimates, err := execute.Check(t.Context(), loadFile(t, file, "data.standardize=scale"), plan.Options{})
	if err != nil || len(estimates[0].Notes) == 0 || !strings.Contains(estimates[0].Notes[0],
		"only 4 training points") {
		t.Errorf("with one scale: %v, %v", estimates, err)
	}
}
