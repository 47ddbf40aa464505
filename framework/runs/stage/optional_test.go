package stage

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// measuring returns a stage that measures a metric by the given function.
func measuring(metric string, count *counter, measure func() error, inputs ...*Stage) *Stage {
	return &Stage{Name: "metric_" + metric, Metric: metric, Inputs: inputs, Run: func(_ context.Context,
		w *Work) error {
		count.n.Add(1)
		if err := measure(); err != nil {
			return err
		}
		return WriteMetrics(w.Dir, map[string]map[string]float64{metric: {"value": 1}})
	}}
}

func TestFailedMetricsLeaveTheOthers(t *testing.T) {
	root := t.TempDir()
	var trained, good, bad counter
	fine := func() error { return nil }
	model := fake("manifold", &trained)
	mesh := &Stage{Name: "mesh", Optional: true, Inputs: []*Stage{model}, Run: func(context.Context,
		*Work) error {
		return errors.New("no room")
	}}
	likelihood := func(measure func() error) *Stage { return measuring("likelihood", &bad, measure, model) }
	stages := func(measure func() error) []*Stage {
		return []*Stage{model, mesh, likelihood(measure), measuring("topology", &good, fine, model, mesh),
			measuring("wasserstein", &good, fine, model)}
	}
	run := newRun("ebim", 0, stages(func() error {
		return Failure{Step: 3, Reason: "no quadrature",
			Cause: "ten dimensions"}
	})...)
	result := execute(t, engine(t, root), run)[0]
	record, err := ReadRecord(filepath.Join(result.Folder, "record.json"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Failure{
		{Stage: "mesh", Reason: "no room"},
		{Stage: "metric_likelihood", Metric: "likelihood", Step: 3, Reason: "no quadrature", Cause: "ten dimensions"},
		{Stage: "mesh", Metric: "topology", Reason: "no room"},
	}
	if diff := cmp.Diff(want, record.Failures); diff != "" {
		t.Error(diff)
	}
	if record.Status != Done || record.Failure != nil || record.Metrics["wasserstein"]["value"] == nil ||
		len(record.Metrics) != 1 {
		t.Errorf("%+v", record)
	}
	if f := record.MetricFailure("likelihood"); f == nil || f.Reason != "no quadrature" ||
		record.MetricFailure("wasserstein") != nil || record.MetricFailure("") != nil {
		t.Errorf("the metric failed for %v", f)
	}
	// A panic fails its metric only, and the next run measures what is missing, and nothing else.
	execute(t, engine(t, root), newRun("ebim", 0, stages(func() error { panic("out of range") })...))
	if log := filepath.Join(result.Folder, "panic-metric_likelihood.log"); !exists(log) {
		t.Errorf("there is no %s", log)
	}
	again := execute(t, engine(t, root), newRun("ebim", 0, stages(fine)...))[0]
	if again.Record.Metrics["likelihood"]["value"] == nil || trained.n.Load() != 1 || good.n.Load() != 1 ||
		bad.n.Load() != 3 {
		t.Errorf("%+v; %d trainings, %d and %d measurements", again.Record, trained.n.Load(), good.n.Load(),
			bad.n.Load())
	}
}

// Numbers that an earlier version kept under other names are recorded under the present ones; trainings are marked.
func TestReusedNumbersGetPresentNames(t *testing.T) {
	root := t.TempDir()
	var count counter
	fine := func() error { return nil }
	execute(t, engine(t, root), newRun("ebim", 0, measuring("w", &count, fine)))
	renaming := measuring("w", &count, fine)
	renaming.Training = true
	renaming.Rename = func(name string) string { return "present_" + name }
	record := execute(t, engine(t, root), newRun("ebim", 0, renaming))[0].Record
	if record.Metrics["w"]["present_value"] == nil || len(record.Metrics["w"]) != 1 || count.n.Load() != 1 ||
		!record.Stages[0].Training {
		t.Errorf("%+v, measured %d times", record, count.n.Load())
	}
}
