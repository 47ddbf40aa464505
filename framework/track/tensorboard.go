package track

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"ebim/framework/runs/stage"
	"ebim/framework/track/tensorboard"
)

// boards is a folder of event files, a folder in it for each run.
type boards struct{ folder string }

func (b boards) String() string { return "the TensorBoard folder " + b.folder }

func (b boards) down(error) bool { return false }

// open implements tool.
func (b boards) open(_ context.Context, run *Run, record *stage.Record, _ string) (tracked, error) {
	w, err := tensorboard.Open(filepath.Join(b.folder, run.Experiment, run.Model, filepath.Base(record.Folder)))
	if err != nil {
		return nil, err
	}
	group := fmt.Sprintf("%s/%s/%s", run.Experiment, run.Model, run.Settings)
	w.Begin(record.Started, &tensorboard.HParams{Values: run.Params, Group: group})
	return board{w}, nil
}

// board is a run's folder of event files.
type board struct{ *tensorboard.Writer }

// send implements tracked. What is not on the disk yet is kept by the writer.
func (b board) send(_ context.Context, scalars []scalar) (settled int, err error) {
	for _, s := range scalars {
		b.Scalar(s.at, s.series, s.step, s.value)
	}
	return len(scalars), b.Flush()
}

// picture implements tracked.
func (b board) picture(_ context.Context, p picture) error {
	png, err := os.ReadFile(p.path)
	if err != nil {
		return err
	}
	if err := b.Picture(time.Now(), p.series, p.step, png); err != nil {
		return nil // no picture: nothing that could be mended by another attempt
	}
	return b.Flush()
}

// end implements tracked. TensorBoard keeps the first end that it reads, so that an interrupted run has none yet.
func (b board) end(_ context.Context, record *stage.Record) error {
	switch record.Status {
	case stage.Done:
		b.End(time.Now(), tensorboard.Success)
	case stage.Failed:
		b.End(time.Now(), tensorboard.Failure)
	}
	return b.Flush()
}

// Figures adds the pictures of an experiment to a folder of event files, as the run figures/EXPERIMENT: those that have been drawn
// anew since the last call, each as a further step. Pictures are PNG files by name.
func Figures(folder, experiment string, pictures map[string]string) error {
	if len(pictures) == 0 {
		return nil
	}
	w, err := tensorboard.Open(filepath.Join(folder, stage.FiguresFolder, filepath.FromSlash(experiment)))
	if err != nil {
		return err
	}
	var errs []error
	for name, path := range pictures {
		png, err := os.ReadFile(path)
		if err == nil {
			err = w.Redrawn(time.Now(), name, png)
		}
		errs = append(errs, err)
	}
	return errors.Join(append(errs, w.Flush())...)
}
