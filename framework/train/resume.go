package train

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"ebim/framework/backend"
	"ebim/framework/network"
	"ebim/framework/runs/disk"
	"ebim/framework/runs/shutdown"
)

// Names of the arrays in the checkpoint of an unfinished training. The step is kept in two halves that float32 holds
// exactly.
const (
	stateName   = "state"
	historyName = "history"
	stepName    = "step"
	memoryName  = "memory/"
	bestName    = "best" // parameters with the lowest validation; their value and step are found in the history
)

// save replaces the checkpoint of an unfinished training.
func (r *running) save() error {
	if r.step == r.saved {
		return nil
	}
	arrays := map[string]backend.Array{
		stepName:    {Dimensions: []int{2}, Data: []float32{float32(r.step >> 20), float32(r.step & (1<<20 - 1))}},
		historyName: {Dimensions: []int{len(r.history.values)}, Data: r.history.values},
	}
	for i, a := range r.state.Arrays() {
		arrays[stateArray(i)] = a
	}
	if r.best != nil {
		arrays[bestName] = backend.Array{Dimensions: []int{len(r.best.parameters)}, Data: r.best.parameters}
	}
	if r.problem.Memory != nil {
		for name, a := range r.problem.Memory.Arrays() {
			arrays[memoryName+name] = a
		}
	}
	err := newFolder(r.folder(r.step), func(folder string) error {
		if err := writeArrays(folder, arrays); err != nil {
			return err
		}
		return Seal(folder)
	})
	if err != nil {
		return err
	}
	if err := disk.Flush(r.Checkpoints); err != nil { // before the older one goes
		return err
	}
	r.saved = r.step
	return r.tidy(r.step)
}

func stateArray(i int) string { return fmt.Sprintf("%s/%d", stateName, i) }

func (l *Loop) folder(step int) string {
	return filepath.Join(l.Checkpoints, fmt.Sprintf("%s%09d", checkpointPrefix, step))
}

const checkpointPrefix = "step-"

// checkpoints returns the steps that have checkpoints, the newest first.
func (l *Loop) checkpoints() ([]int, error) {
	entries, err := os.ReadDir(l.Checkpoints)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var steps []int
	for _, entry := range entries {
		digits, ok := strings.CutPrefix(entry.Name(), checkpointPrefix)
		if step, err := strconv.Atoi(digits); ok && err == nil && entry.IsDir() &&
			filepath.Base(l.folder(step)) == entry.Name() {
			steps = append(steps, step)
		}
	}
	slices.Sort(steps)
	slices.Reverse(steps)
	return steps, err
}

// tidy deletes the checkpoints of all other steps, and what killed processes left of theirs.
func (l *Loop) tidy(except int) error {
	steps, err := l.checkpoints()
	for _, step := range steps {
		if step != except {
			err = errors.Join(err, os.RemoveAll(l.folder(step)))
		}
	}
	entries, reading := os.ReadDir(l.Checkpoints)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), checkpointPrefix) && strings.HasSuffix(entry.Name(), partialSuffix) {
			err = errors.Join(err, os.RemoveAll(filepath.Join(l.Checkpoints, entry.Name())))
		}
	}
	return errors.Join(err, reading)
}

// restore goes on from the newest whole checkpoint, if there is one. Damaged ones are deleted, with a message.
func (r *running) restore() error {
	steps, err := r.checkpoints()
	if err != nil {
		return err
	}
	for i, step := range steps {
		folder := r.folder(step)
		err := CheckSeal(folder)
		if err == nil {
			return r.load(folder, step)
		}
		if !IsDamage(err) {
			return fmt.Errorf("the checkpoint %s can't be read: %w", folder, err)
		}
		next := "the training starts from the beginning"
		if i+1 < len(steps) {
			next = "an older one is looked at"
		}
		r.log(fmt.Sprintf("the checkpoint %s is dropped (%v): %s", folder, err, next))
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
	}
	return nil
}

// load goes on from a checkpoint whose files are as they were written.
func (r *running) load(folder string, step int) error {
	arrays, err := LoadArrays(folder)
	if err != nil {
		return err
	}
	if err := r.check(arrays, step); err != nil {
		return fmt.Errorf("the checkpoint %s belongs to another network or training: %w; remove it and run again",
			folder, err)
	}
	memory := map[string]backend.Array{}
	for name, a := range arrays {
		if own, ok := strings.CutPrefix(name, memoryName); ok {
			memory[own] = a
		}
	}
	if r.problem.Memory != nil {
		if err := r.problem.Memory.Restore(memory); err != nil {
			return fmt.Errorf("the checkpoint %s: %w; remove it and run again", folder, err)
		}
	} else if len(memory) > 0 {
		return fmt.Errorf(
			"the checkpoint %s holds arrays of a replay buffer, which this training does not have; remove it and "+
				"run again", folder)
	}
	state := make([]backend.Array, len(r.state))
	for i := range state {
		state[i] = arrays[stateArray(i)]
	}
	r.step, r.saved = step, step
	r.history.values = arrays[historyName].Data
	r.state = backend.NewState(state...)
	if r.best != nil {
		r.best.restore(r.history, arrays[bestName].Data)
	}
	return nil
}

// check returns an error if a checkpoint's arrays do not fit the training.
func (r *running) check(arrays map[string]backend.Array, step int) error {
	halves := arrays[stepName].Data
	if step < 0 || step > r.total || len(halves) != 2 || int(halves[0])<<20|int(halves[1]) != step {
		return fmt.Errorf("its step is %v, but its name says %d, of %d", halves, step, r.total)
	}
	if rows := len(arrays[historyName].Data); rows != step*len(r.history.columns) {
		return fmt.Errorf("its history has %d numbers, not %d rows of %d", rows, step, len(r.history.columns))
	}
	size := network.Size(r.problem.Parameters)
	states := 0
	for name := range arrays {
		if strings.HasPrefix(name, stateName+"/") {
			states++
		}
	}
	for i := range r.state {
		if a := arrays[stateArray(i)]; states != len(r.state) || !slices.Equal(a.Dimensions, []int{size}) {
			return fmt.Errorf("its state has %d arrays, array %d of dimensions %v, not %d of %d numbers", states, i,
				a.Dimensions, len(r.state), size)
		}
	}
	wanted := 0
	if r.best != nil && r.looked(arrays[historyName].Data) {
		wanted = size
	}
	if best := len(arrays[bestName].Data); best != wanted {
		return fmt.Errorf("it has %d best parameters, not %d", best, wanted)
	}
	return nil
}

// looked reports whether the validation points have been looked at in a history.
func (r *running) looked(values []float32) bool {
	width := len(r.history.columns)
	for i := width - 1; i < len(values); i += width {
		if v := float64(values[i]); !math.IsNaN(v) {
			return true
		}
	}
	return false
}

// keep saves a checkpoint that Ctrl-C does not cut short.
func (r *running) keep() error {
	defer shutdown.Hold()()
	return r.save()
}
