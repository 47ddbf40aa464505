package train

import (
	"context"
	"time"

	"ebim/framework/points"
)

// Task is what the training of one part of a model gets.
type Task struct {
	Environment
	Validation  *points.Set              // points that the part is not trained on, to end its training by; nil for none
	Folder      string                   // for history and parameters
	Checkpoints string                   // of the unfinished training
	Input       func(part string) string // folder of an earlier part
	Every       time.Duration            // between checkpoints
	KeepReplay  bool                     // keep the points of replay buffers with the trained parameters
	Now         func() time.Time
	Monitor     Monitor
	// receives messages about unusable checkpoints, and what takes long before the first step; may be nil
	Log     func(line string)
	Note    func(line string) // receives what the run's record should keep; may be nil
	Watcher Watcher           // nil for nobody
	Start   int               // which of the part's starts is trained, from 0
	// Slot waits for a further slot, of those that compute at once, beside the task's own, and says how to leave it;
	// nil where there is none to be had. Log and Monitor may be called from several.
	Slot func(context.Context) (leave func(), err error)
}

// Loop returns the training loop of the task.
func (t Task) Loop(training Training) *Loop {
	return &Loop{Engine: t.Engine, Training: training, Seed: t.Seed, Folder: t.Folder, Checkpoints: t.Checkpoints,
		CheckpointEvery: t.Every, Now: t.Now, Monitor: t.Monitor, Log: t.Log, Watcher: t.Watcher, Start: t.Start}
}
