package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Slurm asks a cluster by its commands.
type Slurm struct {
	// Run runs a command and returns what it prints; nil for the system's own.
	Run func(ctx context.Context, name string, arguments ...string) (string, error)
}

func (q *Slurm) run(ctx context.Context, name string, arguments ...string) (string, error) {
	if q.Run != nil {
		return q.Run(ctx, name, arguments...)
	}
	var out, said bytes.Buffer
	command := exec.CommandContext(ctx, name, arguments...)
	command.Stdout, command.Stderr = &out, &said
	command.WaitDelay = time.Second // what a killed command has started may keep its output open
	err := command.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		err = fmt.Errorf("Slurm's command %s is not here: run this where it is, mostly a login node of the cluster, or use --on script", name)
	case err != nil:
		const most = 120 // of what may name many jobs
		given := strings.Join(arguments, " ")
		if len(given) > most {
			given = strings.ToValidUTF8(given[:most], "") + "..."
		}
		err = fmt.Errorf("%s %s: %w: %s", name, given, err, strings.TrimSpace(said.String()))
	}
	return out.String(), err
}

// Limits are those of a cluster for the number of tasks.
type Limits struct {
	Array int // tasks of one array
	Jobs  int // tasks in the queue altogether
}

// Limits asks for them.
func (q *Slurm) Limits(ctx context.Context) (Limits, error) {
	text, err := q.run(ctx, "scontrol", "show", "config")
	if err != nil {
		return Limits{}, err
	}
	limits := Limits{Array: 1001, Jobs: 10000} // Slurm's own defaults
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, "=")
		number, err := strconv.Atoi(strings.TrimSpace(value))
		if err != nil {
			continue
		}
		switch strings.TrimSpace(name) {
		case "MaxArraySize":
			limits.Array = max(number, 1) // the largest number of a task is one below
		case "MaxJobCount":
			limits.Jobs = number
		}
	}
	return limits, nil
}

// submit hands a script over and returns the job's number.
func (q *Slurm) submit(ctx context.Context, arguments ...string) (string, error) {
	text, err := q.run(ctx, "sbatch", append([]string{"--parsable"}, arguments...)...)
	if err != nil {
		return "", q.explain(ctx, err)
	}
	id, _, _ := strings.Cut(strings.TrimSpace(text), ";") // a cluster's name may follow
	if _, err := strconv.Atoi(id); err != nil {
		return "", fmt.Errorf("sbatch says %q, not the number of a job", strings.TrimSpace(text))
	}
	return id, nil
}

// explain adds to an error of sbatch what to do.
func (q *Slurm) explain(ctx context.Context, err error) error {
	text := strings.ToLower(err.Error())
	for _, known := range []struct{ said, hint string }{
		{"invalid partition", "allowed are " + strings.Join(q.partitions(ctx), ", ")},
		{"invalid account", "give one that you may charge: --account, or account in " + SettingsFile},
		{"invalid feature", "`sinfo -o '%N %f'` shows the features of nodes, for --constraint"},
		{"node configuration is not available", "no node has as much as is asked for: lower --memory, --cpus or --gpus, or see `sinfo -o '%P %N %c %m %G'`"},
		{"memory specification", "no node has as much memory: lower --memory, or see `sinfo -o '%P %N %m'`"},
		{"policy", "the queue takes fewer jobs of one user: put several runs into a task by runs_per_task in " + SettingsFile},
		{"temporarily unable", "the queue is full: put several runs into a task by runs_per_task in " + SettingsFile + ", or submit later"},
		{"time limit", "lower --time: `sinfo -o '%P %l'` shows what partitions allow"},
	} {
		if strings.Contains(text, known.said) {
			return fmt.Errorf("%w; %s", err, known.hint)
		}
	}
	return err
}

func (q *Slurm) partitions(ctx context.Context) []string {
	text, err := q.run(ctx, "sinfo", "--noheader", "-o", "%R")
	if err != nil {
		return []string{"those that `sinfo` lists"}
	}
	found := strings.Fields(text)
	slices.Sort(found)
	return slices.Compact(found)
}

// Submit hands over the submission's tasks, as so many arrays as the cluster needs. After, if not empty, are jobs that must end before. What was
// submitted is noted also where an error follows.
func (q *Slurm) Submit(ctx context.Context, s *Submission, limits Limits, after string) error {
	text, err := s.Script()
	if err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(s.Path, scriptFile), []byte(text)); err != nil {
		return err
	}
	arrays := (s.Tasks + limits.Array - 1) / limits.Array
	for first := 0; first < s.Tasks; first += limits.Array {
		count := min(limits.Array, s.Tasks-first)
		array := fmt.Sprintf("--array=0-%d", count-1)
		if s.Settings.MaxJobs > 0 {
			array += fmt.Sprintf("%%%d", max(s.Settings.MaxJobs/arrays, 1))
		}
		arguments := []string{array}
		var conditions []string
		if after != "" {
			conditions = append(conditions, "afterany:"+strings.ReplaceAll(after, ",", ":"))
		}
		if s.Probe != "" {
			conditions = append(conditions, "afterok:"+s.Probe)
			arguments = append(arguments, "--kill-on-invalid-dep=yes")
		}
		if conditions != nil {
			arguments = append(arguments, "--dependency="+strings.Join(conditions, ","))
		}
		id, err := q.submit(ctx, append(arguments, filepath.Join(s.Path, scriptFile), strconv.Itoa(first))...)
		if err != nil {
			return errors.Join(err, s.Save())
		}
		s.Jobs = append(s.Jobs, Job{id, first, count})
	}
	return s.Save()
}

// State is how a task that is queued or running fares.
type State struct {
	Name     string // of its submission
	Job      string
	Index    int    // -1 for one that is no array's
	State    string // as Slurm calls it: PENDING, RUNNING, COMPLETING, ...
	Node     string // or several; empty where it is not running
	Reason   string // why it is waiting
	Restarts int
}

// ID is the task of an array as Slurm's commands take it, and as OwnJob has it on its node.
func (s State) ID() string { return fmt.Sprintf("%s_%d", s.Job, s.Index) }

// Waiting reports whether a task is in the queue and not running.
func (s State) Waiting() bool { return s.State == "PENDING" || strings.HasPrefix(s.State, "REQUEUE") }

// fields are what squeue is asked for, with so many characters each.
var fields = []struct {
	name  string
	width int
}{{"Name", 64}, {"ArrayJobID", 20}, {"ArrayTaskID", 20}, {"State", 24}, {"NodeList", 64}, {"Reason", 64}, {"RestartCnt", 12}}

// Queue returns the tasks of submissions that are queued or running.
func (q *Slurm) Queue(ctx context.Context, submissions ...*Submission) ([]State, error) {
	var names, format []string
	for _, s := range submissions {
		names = append(names, s.Name)
	}
	if len(names) == 0 {
		return nil, nil
	}
	for _, field := range fields {
		format = append(format, fmt.Sprintf("%s:%d", field.name, field.width))
	}
	text, err := q.run(ctx, "squeue", "--noheader", "--array", "--name="+strings.Join(names, ","), "--Format="+strings.Join(format, ","))
	if err != nil {
		return nil, err
	}
	var all []State
	for line := range strings.Lines(text) {
		if state, ok := parseState(strings.TrimRight(line, "\n")); ok {
			all = append(all, state)
		}
	}
	return all, nil
}

func parseState(line string) (State, bool) {
	var values []string
	for _, field := range fields {
		width := min(field.width, len(line))
		values = append(values, strings.TrimSpace(line[:width]))
		line = line[width:]
	}
	index, err := strconv.Atoi(values[2])
	if err != nil {
		index = -1
	}
	restarts, _ := strconv.Atoi(values[6])
	return State{values[0], values[1], index, values[3], values[4], values[5], restarts}, values[1] != ""
}

// cancelAtOnce is how many tasks one command cancels.
const cancelAtOnce = 500

// Cancel takes tasks out of the queue, and ends those that run; jobs are numbers such as 12 or 12_3.
func (q *Slurm) Cancel(ctx context.Context, jobs []string) error {
	for some := range slices.Chunk(jobs, cancelAtOnce) {
		if _, err := q.run(ctx, "scancel", some...); err != nil {
			return err
		}
	}
	return nil
}

// Wait waits for a moment, unless the context ends; it reports whether it has not.
func Wait(ctx context.Context, moment time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(moment):
		return true
	}
}
