// Package command is the command line, for any registry: a program with components of its own is
//
//	r, err := registry.New(registry.Add(registry.Kinds, registry.Entry[dataset.Source]{Name: "mine", Settings: new(Mine)}))
//	...
//	os.Exit(command.Main(command.Interruptible(), r, os.Args))
//
// Each command, or family of them, has a file.
package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/runs/shutdown"
	"ebim/registry"
)

// Exit codes.
const (
	ExitFailed      = 1   // a run, a download or a measurement failed, or what it needs is not there
	ExitUsage       = 2   // the command line or a YAML file is wrong
	ExitBroken      = 3   // the program itself is to blame
	ExitInterrupted = 130 // Ctrl-C
)

const exitCodes = `Exit codes: 0 all is done; 1 a run, a metric, a download or a measurement failed, or what it needs is not there; 2 the command
line or a YAML file is wrong; 3 a fault of the program itself (134 where it can't end in order); 130 interrupted by Ctrl-C.`

// failure is an error that the command line and the YAML files are not to blame for.
type failure struct{ error }

func (f failure) Unwrap() error { return f.error }

// failed marks an error as a failure, unless it is one of the command line or of a YAML file.
func failed(err error) error {
	var mistake config.Mistake
	var mistakes config.Mistakes
	if err == nil || errors.As(err, &mistakes) || errors.As(err, &mistake) {
		return err
	}
	return failure{err}
}

// Program runs command lines.
type Program struct {
	Registry *registry.Registry
	Out      io.Writer        // tables and lists
	Messages io.Writer        // everything else
	In       io.Reader        // the standard input; nil for none
	Now      func() time.Time // the clock; time.Now outside of tests
}

// Main runs the command line of a process, whose first argument is the program's name, and returns the exit code.
func Main(ctx context.Context, r *registry.Registry, arguments []string) int {
	p := &Program{Registry: r, Out: os.Stdout, Messages: os.Stderr, In: os.Stdin, Now: time.Now}
	return p.Run(ctx, arguments[min(1, len(arguments)):])
}

// Interruptible returns the context of a process, for Main: Ctrl-C and a termination signal cancel it. A process that has not
// ended by itself soon after that is ended with ExitInterrupted. So does USR1, which queues send some time before they end a job.
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
				"Please report it, with the lines above and what you ran. What was finished before is saved.\n", stackOf(caught), caught)
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
	var notTheirs failure
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
	root := group("ebim", "Declarative experiments with generative models of data on manifolds",
		p.newCommand(), p.runCommand(), p.validateCommand(), p.resolveCommand(), p.listCommand(), p.describeCommand(), p.schemaCommand(),
		p.tableCommand(), p.bestCommand(), p.figureCommand(), p.reportCommand(), p.serveCommand(), p.exportCommand(), p.runsCommand(), p.metricCommand(), p.dataCommand(),
		p.backendCommand(), p.versionCommand(), p.docsCommand())
	root.Long = root.Short + ".\n\n" + exitCodes
	root.Version = experiment.Versions()["ebim"]
	root.SilenceUsage, root.SilenceErrors = true, true
	root.Example = "  ebim docs tutorial                        # own data to a verdict, in ten minutes\n" +
		"  ebim run experiments/quickstart.yaml      # train and compare three models\n" +
		"  ebim new my.csv > my.yaml                 # an experiment for data of your own"
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), "{{if .Runnable}}", "{{if not .HasSubCommands}}", 1))
	p.completable(root)
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		hint := ""
		if name, unknown := strings.CutPrefix(err.Error(), "unknown flag: "); unknown {
			if hint = config.DidYouMean(name, flagsOf(command)); hint != "" {
				hint = "; " + hint
			}
		}
		return fmt.Errorf("%w; `%s --help` lists the flags%s", err, command.CommandPath(), hint)
	})
	return root
}

var flagInUsage = regexp.MustCompile(`(?m)^ +(?:-\w, )?(--[\w-]+)`)

// flagsOf are the names of a command's flags, each with its dashes.
func flagsOf(command *cobra.Command) (names []string) {
	for _, found := range flagInUsage.FindAllStringSubmatch(command.Flags().FlagUsages(), -1) {
		names = append(names, found[1])
	}
	return names
}

// group is a command that only has others below it.
func group(use, short string, below ...*cobra.Command) *cobra.Command {
	command := &cobra.Command{Use: use, Short: short, Args: cobra.ArbitraryArgs, RunE: func(command *cobra.Command, arguments []string) error {
		if len(arguments) == 0 {
			return command.Help()
		}
		var names []string
		for _, c := range command.Commands() {
			names = append(names, c.Name())
		}
		return config.Unknown("command of "+command.CommandPath(), arguments[0], names)
	}}
	command.AddCommand(below...)
	return command
}

// usage tells how a command is used where the number of its arguments is wrong.
func usage(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(command *cobra.Command, arguments []string) error {
		if check(command, arguments) != nil {
			plural := "s"
			if len(arguments) == 1 {
				plural = ""
			}
			return fmt.Errorf("%s got %d argument%s; usage: %s", command.CommandPath(), len(arguments), plural, command.UseLine())
		}
		return nil
	}
}
