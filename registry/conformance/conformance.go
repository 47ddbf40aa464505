// Package conformance runs every component of a registry, as a test: it trains with every network, loss, sampler,
// optimizer and schedule, draws from every source of data, trains, samples and measures every model, measures with
// every metric and draws every figure.
//
//	func TestMyComponents(t *testing.T) { conformance.Test(t, myRegistry) }
//
// It works on experiments, as users do, and knows components by their kind's interface alone: each one's example is
// put into every setting of the suite's small experiments (files/) that takes its kind, and what accepts it is run. A
// component of a kind that no setting takes, or that every setting refuses, fails the test; a folder of further
// experiments may then be given.
package conformance

import (
	"embed"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"ebim/framework/dataset"
	"ebim/framework/dataset/download"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/model"
	"ebim/framework/sampler"
	"ebim/framework/train"
	"ebim/registry"
)

//go:embed files
var own embed.FS

// suite runs the components of a registry in a folder of experiments.
type suite struct {
	registry *registry.Registry
	folder   string                   // of the experiments, with the runs
	bases    []*experiment.Experiment // in which components are tried
}

// Test runs every component of a registry that has the standard ones. The example of a component may name models
// "left", "right" and "sphere", the files "points.csv", "decades.csv", "points.npy", "strokes.idx.gz" and
// "classes.idx.gz", and the folder "pictures". What other settings, models or files it needs may lie in further
// folders: their YAML files are experiments in which components are tried, the others files that examples name. A
// source whose published file is not there is skipped.
func Test(t *testing.T, r *registry.Registry, further ...fs.FS) {
	s := newSuite(t, r, further...)
	for _, kind := range r.Kinds() {
		for _, c := range kind.Components {
			t.Run(kind.Name+"/"+c.Name, func(t *testing.T) {
				err := s.test(t, kind, c)
				if missing := new(download.MissingError); errors.As(err, &missing) {
					t.Skip(err)
				}
				if err != nil {
					t.Error(err)
				}
			})
		}
	}
}

func newSuite(t *testing.T, r *registry.Registry, further ...fs.FS) *suite {
	t.Helper()
	files, err := fs.Sub(own, "files")
	if err != nil {
		t.Fatal(err)
	}
	s := &suite{registry: r, folder: t.TempDir()}
	if err := writePictures(s.folder); err != nil {
		t.Fatal(err)
	}
	for _, files := range append([]fs.FS{files}, further...) {
		names, err := fs.Glob(files, "*")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			content, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(s.folder, name), content, 0o644); err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(name) == ".yaml" {
				base, err := s.load(name)
				if err != nil {
					t.Fatal(err)
				}
				s.bases = append(s.bases, base)
			}
		}
	}
	return s
}

// test runs one component in the way of its kind.
func (s *suite) test(t *testing.T, kind registry.Kind, c registry.Component) error {
	value, err := s.registry.Decode(kind.Name, c.Example)
	if err != nil {
		return err
	}
	check := trains
	switch kind.Interface {
	case reflect.TypeFor[experiment.Figure]():
		return s.draw(t, c)
	case reflect.TypeFor[experiment.Metric]():
		check, err = measures, declares(value.(experiment.Metric).Outputs())
	case reflect.TypeFor[model.Model]():
		check = samples
	case reflect.TypeFor[dataset.Source]():
		err = s.loads(value.(dataset.Source))
	case reflect.TypeFor[sampler.Solver]():
		err = solves(t, value.(sampler.Solver))
	case reflect.TypeFor[train.Optimizer](), reflect.TypeFor[train.Schedule]():
		check = trainsOnce
	}
	if err != nil {
		return err
	}
	return s.try(t, kind, c, check)
}

func (s *suite) options() plan.Options {
	return plan.Options{Runs: filepath.Join(s.folder, "runs")}
}
