package manifold

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"ebim/framework/train"
)

// trainBest trains from every start, each in a folder among the checkpoints, so that an interrupted task finds those that
// are finished, and keeps the history and the parameters of the best. Starts that diverge are left out; where all do, the
// error is the last one's.
func (m *Manifold) trainBest(ctx context.Context, t train.Task) error {
	best, lowest := "", math.Inf(1)
	var diverged *train.DivergedError
	for start := range m.Starts {
		of := t
		of.Folder = filepath.Join(t.Checkpoints, fmt.Sprintf("start-%d", start))
		of.Checkpoints = of.Folder + ".checkpoints"
		of.Monitor = startMonitor{t.Monitor, start, m.Starts}
		if err := m.finishStart(ctx, of, start); errors.As(err, &diverged) {
			continue
		} else if err != nil {
			return err
		}
		loss, err := finalLoss(of.Folder)
		if err != nil {
			return err
		}
		if loss < lowest {
			best, lowest = of.Folder, loss
		}
	}
	if best == "" {
		return diverged
	}
	for _, name := range []string{train.ParametersFolder, train.HistoryFile} {
		if err := os.Rename(filepath.Join(best, name), filepath.Join(t.Folder, name)); err != nil {
			return err
		}
	}
	return nil
}

// finishStart trains from a start unless its sealed folder says that this was done.
func (m *Manifold) finishStart(ctx context.Context, t train.Task, start int) error {
	err := train.CheckSeal(t.Folder)
	if !train.IsDamage(err) {
		return err
	}
	if _, there := os.Lstat(filepath.Join(t.Folder, train.ParametersFolder)); there == nil && t.Log != nil {
		t.Log(fmt.Sprintf("the finished training in %s is dropped (%v): its start is trained again", t.Folder, err))
	}
	if err := errors.Join(os.RemoveAll(t.Folder), os.MkdirAll(t.Folder, 0o755)); err != nil {
		return err
	}
	if err := m.trainFrom(ctx, t, start); err != nil {
		return err
	}
	if err := train.Seal(t.Folder); err != nil {
		return err
	}
	return os.RemoveAll(t.Checkpoints)
}

// finalLoss is what starts are compared by: the lowest value on the validation points, where these were looked at, otherwise the mean
// loss, the first column of a history, over the last tenth of a finished training's steps.
func finalLoss(folder string) (float64, error) {
	columns, err := train.ReadHistory(filepath.Join(folder, train.HistoryFile))
	if err != nil {
		return 0, err
	}
	if len(columns) == 0 || len(columns[0].Values) == 0 {
		return 0, fmt.Errorf("the history in %s has no steps; run again with --fresh", folder)
	}
	if lowest, validated := train.LowestValidation(columns); validated {
		return lowest, nil
	}
	losses := columns[0].Values
	count, sum := (len(losses)+9)/10, 0.0
	for _, loss := range losses[len(losses)-count:] {
		sum += loss
	}
	return sum / float64(count), nil
}

// startMonitor shows the trainings from all starts as one.
type startMonitor struct {
	train.Monitor
	start, starts int
}

// Report implements train.Monitor.
func (m startMonitor) Report(done, total int, names []string, values []float64) {
	if m.Monitor != nil {
		m.Monitor.Report(m.start*total+done, m.starts*total, names, values)
	}
}
