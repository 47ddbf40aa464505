package command

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/backend"
	"ebim/framework/cluster"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/framework/regular"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/shutdown"
	"ebim/framework/runs/stage"
)

// What a task of a submission does on its node.

// work is a run, as an item of a submission says it.
type work struct {
	File  string `json:"file"`
	Point string `json:"point,omitempty"` // of the file's sweep

	Trial *experiment.Place `json:"trial,omitempty"` // of the file's search, instead

	Model string `json:"model"`
	Seed  int    `json:"seed"`
}

// shared is what all runs of a submission have in common.
type shared struct {
	Runs    string   `json:"runs"`
	Sets    []string `json:"sets,omitempty"`
	Backend string   `json:"backend"`
	Devices int      `json:"devices"`
	Memory  int64    `json:"memory,omitempty"`
	Jobs    int      `json:"jobs"`
	Data    []string `json:"data,omitempty"`
}

// mostAsking bounds how long an ending task tries to ask for another turn.
const mostAsking = 20 * time.Second

func (p *Program) taskCommand() *cobra.Command {
	var probe bool
	command := &cobra.Command{
		Use:    "task SUBMISSION [NUMBER]",
		Short:  "Compute the runs of a task of a submission, as its script does",
		Hidden: true,
		Args:   usage(cobra.RangeArgs(1, 2)),
		RunE: func(command *cobra.Command, arguments []string) error {
			s, err := cluster.Open(arguments[0])
			if err != nil {
				return failed(err)
			}
			if probe {
				return failed(s.WriteSeen(p.seen(s)))
			}
			number := os.Getenv("JOB_COMPLETION_INDEX") // of an indexed Job of Kubernetes
			if len(arguments) > 1 {
				number = arguments[1]
			}
			task, err := strconv.Atoi(number)
			if err != nil {
				return fmt.Errorf("task %q; the number of a task is allowed, from 0", number)
			}
			return failed(p.runTask(command, s, task))
		},
	}
	command.Flags().BoolVar(&probe, "probe", false, "only tell what this node sees")
	return command
}

// seen is what this node sees of a submission.
func (p *Program) seen(s *cluster.Submission) cluster.Seen {
	own, queued := cluster.OwnJob(os.Getenv)
	if !queued {
		own.Node, _ = os.Hostname()
	}
	program, err := os.Executable()
	if err != nil {
		return cluster.Seen{Node: own.Node, Problem: err.Error()}
	}
	digest, err := regular.SHA256(program)
	seen := cluster.Seen{Node: own.Node, Digest: digest, Version: programVersion(), Processor: backend.Processor()}
	var common shared
	switch {
	case err != nil:
		seen.Problem = err.Error()
	case json.Unmarshal(s.Shared, &common) != nil:
		seen.Problem = s.Path + " is of another version of the program"
	default:
		for _, b := range backend.List() {
			if b.Name == common.Backend && !b.Available {
				seen.Problem = fmt.Sprintf("the backend %s: %s; %s", b.Name, b.Problem, b.Hint)
			}
		}
	}
	return seen
}

// programVersion tells builds of the program apart, for people.
func programVersion() string {
	versions := experiment.Versions()
	if commit := versions["commit"]; commit != "" {
		return versions["ebim"] + " " + commit[:min(len(commit), 12)]
	}
	return versions["ebim"]
}

// runTask computes a task's runs. If it is interrupted by Slurm, it asks for another turn.
func (p *Program) runTask(command *cobra.Command, s *cluster.Submission, task int) error {
	say := func(format string, values ...any) { fmt.Fprintf(command.ErrOrStderr(), format+"\n", values...) }
	own, queued := cluster.OwnJob(os.Getenv)
	var asking sync.Once // by the end of the computation, or of the time that it is given
	ask := func(why *shutdown.Interruption) { asking.Do(func() { again(own, why, say) }) }
	if queued {
		say("== task %d of %s: job %s on %s, turn %d, %s", task, s.Name, own.ID, own.Node, own.Restarts+1, p.Now().Format(time.DateTime))
		shutdown.Lastly(ask)
	}
	err := p.computeTask(command, s, task)
	var why *shutdown.Interruption
	if queued && errors.As(context.Cause(command.Context()), &why) {
		ask(why)
	}
	return err
}

// again asks for another turn of this task.
func again(own cluster.Own, why *shutdown.Interruption, say func(string, ...any)) {
	ctx, cancel := context.WithTimeout(context.Background(), mostAsking)
	defer cancel()
	said, err := new(cluster.Slurm).Again(ctx, own)
	if err != nil {
		said = err.Error()
	}
	say("%v: %s", why, said)
}

func (p *Program) computeTask(command *cobra.Command, s *cluster.Submission, task int) error {
	items, err := s.Of(task)
	if err != nil {
		return err
	}
	var common shared
	if err := json.Unmarshal(s.Shared, &common); err != nil {
		return fmt.Errorf("%s is of another version of the program: %w", s.Path, err)
	}
	if err := p.checkNode(s); err != nil {
		return err
	}
	o := experiment.Options{Backend: common.Backend, Devices: common.Devices, Runs: common.Runs, Memory: common.Memory, Jobs: common.Jobs, Data: common.Data}
	o.Progress = progress.New(p.Messages, false, p.Now)
	o.Log, o.Previews = o.Progress.Message, figure.Previews
	defer o.Progress.Close()
	var errs []error
	for _, item := range items {
		if command.Context().Err() != nil {
			return context.Canceled
		}
		errs = append(errs, p.computeItem(command.Context(), item, common, o))
	}
	return errors.Join(errs...)
}

// checkNode refuses a node on which the submission's runs would be others.
func (p *Program) checkNode(s *cluster.Submission) error {
	seen := p.seen(s)
	if err := s.Check(&seen); err != nil || !s.SameBits {
		return err
	}
	first, err := s.Seen()
	if err != nil || first == nil || first.Processor == seen.Processor {
		return err
	}
	return fmt.Errorf("the processor of %s is %s, and same_bits keeps this submission on %s, as %s has: give nodes' feature by --constraint, and run again",
		seen.Node, seen.Processor, first.Processor, first.Node)
}

func (p *Program) loadWork(w *work, sets []string) (*experiment.Experiment, error) {
	file := filepath.ToSlash(w.File)
	if w.Trial != nil {
		return experiment.LoadTrial(p.Registry, experiments.Files, file, *w.Trial, sets...)
	}
	return experiment.LoadPoint(p.Registry, experiments.Files, file, w.Point, sets...)
}

func (p *Program) computeItem(ctx context.Context, item cluster.Item, common shared, o experiment.Options) error {
	var w work
	if err := json.Unmarshal(item.Work, &w); err != nil {
		return err
	}
	e, err := p.loadWork(&w, common.Sets)
	if err != nil {
		return err
	}
	o.Only, o.Seeds = []string{w.Model}, experiment.Seeds{w.Seed}
	o.Agree = func(runs []stage.Run) error {
		if len(runs) != 1 || runs[0].Key() != item.Key {
			return fmt.Errorf("%s, or its data, have changed since %s was submitted; `ebim run` submits it as it is now", w.File, item.Name)
		}
		return nil
	}
	found, err := experiment.Run(ctx, []*experiment.Experiment{e}, o)
	for _, result := range found {
		if failure := result.Record.Failure; failure != nil {
			err = errors.Join(err, fmt.Errorf("%s failed: %w", item.Name, failure))
		}
		if result.Record.Status == stage.Interrupted {
			err = errors.Join(err, fmt.Errorf("%s was interrupted: what was computed is saved", item.Name))
		}
	}
	return err
}
