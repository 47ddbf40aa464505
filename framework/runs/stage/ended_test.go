package stage

import (
	"context"
	"errors"
	"testing"
)

// A run says when it has ended, however it does.
func TestRunsSayThatTheyHaveEnded(t *testing.T) {
	var count counter
	failing := &Stage{Name: "model", Run: func(context.Context, *Work) error { return errors.New("fails") }}
	panicking := &Stage{Name: "model", Run: func(context.Context, *Work) error { panic("out of range") }}
	for name, stage := range map[string]*Stage{"done": fake("model", &count), "failed": failing, "broken": panicking} {
		ended := 0
		run := newRun("ebim", 0, stage)
		run.Ended = func() { ended++ }
		if execute(t, engine(t, t.TempDir()), run); ended != 1 {
			t.Errorf("%s: ended %d times", name, ended)
		}
	}
}
