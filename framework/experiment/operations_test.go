package experiment_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/gomlx/core/graph"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/loss"
	"ebim/framework/network"
	"ebim/framework/network/networktest"
	"ebim/registry"
)

// sliced is x by way of DynamicSlice, which the go backend lacks.
func sliced(x *graph.Node) *graph.Node {
	zero := graph.ScalarZero(x.Graph(), dtypes.Int32)
	return graph.DynamicSlice(x, []*graph.Node{zero, zero}, x.Shape().Dimensions)
}

// windowed is a network that asks for it.
type windowed struct{}

func (windowed) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	return networktest.Fixed{}.Initialize(in, out, rng)
}

func (m windowed) Bind(parameters []*graph.Node) network.Function {
	return networktest.Fixed{Formula: m.formula}.Bind(parameters)
}

func (windowed) formula(x *graph.Node) *graph.Node {
	return graph.ReduceAndKeep(sliced(x), graph.ReduceSum, 1)
}

// steep is one whose derivative asks for it, by a rule that knows of no network.
type steep struct{ windowed }

func rule(_, cotangent *graph.Node) *graph.Node { return sliced(cotangent) }

func (s steep) Bind(parameters []*graph.Node) network.Function {
	return networktest.Fixed{Formula: func(x *graph.Node) *graph.Node {
		return graph.ReduceAndKeep(graph.IdentityWithCustomGradient(x, rule), graph.ReduceSum, 1)
	}}.Bind(parameters)
}

// imaginary is one that asks for complex numbers, which no embedded backend has.
type imaginary struct{ windowed }

func (i imaginary) Bind(parameters []*graph.Node) network.Function {
	return networktest.Fixed{Formula: i.formula}.Bind(parameters)
}

func (imaginary) formula(x *graph.Node) *graph.Node {
	return graph.ReduceAndKeep(graph.Real(graph.ConvertDType(x, dtypes.Complex64)), graph.ReduceSum, 1)
}

// backward is a loss that asks for it.
type backward struct{ loss.Contrastive }

func (l *backward) Value(energy network.Function, in loss.EnergyInputs) (*graph.Node, []*graph.Node) {
	in.Data = sliced(in.Data)
	return l.Contrastive.Value(energy, in)
}

// extended is the standard registry with these networks and this loss.
func extended(t *testing.T) *registry.Registry {
	kinds := extend(registry.Kinds, "energy_loss", registry.Component{Name: "backward",
		New: func() any { return new(backward) }})
	kinds = extend(kinds, "network", registry.Component{Name: "windowed", New: func() any { return new(windowed) }},
		registry.Component{Name: "steep", New: func() any { return new(steep) }},
		registry.Component{Name: "imaginary", New: func() any { return new(imaginary) }})
	return opened(t, kinds)
}

// with is the standard registry with more networks.
func with(t *testing.T, networks ...registry.Component) *registry.Registry {
	t.Helper()
	return opened(t, extend(registry.Kinds, "network", networks...))
}

// extend gives a kind more components.
func extend(kinds []registry.Kind, name string, more ...registry.Component) []registry.Kind {
	kinds = slices.Clone(kinds)
	i := slices.IndexFunc(kinds, func(k registry.Kind) bool { return k.Name == name })
	kinds[i].Components = append(slices.Clone(kinds[i].Components), more...)
	return kinds
}

func opened(t *testing.T, kinds []registry.Kind) *registry.Registry {
	t.Helper()
	r, err := registry.New(kinds)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// What a backend lacks is said before anything is computed, with the component that asks for it, and by Run also where
// the data must be read first.
func TestOperationsThatABackendLacks(t *testing.T) {
	const (
		plain   = "models.a.implicit_manifold.manifold.network="
		energy  = "models.b.ebim.energy.network="
		decoder = "models.c.pushforward.autoencoder.decoder="
	)
	for _, test := range []struct{ set, backend, want string }{
		{plain + "windowed", "cpu", ""},
		{plain + "steep", "cpu", ""},
		{plain + "windowed", "go",
			"models.a: the operation DynamicSlice, which network windowed of the part manifold needs; " +
				"allowed: the operations of the backend go; --backend cpu"},
		{plain + "steep", "go",
			"models.a: the operation DynamicSlice, which a derivative in network steep of the part manifold needs; "},
		{energy + "windowed", "go",
			"models.b: the operation DynamicSlice, which network windowed of the part energy needs; "},
		{energy + "steep", "go",
			"models.b: the operation DynamicSlice, which a derivative in network steep of the part energy needs; "},
		{decoder + "windowed", "go",
			"models.c: the operation DynamicSlice, which network windowed of the part autoencoder needs; "},
		{decoder + "steep", "go",
			`models.c: the operation DynamicSlice, which the graph "autoencoder step" of the part autoencoder needs; `},
		{plain + "{shortcuts: {network: windowed}}", "go",
			"models.a: the operation DynamicSlice, which network windowed of the part manifold needs; "},
		{"models.b.ebim.energy.loss=backward", "go",
			"models.b: the operation DynamicSlice, which loss backward of the part energy needs; "},
		{plain + "imaginary", "cpu", "models.a: network imaginary of the part manifold, on the backend cpu: "},
	} {
		t.Run(test.set+" "+test.backend, func(t *testing.T) {
			check := func(err error) {
				t.Helper()
				var mistakes config.Mistakes
				if test.want == "" && err == nil {
					return
				}
				if !errors.As(err, &mistakes) || len(mistakes) != 1 || test.want == "" ||
					!strings.Contains(err.Error(), test.want) {
					t.Errorf("%v\nwant %q", err, test.want)
				}
			}
			o := plan.Options{Backend: test.backend, Runs: filepath.Join(t.TempDir(), "runs")}
			_, err := execute.Check(t.Context(), experimentOfWrapped(t, test.set), o)
			check(err)
			if test.want == "" {
				return
			}
			for _, more := range [][]string{nil, {"data.source={csv: {file: points.csv}}"}} {
				_, err := execute.Run(t.Context(), experimentOfWrapped(t, append(more, test.set)...), o)
				check(err)
			}
			if _, err := os.Stat(o.Runs); err == nil {
				t.Error("the folder of runs was made")
			}
		})
	}
}

// weighed asks for DynamicSlice unless its weight is zero.
type weighed struct {
	Weight float64 `yaml:"weight" default:"0" range:"[0, 10]" doc:"weight of the window"`
	drafts *int
}

func (w *weighed) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	*w.drafts++
	return windowed{}.Initialize(in, out, rng)
}

func (w *weighed) Bind(parameters []*graph.Node) network.Function {
	if w.Weight == 0 {
		return networktest.Fixed{Formula: func(x *graph.Node) *graph.Node {
			return graph.ReduceAndKeep(x, graph.ReduceSum, 1)
		}}.Bind(parameters)
	}
	return windowed{}.Bind(parameters)
}

// The points of a sweep share a draft unless numbers are zero in some of them: 0, 0.1 and 3 are three, 0.1 to 0.4 one.
func TestPointsOfASweepShareADraft(t *testing.T) {
	drafts := 0
	r := with(t, registry.Component{Name: "weighed", New: func() any { return &weighed{drafts: &drafts} }})
	check := func(values string) error {
		file := write(t, "circle.yaml", `
data: {source: {von_mises: {concentration: 1}}}
models:
  a: {implicit_manifold: {manifold: {dimension: 1, network: weighed}}}
metrics: {manifold_distance: {}}
sweep: {models.a.implicit_manifold.manifold.network.weighed.weight: `+values+"}\n")
		loaded, err := experiment.Load(r, config.Disk, filepath.ToSlash(file))
		if err != nil {
			t.Fatal(err)
		}
		drafts = 0
		_, err = execute.Check(t.Context(), loaded, plan.Options{Backend: backend.Reference})
		return err
	}
	var mistakes config.Mistakes
	if err := check("[0.1, 0.2, 0.4]"); !errors.As(err, &mistakes) {
		t.Fatalf("got %v", err)
	}
	one := drafts
	if err := check("[0, 0.1, 3]"); !errors.As(err, &mistakes) || drafts != 3*one {
		t.Errorf("%d drafts instead of three times %d: %v", drafts, one, err)
	}
	if err := check("[0]"); err != nil {
		t.Error(err)
	}
}

// experimentOfWrapped is an experiment whose settings may name the networks above.
func experimentOfWrapped(t *testing.T, sets ...string) []*experiment.Experiment {
	t.Helper()
	file := write(t, "circle.yaml", `
data: {source: {von_mises: {concentration: 1}}}
models:
  a: {implicit_manifold: {manifold: {dimension: 1}}}
  b: {ebim: {manifold: {dimension: 1}, energy: {sampler: constrained_langevin}}}
  c: {pushforward: {dimension: 1, energy: {sampler: langevin}}}
metrics: {manifold_distance: {}}
`)
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "points.csv"), []byte("1,2\n3,4\n5,7\n"),
		0o644); err != nil {
		t.Fatal(err)
	}
	loaded, err := experiment.Load(extended(t), config.Disk, filepath.ToSlash(file), sets...)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

// Checks leave nothing in the temporary folder, and delete what killed ones left there.
func TestChecksLeaveNoDrafts(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	if os.TempDir() != folder {
		t.Skip("the temporary folder has another variable here")
	}
	if err := os.MkdirAll(filepath.Join(folder, "ebim-check-123", "manifold"), 0o700); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-48 * time.Hour) // younger ones may be in use
	if err := os.Chtimes(filepath.Join(folder, "ebim-check-123"), old, old); err != nil {
		t.Fatal(err)
	}
	if _, err := execute.Check(t.Context(), load(t, small), plan.Options{}); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}
