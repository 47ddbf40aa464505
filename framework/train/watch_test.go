package train_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/network"
	"ebim/framework/train"
)

// watcher looks after every so many steps, and keeps what it is told.
type watcher struct {
	every  int
	text   bytes.Buffer
	writes int
	looks  []int
	save   func(made int, save func(folder string) error)
}

func (w *watcher) History(int) io.Writer { w.text.Reset(); return w }

func (w *watcher) Write(text []byte) (int, error) { w.writes++; return w.text.Write(text) }

func (w *watcher) NextLook(made, total int) int {
	if w.every == 0 || made+w.every-made%w.every > total {
		return 0
	}
	return made + w.every - made%w.every
}

func (w *watcher) Look(_ context.Context, _, made int, save func(folder string) error) {
	w.looks = append(w.looks, made)
	if w.save != nil {
		w.save(made, save)
	}
}

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
		first := &watcher{every: 7}
		l.Watcher, l.Now = first, clockBy(200*time.Millisecond)
		ctx, cancel := context.WithCancel(t.Context())
		l.Monitor = stopper{50, cancel}
		if err := l.Run(ctx, watched); !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if lines := bytes.Count(first.text.Bytes(), []byte("\n")); first.writes < 3 || lines < 20 || lines > 52+7 {
			t.Errorf("ahead %v: %d lines in %d writes before the interruption", ahead, lines, first.writes)
		}
		second := &watcher{every: 7}
		l.Watcher, l.Monitor = second, nil
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
		var steps []int
		for step := 7; step <= 120; step += 7 {
			steps = append(steps, step)
		}
		if got := slices.Concat(first.looks, second.looks); !slices.Equal(got, steps) {
			t.Errorf("ahead %v: looks after %v steps, want %v", ahead, got, steps)
		}
	}
}

// What is saved for a watcher are the parameters of that moment, as a training that ends there saves them.
func TestWatchedParameters(t *testing.T) {
	for _, average := range []float64{0, 0.9} {
		training := train.Training{Epochs: 6, Batch: 2, Average: average,
			Optimizer: &train.SGD{Rate: 0.1, Momentum: 0.5}}
		l, whole := loop(t, training), quadratic(nil)
		var then []network.Parameter
		l.Watcher = &watcher{every: 9, save: func(made int, save func(folder string) error) {
			folder := t.TempDir()
			if err := save(folder); err != nil {
				t.Error(err)
			}
			if made == 9 {
				then = quadratic(nil).Parameters
				if err := train.LoadParameters(filepath.Join(folder, train.ParametersFolder), then); err != nil {
					t.Error(err)
				}
			}
		}}
		run(t, l, whole)
		short, nine := quadratic(nil), 9
		training.Steps = &nine
		run(t, loop(t, training), short)
		if diff := cmp.Diff(short.Parameters, then); diff != "" {
			t.Errorf("average %v: %s", average, diff)
		}
	}
}

// BenchmarkWatched compares trainings with a watcher and without one, step by step of the same program: the ratio is
// what is told.
func BenchmarkWatched(b *testing.B) {
	engine, err := backend.Open(backend.Default)
	if err != nil {
		b.Fatal(err)
	}
	one := func(w train.Watcher) time.Duration {
		steps := 20000
		l := train.Task{Environment: train.Environment{Engine: engine}, Folder: b.TempDir(),
			Checkpoints: b.TempDir(), Now: time.Now, Watcher: w}.Loop(train.Training{Steps: &steps, Batch: 2,
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
		with += one(&watcher{})
	}
	b.ReportMetric(float64(with)/float64(without), "with/without")
	b.ReportMetric(float64(without.Microseconds())/20000/float64(b.N), "µs/step")
}
