package stage

import (
	"slices"
	"sync"
	"testing"

	"ebim/framework/runs/progress"
)

// wholes keeps what is reported of all runs.
type wholes struct {
	progress.Reporter
	mutex sync.Mutex
	told  []progress.Whole
}

func (w *wholes) Overall(one progress.Whole) {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.told = append(w.told, one)
}

func TestTheWholeIsTold(t *testing.T) {
	root := t.TempDir()
	data := fake("data", new(counter))
	runs := []Run{newRun("a", 0, data, fake("x", new(counter), data)), newRun("b", 0, data, fake("y", new(counter),
		data)), newRun("c", 0, data)}
	tell := func(runs ...Run) []progress.Whole {
		e := engine(t, root)
		shown := &wholes{Reporter: progress.NewQuiet(nil)}
		e.Progress = shown
		execute(t, e, runs...)
		return shown.told
	}
	if told := tell(runs[2]); !slices.Equal(told, []progress.Whole{{Total: 1, Running: 1}, {Done: 1, Total: 1,
		Computed: 1, Ended: "c seed 0: done after 1.0 s"}}) {
		t.Errorf("%+v", told)
	}
	told := tell(runs...) // of which one is there already
	if len(told) != 4 || told[0] != (progress.Whole{Total: 3, Running: 2}) ||
		told[3].Done != 3 || told[3].Computed != 2 {
		t.Errorf("%+v", told)
	}
}
