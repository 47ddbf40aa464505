package manifold

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"ebim/framework/network"
	"ebim/framework/train"
	"ebim/framework/train/traintest"
)

// Of the starts, each with parameters of its own, the one with the lowest loss is kept, also when the training was
// interrupted within the second.
func TestStartsKeepTheBest(t *testing.T) {
	const starts, steps = 4, 20
	m := vonMises(steps / 2)
	data := traintest.Circle(100, 1)
	var losses []float64
	var each [][]float32
	for start := range starts {
		work := traintest.Task(t, data, square)
		if err := m.trainFrom(t.Context(), work, knownOf(t, m, work), start); err != nil {
			t.Fatal(err)
		}
		loss, err := finalLoss(work.Folder, 0)
		if err != nil {
			t.Fatal(err)
		}
		losses, each = append(losses, loss), append(each, parametersOf(t, m, work))
	}
	best := slices.Index(losses, slices.Min(losses))
	if best == 0 {
		t.Fatal("the first start is the best, so that the test can't tell whether there are others")
	}
	m.Starts = starts
	for _, interrupt := range []int{0, steps + 3} {
		work := traintest.Task(t, data, square)
		traintest.Finish(t, m.Train, work, interrupt)
		if got := slices.IndexFunc(each, func(p []float32) bool {
			return slices.Equal(p, parametersOf(t, m, work))
		}); got != best {
			t.Errorf("interrupted after %d steps, start %d is kept; the losses are %v", interrupt, got, losses)
		}
		if loss, err := finalLoss(work.Folder, 0); err != nil || loss != losses[best] {
			t.Errorf("the history ends at a loss of %v, want %v (%v)", loss, losses[best], err)
		}
	}
}

// Starts side by side, or waiting for a place that never comes, train what one after another does.
func TestStartsSideBySide(t *testing.T) {
	m := vonMises(10)
	m.Starts = 3
	data := traintest.Circle(100, 1)
	var want []float32
	slots := map[string]func(context.Context) (func(), error){
		"granted": func(context.Context) (func(), error) { return func() {}, nil },
		"never":   func(ctx context.Context) (func(), error) { <-ctx.Done(); return nil, ctx.Err() },
	}
	for _, name := range []string{"alone", "granted", "never"} {
		work := traintest.Task(t, data, square)
		work.Slot = slots[name]
		if err := m.Train(t.Context(), work); err != nil {
			t.Fatal(err)
		}
		got := parametersOf(t, m, work)
		if want == nil {
			want = got
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: other parameters than alone", name)
		}
	}
}

// All is done once and at the same time, and neither a stop nor a panic in a further place is lost.
func TestSideBySide(t *testing.T) {
	granted := func(context.Context) (func(), error) { return func() {}, nil }
	var met [3]atomic.Int64
	var all sync.WaitGroup
	all.Add(len(met))
	sideBySide(t.Context(), granted, len(met), func(_ context.Context, i int) bool {
		met[i].Add(1)
		all.Done()
		all.Wait() // for the others, which run at the same time
		return true
	})
	for i := range met {
		if met[i].Load() != 1 {
			t.Errorf("%d was done %d times", i, met[i].Load())
		}
	}
	done := 0
	sideBySide(t.Context(), nil, 5, func(_ context.Context, i int) bool { done++; return i < 1 })
	if done != 2 {
		t.Errorf("%d were done of the two until a stop", done)
	}
	defer func() {
		if caught := recover(); caught != "found" {
			t.Errorf("caught %v", caught)
		}
	}()
	var both sync.WaitGroup
	both.Add(2)
	sideBySide(t.Context(), granted, 2, func(_ context.Context, i int) bool {
		both.Done()
		both.Wait()
		if i == 1 {
			panic("found")
		}
		return true
	})
}

// A start that was finished is trained again where its files are no longer those that were written.
func TestDamagedStartsAreTrainedAgain(t *testing.T) {
	m := vonMises(10)
	m.Starts = 2
	data := traintest.Circle(100, 1)
	want := traintest.Task(t, data, square)
	if err := m.Train(t.Context(), want); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{train.HistoryFile, "seal.txt", train.ParametersFolder} {
		work, lines := traintest.Task(t, data, square), 0
		work.Log = func(line string) { lines++ }
		for start := range m.Starts {
			of := work
			of.Folder = filepath.Join(work.Checkpoints, fmt.Sprintf("start-%d", start))
			of.Checkpoints = of.Folder + ".checkpoints"
			if err := m.finishStart(t.Context(), of, knownOf(t, m, of), start); err != nil {
				t.Fatal(err)
			}
			damaged := filepath.Join(of.Folder, file)
			if entries, err := os.ReadDir(damaged); err == nil {
				damaged = filepath.Join(damaged, entries[0].Name())
			}
			text, err := os.ReadFile(damaged)
			if err != nil {
				t.Fatal(err)
			}
			text[len(text)/2] ^= 1
			if err := os.WriteFile(damaged, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := m.Train(t.Context(), work); err != nil {
			t.Fatal(err)
		}
		if lines != m.Starts {
			t.Errorf("with changes in %s there are %d messages, want one for each of %d starts", file, lines, m.Starts)
		}
		got, wanted := parametersOf(t, m, work), parametersOf(t, m, want)
		if !slices.Equal(got, wanted) {
			t.Errorf("with changes in %s the parameters differ", file)
		}
	}
}

func TestStartsThatAllDiverge(t *testing.T) {
	m := vonMises(10)
	m.Starts = 2
	m.Training.Optimizer = &train.SGD{Rate: 1e30}
	var diverged *train.DivergedError
	if err := m.Train(t.Context(), traintest.Task(t, traintest.Circle(100, 1), square)); !errors.As(err, &diverged) {
		t.Errorf("got %v, want a DivergedError", err)
	}
}

func parametersOf(t *testing.T, m *Manifold, of train.Task) []float32 {
	t.Helper()
	n, err := m.Load(of.Environment, of.Folder)
	if err != nil {
		t.Fatal(err)
	}
	return network.Flatten(n.Parameters)
}

// The last tenth is rounded up.
func TestFinalLoss(t *testing.T) {
	for history, want := range map[string]float64{
		"step,loss,rank\n0,5,1\n": 5,
		"step,loss,rank\n0,9,1\n1,9,1\n2,9,1\n3,9,1\n4,9,1\n5,9,1\n6,9,1\n7,9,1\n8,9,1\n9,4,1\n10,-2,1\n": 1,
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, train.HistoryFile), []byte(history), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := finalLoss(folder, 0); err != nil || got != want {
			t.Errorf("the loss at the end of %q is %v, %v, want %v", history, got, err, want)
		}
	}
	for _, history := range []string{"step\n0\n", "step,loss,rank\n"} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, train.HistoryFile), []byte(history), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := finalLoss(folder, 0); err == nil {
			t.Errorf("the loss at the end of %q is %v", history, got)
		}
	}
}

// histories keeps the text that a training writes for its watcher, by start.
type histories struct {
	mutex sync.Mutex
	texts map[int]*bytes.Buffer
}

func (h *histories) History(start int) io.Writer {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.texts[start] = new(bytes.Buffer)
	return h.texts[start]
}

// A watcher is given the history of each start, also of those that had ended before an interruption.
func TestStartsAreWatched(t *testing.T) {
	const starts, steps = 3, 20
	m := vonMises(steps / 2)
	m.Starts = starts
	work := traintest.Task(t, traintest.Circle(100, 1), square)
	watched := &histories{texts: map[int]*bytes.Buffer{}}
	ctx, cancel := context.WithCancel(t.Context())
	interrupted := work
	interrupted.Monitor = stoppedAt{steps + 3, cancel}
	if err := os.MkdirAll(work.Folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := m.Train(ctx, interrupted); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	work.History = watched.History
	if err := m.Train(t.Context(), work); err != nil {
		t.Fatal(err)
	}
	kept, err := os.ReadFile(filepath.Join(work.Folder, train.HistoryFile))
	if err != nil || len(watched.texts) != starts {
		t.Fatalf("%d histories, %v", len(watched.texts), err)
	}
	same := 0
	for start, text := range watched.texts {
		if lines := bytes.Count(text.Bytes(), []byte("\n")); lines != 1+steps {
			t.Errorf("start %d has %d lines", start, lines)
		}
		if bytes.Equal(text.Bytes(), kept) {
			same++
		}
	}
	if same != 1 {
		t.Errorf("the history that is kept is that of %d starts", same)
	}
}

// stoppedAt interrupts a training after a number of steps.
type stoppedAt struct {
	step   int
	cancel func()
}

func (s stoppedAt) Report(done, _ int, _ []string, _ []float64) {
	if done == s.step {
		s.cancel()
	}
}
