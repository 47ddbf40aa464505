package track

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
	"ebim/framework/track/mlflow/mlflowtest"
	"ebim/framework/track/tensorboard"
)

// TestCurvesGrow: steps arrive once, in their order, while a stage is live, from another follower after an interruption, and when it has ended.
func TestCurvesGrow(t *testing.T) {
	w, s := newWorld(t), mlflowtest.New(t)
	board := filepath.Join(w.root, "board")
	follow := func() []*worker {
		return []*worker{w.follower(Settings{MLflow: s.URL}), w.follower(Settings{TensorBoard: board})}
	}
	look := func(workers []*worker, last bool) {
		for _, one := range workers {
			one.round(t.Context(), last)
		}
	}
	first := follow()
	look(first, false)
	if len(s.Runs()) != 0 {
		t.Fatal("a run that has not begun was sent")
	}
	w.record(stage.Running, nil)
	w.live(20)
	look(first, false)
	w.live(40)
	look(first, false)
	found := s.Runs()[0]
	if diff := cmp.Diff(upTo(40), steps(found.Metrics["manifold/start-1/loss"])); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(upTo(20), steps(found.Metrics["manifold/start-2/loss"])); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{0, 7, 14, 21, 28, 35}, steps(found.Metrics["manifold/start-1/validation"])); diff != "" {
		t.Error(diff)
	}
	w.record(stage.Interrupted, nil)
	look(first, true)
	if found.Status != "KILLED" {
		t.Errorf("the interrupted run is %s", found.Status)
	}
	second := follow()
	w.record(stage.Running, nil)
	w.live(60)
	look(second, false)
	if found.Status != "RUNNING" {
		t.Errorf("the run that goes on is %s", found.Status)
	}
	w.finish(60)
	w.record(stage.Done, stage.Metrics{"wasserstein": {"value": number(0.25), "ratio": nil}})
	look(second, true)
	look(second, true)
	look(follow(), true)
	all := s.Runs()
	if len(all) != 1 || all[0].Status != "FINISHED" {
		t.Fatalf("%d runs, the first is %s", len(all), all[0].Status)
	}
	want := map[string][]int{"manifold/start-1/loss": upTo(60), "manifold/start-2/loss": upTo(30), "manifold/loss": upTo(60), "run/seconds": {0}, "metrics/wasserstein.value": {0}}
	got := map[string][]int{}
	for name := range found.Metrics {
		if !strings.HasSuffix(name, "validation") {
			got[name] = steps(found.Metrics[name])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	params := map[string]string{"data.size": "100", "model.rate": "0.5", "flag": "true", "name": "ebim"}
	if diff := cmp.Diff(params, found.Params); diff != "" {
		t.Error(diff)
	}
	if found.Files["config.yaml"] != "title: Circle\n" || found.Files["pictures/manifold_surface-step-000000010.png"] != w.picture() || found.Tags["mlflow.note.content"] != "a note" {
		t.Errorf("files %v, tags %v", len(found.Files), found.Tags)
	}
	sent, err := tensorboard.Scalars(filepath.Join(board, "circle", "ebim", "seed-0-aaaaaaaa"))
	if err != nil {
		t.Fatal(err)
	}
	boardSteps := map[string][]int{}
	for _, p := range sent {
		if !strings.HasSuffix(p.Tag, "validation") {
			boardSteps[p.Tag] = append(boardSteps[p.Tag], p.Step)
		}
	}
	if diff := cmp.Diff(want, boardSteps); diff != "" {
		t.Error(diff)
	}
	if len(w.said) > 0 {
		t.Errorf("said %q", w.said)
	}
}

// TestStartsInAnyOrder: a history is shown as its start's, whichever start makes the first steps.
func TestStartsInAnyOrder(t *testing.T) {
	w, s := newWorld(t), mlflowtest.New(t)
	w.record(stage.Running, nil)
	first := filepath.Join(live.Folder(w.root, "manifold", key), live.HistoryFile(0))
	w.live(20)
	if err := os.Remove(first); err != nil {
		t.Fatal(err)
	}
	f := w.follower(Settings{MLflow: s.URL})
	f.round(t.Context(), false)
	w.live(20)
	f.round(t.Context(), false)
	for name, want := range map[string]int{"manifold/start-1/loss": 20, "manifold/start-2/loss": 10} {
		if diff := cmp.Diff(upTo(want), steps(s.Runs()[0].Metrics[name])); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// TestLongHistories: as many steps as a plot shows, with those of the validation and the last one.
func TestLongHistories(t *testing.T) {
	w := newWorld(t)
	w.finish(23_457)
	reader := newStageReader(w.root, w.run.Stages[1])
	var got []int
	for !reader.done {
		scalars, _ := reader.next(time.Now())
		for _, s := range scalars {
			if s.series == "manifold/loss" {
				got = append(got, s.step)
			}
		}
	}
	var want []int
	for step := range 23_457 {
		if step < 1000 || step < 10_000 && step%10 == 0 || step%100 == 0 || step%7 == 0 || step == 23_456 {
			want = append(want, step)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("%d steps, want %d", len(got), len(want))
	}
}

// TestServerThatFails: one warning whatever it answers, everything later, nothing twice.
func TestServerThatFails(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"errors":   func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) },
		"nonsense": func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<html>\x1b[31m") },
		"refusals": func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(400)
			fmt.Fprint(w, `{"error_code": "INVALID_PARAMETER_VALUE"}`)
		},
	} {
		w, s := newWorld(t), mlflowtest.New(t)
		clock := time.Now()
		follower := w.follower(Settings{MLflow: s.URL})
		follower.now = func() time.Time { return clock }
		s.Fail(answer)
		w.record(stage.Running, nil)
		w.live(20)
		for range 5 {
			follower.round(t.Context(), false)
		}
		if n := s.Requests(); n != 1 {
			t.Errorf("%s: %d requests without a pause", name, n)
		}
		for range 5 {
			clock = clock.Add(longestWait)
			follower.round(t.Context(), false)
		}
		if n := s.Requests(); n != 5 {
			t.Errorf("%s: %d requests in 5 minutes", name, n)
		}
		if len(w.said) != 1 || !strings.HasPrefix(w.said[0], "Warning: MLflow at http://127") || strings.Contains(w.said[0], "\x1b") {
			t.Errorf("%s: said %q", name, w.said)
		}
		s.Fail(nil)
		clock = clock.Add(longestWait)
		follower.round(t.Context(), false)
		if got := s.Runs(); len(got) != 1 || !slices.Equal(steps(got[0].Metrics["manifold/start-1/loss"]), upTo(20)) {
			t.Errorf("%s: %+v", name, got)
		}
		if len(w.said) != 2 {
			t.Errorf("%s: said %q", name, w.said)
		}
	}
}

// TestAnotherProcessFollows: of two processes with the same run one sends it, and the other goes on when the first has ended.
func TestAnotherProcessFollows(t *testing.T) {
	w, s := newWorld(t), mlflowtest.New(t)
	one, other := w.follower(Settings{MLflow: s.URL}), w.follower(Settings{MLflow: s.URL})
	w.record(stage.Running, nil)
	w.live(10)
	one.round(t.Context(), false)
	other.round(t.Context(), false)
	w.live(20)
	other.round(t.Context(), false)
	if got := s.Runs(); len(got) != 1 || len(got[0].Metrics["manifold/start-1/loss"]) != 10 {
		t.Fatalf("%+v", got)
	}
	one.release()
	other.round(t.Context(), false)
	if got := s.Runs(); len(got) != 1 || !slices.Equal(steps(got[0].Metrics["manifold/start-1/loss"]), upTo(20)) {
		t.Errorf("%+v", got)
	}
	if len(w.said) > 0 {
		t.Errorf("said %q", w.said)
	}
}

// TestClose: a program that ends sends what is left, and does not wait for a server that never answers once it is interrupted.
func TestClose(t *testing.T) {
	w, s := newWorld(t), mlflowtest.New(t)
	f := NewFollower(w.root, w.log)
	if err := f.Add(Settings{MLflow: s.URL}, w.run); err != nil {
		t.Fatal(err)
	}
	f.Start()
	w.finish(5)
	w.record(stage.Done, nil)
	f.Close(t.Context())
	if got := s.Runs(); len(got) != 1 || got[0].Status != "FINISHED" || len(got[0].Metrics["manifold/loss"]) != 5 {
		t.Fatalf("%+v", got)
	}

	hanging := make(chan struct{})
	s.Fail(func(http.ResponseWriter, *http.Request) { <-hanging })
	f = NewFollower(w.root, w.log)
	w.run.Key = "another"
	if err := f.Add(Settings{MLflow: s.URL}, w.run); err != nil {
		t.Fatal(err)
	}
	w.record(stage.Interrupted, nil)
	f.Start()
	interrupted, cancel := context.WithCancel(t.Context())
	cancel()
	f.Close(interrupted) // which returns, or the test fails by its time limit
	close(hanging)
	if len(w.said) != 1 || !strings.Contains(w.said[0], "too slow") {
		t.Errorf("said %q", w.said)
	}
	<-f.workers[0].done
}

// broken is a tool with a fault.
type broken struct{}

func (broken) String() string  { return "a broken tool" }
func (broken) down(error) bool { return false }
func (broken) open(context.Context, *Run, *stage.Record, string) (tracked, error) {
	panic("no tool")
}

func TestPanicIsAWarning(t *testing.T) {
	w := newWorld(t)
	w.record(stage.Done, nil)
	f := NewFollower(w.root, w.log)
	f.worker(broken{}).add(&w.run)
	f.Start()
	f.Close(t.Context())
	if len(w.said) != 1 || !strings.Contains(w.said[0], "no tool") {
		t.Errorf("said %q", w.said)
	}
}

// TestFoldersThatCantBeRead: of damaged and vanished files nothing is sent, and nothing is said.
func TestFoldersThatCantBeRead(t *testing.T) {
	w, s := newWorld(t), mlflowtest.New(t)
	follower := w.follower(Settings{MLflow: s.URL})
	w.record(stage.Running, nil)
	folder := live.Folder(w.root, "manifold", key)
	w.write(filepath.Join(folder, live.HistoryFile(0)), "step,loss\n0,1\nx,y\n")
	follower.round(t.Context(), false)
	w.write(filepath.Join(folder, live.HistoryFile(0)), "step,loss\n0,1\n1,2\n")
	follower.round(t.Context(), false)
	if got := s.Runs(); len(got) != 1 || !slices.Equal(steps(got[0].Metrics["manifold/start-1/loss"]), upTo(2)) {
		t.Errorf("%+v", got)
	}
	w.write(filepath.Join(w.folder, stage.RecordFile), "{")
	follower.round(t.Context(), true)
	if len(w.said) > 0 {
		t.Errorf("said %q", w.said)
	}
}

// TestFiguresAreAddedOnce: a figure that has been drawn anew is another step.
func TestFiguresAreAddedOnce(t *testing.T) {
	w := newWorld(t)
	board := filepath.Join(w.root, "board")
	path := filepath.Join(w.root, "density.png")
	w.write(path, w.picture())
	for range 2 {
		if err := Figures(board, "circle", map[string]string{"density": path}); err != nil {
			t.Fatal(err)
		}
	}
	opened, err := tensorboard.Open(filepath.Join(board, "figures", "circle"))
	if err != nil {
		t.Fatal(err)
	}
	if last, ok := opened.Last("density"); last != 0 || !ok {
		t.Errorf("the last step is %d (%v)", last, ok)
	}
	if Figures(board, "circle", map[string]string{"density": path + "-missing"}) == nil {
		t.Error("a figure that is not there was added")
	}
}
