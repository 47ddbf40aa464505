//go:build unix

package command

import (
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"ebim/framework/runs/stage"
)

// What a queue sends some time before a job's end, and at its end, again and again: one checkpoint, and the same bits
// in the end.
func TestSignalsOfAQueue(t *testing.T) {
	p, runs, arguments := interrupt(t, volley{syscall.SIGUSR1, syscall.SIGTERM, syscall.SIGUSR1, syscall.SIGTERM})
	if code := p.code(); code != ExitInterrupted {
		t.Errorf("code %d, want %d\n%s", code, ExitInterrupted, &p.messages)
	}
	record, err := stage.ReadRecord(filepath.Join(folderOf(t, runs, "circle", "ebim", 0), "record.json"))
	if err != nil || record.Status != stage.Interrupted {
		t.Errorf("%+v, %v", record, err)
	}
	if checkpoints, _ := filepath.Glob(filepath.Join(runs, "stages",
		"manifold-*.checkpoints", "step-*", "seal.txt")); len(checkpoints) != 1 {
		t.Errorf("checkpoints %v, want one", checkpoints)
	}
	must(t, arguments...)
	whole := t.TempDir()
	must(t, append(arguments[:len(arguments)-1:len(arguments)-1], whole)...)
	if samples(t, runs) != samples(t, whole) {
		t.Error("the interrupted run ends with other bits")
	}
}

// volley is several signals, sent one soon after the other.
type volley []syscall.Signal

// Signal implements os.Signal.
func (volley) Signal() {}

// String implements os.Signal.
func (volley) String() string { return "several" }

func (r volley) send(p *program) error {
	for _, signal := range r {
		if err := p.Process.Signal(signal); err != nil {
			return nil // it has ended
		}
		time.Sleep(5 * time.Millisecond)
	}
	return nil
}
