package experiment_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/config"
	"ebim/framework/dataset"
	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/mesh"
	"ebim/framework/model"
	"ebim/framework/points"
	"ebim/framework/runs/stage"
	"ebim/framework/support"
	"ebim/framework/train"
	"ebim/registry"
)

// trying is a metric that fails as its settings say.
type trying struct {
	Outcome string `yaml:"outcome" default:"''" doc:"how it fails: error, panic, undeclared, former, or not at all"`
}

func (*trying) Outputs() []experiment.Output {
	return []experiment.Output{{Name: "value", Meaning: "one", Formerly: []string{"old"}}}
}

func (m *trying) Measure(context.Context, *experiment.Subject) (*experiment.Measurement, error) {
	switch m.Outcome {
	case "error":
		return nil, errors.New("nothing to measure with")
	case "panic":
		panic("out of range")
	case "undeclared":
		return &experiment.Measurement{Values: map[string]float64{"valeu": 1}}, nil
	case "former":
		return &experiment.Measurement{Values: map[string]float64{"old": 1}}, nil
	}
	return &experiment.Measurement{Values: map[string]float64{"value": 1}}, nil
}

func (*trying) CodeVersion() int { return 1 }

func (*trying) Needs(*experiment.Settings) (experiment.Needs, error) { return experiment.Needs{}, nil }

// changing is a data source whose code has the given version.
type changing struct{}

var changingVersion = 1

func (*changing) Load(_ dataset.Env, rng *rand.Rand, _ int) (*points.Set, error) {
	set := points.New(60, 2)
	for i := range set.Data {
		set.Data[i] = rng.Float64() + float64(changingVersion)
	}
	return set, nil
}

func (*changing) Dimensions() (ambient, manifold int) { return 2, 1 }

func (*changing) CodeVersion() int { return changingVersion }

// bare is a model of a support that can do nothing.
type bare struct{}

func (*bare) CheckDimension(int) error { return nil }

func (*bare) Traits(ambient int) model.Traits {
	return model.Traits{Ambient: ambient, Dimension: 1, Implicit: true}
}

func (*bare) Parts() []model.Part { return nil }

var bareLoads atomic.Int64

func (*bare) Load(train.Environment, func(string) string) (*model.Trained, error) {
	bareLoads.Add(1)
	return &model.Trained{Support: lacking{}}, nil
}

// lacking has none of what a support may lack.
type lacking struct{ support.Support }

func (lacking) Ambient() int     { return 2 }
func (lacking) Dimension() int   { return 1 }
func (lacking) CheckMesh() error { return errors.ErrUnsupported }

func (lacking) Uniform(context.Context, *rand.Rand, int) (*points.Set, error) {
	return nil, errors.ErrUnsupported
}

func (lacking) Nearest(context.Context, *points.Set) (*support.Projection, error) {
	return nil, errors.ErrUnsupported
}

func (lacking) Mesh(context.Context, int) (*mesh.Mesh, error) { return nil, errors.ErrUnsupported }

// loadOwn reads an experiment that may name the components of this file.
func loadOwn(t *testing.T, text string, sets ...string) []*experiment.Experiment {
	t.Helper()
	kinds := registry.Add[experiment.Metric](registry.Kinds,
		registry.Entry[experiment.Metric]{Name: "trying", Settings: new(trying)})
	kinds = registry.Add[dataset.Source](kinds, registry.Entry[dataset.Source]{Name: "changing",
		Settings: new(changing)})
	kinds = registry.Add[model.Model](kinds, registry.Entry[model.Model]{Name: "bare", Settings: new(bare)})
	known, err := registry.New(kinds)
	if err != nil {
		t.Fatal(err)
	}
	loaded, err := experiment.Load(known, config.Disk, write(t, "own.yaml", text), sets...)
	if err != nil {
		t.Fatal(err)
	}
	return loaded
}

const own = `
seeds: [0]
data: {source: {von_mises: {concentration: 2}}, size: 60}
models: {ebm: {energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 1}}}}
samples: 20
metrics: {first: {trying: {outcome: error}}, second: {trying: {outcome: panic}}, wasserstein: {repeats: 1}}
`

func TestFailedMetricsLeaveTheOthers(t *testing.T) {
	o := plan.Options{Runs: t.TempDir(), Jobs: 1}
	results, _ := runAll(t, loadOwn(t, own), o)
	record := results[0].Record
	if record.Status != stage.Done || record.Metrics["wasserstein"]["value"] == nil {
		t.Errorf("%+v", record)
	}
	if f := record.MetricFailure("first"); f == nil || f.Reason != "nothing to measure with" {
		t.Errorf("first: %v", f)
	}
	if f := record.MetricFailure("second"); f == nil || f.Reason != "out of range" {
		t.Errorf("second: %v", f)
	}
	mended, computed := runAll(t, loadOwn(t, own, "metrics.first.trying.outcome=''"), o)
	if diff := cmp.Diff([]string{"ebm metric_first", "ebm metric_second"}, computed); diff != "" {
		t.Error(diff)
	}
	if measured := mended[0].Record.Metrics; measured["first"] == nil || measured["wasserstein"] == nil ||
		measured["second"] != nil || len(mended[0].Record.Failures) != 1 {
		t.Errorf("%+v", mended[0].Record)
	}
}

// A number that a metric does not declare would be known to no table.
func TestUndeclaredNumbersAreRefused(t *testing.T) {
	for outcome, name := range map[string]string{"undeclared": "valeu", "former": "old"} {
		loaded := loadOwn(t, strings.Replace(own, "outcome: error", "outcome: "+outcome, 1))
		results, _ := runAll(t, loaded, plan.Options{Runs: t.TempDir(), Jobs: 1})
		if f := results[0].Record.MetricFailure("first"); f == nil ||
			!strings.Contains(f.Reason, "the metric first returned "+name) {
			t.Errorf("%s: %v", outcome, f)
		}
	}
}

// A source whose code has changed is another data set, although its settings are the same.
func TestChangedSourceIsAnotherDataSet(t *testing.T) {
	const text = `
seeds: [0]
data: {source: {changing: {}}}
models: {ebm: {energy: {network: {mlp: {hidden: [4]}}, sampler: {langevin: {steps: 1}}, training: {epochs: 1}}}}
samples: 20
metrics: {first: {trying: {}}}
`
	defer func() { changingVersion = 1 }()
	o := plan.Options{Runs: t.TempDir(), Jobs: 1}
	runAll(t, loadOwn(t, text), o)
	changingVersion = 2
	if _, computed := runAll(t, loadOwn(t, text), o); len(computed) != 4 {
		t.Errorf("computed %v, want all four stages", computed)
	}
	changingVersion = 1
	if _, computed := runAll(t, loadOwn(t, text), o); len(computed) != 0 {
		t.Errorf("with the first version again %v were computed", computed)
	}
}

// What a support lacks, runs and metrics do without.
func TestSupportsMayLackEverything(t *testing.T) {
	const text = `
seeds: [0]
data: {source: {von_mises: {concentration: 2}}, size: 60}
models: {bare: {bare: {}}}
samples: 20
metrics: {wasserstein: {repeats: 1}, noisy_likelihood: {}, manifold_distance: {}, topology: {}, likelihood: {}, published_transport: {}}
`
	before := bareLoads.Load()
	results, _ := runAll(t, loadOwn(t, text), plan.Options{Runs: t.TempDir(), Jobs: 1})
	if record := results[0].Record; record.Status != stage.Done || len(record.Failures) > 0 || len(record.Metrics) > 0 {
		t.Errorf("%+v", record)
	}
	if loads := bareLoads.Load() - before; loads != 1 {
		t.Errorf("the stages of a run load its model %d times", loads)
	}
}
