package manifold

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"ebim/framework/chains"
	"ebim/framework/runs/history"
	"ebim/framework/train"
)

// trainBest trains from every start, as many side by side as there are slots for, each in a folder among the
// checkpoints, so that an interrupted task finds those that are finished, and keeps the history and the parameters of
// the best. Starts that diverge are left out; where all do, the error is the last one's.
func (m *Manifold) trainBest(ctx context.Context, t train.Task, k *known) error {
	shown := &startsShown{Monitor: t.Monitor, done: make([]int, m.Starts)}
	folders, errs := make([]string, m.Starts), make([]error, m.Starts)
	sideBySide(ctx, t.Slot, m.Starts, func(ctx context.Context, start int) bool {
		of := t
		of.Folder = filepath.Join(t.Checkpoints, fmt.Sprintf("start-%d", start))
		of.Checkpoints = of.Folder + ".checkpoints"
		of.Monitor, of.Start = startMonitor{shown, start}, start
		folders[start], errs[start] = of.Folder, m.finishStart(ctx, of, k, start)
		var diverged *train.DivergedError
		return errs[start] == nil || errors.As(errs[start], &diverged)
	})
	best, err := lowestLoss(folders, errs)
	if err != nil {
		return err
	}
	for _, name := range []string{train.ParametersFolder, train.HistoryFile, chains.ReplayFolder} {
		err := os.Rename(filepath.Join(best, name), filepath.Join(t.Folder, name))
		if err != nil && !(name == chains.ReplayFolder && errors.Is(err, os.ErrNotExist)) {
			return err
		}
	}
	return nil
}

// lowestLoss is the folder of the best among the trainings that did not diverge.
func lowestLoss(folders []string, errs []error) (best string, err error) {
	lowest := math.Inf(1)
	var diverged *train.DivergedError
	for start, folder := range folders {
		if errors.As(errs[start], &diverged) {
			continue
		}
		if errs[start] != nil {
			return "", errs[start]
		}
		loss, err := finalLoss(folder)
		if err != nil {
			return "", err
		}
		if loss < lowest {
			best, lowest = folder, loss
		}
	}
	if best == "" {
		return "", diverged
	}
	return best, nil
}

// sideBySide calls do for 0, ..., n-1: one after another in the slot that the caller has, and beside it in each
// further one that slot gives (see [train.Task]), until a call returns false.
func sideBySide(ctx context.Context, slot func(context.Context) (leave func(), err error), n int,
	do func(ctx context.Context, i int) bool) {
	var next atomic.Int64
	var stopped atomic.Bool
	work := func() {
		for !stopped.Load() {
			i := int(next.Add(1)) - 1
			if i >= n {
				return
			}
			if !do(ctx, i) {
				stopped.Store(true)
			}
		}
	}
	waiting, cancel := context.WithCancel(ctx)
	var group sync.WaitGroup
	var panicked atomic.Pointer[any]
	defer func() {
		cancel()
		group.Wait()
		if caught := panicked.Load(); caught != nil {
			panic(*caught) // where the caller's caller turns it into a failure of the stage
		}
	}()
	for range n - 1 {
		if slot == nil {
			break
		}
		group.Go(func() {
			leave, err := slot(waiting)
			if err != nil {
				return
			}
			defer leave()
			defer func() {
				if caught := recover(); caught != nil {
					stopped.Store(true)
					panicked.Store(&caught)
				}
			}()
			work()
		})
	}
	work()
}

// finishStart trains from a start unless its sealed folder says that this was done.
func (m *Manifold) finishStart(ctx context.Context, t train.Task, k *known, start int) error {
	err := train.CheckSeal(t.Folder)
	if err == nil && t.History != nil {
		return train.ShowHistory(t.Folder, t.History(start))
	}
	if !train.IsDamage(err) {
		return err
	}
	if _, there := os.Lstat(filepath.Join(t.Folder, train.ParametersFolder)); there == nil && t.Log != nil {
		t.Log(fmt.Sprintf("the finished training in %s is dropped (%v): its start is trained again", t.Folder, err))
	}
	if err := errors.Join(os.RemoveAll(t.Folder), os.MkdirAll(t.Folder, 0o777)); err != nil {
		return err
	}
	if err := m.trainFrom(ctx, t, k, start); err != nil {
		return err
	}
	if err := train.Seal(t.Folder); err != nil {
		return err
	}
	return os.RemoveAll(t.Checkpoints)
}

// finalLoss is what starts are compared by: the lowest value on the validation points, where these were looked at,
// otherwise the mean loss, the first column of a history, over the last tenth of a finished training's steps.
func finalLoss(folder string) (float64, error) {
	columns, err := history.Read(filepath.Join(folder, train.HistoryFile))
	if err != nil {
		return 0, err
	}
	if len(columns) == 0 || len(columns[0].Values) == 0 {
		return 0, fmt.Errorf("the history in %s has no steps; run again with --fresh", folder)
	}
	if lowest, validated := history.LowestValidation(columns); validated {
		return lowest, nil
	}
	losses := columns[0].Values
	count, sum := (len(losses)+9)/10, 0.0
	for _, loss := range losses[len(losses)-count:] {
		sum += loss
	}
	return sum / float64(count), nil
}

// startsShown shows the trainings from all starts as one.
type startsShown struct {
	train.Monitor
	mutex sync.Mutex
	done  []int
}

// startMonitor follows one start's training.
type startMonitor struct {
	*startsShown
	start int
}

func (m startMonitor) Report(done, total int, names []string, values []float64) {
	if m.Monitor == nil {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	m.done[m.start] = done
	sum := 0
	for _, d := range m.done {
		sum += d
	}
	m.Monitor.Report(sum, len(m.done)*total, names, values)
}
