package plan

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ebim/framework/experiment"
	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
)

// watched is a watcher of a training whose time a test makes go by.
type watched struct {
	*watcher
	time   time.Time
	folder string
	said   []string
	saved  int
}

func (w *watched) wait(d time.Duration) { w.time = w.time.Add(d) }

func (w *watched) look(made int) {
	w.Look(context.Background(), 0, made, func(string) error { w.saved++; return nil })
}

// pictures lists those that there are, such as a 3.
func (w *watched) pictures() (all []string) {
	for _, p := range live.Pictures(filepath.Join(w.folder, live.PicturesFolder)) {
		all = append(all, strings.TrimSuffix(strings.Replace(p.File, "-step-00000000", " ", 1), ".png"))
	}
	return all
}

// watching returns one that draws what the given kinds give, each at its cost.
func watching(t *testing.T, loads time.Duration, draws ...experiment.Preview) *watched {
	t.Helper()
	const key = "0123456789abcdef0123"
	root := t.TempDir()
	if err := os.Mkdir(filepath.Join(root, "stages"), 0o755); err != nil {
		t.Fatal(err)
	}
	writer, err := live.Create(root, live.Progress{Stage: "manifold", Key: key}, false,
		func(line string) { t.Error(line) })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { writer.Close(false) })
	w := &watched{time: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), folder: live.Folder(root, "manifold", key)}
	w.watcher = &watcher{work: &stage.Work{Live: writer}, wanted: 6, share: 0.02, began: w.time,
		costs: map[string]time.Duration{},
		now:   func() time.Time { return w.time }, log: func(line string) { w.said = append(w.said, line) },
		previews: func(*experiment.Subject) []experiment.Preview { return draws },
		subject:  func(string) (*experiment.Subject, error) { w.wait(loads); return &experiment.Subject{}, nil }}
	return w
}

// Looks are spaced evenly, the last one at the end, also where there are fewer steps than looks, and none is wanted or
// nobody draws.
func TestLooksAreSpacedEvenly(t *testing.T) {
	looks := func(wanted, from, total int, previews func(*experiment.Subject) []experiment.Preview) (at []int) {
		w := &watcher{wanted: wanted, previews: previews}
		for made := from; ; {
			if made = w.NextLook(made, total); made == 0 {
				return at
			}
			at = append(at, made)
		}
	}
	draw := func(*experiment.Subject) []experiment.Preview { return nil }
	for _, c := range []struct {
		wanted, from, total int
		want                []int
	}{{6, 0, 600, []int{100, 200, 300, 400, 500, 600}}, {6, 250, 600, []int{300, 400, 500, 600}},
		{3, 0, 10, []int{4, 7, 10}}, {6, 0, 2, []int{1, 2}},
		{1, 0, 5, []int{5}}, {0, 0, 5, nil}, {6, 600, 600, nil}} {
		if got := looks(c.wanted, c.from, c.total, draw); !slices.Equal(got, c.want) {
			t.Errorf("%d of %d steps from %d on: %v, want %v", c.wanted, c.total, c.from, got, c.want)
		}
	}
	if got := looks(6, 0, 600, nil); got != nil {
		t.Errorf("without anybody who draws %v", got)
	}
}

// Pictures are drawn while they cost less than a fiftieth of the time so far: dear ones less often, and never what has
// taken too long.
func TestPicturesAreCheap(t *testing.T) {
	var w *watched
	drawn := func(cost time.Duration) func(ctx context.Context) ([]byte, error) {
		return func(ctx context.Context) ([]byte, error) { w.wait(cost); return []byte("png"), ctx.Err() }
	}
	w = watching(t, 10*time.Millisecond, experiment.Preview{Kind: "a", Draw: drawn(20 * time.Millisecond)},
		experiment.Preview{Kind: "b", Draw: drawn(300 * time.Millisecond)})
	w.wait(time.Second) // 20 ms may be spent: the model is loaded, and no more
	w.look(1)
	if got := w.pictures(); got != nil || w.saved != 1 {
		t.Errorf("after a second %v, saved %d times", got, w.saved)
	}
	for made := 2; made <= 9; made++ {
		w.wait(10 * time.Second) // 200 ms
		w.look(made)
		// The last picture is tried within what is left, so that it may exceed this once, by as much as it costs.
		if most := w.time.Sub(w.began)/50 + 300*time.Millisecond; w.spent > most {
			t.Errorf("%v of %v have been spent", w.spent, w.time.Sub(w.began))
		}
	}
	count := map[string]int{}
	for _, name := range w.pictures() {
		count[name[:1]]++
	}
	// Of 1.6 s, each look takes 30 ms for a, so that 1.36 s are left for b, which is tried with 170 ms first.
	if count["a"] < 6 || count["b"] < 2 || count["b"] > 4 || len(w.said) > 0 {
		t.Errorf("there are %v, and it said %q", w.pictures(), w.said)
	}
}

// A picture that is not ready in time is left out, and tried again when there is twice as much.
func TestLatePicturesAreLeftOut(t *testing.T) {
	tries := 0
	w := watching(t, 0, experiment.Preview{Kind: "slow", Draw: func(ctx context.Context) ([]byte, error) {
		tries++
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	// 30 ms, 30, 50, 62 ms may be spent
	for _, wait := range []time.Duration{1500 * time.Millisecond, 1, time.Second, 600 * time.Millisecond} {
		w.wait(wait)
		w.look(1)
	}
	if tries != 2 || w.pictures() != nil || w.said != nil {
		t.Errorf("%d tries, %v, said %q", tries, w.pictures(), w.said)
	}
}

// What goes wrong with a picture ends the pictures, not the training; that there is nothing to draw is not worth a
// word.
func TestPicturesThatFail(t *testing.T) {
	for _, c := range []struct {
		draw func(context.Context) ([]byte, error)
		says string
	}{
		{func(context.Context) ([]byte, error) { panic("broken") },
			"no further figures of its training are drawn: drawing failed: broken"},
		{func(context.Context) ([]byte, error) { return nil, errors.New("broken") },
			"no further figures of its training are drawn: bad: broken"},
		{func(context.Context) ([]byte, error) { return nil, errors.ErrUnsupported }, ""},
		{func(context.Context) ([]byte, error) { return nil, nil }, ""},
	} {
		w := watching(t, 0, experiment.Preview{Kind: "bad", Draw: c.draw})
		for made := range 3 {
			w.wait(time.Hour)
			w.look(made)
		}
		if got := strings.Join(w.said, "; "); got != c.says || w.pictures() != nil {
			t.Errorf("it said %q, want %q; %v", got, c.says, w.pictures())
		}
	}
	w := watching(t, 0)
	w.subject = func(string) (*experiment.Subject, error) { return nil, errors.ErrUnsupported }
	w.wait(time.Hour)
	w.look(1)
	w.wait(time.Hour)
	if w.look(2); w.saved != 1 || w.said != nil {
		t.Errorf("a model of which there is nothing yet is looked at %d times; said %q", w.saved, w.said)
	}
}

func TestKindsOfStarts(t *testing.T) {
	if got := kindOf("draws", 0) + " " + kindOf("draws", 1); got != "draws draws-2" {
		t.Error(got)
	}
}
