package page

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ebim/framework/runs/stage"
)

// fakeQueue answers what a test says.
type fakeQueue struct {
	mutex sync.Mutex
	known map[string]Queue
	err   error
	asked int
	hangs bool
}

func (f *fakeQueue) ask(ctx context.Context, wanted func(string) bool) (map[string]Queue, error) {
	f.mutex.Lock()
	defer f.mutex.Unlock()
	f.asked++
	if f.hangs {
		<-ctx.Done()
		return nil, ctx.Err()
	}
	known := maps.Clone(f.known)
	maps.DeleteFunc(known, func(id string, _ Queue) bool { return !wanted(id) })
	return known, f.err
}

// queueStore is a store whose queue is asked at once whenever time goes on.
type queueStore struct {
	*Store
	t    *testing.T
	time time.Time
}

// answered returns the index after a further answer of the queue, with its runs by ID.
func (s *queueStore) answered() (*Index, map[string]Row) {
	s.t.Helper()
	s.mutex.Lock()
	s.time = s.time.Add(time.Hour)
	s.mutex.Unlock()
	if _, err := s.Live(); err != nil {
		s.t.Fatal(err)
	}
	for range 1000 {
		s.mutex.Lock()
		here := !s.queue.asking
		s.mutex.Unlock()
		if here {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	index, err := s.Index()
	if err != nil {
		s.t.Fatal(err)
	}
	rows := map[string]Row{}
	for _, row := range index.Runs {
		rows[row.ID] = row
	}
	return index, rows
}

func newQueueStore(t *testing.T, root string, f *fakeQueue) *queueStore {
	s := &queueStore{t: t, time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	s.Store = NewStore(root, Known{Queue: f.ask}, func() time.Time { return s.time })
	return s
}

func TestRunsInAQueue(t *testing.T) {
	root := t.TempDir()
	done := addRun(t, root, stage.Record{Experiment: "e", Model: "m", Seed: 0, Status: stage.Done})
	failed := addRun(t, root, stage.Record{Experiment: "e", Model: "m", Seed: 1, Status: stage.Failed})
	log := filepath.Join(root, "submissions", "a", "log", "7_0.txt")
	outside := filepath.Join(t.TempDir(), "log.txt")
	for _, file := range []string{log, outside} {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.Repeat("x", 2*mostLog)+"\nout of \x1b[31mmemory\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	f := &fakeQueue{known: map[string]Queue{done: {State: Left}, failed: {State: Left, Text: "left", Log: log}, "e/m/seed-2-01234567": {State: Queued, Log: outside},
		"e/m/seed-3-01234567": {State: Left, Log: log}, "../m/seed-4-01234567": {State: Queued}, "e/m": {State: Queued}, "a/b/c": {State: Queued}}}
	s := newQueueStore(t, root, f)
	index, rows := s.answered()
	if len(rows) != 4 || rows[done].Queue != nil || rows[failed].Queue == nil || rows[failed].Status != "failed" {
		t.Fatalf("%+v", rows)
	}
	if waits, lost := rows["e/m/seed-2-01234567"], rows["e/m/seed-3-01234567"]; waits.Status != Queued || waits.Seed != 2 || waits.Settings != "01234567" || lost.Status != Lost {
		t.Errorf("without records: %+v, %+v", waits, lost)
	}
	for id, want := range map[string]string{done: "", failed: "memory", "e/m/seed-2-01234567": "", "e/m/seed-3-01234567": "memory"} {
		r, err := s.Run(id)
		if err != nil {
			t.Fatal(err)
		}
		text := ""
		if r.QueueLog != nil {
			text = r.QueueLog.Tail
		}
		if strings.Contains(text, "\x1b") || len(text) > mostLog || (text != "") != (want != "") || !strings.Contains(text, want) {
			t.Errorf("%s: the end of its log is %.40q of %d bytes, want %q", id, text, len(text), want)
		}
	}
	if _, err := s.Run("../m/seed-4-01234567"); err == nil {
		t.Error("a name leads out of the folder")
	}
	if again, _ := s.answered(); again.Version != index.Version {
		t.Error("the same answer makes a new version")
	}
	// What can't be asked any more stays as it was, and it is said since when.
	f.err, f.known = errors.New("squeue: no\ncontroller"), nil
	index, rows = s.answered()
	if len(rows) != 4 || !strings.Contains(index.QueueProblem, "as of 2026-01-02 05:04:05: squeue: no controller") {
		t.Errorf("%d rows, %q", len(rows), index.QueueProblem)
	}
	f.err = nil
	if index, rows = s.answered(); len(rows) != 2 || index.QueueProblem != "" {
		t.Errorf("an empty queue: %d rows, %q", len(rows), index.QueueProblem)
	}
}

// A queue that does not answer holds nobody up, and is not asked again meanwhile; one that does is asked every few seconds.
func TestQueueThatHangs(t *testing.T) {
	root := t.TempDir()
	addRun(t, root, stage.Record{Experiment: "e", Model: "m", Status: stage.Done})
	f := &fakeQueue{hangs: true}
	s := newQueueStore(t, root, f)
	s.queue.most = time.Hour
	for range 3 {
		if index, err := s.Index(); err != nil || len(index.Runs) != 1 {
			t.Fatal(index, err)
		}
		s.mutex.Lock()
		s.time = s.time.Add(time.Minute)
		s.mutex.Unlock()
	}
	second := &fakeQueue{hangs: true}
	s = newQueueStore(t, root, second)
	s.queue.most = time.Millisecond
	if index, _ := s.answered(); !strings.Contains(index.QueueProblem, "not known: no answer within 1ms") {
		t.Errorf("%q", index.QueueProblem)
	}
	for range 3 {
		s.Index()
	}
	if second.asked != 1 {
		t.Errorf("asked %d times at one time", second.asked)
	}
}

func TestStatusByTheQueue(t *testing.T) {
	for _, test := range []struct{ record, live, queue, want string }{
		{"running", "running", "requeued", "running"}, // the queue was asked a moment ago
		{"running", "killed", "requeued", "requeued"},
		{"running", "killed", "running", "running"},
		{"running", "killed", "left", "killed"},
		{"running", "waiting", "running", "waiting"},
		{"running", "waiting", "requeued", "requeued"},
		{"failed", "", "queued", "queued"},
		{"failed", "", "left", "failed"},
		{"failed", "", "", "failed"},
	} {
		row, live := Row{ID: "a", Status: test.record}, map[string]Live{}
		if test.live != "" {
			live["a"] = Live{State: test.live}
		}
		if test.queue != "" {
			row.Queue = &Queue{State: test.queue}
		}
		if got := row.Shown(live); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}
