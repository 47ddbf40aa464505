// Package command is the command line, for any registry: a program with components of its own is
//
//	mine := registry.Entry[dataset.Source]{Name: "mine", Settings: new(Mine)}
//	r, err := registry.New(registry.Add(registry.Kinds, mine))
//	...
//	os.Exit(command.Main(command.Interruptible(), r, os.Args))
//
// Each family of commands has a package below this one; cli is what they share.
package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/runs/shutdown"
	"ebim/registry"
	"ebim/registry/command/about"
	"ebim/registry/command/cli"
	"ebim/registry/command/data"
	"ebim/registry/command/draft"
	"ebim/registry/command/run"
	"ebim/registry/command/runs"
	"ebim/registry/command/show"
	"ebim/registry/command/use"
)

// Exit codes.
const (
	ExitFailed      = 1   // a run, a download or a measurement failed, or what it needs is not there
	ExitUsage       = 2   // the command line or a YAML file is wrong
	ExitBroken      = 3   // the program itself is to blame
	ExitInterrupted = 130 // Ctrl-C
)

const exitCodes = `Exit codes: 0 success; 1 a run, metric or download failed, or something it needs is missing;
2 the command line or a YAML file is wrong; 3 a fault of the program itself (134 if it crashes); 130 interrupted.`

// Main runs the command line of a process, whose first argument is the program's name, and returns the exit code.
func Main(ctx context.Context, r *registry.Registry, arguments []string) int {
	p := &Program{Registry: r, Out: os.Stdout, Messages: os.Stderr, In: os.Stdin, Now: time.Now}
	return p.Run(ctx, arguments[min(1, len(arguments)):])
}

// Interruptible returns the context of a process, for Main: Ctrl-C and a termination signal cancel it. A process that
// has not ended by itself soon after that is ended with ExitInterrupted. So does USR1, which queues send some time
// before they end a job.
func Interruptible() context.Context {
	return shutdown.Notify(func(*shutdown.Interruption) {
		fmt.Fprintln(os.Stderr, "\ninterrupted")
		os.Exit(ExitInterrupted)
	})
}

// Run executes one command line, without the program's name, and returns the exit code. A panic is reported, and is
// ExitBroken.
func (p *Program) Run(ctx context.Context, arguments []string) (code int) {
	defer func() {
		if caught := recover(); caught != nil {
			fmt.Fprintf(p.Messages, "%s\n\nebim itself is at fault, not your files: %v\n"+
				"Please report it, with the lines above and what you ran. What was finished before is saved.\n",
				stackOf(caught), caught)
			code = ExitBroken
		}
	}()
	return p.execute(ctx, arguments)
}

// stackOf is the stack of a panic: that of the goroutine that panicked, if the panic was handed on from another.
func stackOf(caught any) []byte {
	if elsewhere, ok := caught.(interface{ Stack() []byte }); ok {
		return elsewhere.Stack()
	}
	return debug.Stack()
}

func (p *Program) execute(ctx context.Context, arguments []string) int {
	root := p.root()
	watched := &watchedWriter{to: p.Out}
	root.SetArgs(arguments)
	root.SetOut(watched)
	root.SetErr(p.Messages)
	err := root.ExecuteContext(ctx)
	if watched.err != nil && !errors.Is(err, watched.err) {
		err = errors.Join(err, watched.err)
	}
	if err == nil {
		return 0
	}
	if errors.Is(err, context.Canceled) && err.Error() == context.Canceled.Error() { // which says nothing to a person
		err = errors.New("interrupted")
	}
	fmt.Fprintln(p.Messages, plaintext.Lines(err.Error()))
	var notTheirs cli.Failure
	switch {
	case ctx.Err() != nil:
		return ExitInterrupted
	case watched.err != nil, errors.As(err, &notTheirs):
		return ExitFailed
	}
	return ExitUsage
}

// watchedWriter keeps the first error of writing, such as a full disk's, so that no command has to look for it.
type watchedWriter struct {
	to  io.Writer
	err error
}

func (w *watchedWriter) Write(data []byte) (n int, err error) {
	if w.err == nil {
		n, w.err = w.to.Write(data)
	}
	return n, w.err
}

func (p *Program) root() *cobra.Command {
	root := cli.Group("ebim", "Declarative experiments with generative models of data on manifolds", p.commands()...)
	root.Long = root.Short + ".\n\n" + exitCodes
	root.Version = experiment.Versions()["ebim"]
	root.SilenceUsage, root.SilenceErrors = true, true
	root.Example = "  ebim docs tutorial                        # own data to a verdict, in ten minutes\n" +
		"  ebim run experiments/quickstart.yaml      # train and compare three models\n" +
		"  ebim new my.csv > my.yaml                 # an experiment for data of your own"
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), "{{if .Runnable}}", "{{if not .HasSubCommands}}", 1))
	cli.CompleteFiles(root)
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		hint := ""
		if name, unknown := strings.CutPrefix(err.Error(), "unknown flag: "); unknown {
			hint = cmp.Or(removedFlags[name], config.DidYouMean(name, flagsOf(command)))
			if hint != "" {
				hint = "; " + hint
			}
		}
		return fmt.Errorf("%w; `%s --help` lists the flags%s", err, command.CommandPath(), hint)
	})
	return root
}

// removedFlags say what to do without flags that earlier versions had.
var removedFlags = map[string]string{
	"--after":       "it was removed: let the queue order jobs, as `sbatch --dependency` does",
	"--devices":     "it was removed: start one process a GPU, each with its --share of the runs",
	"--log-file":    "it was removed: redirect the error output, or use --quiet",
	"--log-level":   "it was removed: redirect the error output, or use --quiet",
	"--mlflow":      "it was removed: docs/track.py sends finished runs to MLflow",
	"--tensorboard": "it was removed: docs/track.py sends finished runs to TensorBoard",
	"--wait":        "it was removed: `squeue` shows the jobs, and the command again prints the tables",
}

var flagInUsage = regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[\w-]+)`)

// flagsOf are the names of a command's flags, each with its dashes.
func flagsOf(command *cobra.Command) (names []string) {
	for _, found := range flagInUsage.FindAllStringSubmatch(command.Flags().FlagUsages(), -1) {
		names = append(names, found[1])
	}
	return names
}

// commands are all but the root.
func (p *Program) commands() []*cobra.Command {
	shared := (*cli.Program)(p)
	return slices.Concat(draft.Commands(shared), run.Commands(shared), runs.Commands(shared), show.Commands(shared),
		use.Commands(shared), []*cobra.Command{p.workerCommand()}, data.Commands(shared), about.Commands(shared))
}

// Program runs command lines.
type Program cli.Program
