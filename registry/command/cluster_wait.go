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
	"ebim/framework/live"
	"ebim/framework/progress"
	"ebim/framework/stage"
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

// await shows how runs fare until none of them is in the queue any more, and then their tables. Whoever interrupts it leaves the runs alone.
func (p *Program) await(command *cobra.Command, loaded []*experiment.Experiment, planned []experiment.Planned, of []*cluster.Submission, o experiment.Options, how conclusion) error {
	queue := new(cluster.Slurm)
	ctx := command.Context()
	done := map[string]*stage.Record{} // by folder; those that have failed may be computed again
	var shown tally
	board := p.newBoard(how.quiet)
	defer board.close()
	for gone := 0; gone < 2; {
		began := time.Now()
		states, err := queue.Queue(ctx, of...)
		if err == nil {
			now := count(planned, states, done)
			if now != shown && !how.quiet {
				board.Message(fmt.Sprintf("%s %d runs: %v", p.Now().Format(time.TimeOnly), len(planned), now))
			}
			board.show(o.Runs, states, p.Now())
			if shown = now; len(states) == 0 {
				gone++
			} else {
				gone = 0
			}
		} else if ctx.Err() == nil {
			board.Message(err.Error()) // a queue that does not answer for a moment
		}
		if !cluster.Wait(ctx, max(lookEvery, lookShare*time.Since(began))) {
			board.close()
			fmt.Fprintln(command.ErrOrStderr(), "\nThe runs go on without this command: `ebim runs list` shows how they fare, `ebim runs cancel` ends them.")
			return nil
		}
	}
	board.close()
	return p.tellEnd(command, loaded, planned, of, done, o, how)
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
	return &board{Reporter: p.reporter(quiet), tasks: map[string]progress.Task{}}
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
func (p *Program) tellEnd(command *cobra.Command, loaded []*experiment.Experiment, planned []experiment.Planned, of []*cluster.Submission, done map[string]*stage.Record, o experiment.Options, how conclusion) error {
	var found []stage.Result
	var missing []string
	for _, one := range planned {
		record := done[one.Folder]
		if record == nil {
			record = recorded(one)
		}
		if record == nil || record.Status == stage.Running {
			missing = append(missing, plannedName(one))
			continue
		}
		found = append(found, stage.Result{Record: *record, Folder: one.Folder})
	}
	for _, s := range of {
		_ = s.End() // where it can't be noted, the queue is asked again
	}
	err := p.conclude(command, loaded, found, o, how)
	if len(missing) > 0 {
		err = errors.Join(err, fmt.Errorf("%d of %d runs have left the queue without a result, such as %s; `ebim runs list` shows the ends of their logs, and the same command submits them again",
			len(missing), len(planned), missing[0]))
	}
	return failed(err)
}
