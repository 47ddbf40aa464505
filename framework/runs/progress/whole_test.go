package progress

import (
	"bytes"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestOverallBar(t *testing.T) {
	var out bytes.Buffer
	clock := newHand()
	reporter := NewBars(&out, clock.read, func() (int, int) { return 70, 5 })
	overall := reporter
	overall.Overall(Whole{Total: 8, Running: 2})
	task := reporter.Start(Label{Model: "ebim", Stage: "manifold"})
	overall.Overall(Whole{Done: 2, Total: 8, Running: 2}) // reused
	clock.move(15 * time.Second)
	overall.Overall(Whole{Done: 3, Total: 8, Computed: 1, Running: 2}) // 15 s for one and two halves, four to go
	clock.move(10 * time.Second)
	task.Step(1, 2)
	want := []string{"ebim seed 0 manifold  ██████████░░░░░░░░░░   50% 1/2",
		"3 of 8 runs done  ███████░░░░░░░░░░░░░  about 20 s left", ""}
	if diff := cmp.Diff(want, screen(t, out.String())); diff != "" {
		t.Error(diff)
	}
	for seed := range 9 {
		reporter.Start(Label{Model: "ebm", Seed: seed, Stage: "energy"})
	}
	if lines := screen(t, out.String()); len(lines) != 5 || lines[3] != want[1] || lines[2] != "and 8 more" {
		t.Errorf("on five rows: %q", lines)
	}
	reporter.Close()
	if lines := screen(t, out.String()); len(lines) != 1 {
		t.Errorf("after Close: %q", lines)
	}
}

func TestOverallLines(t *testing.T) {
	var out bytes.Buffer
	clock := newHand()
	overall := NewLines(&out, clock.read)
	overall.Overall(Whole{Total: 3, Running: 1})
	overall.Overall(Whole{Done: 1, Total: 3, Running: 1}) // reused: nothing to say
	clock.move(time.Minute)
	overall.Overall(Whole{Done: 2, Total: 3, Computed: 1, Running: 1, Ended: "ebim seed 0: good"})
	clock.move(time.Minute)
	overall.Overall(Whole{Done: 3, Total: 3, Computed: 2, Ended: "ebim seed 1: wrong"})
	want := "ebim seed 0: good; 2 of 3 runs done  about 20 s left\nebim seed 1: wrong\n"
	if out.String() != want {
		t.Errorf("%q, want %q", out.String(), want)
	}
	one := NewLines(&out, clock.read)
	one.Overall(Whole{Total: 1, Running: 1})
	one.Overall(Whole{Done: 1, Total: 1, Computed: 1, Ended: "ebm seed 0: done"})
	want += "ebm seed 0: done\n"
	if out.String() != want {
		t.Errorf("one run: %q", out.String())
	}
}
