package progress

import (
	"bytes"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// hand is a clock moved by hand.
type hand struct {
	mutex sync.Mutex
	now   time.Time
}

func (h *hand) read() time.Time {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	return h.now
}

func (h *hand) move(d time.Duration) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.now = h.now.Add(d)
}

func newHand() *hand { return &hand{now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)} }

func TestLines(t *testing.T) {
	var out bytes.Buffer
	clock := newHand()
	reporter := NewLines(&out, clock.read)
	task := reporter.Start(Label{Model: "ebim", Seed: 1, Stage: "manifold"})
	for step := 1; step <= 250; step++ { // 25 s at ten steps a second
		clock.move(100 * time.Millisecond)
		task.Step(step, 1000, Value{"loss", 1 / float64(step)}, Value{"|F|", 3e-6})
	}
	reporter.Message("waiting")
	task.End("done")
	task.Step(251, 1000)
	task.End("done again")
	want := `ebim seed 1 manifold   10% 100/1000  loss 0.01  |F| 3e-06
ebim seed 1 manifold   20% 200/1000  1 min 20 s left  loss 0.005  |F| 3e-06
waiting
ebim seed 1 manifold: done after 25 s
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

func TestShortStagesLeaveNoLine(t *testing.T) {
	var out bytes.Buffer
	clock := newHand()
	reporter := NewLines(&out, clock.read)
	stage := func(name string, took time.Duration, steps int, outcome string) {
		task := reporter.Start(Label{Model: "ebim", Stage: name})
		for step := range steps {
			task.Step(step+1, steps)
		}
		clock.move(took)
		task.End(outcome)
	}
	stage("samples", time.Second, 0, Done)
	stage("metric", 10*time.Second, 0, Done)
	stage("manifold", time.Second, 3, Done)
	stage("data", time.Second, 0, "failed: no file")
	want := `ebim seed 0 metric: done after 10 s
ebim seed 0 manifold: done after 1.0 s
ebim seed 0 data: failed after 1.0 s: no file
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
}

// screen plays the escape codes that bars use, and fails on any other.
func screen(t *testing.T, written string) []string {
	t.Helper()
	lines := []string{""}
	for written != "" {
		if rest, ok := strings.CutPrefix(written, "\x1b["); ok {
			var up int
			if n, _ := fmt.Sscanf(rest, "%dA\r\x1b[J", &up); n != 1 {
				t.Fatalf("unknown escape code %q", rest)
			}
			lines = append(lines[:len(lines)-1-up], "")
			written = rest[strings.Index(rest, "J")+1:]
			continue
		}
		end := strings.IndexAny(written, "\n\x1b")
		if end < 0 {
			end = len(written)
		}
		lines[len(lines)-1] += written[:end]
		written = written[end:]
		if rest, ok := strings.CutPrefix(written, "\n"); ok {
			lines, written = append(lines, ""), rest
		}
	}
	return lines
}

func TestBarsRedrawOneLinePerStage(t *testing.T) {
	var out bytes.Buffer
	clock := newHand()
	reporter := NewBars(&out, clock.read, func() (int, int) { return 70, 24 })
	first := reporter.Start(Label{Model: "ebim", Stage: "manifold"})
	second := reporter.Start(Label{Model: "pushforward", Seed: 2, Stage: "autoencoder"})
	first.Step(0, 10)
	clock.move(5 * time.Second)
	first.Step(5, 10, Value{"loss", 0.25})
	reporter.Message("one message")
	second.End("failed: NaN")
	clock.move(time.Second)
	first.Step(6, 10, Value{"loss", 0.125})
	want := []string{
		"one message",
		"pushforward seed 2 autoencoder: failed after 5.0 s: NaN",
		"ebim seed 0 manifold  ████████████░░░░░░░░   60% 6/10  4.0 s left  l…",
		"",
	}
	if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
	reporter.Close()
	reporter.Message("too late")
	first.Step(7, 10)
	if diff := cmp.Diff(append(want[:2:2], ""), screen(t, out.String())); diff != "" {
		t.Errorf("after Close: %s", diff)
	}
}

func TestBarsFitTheScreen(t *testing.T) {
	var out bytes.Buffer
	clock := newHand()
	reporter := NewBars(&out, clock.read, func() (int, int) { return 40, 5 })
	for seed := range 7 {
		reporter.Start(Label{Model: "ebim", Seed: seed, Stage: "energy"})
	}
	lines := screen(t, out.String())
	if len(lines) != 5 || lines[3] != "and 4 more" {
		t.Errorf("seven stages on five rows show as %q", lines)
	}
	for _, line := range lines {
		if len([]rune(line)) > 39 {
			t.Errorf("a line of %d characters on 40 columns: %q", len([]rune(line)), line)
		}
	}
}

func TestEarlyStepsAreNotShown(t *testing.T) {
	var out bytes.Buffer
	clock := newHand()
	task := NewBars(&out, clock.read, func() (int, int) { return 80, 24 }).Start(Label{Model: "m", Stage: "s"})
	task.Step(1, 100)
	before := out.Len()
	if task.Due() {
		t.Error("due right after a step was shown")
	}
	task.Step(2, 100)
	if out.Len() != before {
		t.Errorf("a step within 100 ms of the last was shown: %q", out.String()[before:])
	}
	clock.move(100 * time.Millisecond)
	if !task.Due() {
		t.Error("not due 100 ms after the last showing")
	}
}

func TestTimeLeftOfResumedStage(t *testing.T) {
	clock := newHand()
	running := &task{started: clock.read()}
	running.record(clock.read(), 900, 1000, nil)
	clock.move(10 * time.Second)
	running.record(clock.read(), 950, 1000, nil)
	if left, ok := running.left(clock.read()); !ok || left != 10*time.Second {
		t.Errorf("50 steps in 10 s, 50 to go: %v left (%v)", left, ok)
	}
	running.record(clock.read(), 951, 0, nil)
	if _, ok := running.left(clock.read()); ok {
		t.Error("a time left for an unknown total")
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0:                                       "0.0 s",
		440 * time.Millisecond:                  "0.4 s",
		9949 * time.Millisecond:                 "9.9 s",
		9950 * time.Millisecond:                 "10 s",
		59600 * time.Millisecond:                "1 min 00 s",
		185 * time.Second:                       "3 min 05 s",
		2*time.Hour + 10*time.Minute:            "2 h 10 min",
		59*time.Minute + 59600*time.Millisecond: "1 h 00 min",
	} {
		if got := Duration(d); got != want {
			t.Errorf("Duration(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestQuietWritesMessagesOnly(t *testing.T) {
	var out bytes.Buffer
	reporter := NewQuiet(&out)
	task := reporter.Start(Label{})
	task.Step(1, 2, Value{"loss", 1})
	task.End("done")
	reporter.Message("waiting")
	reporter.Close()
	if out.String() != "waiting\n" {
		t.Errorf("quiet wrote %q", out.String())
	}
	NewQuiet(nil).Message("nowhere")
}

// Run with -race: steps, messages and ends from many goroutines.
func TestConcurrentUse(t *testing.T) {
	var out bytes.Buffer
	clock := newHand()
	reporter := NewBars(&out, clock.read, func() (int, int) { return 80, 24 })
	var group sync.WaitGroup
	for seed := range 8 {
		group.Go(func() {
			task := reporter.Start(Label{Model: "m", Seed: seed, Stage: "s"})
			for step := range 50 {
				clock.move(20 * time.Millisecond)
				task.Step(step, 50, Value{"loss", 1})
				reporter.Message("x")
			}
			task.End(Done)
		})
	}
	group.Wait()
	reporter.Close()
	lines := screen(t, out.String())
	if len(lines) != 8*50+8+1 {
		t.Errorf("%d lines left on the screen, want 400 messages, 8 ends and the cursor's", len(lines))
	}
}

func BenchmarkStep(b *testing.B) {
	task := NewLines(&bytes.Buffer{}, time.Now).Start(Label{})
	b.ReportAllocs()
	for i := range b.N {
		task.Step(i, b.N, Value{"loss", 1}, Value{"|F|", 2})
	}
}
