package cluster

import (
	"fmt"
	"path/filepath"
	"strings"
)

// Script returns what sbatch is given. Its one argument is the number of the array's first task.
func (s *Submission) Script() (string, error) {
	var b strings.Builder
	line := func(format string, values ...any) { fmt.Fprintf(&b, format+"\n", values...) }
	line("#!/bin/bash")
	line("#SBATCH --job-name=%s", s.Name)
	line("#SBATCH --output=%s", quoteOption(filepath.Join(s.Path, logFolder, "%A_%a.txt")))
	line("#SBATCH --open-mode=append")
	line("#SBATCH --requeue")
	line("#SBATCH --signal=B:USR1@%d", s.Settings.Warning)
	if err := s.ask(line); err != nil {
		return "", err
	}
	line("")
	line("# %d runs in %d tasks. Task k computes what line(s) %d*k+1 and on of %s say,", s.Items, s.Tasks, s.PerTask, itemsFile)
	line("# unless that is done already; what others need too is computed by one of them.")
	line("# The program takes the shell's place, so that signals reach it: on USR1, before the time limit, and on TERM, at a preemption, it saves a")
	line("# checkpoint and asks Slurm for another turn of this one task. It goes on from there, to the same bits.")
	s.body(line, `"$((${1:-0} + SLURM_ARRAY_TASK_ID))"`)
	return b.String(), nil
}

// probeScript returns the script of the task that looks whether nodes see the same as the machine that submits.
func (s *Submission) probeScript() (string, error) {
	var b strings.Builder
	line := func(format string, values ...any) { fmt.Fprintf(&b, format+"\n", values...) }
	line("#!/bin/bash")
	line("#SBATCH --job-name=%s", s.Name)
	line("#SBATCH --output=%s", quoteOption(filepath.Join(s.Path, logFolder, probeLog)))
	line("#SBATCH --no-requeue")
	if err := s.ask(line); err != nil {
		return "", err
	}
	line("")
	line("# Does this node see the folder of runs, and the same program?")
	s.body(line, "--probe")
	return b.String(), nil
}

const probeLog = "probe.txt"

// ask writes what is asked of a node.
func (s *Submission) ask(line func(string, ...any)) error {
	option := func(name, value string) {
		if value != "" {
			line("#SBATCH --%s=%s", name, quoteOption(value))
		}
	}
	megabytes, err := s.Settings.megabytes()
	if err != nil {
		return err
	}
	option("partition", s.Settings.Partition)
	option("account", s.Settings.Account)
	option("qos", s.Settings.QOS)
	option("constraint", s.Settings.Constraint)
	option("time", s.Settings.Time)
	line("#SBATCH --ntasks=1")
	line("#SBATCH --cpus-per-task=%d", s.Settings.CPUs)
	if megabytes > 0 {
		line("#SBATCH --mem=%dM", megabytes)
	}
	if s.Settings.GPUs != "" {
		option("gres", "gpu:"+s.Settings.GPUs)
	}
	for _, further := range s.Settings.Options {
		line("#SBATCH %s", further)
	}
	return nil
}

// body writes the commands.
func (s *Submission) body(line func(string, ...any), which string) {
	line("cd %s || exit 1", Quote(s.WorkDir))
	line("export GOMAXPROCS=%d", s.Settings.CPUs)
	for _, setup := range s.Settings.Setup {
		line("%s", setup)
	}
	line("exec %s task %s %s", Quote(s.Program), Quote(s.Path), which)
}

// Quote returns a word of a shell's command.
func Quote(text string) string {
	if text != "" && wordText.MatchString(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// quoteOption returns the value of an option in a comment of sbatch, which knows double quotes.
func quoteOption(text string) string {
	if wordText.MatchString(text) {
		return text
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(text) + `"`
}

// Commands returns one shell command for each task, for a queue that this package does not know.
func (s *Submission) Commands() string {
	var b strings.Builder
	for task := range s.Tasks {
		fmt.Fprintf(&b, "cd %s && GOMAXPROCS=%d %s task %s %d\n", Quote(s.WorkDir), s.Settings.CPUs, Quote(s.Program), Quote(s.Path), task)
	}
	return b.String()
}
