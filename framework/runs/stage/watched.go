package stage

import (
	"fmt"
	"path/filepath"

	"ebim/framework/runs/live"
	"ebim/framework/runs/progress"
)

// TrainingFolder is where a finished stage has the pictures that were drawn while it was computed.
const TrainingFolder = "training"

// watched is the live folder of a stage that is being computed; its Writer is nil where none could be made. Nothing that goes wrong
// with it is the stage's concern.
type watched struct {
	*live.Writer
	log func(line string)
}

// watched makes the live folder. A computation that goes on from checkpoints takes over the pictures of earlier ones.
func (x *execution) watched(run *Run, stage *Stage, a *attempt) *watched {
	label := x.label(run, stage)
	w := &watched{log: func(line string) { x.Log(fmt.Sprintf("%s: %s", label, line)) }}
	var earlier []string
	if !isEmpty(a.checkpoints) {
		earlier = []string{besideCheckpoints(a.checkpoints), filepath.Join(live.Folder(x.Root, stage.Name, a.key), live.PicturesFolder)}
	}
	var err error
	w.Writer, err = live.Create(x.Root, live.Progress{Stage: stage.Name, Key: a.key, Experiment: run.Experiment, Model: run.Model, Seed: run.Seed}, earlier, w.log)
	w.tell(err)
	return w
}

// besideCheckpoints is where an unfinished stage keeps its pictures.
func besideCheckpoints(checkpoints string) string {
	return filepath.Join(checkpoints, live.PicturesFolder)
}

// keepBeside moves the pictures of a stage that is not finished to its checkpoints, if it has any.
func (w *watched) keepBeside(checkpoints string) {
	if !isEmpty(checkpoints) {
		w.keep(besideCheckpoints(checkpoints))
	}
}

// keep moves the pictures to a folder.
func (w *watched) keep(folder string) { w.tell(w.MovePictures(folder)) }

func (w *watched) close() { w.tell(w.Close()) }

func (w *watched) tell(err error) {
	if err != nil {
		w.log(fmt.Sprintf("what can be watched meanwhile: %v", err))
	}
}

// shownTask shows the progress of a stage to the user and to those who read its live folder.
type shownTask struct {
	progress.Task
	live *live.Writer
}

// Due implements progress.Task.
func (t shownTask) Due() bool { return t.Task.Due() || t.live.Due() }

// Step implements progress.Task.
func (t shownTask) Step(done, total int, values ...progress.Value) {
	t.Task.Step(done, total, values...)
	if !t.live.Due() && done < total {
		return
	}
	names, numbers := make([]string, len(values)), make([]float64, len(values))
	for i, value := range values {
		names[i], numbers[i] = value.Name, value.Value
	}
	t.live.Step(done, total, names, numbers)
}
