package train_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/train"
)

// watcher keeps what is reported to it.
type watcher struct {
	text   bytes.Buffer
	writes int
}

func (w *watcher) History(int) io.Writer { w.text.Reset(); return w }

func (w *watcher) Write(text []byte) (int, error) { w.writes++; return w.text.Write(text) }

// clockBy returns a clock that moves on by a step with every reading.
func clockBy(by time.Duration) func() time.Time {
	now := start
	return func() time.Time { now = now.Add(by); return now }
}

// A watcher is given the rows while the training goes on, in the end those of history.csv, also after an interruption;
// and it changes no bit of the parameters.
func TestWatchedHistory(t *testing.T) {
	for _, ahead := range []bool{false, true} {
		training := train.Training{Epochs: 30, Batch: 2, Average: 0.9, Optimizer: config.Default[train.Adam]()}
		alone, watched := quadratic(nil), quadratic(nil)
		alone.Ahead, watched.Ahead = ahead, ahead
		run(t, loop(t, training), alone)
		l := loop(t, training)
		first := &watcher{}
		l.History, l.Now = first.History, clockBy(200*time.Millisecond)
		ctx, cancel := context.WithCancel(t.Context())
		l.Monitor = stopper{50, cancel}
		if err := l.Run(ctx, watched); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if lines := bytes.Count(first.text.Bytes(), []byte("\n")); first.writes < 3 || lines < 20 || lines > 52 {
			t.Errorf("ahead %v: %d lines in %d writes before the interruption", ahead, lines, first.writes)
		}
		second := &watcher{}
		l.History, l.Monitor = second.History, nil
		run(t, l, watched)
		want, err := os.ReadFile(filepath.Join(l.Folder, train.HistoryFile))
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), second.text.String()); diff != "" || second.writes < 3 {
			t.Errorf("ahead %v: in %d writes, %s", ahead, second.writes, diff)
		}
		if !bytes.HasPrefix(want, first.text.Bytes()) {
			t.Errorf("ahead %v: what was seen before the interruption is not the beginning:\n%s", ahead, &first.text)
		}
		if diff := cmp.Diff(alone.Parameters, watched.Parameters); diff != "" {
			t.Errorf("ahead %v: watched, the parameters are others: %s", ahead, diff)
		}
	}
}

// BenchmarkWatched compares trainings with a watcher and without one, step by step of the same program: the ratio is
// what is reported.
func BenchmarkWatched(b *testing.B) {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		b.Fatal(err)
	}
	one := func(history func(int) io.Writer) time.Duration {
		steps := 20000
		l := train.Task{Environment: train.Environment{Engine: engine}, Folder: b.TempDir(),
			Checkpoints: b.TempDir(), Now: time.Now, History: history}.Loop(train.Training{Steps: &steps, Batch: 2,
			Optimizer: config.Default[train.Adam](), Schedule: &train.Constant{}})
		p := quadratic(nil)
		p.Ahead = true
		began := time.Now()
		if err := l.Run(b.Context(), p); err != nil {
			b.Fatal(err)
		}
		return time.Since(began)
	}
	var with, without time.Duration
	for b.Loop() {
		without += one(nil)
		with += one((&watcher{}).History)
	}
	b.ReportMetric(float64(with)/float64(without), "with/without")
	b.ReportMetric(float64(without.Microseconds())/20000/float64(b.N), "µs/step")
}
