package experiments_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/experiment/execute"
	"ebim/framework/experiment/plan"
	"ebim/framework/runs/stage"
	"ebim/registry"
)

// writeStrokes writes n images of 28 x 28 pixels with a bar, upright or not, which is their class, in MNIST's format.
func writeStrokes(t *testing.T, folder string, n int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	pixels, classes := make([]byte, n*28*28), make([]byte, n)
	for k := range n {
		classes[k] = byte(k % 2)
		at := 4 + rng.IntN(18)
		for i := 4; i < 24; i++ {
			for width := range 3 {
				row, column := at+width, i
				if classes[k] == 1 {
					row, column = column, row
				}
				pixels[k*28*28+row*28+column] = byte(155 + rng.IntN(100))
			}
		}
	}
	write := func(name string, header []uint32, content []byte) {
		var file bytes.Buffer
		zipped := gzip.NewWriter(&file)
		for _, v := range header {
			if err := binary.Write(zipped, binary.BigEndian, v); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := zipped.Write(content); err != nil {
			t.Fatal(err)
		}
		if err := zipped.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), file.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("images.idx.gz", []uint32{0x803, uint32(n), 28, 28}, pixels)
	write("classes.idx.gz", []uint32{0x801, uint32(n)}, classes)
}

// short are the models of the experiments on images, with networks as small as they may be and a step or two of each
// training and chain.
var short = map[string]string{
	"pushforward": `{pushforward: {autoencoder: {encoder: {conv28_encoder: {width: 1, hidden: 0}}, decoder: {conv28_decoder: {width: 1}}, training: {epochs: null, steps: 2, batch: 8}},
    energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 2}}, training: {epochs: null, steps: 2, batch: 8}}, sampling: {steps: 2}}}`,
	"nae": `{nae: {autoencoder: {encoder: {conv28_encoder: {width: 1, hidden: 0}}, decoder: {conv28_decoder: {width: 1}}, training: {epochs: null, steps: 2, batch: 8}},
    normalization: {latent_sampler: {langevin: {steps: 1}}, sampler: {langevin: {steps: 1}}, training: {epochs: null, steps: 2, batch: 8}}, latent_steps: 1, sampling: {steps: 1}}}`,
	"implicit_manifold": `{implicit_manifold: {manifold: {network: {unet: {width: 1}}, sampler: {langevin: {steps: 2}}, training: {epochs: null, steps: 2, batch: 8}}, as_energy: {steps: 2}}}`,
	"ebim": `{ebim: {manifold: {network: {unet: {width: 1}}, sampler: {langevin: {steps: 2}}, training: {epochs: null, steps: 2, batch: 8}},
    energy: {network: {conv28_encoder: {width: 1, hidden: 0}}, sampler: {constrained_langevin: {solver: {gradient_descent: {iterations: 1}}}}, training: {epochs: null, steps: 2, batch: 8}}, sampling: {steps: 1}}}`,
	"annealed": `{ebim: {annealing: {steps: 2}, manifold: {network: {denoiser: {network: {unet: {width: 1, levels: 2, dense: [2]}}}}, training: {steps: 2, batch: 8}},
    energy: {network: {convnet: {channels: [1, 1]}}, sampler: {constrained_langevin: {steps: 1}}, training: {steps: 2, batch: 8}}, sampling: {steps: 1}}}`,
	"chosen": `{ebim: {annealing: {steps: 2}, manifold: {network: {denoiser: {network: {unet: {width: 1, levels: 2, dense: [2]}}}}, training: {steps: 2, batch: 8}},
    energy: {network: {convnet: {channels: [1, 1, 1]}}, loss: {noise_contrastive: {pool: 16}}, training: {steps: 2, batch: 8}}, sampling: {proposals: 2}}}`,
}

// tried is a file, one of its models, and what of short is put in the model's place.
type tried struct{ file, label, model string }

// Models of images train, draw and are measured by their files, a step or two of each, on strokes in MNIST's format.
// Where the file has published figures, they are of the buffers that the trainings left.
func TestImageExperimentsRun(t *testing.T) {
	folder := t.TempDir()
	writeStrokes(t, folder, 60)
	for _, one := range []tried{
		{"small/mnist_autoencoder", "pushforward", "pushforward"},
		{"small/mnist_vae", "pushforward", "pushforward"},
		{"small/mnist_nae", "nae", "nae"},
		{"small/mnist_implicit", "implicit_manifold", "implicit_manifold"},
		{"small/mnist_implicit_ebim", "ebim", "ebim"},
		{"small/mnist_ebim", "ebim", "chosen"},
		{"small/mnist_ebim_chains", "ebim", "annealed"},
		{"paper/images/mnist", "autoencoder", "pushforward"},
		{"paper/images/mnist", "vae", "pushforward"},
		{"paper/images/mnist", "nae", "nae"},
		{"paper/images/mnist", "implicit_manifold", "implicit_manifold"},
		{"paper/images/mnist", "ebim", "ebim"},
		{"paper/images/fashion", "autoencoder", "pushforward"},
		{"paper/images/mnist_1_4", "implicit_manifold", "implicit_manifold"},
		{"paper/images/mnist_4_7", "implicit_manifold", "implicit_manifold"},
	} {
		t.Run(one.file+"/"+one.label, func(t *testing.T) { one.run(t, folder, backend.Default) })
	}
}

// A model of each of the paper's experiments on images, and of a small one, runs on XLA, too. Compiling takes a minute
// or two; those of implicit manifolds share their programs.
func TestImageExperimentsRunOnXLA(t *testing.T) {
	if os.Getenv("EBIM_TEST_XLA") == "" {
		t.Skip("EBIM_TEST_XLA is not set")
	}
	folder := t.TempDir()
	writeStrokes(t, folder, 60)
	for _, one := range []tried{
		{"small/mnist_ebim", "ebim", "chosen"},
		{"small/mnist_ebim_chains", "ebim", "annealed"},
		{"paper/images/fashion", "autoencoder", "pushforward"},
		{"paper/images/mnist_1_4", "implicit_manifold", "implicit_manifold"},
		{"paper/images/mnist_4_7", "implicit_manifold", "implicit_manifold"},
		{"paper/images/mnist", "vae", "pushforward"},
	} {
		t.Run(one.file+"/"+one.label, func(t *testing.T) { one.run(t, folder, "xla:cpu") })
	}
}

// run runs the model on an engine, by data in a folder, to which it writes.
func (r tried) run(t *testing.T, folder, engine string) {
	shipped, err := filepath.Abs(r.file + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	small := filepath.Dir(r.file) == "small"
	settings, metrics := short[r.model],
		"{classes: null, density_coverage: null, memorization: null, frechet: {features: pixels}"
	if small {
		metrics += ", frechet_training: null}"
		settings = strings.ReplaceAll(settings, "epochs: null, ", "") // which they don't have
	} else {
		metrics += ", published_frechet: {features: pixels, samples: 40}}"
	}
	text := fmt.Sprintf("extends: %s\nseeds: 0\nsamples: 12\n"+
		"data: {source: {mnist: {part: train, images: images.idx.gz, labels: classes.idx.gz, filter: {classes: [0, "+
		"1]}}}, holdout: 0.2}\nmetrics: %s\nmodels:\n  %s: %s\n",
		filepath.ToSlash(shipped), metrics, r.label, settings)
	file := filepath.Join(folder, "tried.yaml")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	loaded, err := experiment.Load(registry.Standard(), config.Disk, filepath.ToSlash(file))
	if err != nil {
		t.Fatal(err)
	}
	results, err := execute.Run(t.Context(), loaded, plan.Options{Runs: filepath.Join(folder, "runs"),
		Only: []string{r.label}, Backend: engine})
	if err != nil || len(results) != 1 {
		t.Fatalf("%d results, %v", len(results), err)
	}
	record := results[0].Record
	if record.Status != stage.Done || len(record.Failures) > 0 {
		t.Fatalf("%s: %v, %v", record.Status, record.Failure, record.Failures)
	}
	if draws := record.Metrics[stage.SamplesFigures]["draws"]; draws == nil || *draws != 12 {
		t.Errorf("draws: %v", record.Metrics[stage.SamplesFigures])
	}
	wanted := []string{"frechet"}
	if !small {
		wanted = append(wanted, "published_frechet")
	}
	for _, metric := range wanted {
		if record.Metrics[metric]["value"] == nil {
			t.Errorf("%s: %v", metric, record.Metrics[metric])
		}
	}
}
