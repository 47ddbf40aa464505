package command

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/cluster"
	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/runs/live"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
)

// How runs that were handed to a queue fare.

// handed is a run of a submission.
type handed struct {
	submission *cluster.Submission
	item       cluster.Item
	task       int
	state      *cluster.State // nil for one that is not in the queue
	probing    bool           // its tasks wait for the submission's probe
	unknown    bool           // the queue can't be asked
}

// justNow is how long a submission may not be in the queue before it is believed that it has left it.
const justNow = time.Minute

// handedRuns is what a lookout finds. That submissions have left the queue is noted, so that it is not asked for them again.
func (p *Program) handedRuns(ctx context.Context, runs string) (map[string]*handed, error) {
	found, gone, err := p.newLookout(runs).look(ctx)
	for _, s := range gone {
		_ = s.End() // where it can't be noted, it is asked again
	}
	return found, err
}

// unqueued leaves out the runs that are in the queue already, of the submissions that it returns.
func (p *Program) unqueued(ctx context.Context, runs string, missing []experiment.Planned) (left []experiment.Planned, of []*cluster.Submission, waiting int, err error) {
	known, err := p.handedRuns(ctx, runs)
	if err != nil {
		return nil, nil, 0, err
	}
	keys := map[string]bool{}
	for _, one := range known {
		if one.state != nil {
			keys[one.item.Key] = true
			if !slices.Contains(of, one.submission) {
				of = append(of, one.submission)
			}
		}
	}
	left = slices.DeleteFunc(slices.Clone(missing), func(one experiment.Planned) bool { return keys[one.Key] })
	return left, of, len(missing) - len(left), nil
}

// String says how a run fares in the queue; empty for one that has left it.
func (h *handed) String() string {
	if h.state == nil {
		return ""
	}
	s := h.state
	id := "job " + s.ID()
	turns := ""
	if s.Restarts > 0 {
		turns = fmt.Sprintf(", turn %d", s.Restarts+1)
	}
	switch {
	case s.Waiting() && s.Restarts > 0:
		return fmt.Sprintf("preempted or interrupted, queued again (%s%s, %s)", id, turns, s.Reason)
	case s.Waiting() && h.probing:
		return fmt.Sprintf("queued behind a first look at a node (%s, %s)", id, s.Reason)
	case s.Waiting():
		return fmt.Sprintf("queued (%s, %s)", id, s.Reason)
	case s.State == "RUNNING":
		return fmt.Sprintf("running on %s (%s%s)", s.Node, id, turns)
	}
	return fmt.Sprintf("%s on %s (%s)", strings.ToLower(s.State), s.Node, id)
}

// progress says how far a run is that runs, as its live folder tells; empty where there is none.
func (h *handed) progress(shown []live.Stage, now time.Time) string {
	if h.state == nil || h.state.State != "RUNNING" {
		return ""
	}
	var said []string
	for _, s := range shown {
		if p := s.Progress; s.Err == nil && p.Job == h.state.ID() && p.Alive(now) && (h.submission.PerTask == 1 || h.is(p)) {
			said = append(said, stageText(p))
		}
	}
	return strings.Join(said, ", ")
}

// is reports whether a stage is one of the run's.
func (h *handed) is(p *live.Progress) bool {
	return strings.HasPrefix(h.item.Name, fmt.Sprintf("%s/%s/seed-%d-", p.Experiment, p.Model, p.Seed))
}

// stageText is how far a stage is: "manifold 45%, 12 s left".
func stageText(p *live.Progress) string {
	text := p.Stage
	if p.Total > 0 {
		text += fmt.Sprintf(" %d%%", 100*p.Done/p.Total)
	}
	if p.SecondsLeft != nil {
		text += fmt.Sprintf(", %s left", progress.Seconds(*p.SecondsLeft))
	}
	return text
}

// tellQueue says below a list of runs how those fare that were handed to a queue and are not done.
func (p *Program) tellQueue(command *cobra.Command, c choice, names []string, found []stage.Record) {
	known, err := p.handedRuns(command.Context(), c.runs)
	if err != nil {
		fmt.Fprintf(command.ErrOrStderr(), "How runs fare in the queue is not known: %s\n", plaintext.Lines(err.Error()))
	}
	done := map[string]bool{}
	for i := range found {
		done[nameOf(&found[i])] = found[i].Status == stage.Done
	}
	const most = 40
	lines := p.toldQueue(known, c.runs, func(name string) bool { return !done[name] && c.wants(name, names) })
	for _, line := range lines[:min(most, len(lines))] {
		fmt.Fprintln(command.OutOrStdout(), line)
	}
	if len(lines) > most {
		fmt.Fprintf(command.OutOrStdout(), "... and %d more that are not done\n", len(lines)-most)
	}
}

// wants reports whether a run by its name alone may be meant.
func (c *choice) wants(name string, names []string) bool {
	parts := strings.SplitN(name, "/", 3)
	if len(parts) != 3 {
		return false
	}
	record := &stage.Record{Experiment: parts[0], Model: parts[1], Folder: parts[2]}
	if len(names) > 0 && !slices.ContainsFunc(names, func(n string) bool { return isNamed(record, c.runs, n) }) {
		return false
	}
	return c.takesModel(record) && c.status == "" && len(c.where) == 0
}

func (p *Program) runsCancelCommand() *cobra.Command {
	var runs, format string
	var everything bool
	command := &cobra.Command{
		Use:   "cancel [RUN...]",
		Short: "Take runs out of Slurm's queue, and end those that are running there",
		Long: "Take runs out of Slurm's queue, and end those that are running there; what they have computed is saved, and `ebim run` goes on from\n" +
			"it. Where a task computes several runs, all of them end.\n" + runNames,
		Example: "  ebim runs cancel circle/ebim\n  ebim runs cancel --all",
		RunE: func(command *cobra.Command, names []string) error {
			if (len(names) == 0) != everything {
				return errors.New("runs cancel needs either the names of runs or --all; `ebim runs list` shows what is queued")
			}
			if _, err := os.Stat(runs); err != nil {
				return failed(err)
			}
			known, err := p.handedRuns(command.Context(), runs)
			if err != nil {
				return failed(err)
			}
			c := choice{runs: runs}
			var jobs []string
			for name, one := range known {
				if one.state != nil && c.wants(name, names) {
					jobs = append(jobs, one.state.ID())
				}
			}
			slices.Sort(jobs)
			jobs = slices.Compact(jobs)
			if len(jobs) == 0 {
				return failed(errors.New("no such run is queued or running on the cluster; `ebim runs list` shows what is"))
			}
			if err := new(cluster.Slurm).Cancel(command.Context(), jobs); err != nil {
				return failed(err)
			}
			if format == "json" {
				return writeJSON(command.OutOrStdout(), cancelAnswer{jobs})
			}
			fmt.Fprintf(command.OutOrStdout(), "%d tasks canceled\n", len(jobs))
			return nil
		},
	}
	addRuns(command, &runs)
	command.Flags().BoolVar(&everything, "all", false, "cancel all that are queued or running")
	addFormat(command, &format, "text", "json")
	return command
}

// cancelAnswer says what was canceled.
type cancelAnswer struct {
	Tasks []string `json:"tasks"`
}
