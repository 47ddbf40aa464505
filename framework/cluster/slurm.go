package cluster

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"ebim/framework/runs/lease"
)

// Job is an array of tasks, each of which computes a share of the same runs.
type Job struct {
	Settings
	Runs      string   // folder of runs, absolute, that all nodes see
	WorkDir   string   // where the command line was given
	Command   []string // the program and its arguments, to which a task's share is added
	Variables []string // NAME=value, of the environment
	Shares    int      // into which the runs are divided
	Missing   []int    // shares of which something is missing, in order
}

// logFolder holds what tasks print, below the folder of runs.
const logFolder = "slurm"

// Name identifies the job in the queue: it is the same for the same command on the same folder of runs.
func (j *Job) Name() string {
	digest := sha256.Sum256([]byte(strings.Join(append([]string{j.Runs, j.WorkDir}, j.Command[1:]...), "\x00")))
	return fmt.Sprintf("ebim-%x", digest[:5])
}

// MakeFolder makes the folder that tasks print into, without which Slurm ends them at once.
func (j *Job) MakeFolder() error { return os.MkdirAll(filepath.Join(j.Runs, logFolder), 0o777) }

// Script returns what sbatch is given.
func (j *Job) Script() (string, error) {
	megabytes, err := j.megabytes()
	if err != nil {
		return "", err
	}
	var b strings.Builder
	line := func(format string, values ...any) { fmt.Fprintf(&b, format+"\n", values...) }
	option := func(name, value string) {
		if value != "" {
			line("#SBATCH --%s=%s", name, quoteOption(value))
		}
	}
	line("#!/bin/bash")
	line("# Submit this script by `sbatch FILE`. Each task of the array computes one of %d shares of the runs;\n"+
		"# shares of which nothing is missing are left out. A task prints into a file in the folder of --output.\n"+
		"# --signal: %d s before the time limit a task saves a checkpoint, and asks for another turn (--requeue).",
		j.Shares, j.Warning)
	option("job-name", j.Name())
	option("array", j.array())
	option("output", filepath.Join(j.Runs, logFolder, "%x-%A_%a.txt"))
	line("#SBATCH --open-mode=append")
	line("#SBATCH --requeue")
	line("#SBATCH --signal=B:USR1@%d", j.Warning)
	option("partition", j.Partition)
	option("account", j.Account)
	option("qos", j.QOS)
	option("constraint", j.Constraint)
	option("time", j.Time)
	line("#SBATCH --ntasks=1")
	line("#SBATCH --cpus-per-task=%d", j.CPUs)
	if megabytes > 0 {
		line("#SBATCH --mem=%dM", megabytes)
		line("# --mem: %s in units of 1024 * 1024 bytes, rounded up", j.Memory)
	}
	if j.GPUs != "" {
		option("gres", "gpu:"+j.GPUs)
	}
	for _, further := range j.Options {
		line("#SBATCH %s", further)
	}
	line("")
	line("[ -d %s ] || { echo \"$(hostname) does not see the folder of runs\"; exit 1; }", quote(j.Runs))
	line("cd %s || exit 1", quote(j.WorkDir))
	line("export GOMAXPROCS=%d", j.CPUs)
	for _, variable := range j.Variables {
		name, value, _ := strings.Cut(variable, "=")
		line("export %s=%s", name, quote(value))
	}
	for _, setup := range j.Setup {
		line("%s", setup)
	}
	var words []string
	for _, word := range j.Command {
		words = append(words, quote(word))
	}
	b.WriteString(traps)
	line(`%s --share "$SLURM_ARRAY_TASK_ID/%d" &`, strings.Join(words, " "), j.Shares)
	b.WriteString(untilEnd)
	return b.String(), nil
}

// traps hand the program its signals: it saves a checkpoint on USR1, sent before the time limit, and on TERM, at a
// preemption. They are set before it begins, as a signal without a trap would end the task.
const traps = `again= child=
trap 'again=yes; kill -USR1 $child 2>/dev/null' USR1
trap 'kill -TERM $child 2>/dev/null' TERM
`

// untilEnd waits for the program. After USR1 the task asks for another turn, in which it goes on to the same bits.
const untilEnd = `child=$!
until wait $child; code=$?; [ $code -le 128 ] || ! kill -0 $child 2>/dev/null; do :; done
if [ -n "$again" ] && [ $code = 130 ]; then scontrol requeue "${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID"; fi
exit $code
`

// array lists the missing shares, ranges as 3-7.
func (j *Job) array() string {
	var ranges []string
	for i := 0; i < len(j.Missing); {
		last := i
		for last+1 < len(j.Missing) && j.Missing[last+1] == j.Missing[last]+1 {
			last++
		}
		text := strconv.Itoa(j.Missing[i])
		if last > i {
			text += "-" + strconv.Itoa(j.Missing[last])
		}
		ranges, i = append(ranges, text), last+1
	}
	array := strings.Join(ranges, ",")
	if j.MaxJobs > 0 {
		array += fmt.Sprintf("%%%d", j.MaxJobs)
	}
	return array
}

// Slurm is asked by its commands.
type Slurm struct {
	// Run runs a command on an input and returns what it prints; nil for the system's own.
	Run func(ctx context.Context, input, name string, arguments ...string) (string, error)
}

// Submit hands a job over, unless it is in the queue already, and returns its number. Of several processes that submit
// the same job at once, one does, and the others return its number.
func (q *Slurm) Submit(ctx context.Context, j *Job) (id string, submitted bool, err error) {
	script, err := j.Script()
	if err != nil {
		return "", false, err
	}
	if err := j.MakeFolder(); err != nil {
		return "", false, err
	}
	mine, err := claim(ctx, lease.New(filepath.Join(j.Runs, logFolder, j.Name()+lease.Mark), lease.Options{}))
	if err != nil {
		return "", false, err
	}
	defer func() { err = errors.Join(err, mine.Release()) }()
	queued, err := q.run(ctx, "", "squeue", "--noheader", "--name="+j.Name(), "--format=%A")
	if err != nil {
		return "", false, err
	}
	if found := strings.Fields(queued); len(found) > 0 {
		return found[0], false, nil
	}
	text, err := q.run(ctx, script, "sbatch", "--parsable")
	if err != nil {
		return "", false, q.explain(ctx, err)
	}
	id, _, _ = strings.Cut(strings.TrimSpace(text), ";") // a cluster's name may follow
	if _, err := strconv.Atoi(id); err != nil {
		return "", false, fmt.Errorf("sbatch printed %q, not the number of a job", strings.TrimSpace(text))
	}
	return id, true, nil
}

// claim waits for a lease.
func claim(ctx context.Context, watch *lease.Watch) (*lease.Lease, error) {
	for {
		if mine, err := watch.Try(); mine != nil || err != nil {
			return mine, err
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (q *Slurm) run(ctx context.Context, input, name string, arguments ...string) (string, error) {
	if q.Run != nil {
		return q.Run(ctx, input, name, arguments...)
	}
	var out, messages bytes.Buffer
	command := exec.CommandContext(ctx, name, arguments...)
	command.Stdin, command.Stdout, command.Stderr = strings.NewReader(input), &out, &messages
	command.WaitDelay = time.Second // a child of a killed command may keep its output open
	err := command.Run()
	switch {
	case errors.Is(err, exec.ErrNotFound):
		err = fmt.Errorf("%s not found; run this on a Slurm login node, or start `ebim run --share` by other means",
			name)
	case err != nil:
		err = fmt.Errorf("%s %s: %w: %s", name, strings.Join(arguments, " "), err, strings.TrimSpace(messages.String()))
	}
	return out.String(), err
}

// explain adds to an error of sbatch what to do.
func (q *Slurm) explain(ctx context.Context, err error) error {
	text := strings.ToLower(err.Error())
	for _, known := range []struct{ found, hint string }{
		{"invalid partition", "allowed are " + strings.Join(q.partitions(ctx), ", ")},
		{"invalid account", "give one that you may charge: --account, or account in " + SettingsFile},
		{"invalid feature", "`sinfo -o '%N %f'` lists the features of nodes, for --constraint"},
		{"invalid job array", "the array is too large for the cluster: lower tasks in " + SettingsFile},
		{"node configuration is not available",
			"no node has that much: lower --memory, --cpus or --gpus (`sinfo -o '%P %N %c %m %G'`)"},
		{"memory specification", "no node has that much memory: lower --memory (`sinfo -o '%P %N %m'`)"},
		{"policy", "the queue takes fewer jobs of one user: lower tasks in " + SettingsFile},
		{"temporarily unable", "the queue is full: lower tasks in " + SettingsFile + ", or submit later"},
		{"time limit", "lower --time (`sinfo -o '%P %l'` lists what partitions allow)"},
	} {
		if strings.Contains(text, known.found) {
			return fmt.Errorf("%w; %s", err, known.hint)
		}
	}
	return err
}

func (q *Slurm) partitions(ctx context.Context) []string {
	text, err := q.run(ctx, "", "sinfo", "--noheader", "-o", "%R")
	if err != nil {
		return []string{"those that `sinfo` lists"}
	}
	found := strings.Fields(text)
	slices.Sort(found)
	return slices.Compact(found)
}

// quote returns a word of a shell's command.
func quote(text string) string {
	if text != "" && wordText.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// quoteOption returns the value of an option in a comment of sbatch, which knows double quotes.
func quoteOption(text string) string {
	if wordText.MatchString(text) || !strings.ContainsAny(text, " \"\\'") {
		return text
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}
