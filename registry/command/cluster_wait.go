package command

import (
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/experiment"
	"ebim/framework/stage"
)

// `ebim run --on slurm --wait`.

// How often the queue and the records are looked at: so often, but for at most a tenth of the time.
const (
	lookEvery = 2 * time.Second
	lookShare = 10
)

// tally counts runs by how they fare.
type tally struct{ done, failed, running, waiting, left int }

func (t tally) String() string {
	text := fmt.Sprintf("%d done, %d running, %d queued", t.done, t.running, t.waiting)
	if t.failed > 0 {
		text += fmt.Sprintf(", %d failed", t.failed)
	}
	return text
}

// await shows how runs fare until none of them is in the queue any more, and then their tables. Whoever interrupts it leaves the runs alone.
func (p *Program) await(command *cobra.Command, loaded []*experiment.Experiment, planned []experiment.Planned, of []*cluster.Submission, quiet bool) error {
	queue := new(cluster.Slurm)
	ctx := command.Context()
	ended := map[string]*stage.Record{} // done or failed, by folder
	var shown tally
	for gone := 0; gone < 2; {
		began := time.Now()
		states, err := queue.Queue(ctx, of...)
		if err == nil {
			now := count(planned, states, ended)
			if now != shown && !quiet {
				fmt.Fprintf(command.ErrOrStderr(), "%s %d runs: %v\n", p.Now().Format(time.TimeOnly), len(planned), now)
			}
			if shown = now; len(states) == 0 {
				gone++
			} else {
				gone = 0
			}
		} else if ctx.Err() == nil {
			fmt.Fprintln(command.ErrOrStderr(), err) // a queue that does not answer for a moment
		}
		if !cluster.Wait(ctx, max(lookEvery, lookShare*time.Since(began))) {
			fmt.Fprintln(command.ErrOrStderr(), "\nThe runs go on without this command: `ebim runs list` shows how they fare, `ebim runs cancel` ends them.")
			return nil
		}
	}
	return p.tellEnd(command, loaded, planned, of, ended, quiet)
}

// count looks at the records of runs that had not ended before, and at the queue.
func count(planned []experiment.Planned, states []cluster.State, ended map[string]*stage.Record) tally {
	var t tally
	for _, one := range planned {
		record := ended[one.Folder]
		if record == nil {
			var err error
			record, err = stage.ReadRecord(filepath.Join(one.Folder, "record.json"))
			if err != nil || record.Key != one.Key || record.Status != stage.Done && record.Status != stage.Failed {
				continue
			}
			if record.Status == stage.Done {
				ended[one.Folder] = record
			}
		}
		if record.Status == stage.Done {
			t.done++
		} else {
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

// tellEnd prints the tables of what is recorded, and says what is not.
func (p *Program) tellEnd(command *cobra.Command, loaded []*experiment.Experiment, planned []experiment.Planned, of []*cluster.Submission, ended map[string]*stage.Record, quiet bool) error {
	var found []stage.Result
	var missing []string
	for _, one := range planned {
		record := ended[one.Folder]
		if record == nil {
			record, _ = stage.ReadRecord(filepath.Join(one.Folder, "record.json"))
		}
		if record == nil || record.Key != one.Key || record.Status == stage.Running {
			missing = append(missing, filepath.Base(filepath.Dir(filepath.Dir(one.Folder)))+"/"+one.Model+"/"+filepath.Base(one.Folder))
			continue
		}
		found = append(found, stage.Result{Record: *record, Folder: one.Folder})
	}
	for _, s := range of {
		s.End()
	}
	err := summarize(command, loaded, found, false, quiet)
	if len(missing) > 0 {
		err = errors.Join(err, fmt.Errorf("%d of %d runs have left the queue without a result, such as %s; `ebim runs list` shows the ends of their logs, and the same command submits them again",
			len(missing), len(planned), missing[0]))
	}
	return failed(err)
}
