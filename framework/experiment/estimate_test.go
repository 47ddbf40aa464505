package experiment_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/model"
	"ebim/framework/network"
	"ebim/registry"
)

// loadText loads an experiment of the given text.
func loadText(t *testing.T, text string) []*experiment.Experiment {
	t.Helper()
	loaded, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(write(t, "big.yaml", text)))
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

const circle = "data: {source: {von_mises: {concentration: 1}}}\n"

// What needs more memory than there is, is refused with the setting that is to blame, before any of it is allocated:
// each of these would take terabytes.
func TestTooMuchMemoryIsRefused(t *testing.T) {
	const gigabyte = 1e9
	for _, test := range []struct{ name, text, want string }{
		{"layers", circle + "models:\n  a:\n    implicit_manifold:\n      manifold:\n        dimension: 1\n        " +
			"network:\n          mlp:\n            hidden: [65536, 65536, 65536]\n        training: {epochs: 100}\n",
			"big.yaml:9:13: models.a.manifold.network.hidden: about 482 GB of memory for the training of the " +
				"manifold: 14 copies of 8.59e+09 parameters; allowed: 1 GB, "},
		{"shortcuts",
			circle + "models: {a: {ebm: {energy: {sampler: langevin, network: {shortcuts: {network: " +
				"{fourier_mlp: {features: 65536, hidden: [65536]}}}}}}}}\n",
			"models.a.energy.network.network.hidden: about "},
		{"flow", circle + "models: {a: {implicit_manifold: {manifold: {dimension: 1, network: {injective_flow: " +
			"{layers: 1000, hidden: [65536, 65536]}}}}}}\n",
			"models.a.manifold.network.hidden: about "},
		{"decoder", circle + "models: {a: {pushforward: {dimension: 1, energy: {sampler: langevin}, autoencoder: " +
			"{decoder: {mlp: {hidden: [65536, 65536]}}}}}}\n",
			"models.a.autoencoder.decoder.hidden: about "},
		{"batch", "data: {source: {von_mises: {concentration: 1}}, size: 1e6}\nmodels: {a: {implicit_manifold: " +
			"{manifold: {dimension: 1, network: {mlp: {hidden: [4096]}}, training: {batch: 1e6}}}}}\n",
			"models.a.manifold.training.batch: about "},
		{"buffer", circle + "models: {a: {ebm: {energy: {sampler: {langevin: {buffer: {size: 1e7}}}, training: " +
			"{epochs: 1e6, batch: 1000}}}}}\nsamples: 10\n", ""},
		{"large buffer",
			"data: {source: {uniform_sphere: {dimension: 1000}}}\nmodels: {a: {ebm: {energy: {sampler: {langevin: " +
				"{buffer: {size: 1e7}}}, training: {epochs: 1e6}}}}}\nsamples: 10\n",
			"models.a.energy.sampler.buffer.size: about 160 GB"},
		{"pool", "data: {source: {uniform_sphere: {dimension: 1000}}}\nmodels: {a: {ebim: {manifold: {dimension: " +
			"1000}, energy: {loss: {noise_contrastive: {pool: 1e7}}}}}}\nsamples: 10\n",
			"models.a.energy.loss.pool: about 120 GB"},
		{"quadrature",
			"data: {source: {uniform_sphere: {dimension: 2}}}\nmodels: {a: {ebm: {energy: {loss: {mesh_likelihood: " +
				"{resolution: 512}}}}}}\n",
			"models.a.energy.loss.resolution: about "},
		{"data", "data: {source: {uniform_sphere: {dimension: 1000}}, size: 1e8}\nmodels: {a: {implicit_manifold: " +
			"{manifold: {dimension: 1000}}}}\nsamples: 10\n",
			"big.yaml:1:59: data.size: about 2.4 TB of memory for 100000000 points; allowed: 1 GB"},
		{"samples", "data: {source: {uniform_sphere: {dimension: 1000}}}\nmodels: {a: {implicit_manifold: " +
			"{manifold: {dimension: 1000}}}}\nsamples: 1000000\n",
			"big.yaml:3:10: samples: about 24 GB"},
		{"ways", derivedTwice(60), "models.m20.of: about "},
	} {
		t.Run(test.name, func(t *testing.T) {
			loaded := loadText(t, test.text)
			o := plan.Options{Memory: gigabyte, Runs: filepath.Join(t.TempDir(), "runs")}
			_, err := execute.Check(t.Context(), loaded, o)
			if test.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				return
			}
			if !errors.As(err, new(config.Mistakes)) || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v\nwant %q", err, test.want)
			}
			if _, ran := execute.Run(t.Context(), loaded, o); ran == nil || ran.Error() != err.Error() {
				t.Errorf("Run says %v", ran)
			}
			if _, err := os.Stat(o.Runs); err == nil {
				t.Error("the folder of runs was made")
			}
		})
	}
}

// derivedTwice is a chain of unions of two moved copies, so that 2^k ways lead from its end to its start.
func derivedTwice(k int) string {
	var text strings.Builder
	text.WriteString(circle +
		"models:\n  m0: {implicit_manifold: {manifold: {dimension: 1, network: {mlp: {hidden: [8, 8, 8]}}, " +
		"training: {epochs: 100}}}}\n")
	for i := 1; i < k; i++ {
		fmt.Fprintf(&text,
			"  l%d: {translate: {of: m%d, by: [1, 0]}}\n  r%d: {translate: {of: m%d, by: [0, 1]}}\n  m%d: {union: "+
				"{of: [l%d, r%d]}}\n",
			i, i-1, i, i-1, i, i, i)
	}
	return text.String()
}

// observed is a multilayer perceptron that keeps the number of parameters that were last drawn.
type observed struct{ network.MLP }

var drawn int

func (o *observed) Initialize(in, out int, rng *rand.Rand) []network.Parameter {
	parameters := o.MLP.Initialize(in, out, rng)
	drawn = network.Size(parameters)
	return parameters
}

// A large network that the memory holds is checked without its parameters, which would be 256 MB, and stays as it is.
func TestDraftsAreSmall(t *testing.T) {
	file := write(t, "large.yaml",
		circle+"models: {a: {implicit_manifold: {manifold: {dimension: 1, network: {observed: {hidden: [8000, "+
			"8000]}}}}}}\n")
	loaded, err := experiment.Load(with(t, registry.Component{Name: "observed",
		New: func() any { return new(observed) }}), config.Disk, filepath.ToSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	estimates, err := execute.Check(t.Context(), loaded, plan.Options{Memory: 1e11})
	if err != nil {
		t.Fatal(err)
	}
	if drawn == 0 || drawn > 1000 {
		t.Errorf("%d parameters were drawn", drawn)
	}
	if want := 3*8000 + 8001*8000 + 8001.; estimates[0].Parameters != want {
		t.Errorf("%v parameters, want %v", estimates[0].Parameters, want)
	}
	if !strings.Contains(string(loaded[0].Resolved()), "hidden: [8000, 8000]") ||
		loaded[0].Models["a"].(*model.ImplicitManifold).Manifold.Network.(*observed).Hidden[1] != 8000 {
		t.Error("the model has changed")
	}
}

func TestTooManyRunsAreRefused(t *testing.T) {
	var epochs []string
	for i := range 11 {
		epochs = append(epochs, fmt.Sprint(i+1))
	}
	loaded := loadText(t,
		circle+"seeds: 0-9999\nmodels: {a: {implicit_manifold: {manifold: {dimension: 1}}}}\nsweep: "+
			"{models.a.manifold.training.epochs: ["+
			strings.Join(epochs, ", ")+"]}\n")
	o := plan.Options{Runs: filepath.Join(t.TempDir(), "runs")}
	const want = "big.yaml:2:8: seeds: 110000 planned runs: 11 experiments or points of sweeps, " +
		"the first with 1 models x 10000 seeds; allowed: 100000 at most"
	_, err := execute.Check(t.Context(), loaded, o)
	_, ran := execute.Run(t.Context(), loaded, o)
	for _, err := range []error{err, ran} {
		if !errors.As(err, new(config.Mistakes)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	o.Seeds = experiment.Seeds{0, 1}
	if estimates, err := execute.Check(t.Context(), loaded, o); err != nil || estimates[0].Runs != 2 {
		t.Errorf("two seeds: %v, %v", estimates, err)
	}
}

func TestCheckCanBeCanceled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := execute.Check(ctx, loadText(t, derivedTwice(3)), plan.Options{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestParseMemory(t *testing.T) {
	for text, want := range map[string]int64{"8GB": 8e9, "8 gb": 8e9, "512MiB": 512 << 20, "1.5TB": 15e11,
		"3kB": 3000, "7b": 7} {
		if got, err := experiment.ParseMemory(text); err != nil || got != want {
			t.Errorf("%q: %d, %v; want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "8", "GB", "0GB", "-1GB", "nanGB", "infGB", "1e30GB", "8GBs"} {
		if got, err := experiment.ParseMemory(text); err == nil {
			t.Errorf("%q is taken for %d", text, got)
		}
	}
}

// Data files are opened by Check, which says where the experiment names what is missing or wrong; the settings are not
// to blame.
func TestCheckOpensDataFiles(t *testing.T) {
	const models = "models: {a: {implicit_manifold: {manifold: {dimension: 1}}}}\nmetrics: {manifold_distance: {}}\n"
	folder := t.TempDir()
	for _, test := range []struct{ name, data, csv, want string }{
		{"missing", "data:\n  source:\n    csv:\n      file: points.csv\n", "",
			"big.yaml:4:13: data.source: there is no file "},
		{"malformed", "data: {source: {csv: {file: points.csv}}}\n", "1,2\n3,x\n",
			`points.csv: line 2, column 1: found "x"`},
		{"not downloaded", "data: {source: {earth: {events: fires}}}\n", "",
			"big.yaml:1:8: data.source: the data file fire.csv is in none of the data folders (" +
				folder + "); get it with `ebim data get fires`, or set EBIM_DATA to a folder that has it; by hand, " +
				"put the 178949 bytes of https://"},
		{"fine", "data: {source: {csv: {file: points.csv}}}\n", "1,2\n3,4\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			loaded := loadText(t, test.data+models)
			if test.csv != "" {
				if err := os.WriteFile(filepath.Join(filepath.Dir(filepath.FromSlash(loaded[0].File)), "points.csv"),
					[]byte(test.csv), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			_, err := execute.Check(t.Context(), loaded, plan.Options{Data: []string{folder}})
			if test.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var data *execute.DataError
			if !errors.As(err, &data) || errors.As(err, new(config.Mistakes)) ||
				!strings.Contains(err.Error(), test.want) {
				t.Errorf("%v\nwant %s", err, test.want)
			}
		})
	}
}
