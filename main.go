// Command ebim runs declarative experiments with generative models of data on manifolds. See README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/progress"
	"ebim/framework/shutdown"
	"ebim/registry"
)

// Exit codes.
const (
	exitFailed      = 1   // a run, a download or a measurement failed, or what it needs is not there
	exitUsage       = 2   // the command line or a YAML file is wrong
	exitBroken      = 3   // the program itself is to blame
	exitInterrupted = 130 // Ctrl-C
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

func main() {
	debug.SetTraceback("crash") // what nothing can recover from then ends with SIGABRT, and not with the code of a wrong command line
	ctx := shutdown.Notify(func() {
		fmt.Fprintln(os.Stderr, "\ninterrupted; what was finished before is saved")
		os.Exit(exitInterrupted)
	})
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes one command line and returns the exit code. Tables and lists go to out, everything else to messages.
func run(ctx context.Context, arguments []string, out, messages io.Writer) (code int) {
	defer func() {
		if caught := recover(); caught != nil {
			fmt.Fprintf(messages, "%s\n\nebim itself is at fault, not your files: %v\n"+
				"Please report it, with the lines above and what you ran. What was finished before is saved.\n", stackOf(caught), caught)
			code = exitBroken
		}
	}()
	return execute(ctx, arguments, out, messages)
}

// stackOf is the stack of a panic: that of the goroutine that panicked, if the panic was handed on from another.
func stackOf(caught any) []byte {
	if elsewhere, ok := caught.(interface{ Stack() []byte }); ok {
		return elsewhere.Stack()
	}
	return debug.Stack()
}

func execute(ctx context.Context, arguments []string, out, messages io.Writer) int {
	root := newRoot()
	watched := &watchedWriter{to: out}
	root.SetArgs(arguments)
	root.SetOut(watched)
	root.SetErr(messages)
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
	fmt.Fprintln(messages, plaintext.Lines(err.Error()))
	var notTheirs failure
	switch {
	case ctx.Err() != nil:
		return exitInterrupted
	case watched.err != nil, errors.As(err, &notTheirs):
		return exitFailed
	}
	return exitUsage
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

func newRoot() *cobra.Command {
	root := group("ebim", "Declarative experiments with generative models of data on manifolds",
		runCommand(), validateCommand(), resolveCommand(), listCommand(), describeCommand(), schemaCommand(),
		tableCommand(), bestCommand(), figureCommand(), reportCommand(), metricCommand(), dataCommand(), backendCommand())
	root.Long = root.Short + ".\n\n" + exitCodes
	root.Version = experiment.Versions()["ebim"]
	root.SilenceUsage, root.SilenceErrors = true, true
	root.Example = "  ebim run experiments/quickstart.yaml"
	root.SetUsageTemplate(strings.Replace(root.UsageTemplate(), "{{if .Runnable}}", "{{if not .HasSubCommands}}", 1))
	root.SetFlagErrorFunc(func(command *cobra.Command, err error) error {
		return fmt.Errorf("%w; `%s --help` lists the flags", err, command.CommandPath())
	})
	return root
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
		return unknown("command of "+command.CommandPath(), arguments[0], names)
	}}
	command.AddCommand(below...)
	return command
}

// unknown says that a name is not known, which are, and which is the nearest.
func unknown(what, name string, known []string) error {
	hint := ""
	if near, ok := config.Nearest(name, known); ok {
		hint = "; did you mean " + near + "?"
	}
	return fmt.Errorf("unknown %s %q; known: %s%s", what, name, strings.Join(known, ", "), hint)
}

// need demands a number of arguments, from least to most.
func need(least, most int) cobra.PositionalArgs {
	return func(command *cobra.Command, arguments []string) error {
		if len(arguments) < least || len(arguments) > most {
			return fmt.Errorf("%s got %d arguments; usage: %s", command.CommandPath(), len(arguments), command.UseLine())
		}
		return nil
	}
}

const many = 10000 // arguments

func runCommand() *cobra.Command {
	var o experiment.Options
	var seeds string
	var sets []string
	var quiet, pictures bool
	command := &cobra.Command{
		Use:   "run FILE...",
		Short: "Train, measure and compare the models of experiments",
		Long: "Train, measure and compare the models of experiments. What is finished is never computed again, and an interrupted\n" +
			"command goes on where it was. The program comes with these experiments:\n  " + strings.Join(experiments.Names(), "\n  "),
		Example: "  ebim run experiments/quickstart.yaml\n" +
			"  ebim run my.yaml --seeds 0-4 --only ebim --set models.ebim.manifold.training.epochs=100",
		Args: need(1, many),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := loadAll(files, sets)
			if err != nil {
				return err
			}
			if command.Flags().Changed("seeds") {
				if o.Seeds, err = experiment.ParseSeeds(seeds); err != nil {
					return fmt.Errorf("--seeds: %w", err)
				}
			}
			o.Progress = progress.New(command.ErrOrStderr(), quiet, time.Now)
			if !quiet {
				o.Log = o.Progress.Message
			}
			found, err := experiment.Run(command.Context(), loaded, o)
			o.Progress.Close()
			if err != nil && len(found) == 0 {
				return failed(err)
			}
			err = errors.Join(err, summarise(command, loaded, found, o.Fresh, quiet))
			if pictures && command.Context().Err() == nil {
				err = errors.Join(err, drawAll(command, loaded, found, o, quiet))
			}
			return failed(err)
		},
	}
	flags := command.Flags()
	flags.StringVar(&seeds, "seeds", "", "seeds instead of the experiments' own, such as 0-4 or 0,1,7")
	flags.StringSliceVar(&o.Only, "only", nil, "labels of the models to run, separated by commas")
	addSets(command, &sets)
	addBackend(command, &o)
	addMemory(command, &o)
	flags.StringVar(&o.Runs, "runs", experiment.DefaultRuns, "folder of run records")
	flags.IntVar(&o.Jobs, "jobs", 0, "stages computed side by side; 0 for one on each core")
	flags.BoolVar(&o.Fresh, "fresh", false, "compute finished stages again")
	flags.BoolVar(&quiet, "quiet", false, "show no progress")
	flags.BoolVar(&pictures, "figures", true, "draw figures, and write the report of these runs, "+latestReport+", at the end")
	return command
}

// addMemory adds the flag of the memory that trainings may take.
func addMemory(command *cobra.Command, o *experiment.Options) {
	command.Flags().Var((*memoryFlag)(&o.Memory), "memory", "memory that a training may take, as estimated, such as 8GB (default: the machine's)")
}

// memoryFlag is a number of bytes on the command line.
type memoryFlag int64

// String implements pflag.Value; nothing is shown as the default.
func (m *memoryFlag) String() string { return "" }

// Set implements pflag.Value.
func (m *memoryFlag) Set(text string) error {
	bytes, err := experiment.ParseMemory(text)
	*m = memoryFlag(bytes)
	return err
}

// Type implements pflag.Value.
func (m *memoryFlag) Type() string { return "size" }

func addBackend(command *cobra.Command, o *experiment.Options) {
	command.Flags().StringVar(&o.Backend, "backend", backend.Default, "engine that computes: cpu, go, xla:cpu or xla:cuda (see ebim backend list)")
}

func addSets(command *cobra.Command, sets *[]string) {
	command.Flags().StringArrayVar(sets, "set", nil, "change a setting, path=value; may be given several times")
}

func loadAll(files, sets []string) ([]*experiment.Experiment, error) {
	var all []*experiment.Experiment
	var errs []error
	for _, file := range files {
		loaded, err := experiment.Load(registry.Standard(), experiments.Files, filepath.ToSlash(filepath.Clean(file)), sets...)
		if errors.Is(err, fs.ErrNotExist) {
			err = fmt.Errorf("%w; the program comes with %s", err, strings.Join(experiments.Names(), ", "))
		}
		all = append(all, loaded...)
		errs = append(errs, err)
	}
	return all, config.Collect(errs...)
}

func validateCommand() *cobra.Command {
	var o experiment.Options
	var sets []string
	command := &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check experiments without running them",
		Long: "Check experiments without running them: all settings, the data files, that the backend has every operation that the\n" +
			"models ask for, and that no training needs more memory than there is, by an estimate that allocates nothing.\n" +
			"`ebim run` checks the same before it trains.",
		Args: need(1, many),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := loadAll(files, sets)
			if err != nil {
				return err
			}
			estimates, err := experiment.Check(command.Context(), loaded, o)
			if err != nil {
				return failed(err)
			}
			said := map[string]bool{} // alike in many points of a sweep
			for i, e := range loaded {
				for _, note := range e.Notes() {
					if line := fmt.Sprintf("Note: %s: %s", e.File, note); !said[line] {
						said[line] = true
						fmt.Fprintln(command.ErrOrStderr(), line)
					}
				}
				fmt.Fprintf(command.OutOrStdout(), "%s is valid: experiment %s; models %s; seeds %v; metrics %s; %v\n", e.File, e.Name,
					strings.Join(e.ModelLabels(), ", "), e.Seeds, strings.Join(e.MetricLabels(), ", "), estimates[i])
			}
			return nil
		},
	}
	addSets(command, &sets)
	addBackend(command, &o)
	addMemory(command, &o)
	return command
}

func resolveCommand() *cobra.Command {
	var sets []string
	command := &cobra.Command{
		Use:   "resolve FILE",
		Short: "Print an experiment with every default filled in",
		Args:  need(1, 1),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := loadAll(files, sets)
			for i, e := range loaded {
				if i > 0 {
					fmt.Fprintln(command.OutOrStdout(), "---")
				}
				fmt.Fprintf(command.OutOrStdout(), "%s", e.Resolved())
			}
			return err
		},
	}
	addSets(command, &sets)
	return command
}
