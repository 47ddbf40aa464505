package command

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/experiment"
	"ebim/framework/runs/live"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// `ebim run --on slurm --wait`.

// How often the queue and the records are looked at: so often, but for at most a tenth of the time.
const (
	lookEvery = 2 * time.Second
	lookShare = 10
)

// tally counts runs by how they fare.
type tally struct{ done, failed, running, waiting int }

func (t tally) String() string {
	text := fmt.Sprintf("%d done, %d running, %d queued", t.done, t.running, t.waiting)
	if t.failed > 0 {
		text += fmt.Sprintf(", %d failed", t.failed)
	}
	return text
}

// awaited are runs of which it is awaited what becomes of them.
type awaited struct {
	o       experiment.Options
	quiet   bool
	planned []experiment.Planned
	done    map[string]*stage.Record // by folder; those that have failed may be computed again
}

// whole reports whether all of them have ended with a result or a failure.
func (a *awaited) whole() bool {
	t := count(a.planned, nil, a.done)
	return t.done+t.failed == len(a.planned)
}

// await shows how runs fare until none of them is in the queue any more. It reports false where somebody interrupts it, which leaves the runs alone.
func (p *Program) await(command *cobra.Command, a *awaited, of []*cluster.Submission) bool {
	queue := new(cluster.Slurm)
	ctx := command.Context()
	var shown tally
	board := p.newBoard(a.quiet)
	defer board.close()
	gone := 0 // looks at which nothing was in the queue
	for gone < 2 && len(of) > 0 {
		began := time.Now()
		states, err := queue.Queue(ctx, of...)
		if err == nil {
			now := count(a.planned, states, a.done)
			if now != shown && !a.quiet {
				board.Message(fmt.Sprintf("%s %d runs: %v", p.Now().Format(time.TimeOnly), len(a.planned), now))
			}
			board.show(a.o.Runs, states, p.Now())
			if shown = now; len(states) == 0 {
				gone++
			} else {
				gone = 0
			}
			if gone > 0 && now.done == len(a.planned) {
				break // nothing that is about to start can be missed
			}
		} else if ctx.Err() == nil {
			board.Message(err.Error()) // a queue that does not answer for a moment
		}
		if !cluster.Wait(ctx, max(lookEvery, lookShare*time.Since(began))) {
			board.close()
			fmt.Fprintln(command.ErrOrStderr(), "\nThe runs go on without this command: `ebim runs list` shows how they fare, `ebim runs cancel` ends them.")
			return false
		}
	}
	for _, s := range of {
		if gone == 2 {
			_ = s.End() // where it can't be noted, the queue is asked again
		}
	}
	return true
}

// recorded is the record of a planned run; nil where it can't be read, or is of other settings.
func recorded(one experiment.Planned) *stage.Record {
	record, err := stage.ReadRecord(filepath.Join(one.Folder, "record.json"))
	if err != nil || record.Key != one.Key {
		return nil
	}
	return record
}

// count looks at the records of runs that were not done before, and at the queue.
func count(planned []experiment.Planned, states []cluster.State, done map[string]*stage.Record) tally {
	var t tally
	for _, one := range planned {
		record := done[one.Folder]
		if record == nil {
			record = recorded(one)
		}
		switch {
		case record == nil:
		case record.Status == stage.Done:
			done[one.Folder] = record
			t.done++
		case record.Status == stage.Failed:
			t.failed++
		}
	}
	for _, state := range states {
		if state.Waiting() {
			t.waiting++
		} else {
			t.running++
		}
	}
	return t
}

// board shows the stages that tasks are computing as those of a local run.
type board struct {
	progress.Reporter
	tasks map[string]progress.Task // by the folders that the stages will have
	done  bool
}

// mostShown is how many stages are shown at once.
const mostShown = 16

func (p *Program) newBoard(quiet bool) *board {
	return &board{Reporter: progress.New(p.Messages, quiet, p.Now), tasks: map[string]progress.Task{}}
}

// show looks at the live folders of the queue's tasks.
func (b *board) show(runs string, states []cluster.State, now time.Time) {
	jobs := map[string]bool{}
	for _, s := range states {
		jobs[s.ID()] = true
	}
	found, _ := live.List(runs) // what can't be read is not shown
	seen := map[string]bool{}
	for _, s := range found {
		p := s.Progress
		if s.Err != nil || !jobs[p.Job] || !p.Alive(now) || len(seen) == mostShown {
			continue
		}
		folder := strings.TrimSuffix(live.Folder(runs, p.Stage, p.Key), live.Suffix)
		seen[folder] = true
		if b.tasks[folder] == nil {
			b.tasks[folder] = b.Start(progress.Label{Model: p.Experiment + " " + p.Model, Seed: p.Seed, Stage: p.Stage})
		}
		var values []progress.Value
		for _, name := range slices.Sorted(maps.Keys(p.Values)) {
			if value := p.Values[name]; value != nil {
				values = append(values, progress.Value{Name: name, Value: *value})
			}
		}
		b.tasks[folder].Step(p.Done, p.Total, values...)
	}
	for folder, task := range b.tasks {
		if seen[folder] {
			continue
		}
		outcome := progress.Done
		if _, err := os.Stat(folder); err != nil {
			outcome = "stopped"
		}
		task.End(outcome)
		delete(b.tasks, folder)
	}
}

func (b *board) close() {
	if !b.done {
		b.done = true
		b.Close()
	}
}

// tellEnd prints the tables of what is recorded, and says what is not.
func (p *Program) tellEnd(command *cobra.Command, loaded []*experiment.Experiment, a *awaited, how conclusion) error {
	var found []stage.Result
	var missing []string
	for _, one := range a.planned {
		record := a.done[one.Folder]
		if record == nil {
			record = recorded(one)
		}
		if record == nil || record.Status == stage.Running {
			missing = append(missing, plannedName(one))
			continue
		}
		found = append(found, stage.Result{Record: *record, Folder: one.Folder})
	}
	err := p.conclude(command, loaded, found, a.o, how)
	if len(missing) > 0 {
		err = errors.Join(err, fmt.Errorf("%d of %d runs have left the queue without a result, such as %s; `ebim runs list` shows the ends of their logs, and the same command submits them again",
			len(missing), len(a.planned), missing[0]))
	}
	return failed(err)
}
