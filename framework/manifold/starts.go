package manifold

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"

	"ebim/framework/chains"
	"ebim/framework/runs/history"
	"ebim/framework/train"
)

// trainBest trains from every start, as many side by side as there are slots for, each in a folder among the
// checkpoints, so that an interrupted task finds those that are finished, and keeps the history and the parameters of
// the best. Where starts are dropped all pause first, and the best so far goes on. Starts that diverge are left out;
// where all do, the error is the last one's.
func (m *Manifold) trainBest(ctx context.Context, t train.Task, k *known) error {
	steps := m.Training.StepsFor(t.Size())
	pause := m.pause(steps)
	shown := &startsShown{Monitor: t.Monitor, done: make([]int, m.Starts), total: m.Starts * steps}
	if pause > 0 {
		shown.total = (m.Starts-1)*pause + steps
	}
	folders, errs := make([]string, m.Starts), make([]error, m.Starts)
	trainTo := func(ctx context.Context, start, pause int) error {
		of := t
		of.Folder = filepath.Join(t.Checkpoints, fmt.Sprintf("start-%d", start))
		of.Checkpoints = of.Folder + ".checkpoints"
		of.Monitor, of.Start, of.Pause = startMonitor{shown, start}, start, pause
		folders[start], errs[start] = of.Folder, m.finishStart(ctx, of, k, start)
		return errs[start]
	}
	sideBySide(ctx, t.Slot, m.Starts, func(ctx context.Context, start int) bool {
		err := trainTo(ctx, start, pause)
		return err == nil || paused(err) || diverged(err)
	})
	ranked, err := byLoss(folders, errs, pause)
	if err != nil {
		return err
	}
	start, err := firstToEnd(ranked, errs, func(start int) error { return trainTo(ctx, start, 0) })
	if err != nil {
		return err
	}
	return keepStart(folders[start], t.Folder)
}

// firstToEnd is the first of some starts that ends, those that have paused by going on. Where all diverge, the error is
// the last one's.
func firstToEnd(ranked []int, errs []error, goOn func(start int) error) (start int, err error) {
	for _, start = range ranked {
		if err = errs[start]; paused(err) {
			err = goOn(start)
		}
		if !diverged(err) {
			break
		}
	}
	return start, err
}

// pause is the step at which all starts pause; 0 for none.
func (m *Manifold) pause(steps int) int {
	if m.DropAfter == nil {
		return 0
	}
	return max(1, int(math.Ceil(*m.DropAfter*float64(steps))))
}

func paused(err error) bool { return errors.Is(err, train.ErrPaused) }

func diverged(err error) bool {
	var of *train.DivergedError
	return errors.As(err, &of)
}

// keepStart moves what a start's training made to the folder of the part.
func keepStart(from, to string) error {
	for _, name := range []string{train.ParametersFolder, train.HistoryFile, chains.ReplayFolder} {
		err := os.Rename(filepath.Join(from, name), filepath.Join(to, name))
		if err != nil && !(name == chains.ReplayFolder && errors.Is(err, os.ErrNotExist)) {
			return err
		}
	}
	return nil
}

// byLoss are the trainings that did not diverge, at least one, that with the lowest loss first: the loss of their first
// steps where these are given, so that one that went on before an interruption is judged as it was.
func byLoss(folders []string, errs []error, steps int) (starts []int, err error) {
	losses := make([]float64, len(folders))
	for start, folder := range folders {
		switch {
		case diverged(errs[start]):
			err = errs[start]
			continue
		case errs[start] != nil && !paused(errs[start]):
			return nil, errs[start]
		}
		loss, err := finalLoss(folder, steps)
		if err != nil {
			return nil, err
		}
		losses[start] = loss
		starts = append(starts, start)
	}
	if len(starts) == 0 {
		return nil, err
	}
	slices.SortStableFunc(starts, func(a, b int) int { return cmp.Compare(losses[a], losses[b]) })
	return starts, nil
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
// otherwise the mean loss, the first column of a history, over the last tenth of the steps: of the first so many, or of
// all where steps is 0.
func finalLoss(folder string, steps int) (float64, error) {
	columns, err := history.Read(filepath.Join(folder, train.HistoryFile))
	if err != nil {
		return 0, err
	}
	if len(columns) == 0 || len(columns[0].Values) == 0 {
		return 0, fmt.Errorf("the history in %s has no steps; run again with --fresh", folder)
	}
	for i, column := range columns {
		if steps > 0 {
			columns[i].Values = column.Values[:min(steps, len(column.Values))]
		}
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
	done  []int // steps of each start
	total int   // steps of all
}

// startMonitor follows one start's training.
type startMonitor struct {
	*startsShown
	start int
}

func (m startMonitor) Report(done, _ int, names []string, values []float64) {
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
	m.Monitor.Report(min(sum, m.total), m.total, names, values) // more where one that goes on diverges
}
