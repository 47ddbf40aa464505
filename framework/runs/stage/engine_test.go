package stage

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestFinishedStagesAreSharedAndReused(t *testing.T) {
	root := t.TempDir()
	var data, manifold, energy counter
	runs := func() []Run {
		d := fake("data", &data)
		m := fake("manifold", &manifold, d)
		return []Run{newRun("implicit", 0, d, m), newRun("ebim", 0, d, m, fake("energy", &energy, m))}
	}
	results := execute(t, engine(t, root), runs()...)
	for i, want := range []string{"manifold(data)", "energy(manifold(data))"} {
		stage := results[i].Record.Stages[len(results[i].Record.Stages)-1]
		if got := read(t, results[i].Folder, stage.Name, "result.txt"); got != want {
			t.Errorf("%s holds %q, want %q", stage.Name, got, want)
		}
		if stage.Reused {
			t.Errorf("%s counts as reused in the execution that computed it", stage.Name)
		}
	}
	again := execute(t, engine(t, root), runs()...)
	if !again[1].Record.Stages[2].Reused || again[1].Record.Seconds != results[1].Record.Seconds {
		t.Errorf("second execution: %+v", again[1].Record)
	}
	if n := [3]int64{data.n.Load(), manifold.n.Load(), energy.n.Load()}; n != [3]int64{1, 1, 1} {
		t.Errorf("stages were computed %v times, want once each", n)
	}
	fresh := engine(t, root)
	fresh.Fresh = true
	execute(t, fresh, runs()...)
	if n := [3]int64{data.n.Load(), manifold.n.Load(), energy.n.Load()}; n != [3]int64{2, 2, 2} {
		t.Errorf("after --fresh stages were computed %v times, want twice each", n)
	}
	if left := leftovers(t, root); len(left) > 0 {
		t.Errorf("left over: %q", left)
	}
}

func TestAliasTellsTwoModelsStagesApart(t *testing.T) {
	root := t.TempDir()
	var count counter
	own, other := fake("energy", &count), fake("energy", &count)
	other.Settings = []byte("another model's")
	aliased := *other
	aliased.Alias = "rival_energy"
	compare := &Stage{Name: "compare", Inputs: []*Stage{own, &aliased}, Run: func(_ context.Context, w *Work) error {
		text := w.Input("energy") + "\n" + w.Input("rival_energy")
		return os.WriteFile(filepath.Join(w.Dir, "folders.txt"), []byte(text), 0o644)
	}}
	swapped := *compare
	if swapped.Inputs = []*Stage{other, own}; swapped.Key() != compare.Key() {
		t.Error("the key depends on the inputs' order or aliases")
	}
	results := execute(t, engine(t, root), newRun("ebm", 0, own, &aliased, compare), newRun("rival", 0, other))
	want := stageFolder(root, "energy", own.Key()) + "\n" + stageFolder(root, "energy", other.Key())
	if got := read(t, results[0].Folder, "compare", "folders.txt"); got != want || count.n.Load() != 2 {
		t.Errorf("the inputs' folders are %q, want %q; %d computations, want 2", got, want, count.n.Load())
	}
	if got := results[0].Record.Stages[1].Name; got != "rival_energy" || !exists(results[0].Folder, got, "result.txt") {
		t.Errorf("the run has the other model's stage as %s", got)
	}
	if got := results[1].Record.Stages[0].Name; got != "energy" {
		t.Errorf("the other model's run has its own stage as %s", got)
	}
}

func TestRecordAndFolder(t *testing.T) {
	root := t.TempDir()
	measure := &Stage{Name: "metrics", Run: func(_ context.Context, w *Work) error {
		os.MkdirAll(filepath.Join(w.Dir, "figures", "more"), 0o755)
		os.WriteFile(filepath.Join(w.Dir, "figures", "more", "a.svg"), []byte("<svg/>"), 0o644)
		os.WriteFile(filepath.Join(w.Dir, "samples.npy"), []byte("samples"), 0o644)
		if err := WriteNotes(w.Dir, "the zero set is empty", "a second line"); err != nil {
			return err
		}
		nan := 0.0
		return WriteMetrics(w.Dir, map[string]map[string]float64{"wasserstein": {"value": 0.25, "ratio": nan / nan}})
	}}
	run := newRun("ebim", 2, measure)
	run.Data, run.Overrides = &Data{Draws: Splits, Training: 8, HeldOut: 2}, []string{"samples=9"}
	result := execute(t, engine(t, root), run)[0]
	quarter := 0.25
	got, err := ReadRecord(filepath.Join(result.Folder, "record.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got.Stages[0].PeakMemory == 0 {
		t.Error("no peak memory")
	}
	got.Stages[0].PeakMemory = 0
	want := &Record{Format: 1, Experiment: "circle", Title: "Circle", Model: "ebim", Seed: 2, Backend: "go",
		Status: Done,
		Key:    combine([]string{measure.Key()}), Settings: combine([]string{measure.settingsKey()}),
		Versions: map[string]string{"ebim": "test"}, Started: got.Started, Seconds: 1,
		Stages:  []StageRecord{{Name: "metrics", Key: measure.Key(), Seconds: 1}},
		Metrics: Metrics{"wasserstein": {"value": &quarter, "ratio": nil}}, Notes: []string{"the zero set is empty",
			"a second line"},
		Caveats:  map[string]string{"wasserstein": "the zero set is empty; a second line"},
		Findings: map[string][]string{"wasserstein": {"the zero set is empty", "a second line"}},
		Data:     &Data{Draws: "split", Training: 8, HeldOut: 2}, Overrides: []string{"samples=9"},
		Folder: result.Folder,
		Files: []string{"config.yaml", "metrics.json", "metrics/figures/more/a.svg", "metrics/metrics.json",
			"metrics/notes.txt",
			"metrics/samples.npy", "record.json", "samples.npy"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	wantTree := []string{".", "config.yaml", "metrics", "metrics.json", "metrics/figures", "metrics/figures/more",
		"metrics/figures/more/a.svg", "metrics/metrics.json", "metrics/notes.txt", "metrics/samples.npy", "record.json",
		"samples.npy"}
	if diff := cmp.Diff(wantTree, tree(t, result.Folder)); diff != "" {
		t.Error(diff)
	}
	if read(t, result.Folder, "config.yaml") != "model: ebim\n" || read(t, result.Folder, "samples.npy") != "samples" {
		t.Error("config.yaml or samples.npy hold something else")
	}
	if strings.Contains(read(t, result.Folder, "metrics.json"), "NaN") {
		t.Error("NaN in metrics.json")
	}
	if folder, ok := Find(root, measure); !ok || read(t, folder, "samples.npy") != "samples" {
		t.Errorf("the finished stage is found at %q (%v)", folder, ok)
	}
	unknown := &Stage{Name: "metrics", Version: 1, Run: measure.Run}
	if _, ok := Find(root, unknown); ok {
		t.Error("a stage that was never computed is found")
	}
}

func TestFailuresAreRecordedAndOthersGoOn(t *testing.T) {
	root := t.TempDir()
	var calls, after counter
	bad := &Stage{Name: "energy", Run: func(context.Context, *Work) error {
		calls.n.Add(1)
		return fmt.Errorf("training: %w", Failure{Step: 31, Reason: "NaN", Cause: "the rate may be too high"})
	}}
	plain := &Stage{Name: "fit", Run: func(context.Context, *Work) error { return errors.New("no data") }}
	panicky := &Stage{Name: "graph", Run: func(context.Context,
		*Work) error {
		panic(errors.New("mlp: shapes [2] and [3]"))
	}}
	wrongInput := &Stage{Name: "lost", Run: func(_ context.Context, w *Work) error { w.Input("data"); return nil }}
	badMetrics := &Stage{Name: "metrics", Run: func(_ context.Context, w *Work) error {
		return os.WriteFile(filepath.Join(w.Dir, "metrics.json"), []byte(`{"a": {"b": "c"}}`), 0o644)
	}}
	results := execute(t, engine(t, root), newRun("a", 0, bad, fake("next", &after, bad)), newRun("b", 0, bad),
		newRun("c", 0, plain), newRun("d", 0, panicky), newRun("e", 0, fake("good", new(counter))),
		newRun("f", 0, wrongInput), newRun("g", 0, badMetrics))
	nan := &Failure{Stage: "energy", Step: 31, Reason: "NaN", Cause: "the rate may be too high"}
	for i, want := range []*Failure{nan, nan, {Stage: "fit", Reason: "no data"},
		{Stage: "graph", Reason: "mlp: shapes [2] and [3]",
			Cause: "the stack is in " + filepath.Join(results[3].Folder, "panic-graph.log")},
		nil,
		{Stage: "lost", Reason: `stage lost requested the stage "data"; its inputs are []`,
			Cause: "the stack is in " + filepath.Join(results[5].Folder, "panic-lost.log")},
		{Stage: "metrics", Reason: "metrics.json must map metric names to names to numbers or null: " +
			"json: cannot unmarshal string into Go value of type float64"},
	} {
		record, err := ReadRecord(filepath.Join(results[i].Folder, "record.json"))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, record.Failure); diff != "" {
			t.Errorf("run %s: %s", record.Model, diff)
		}
		if (record.Status == Failed) != (want != nil) {
			t.Errorf("run %s is %s", record.Model, record.Status)
		}
	}
	if calls.n.Load() != 1 || after.n.Load() != 0 {
		t.Errorf("the failing stage ran %d times and its dependant %d times, want 1 and 0", calls.n.Load(),
			after.n.Load())
	}
	if log := read(t, results[3].Folder, "panic-graph.log"); !strings.Contains(log, "engine_test.go") {
		t.Errorf("the log of the panic doesn't name the place: %s", log)
	}
}

func TestInterruptedStageGoesOnFromItsCheckpoints(t *testing.T) {
	root := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	stop := func(context.Context) error { cancel(); return nil }
	var after counter
	interrupted := walk(10, 4, stop)
	results, err := engine(t, root).Execute(ctx, []Run{newRun("ebim", 0, interrupted, fake("next", &after,
		interrupted))})
	if err != nil {
		t.Fatal(err)
	}
	if results[0].Record.Status != Interrupted || results[0].Record.Failure != nil {
		t.Errorf("interrupted run: %+v", results[0].Record)
	}
	if after.n.Load() != 0 {
		t.Error("a stage after the interrupted one was computed")
	}
	if _, whole := whole(stageFolder(root, "walk", interrupted.Key()), "walk", interrupted.Key()); whole {
		t.Error("an interrupted stage is believed")
	}
	resumed := walk(10, -1, nil)
	result := execute(t, engine(t, root), newRun("ebim", 0, resumed))[0]
	if got := read(t, result.Folder, "walk", "result.txt"); got != "45 from 4" {
		t.Errorf("resumed stage wrote %q, want the sum 45 from step 4 on", got)
	}
	if result.Record.Seconds != 2 {
		t.Errorf("two attempts of a second each count as %g s", result.Record.Seconds)
	}
	if exists(root, "stages", "walk-"+resumed.Key()+".checkpoints") || exists(root, "stages",
		"walk-"+resumed.Key()+".spent.json") {
		t.Error("the checkpoints of a finished stage are still there")
	}
}

// An interruption records nothing of a run of which nothing was computed, whatever was known of it before.
func TestInterruptionLeavesQueuedRunsAsTheyWere(t *testing.T) {
	root := t.TempDir()
	finished := fake("finished", new(counter))
	before := execute(t, engine(t, root), newRun("earlier", 0, finished))[0]
	ctx, cancel := context.WithCancel(t.Context())
	first := &Stage{Name: "first", Run: func(ctx context.Context, _ *Work) error { cancel(); return ctx.Err() }}
	e := engine(t, root)
	e.Jobs = 1
	var queued counter
	runs := []Run{
		newRun("running", 0, first),
		// with other settings than those it finished with
		newRun("earlier", 0, finished, fake("added", &queued, finished)),
		newRun("new", 0, finished, fake("next", &queued, finished)),
		newRun("sharing", 0, first, fake("last", &queued, first)),
	}
	x := e.begin(ctx, runs)
	results := []Result{x.run(0, &runs[0]), x.run(1, &runs[1]), x.run(2, &runs[2]), x.run(3, &runs[3])}
	for _, result := range results {
		if result.Record.Status != Interrupted || result.Err != nil {
			t.Errorf("%s: %+v, %v", result.Record.Model, result.Record, result.Err)
		}
	}
	if queued.n.Load() != 0 {
		t.Fatal("a queued stage was computed")
	}
	if record, err := ReadRecord(filepath.Join(results[0].Folder, "record.json")); err != nil ||
		record.Status != Interrupted {
		t.Errorf("the run that had begun: %+v, %v", record, err)
	}
	if record, err := ReadRecord(filepath.Join(before.Folder, "record.json")); err != nil || record.Status != Done ||
		record.Key != before.Record.Key {
		t.Errorf("the run that was finished with other settings: %+v, %v", record, err)
	}
	for _, result := range results[2:] {
		if exists(result.Folder) {
			t.Errorf("%s was recorded", result.Record.Model)
		}
	}
}

func TestFreshStartsWithoutCheckpointsAndKeepsTheOldStageUntilDone(t *testing.T) {
	root := t.TempDir()
	execute(t, engine(t, root), newRun("ebim", 0, walk(10, -1, nil)))
	fresh := engine(t, root)
	fresh.Fresh = true
	ctx, cancel := context.WithCancel(t.Context())
	results, err := fresh.Execute(ctx, []Run{newRun("ebim", 0, walk(10, 6,
		func(context.Context) error { cancel(); return nil }))})
	if err != nil || results[0].Record.Status != Interrupted {
		t.Fatalf("%v, %+v", err, results)
	}
	record, err := ReadRecord(filepath.Join(results[0].Folder, "record.json"))
	if err != nil || record.Status != Done {
		t.Errorf("the finished record was replaced by that of an interrupted repetition: %v, %+v", err, record)
	}
	if got := read(t, results[0].Folder, "walk", "result.txt"); got != "45 from 0" {
		t.Errorf("old result is %q", got)
	}
	result := execute(t, fresh, newRun("ebim", 0, walk(10, -1, nil)))[0]
	if got := read(t, result.Folder, "walk", "result.txt"); got != "45 from 0" {
		t.Errorf("--fresh went on from checkpoints: %q", got)
	}
}

func TestNoMoreThanJobsAtOnceAndResultsInOrder(t *testing.T) {
	var mutex sync.Mutex
	var running, most int
	var runs []Run
	release := make(chan struct{})
	for seed := range 12 {
		runs = append(runs, newRun("m", seed, &Stage{Name: "s", Seed: uint64(seed), Run: func(context.Context,
			*Work) error {
			mutex.Lock()
			running++
			most = max(most, running)
			if running == 3 { // all places are taken: let everybody go
				select {
				case <-release:
				default:
					close(release)
				}
			}
			mutex.Unlock()
			<-release
			mutex.Lock()
			running--
			mutex.Unlock()
			return nil
		}}))
	}
	e := engine(t, t.TempDir())
	e.Jobs = 3
	for i, result := range execute(t, e, runs...) {
		if result.Record.Seed != i {
			t.Errorf("result %d is of seed %d", i, result.Record.Seed)
		}
	}
	if most != 3 {
		t.Errorf("%d stages ran at once, want 3", most)
	}
}

// A stage may have the slots that no other stage computes in, and no more than there are.
func TestFurtherSlots(t *testing.T) {
	const jobs = 3
	taken := 0
	spreading := &Stage{Name: "spreading", Run: func(ctx context.Context, w *Work) error {
		for range jobs - 1 {
			leave, err := w.Slot(ctx)
			if err != nil {
				return err
			}
			defer leave()
			taken++
		}
		soon, cancel := context.WithTimeout(ctx, 20*time.Millisecond)
		defer cancel()
		if leave, err := w.Slot(soon); err == nil {
			leave()
			t.Error("there is a slot more than jobs")
		}
		return nil
	}}
	after := &Stage{Name: "after", Inputs: []*Stage{spreading}, Run: func(ctx context.Context, w *Work) error {
		leave, err := w.Slot(ctx) // those of before have been left
		if err == nil {
			leave()
		}
		return err
	}}
	e := engine(t, t.TempDir())
	e.Jobs = jobs
	if results := execute(t, e, newRun("a", 0, spreading, after)); results[0].Record.Status != Done || taken != jobs-1 {
		t.Errorf("%d slots beside the stage's own, %v", taken, results[0].Record)
	}
}

func TestGateLetsTheFirstRunGoFirst(t *testing.T) {
	g := &gate{free: 1}
	if err := g.enter(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	entered := make(chan int)
	for _, order := range []int{3, 1, 2} {
		go func() {
			if g.enter(context.Background(), order) == nil {
				entered <- order
			}
		}()
	}
	canceled, cancel := context.WithCancel(t.Context())
	gone := make(chan error)
	go func() { gone <- g.enter(canceled, 0) }()
	for waiting := 0; waiting < 4; {
		g.mutex.Lock()
		waiting = len(g.waiting)
		g.mutex.Unlock()
	}
	cancel()
	if err := <-gone; !errors.Is(err, errInterrupted) {
		t.Errorf("canceled wait: %v", err)
	}
	for want := 1; want <= 3; want++ {
		g.leave()
		if got := <-entered; got != want {
			t.Errorf("run %d entered, want %d", got, want)
		}
	}
	if g.leave(); g.free != 1 {
		t.Errorf("%d free places at the end, want 1", g.free)
	}
}
