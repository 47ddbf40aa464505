package command

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ebim/framework/cluster"
	"ebim/framework/plaintext"
	"ebim/framework/runs/live"
	"ebim/framework/runs/stage"
)

// lookout looks at how the runs of a folder fare that were handed to a queue, again and again. It reads a submission's items once, and writes
// nothing.
type lookout struct {
	queue cluster.Slurm
	runs  string
	now   func() time.Time
	items map[string][]cluster.Item // by their submission's name, without their work
}

func (p *Program) newLookout(runs string) *lookout {
	return &lookout{runs: runs, now: p.Now, items: map[string][]cluster.Item{}}
}

// look returns the runs of submissions, by name, each with its newest task; of those that have left the queue the states are nil. Gone are
// submissions that have left it since they were last in it. The error, if Slurm can't be asked, comes beside them.
func (l *lookout) look(ctx context.Context) (found map[string]*handed, gone []*cluster.Submission, err error) {
	all, err := cluster.Submissions(l.runs)
	all = slices.DeleteFunc(all, func(s *cluster.Submission) bool { return len(s.Jobs) == 0 && s.Probe == "" }) // scripts for others, or just begun
	if err != nil || len(all) == 0 {
		return nil, nil, err
	}
	active := slices.DeleteFunc(slices.Clone(all), (*cluster.Submission).Ended)
	states, asking := l.queue.Queue(ctx, active...)
	queued := byTask(active, states)
	found = map[string]*handed{}
	errs := []error{asking}
	for _, s := range all {
		items, err := l.itemsOf(s)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		there, waits := queued[s.Name], slices.Contains(active, s)
		if waits && asking == nil && there == nil && l.now().Sub(s.Created) > justNow {
			gone = append(gone, s)
		}
		for i, item := range items {
			found[item.Name] = &handed{submission: s, item: item, task: s.Task(i), state: there[s.Task(i)], probing: there != nil && s.Probe != "", unknown: waits && asking != nil}
		}
	}
	return found, gone, errors.Join(errs...)
}

func (l *lookout) itemsOf(s *cluster.Submission) ([]cluster.Item, error) {
	if known, ok := l.items[s.Name]; ok {
		return known, nil
	}
	items, err := s.All()
	if err != nil {
		return nil, err
	}
	for i := range items {
		items[i].Work = nil
	}
	l.items[s.Name] = items
	return items, nil
}

// byTask returns the states of tasks by their submissions' names and their numbers there. A submission of which something is queued has an entry.
func byTask(active []*cluster.Submission, states []cluster.State) map[string]map[int]*cluster.State {
	queued := map[string]map[int]*cluster.State{}
	for i := range states {
		state := &states[i]
		if queued[state.Name] == nil {
			queued[state.Name] = map[int]*cluster.State{}
		}
		for _, s := range active {
			for _, job := range s.Jobs {
				if s.Name == state.Name && job.ID == state.Job && state.Index >= 0 {
					queued[s.Name][job.First+state.Index] = state
				}
			}
		}
	}
	return queued
}

// queuePlace is how a run fares that was handed to a queue and is not done.
type queuePlace struct{ State, Text, Node, Job, Log string }

// States of such runs, beside running.
const (
	waitsForTurn = "queued"
	waitsAgain   = "requeued" // after a preemption or an interruption
	hasLeft      = "left"     // the queue
)

// mostTails bounds the logs of which the end is read in one look.
const mostTails = 40

// faring says how those of the wanted runs fare that were handed to a queue, by name; nothing of those of which it is not known.
func faring(known map[string]*handed, wanted func(name string) bool) map[string]queuePlace {
	all, tails := map[string]queuePlace{}, 0
	for _, name := range slices.Sorted(maps.Keys(known)) {
		h := known[name]
		if h.unknown || !wanted(name) {
			continue
		}
		q := queuePlace{State: hasLeft, Text: h.String(), Log: h.submission.Log(h.task)}
		if s := h.state; s != nil {
			q.Job = s.ID()
			switch {
			case s.Waiting() && s.Restarts > 0:
				q.State = waitsAgain
			case s.Waiting():
				q.State = waitsForTurn
			default:
				q.State, q.Node = string(stage.Running), s.Node
			}
		} else if tails++; tails <= mostTails {
			q.Text = h.left()
		} else {
			q.Text = "left the queue; " + q.Log + " says why"
		}
		q.Text = plaintext.OneLine(q.Text)
		all[name] = q
	}
	return all
}

// left says what a run has come to that has left the queue and is not done: the end of its log.
func (h *handed) left() string {
	log := h.submission.Log(h.task)
	tail := cluster.Tail(log, 3)
	if len(tail) == 0 {
		return "left the queue without a word: it was canceled before it began, or its node does not see " + h.submission.Path
	}
	const most = 300 // characters of a line
	for i := range tail {
		tail[i] = plaintext.Clip(tail[i], most)
	}
	return fmt.Sprintf("left the queue; %s ends with: %s", log, strings.Join(tail, " | "))
}

// toldQueue are lines about how those of the runs fare in the queue that are not done, by an order of their names.
func (p *Program) toldQueue(known map[string]*handed, runs string, wanted func(name string) bool) (lines []string) {
	shown, _ := live.List(runs) // without it less is said
	all := faring(known, func(name string) bool { return wanted(name) && !isDone(runs, name) })
	for _, name := range slices.Sorted(maps.Keys(all)) {
		text := fmt.Sprintf("%s: %s", name, all[name].Text)
		if how := known[name].progress(shown, p.Now()); how != "" {
			text += ": " + how
		}
		lines = append(lines, plaintext.OneLine(text))
	}
	return lines
}

func isDone(runs, name string) bool {
	record, err := stage.ReadRecord(filepath.Join(runs, filepath.FromSlash(name), "record.json"))
	return err == nil && record.Status == stage.Done
}
