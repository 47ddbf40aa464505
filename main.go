// Command ebim runs declarative experiments with generative models of data on manifolds. See README.md.
package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/signal"
	"path"
	"reflect"
	"strings"
	"syscall"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/backend"
	"ebim/framework/config"
	"ebim/framework/dataset/download"
	"ebim/framework/experiment"
	"ebim/framework/progress"
	"ebim/framework/stage"
	"ebim/metrics"
	"ebim/registry"
	"ebim/results"
)

// Exit codes.
const (
	exitFailed      = 1   // a run, a download or a measurement failed
	exitUsage       = 2   // the command line or a YAML file is wrong
	exitInterrupted = 130 // Ctrl-C
)

// exit is an error that ends the program with a code other than exitUsage.
type exit struct {
	code int
	err  error
}

func (e exit) Error() string { return e.err.Error() }

// failed marks an error that the command line is not to blame for.
func failed(err error) error {
	if err == nil {
		return nil
	}
	return exit{exitFailed, err}
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	go func() { // a second Ctrl-C ends the program at once
		<-ctx.Done()
		stop()
	}()
	os.Exit(run(ctx, os.Args[1:]))
}

// run executes one command line and returns the exit code.
func run(ctx context.Context, arguments []string) int {
	root := newRoot()
	root.SetArgs(arguments)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, err)
	var with exit
	switch {
	case errors.As(err, &with):
		return with.code
	case ctx.Err() != nil:
		return exitInterrupted
	}
	return exitUsage
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "ebim",
		Short:         "Declarative experiments with generative models of data on manifolds",
		Version:       experiment.Versions()["ebim"],
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.AddCommand(runCommand(), validateCommand(), resolveCommand(), listCommand(), describeCommand(), schemaCommand(),
		tableCommand(), metricCommand(), dataCommand(), backendCommand())
	return root
}

func runCommand() *cobra.Command {
	var o experiment.Options
	var seeds string
	var sets []string
	var quiet bool
	command := &cobra.Command{
		Use:   "run FILE...",
		Short: "Train, measure and compare the models of experiments",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := loadAll(files, sets)
			if err != nil {
				return err
			}
			if seeds != "" {
				if o.Seeds, err = experiment.ParseSeeds(seeds); err != nil {
					return err
				}
			}
			if o.Jobs < 0 {
				return fmt.Errorf("--jobs is %d; 1 or more runs side by side are allowed, 0 for one on each core", o.Jobs)
			}
			o.Progress = progress.New(os.Stderr, quiet, time.Now)
			found, err := experiment.Run(command.Context(), loaded, o)
			o.Progress.Close()
			return report(command, loaded, found, err)
		},
	}
	flags := command.Flags()
	flags.StringVar(&seeds, "seeds", "", "seeds instead of the experiments' own, such as 0-4 or 0,1,7")
	flags.StringSliceVar(&o.Only, "only", nil, "labels of the models to run")
	flags.StringArrayVar(&sets, "set", nil, "override a setting: path=value; may be given several times")
	flags.StringVar(&o.Backend, "backend", backend.Default, "engine that computes: go, xla:cpu or xla:cuda")
	flags.StringVar(&o.Runs, "runs", experiment.DefaultRuns, "folder of run records")
	flags.IntVar(&o.Jobs, "jobs", 0, "runs side by side; one on each core unless given")
	flags.BoolVar(&o.Fresh, "fresh", false, "compute finished stages again")
	flags.BoolVar(&quiet, "quiet", false, "show no progress")
	return command
}

// report prints the summary of what was run, and turns failures and interruptions into the exit code.
func report(command *cobra.Command, loaded []*experiment.Experiment, found []stage.Result, err error) error {
	var records []stage.Record
	var failures []string
	interrupted := false
	for _, result := range found {
		records = append(records, result.Record)
		switch result.Record.Status {
		case stage.Failed:
			failures = append(failures, fmt.Sprintf("%s, seed %d: %v", result.Record.Model, result.Record.Seed, *result.Record.Failure))
		case stage.Interrupted:
			interrupted = true
		}
	}
	if interrupted {
		return exit{exitInterrupted, errors.New("interrupted; what was computed is saved, and the same command goes on from there")}
	}
	for _, e := range loaded {
		var own []stage.Record
		for _, record := range records {
			if record.Experiment == e.Name {
				own = append(own, record)
			}
		}
		if len(own) > 0 {
			err = errors.Join(err, results.Write(command.OutOrStdout(), results.Summary(own), results.Text))
		}
	}
	if len(failures) > 0 {
		err = errors.Join(err, fmt.Errorf("%d of %d runs failed:\n  %s", len(failures), len(found), strings.Join(failures, "\n  ")))
	}
	return failed(err)
}

func loadAll(files, sets []string) ([]*experiment.Experiment, error) {
	var all []*experiment.Experiment
	var errs []error
	for _, file := range files {
		loaded, err := experiment.Load(registry.Standard(), experiments.Files, path.Clean(file), sets...)
		all = append(all, loaded...)
		errs = append(errs, err)
	}
	return all, config.Collect(errs...)
}

func validateCommand() *cobra.Command {
	var sets []string
	command := &cobra.Command{
		Use:   "validate FILE...",
		Short: "Check experiments without running them",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := loadAll(files, sets)
			if err != nil {
				return err
			}
			for _, e := range loaded {
				fmt.Fprintf(command.OutOrStdout(), "%s: %s is valid: models %s; seeds %v\n", e.File, e.Name, strings.Join(e.ModelLabels(), ", "), e.Seeds)
			}
			return nil
		},
	}
	command.Flags().StringArrayVar(&sets, "set", nil, "override a setting: path=value")
	return command
}

func resolveCommand() *cobra.Command {
	var sets []string
	command := &cobra.Command{
		Use:   "resolve FILE",
		Short: "Print an experiment with every default filled in",
		Args:  cobra.ExactArgs(1),
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
	command.Flags().StringArrayVar(&sets, "set", nil, "override a setting: path=value")
	return command
}

func listCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "list [KIND]",
		Short: "List what experiments may name",
		Args:  cobra.MaximumNArgs(1),
		RunE: func(command *cobra.Command, arguments []string) error {
			return registry.Standard().List(command.OutOrStdout(), strings.Join(arguments, ""))
		},
	}
}

func describeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "describe KIND NAME",
		Short: "Describe a component: its settings, their defaults and ranges, and an example",
		Args:  cobra.ExactArgs(2),
		RunE: func(command *cobra.Command, arguments []string) error {
			return registry.Standard().Describe(command.OutOrStdout(), arguments[0], arguments[1])
		},
	}
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of experiment files, for editors",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			schema, err := registry.Standard().Schema(reflect.TypeFor[experiment.Settings]())
			if err == nil {
				_, err = command.OutOrStdout().Write(schema)
			}
			return failed(err)
		},
	}
}

func tableCommand() *cobra.Command {
	var runs []string
	var format string
	command := &cobra.Command{
		Use:       "table NAME|FILE",
		Short:     "Make a table from run records: " + strings.Join(experiments.Tables(), ", ") + ", or a table file",
		Args:      cobra.ExactArgs(1),
		ValidArgs: experiments.Tables(),
		RunE: func(command *cobra.Command, arguments []string) error {
			name := arguments[0]
			if path.Ext(name) == "" {
				name = "experiments/tables/" + name + ".yaml"
			}
			spec, err := results.OpenSpec(experiments.Files, name)
			if errors.Is(err, fs.ErrNotExist) {
				return fmt.Errorf("there is no table %s; the program has %s", arguments[0], strings.Join(experiments.Tables(), ", "))
			}
			if err != nil {
				return err
			}
			records, notes, err := results.Load(runs...)
			if errors.Is(err, fs.ErrNotExist) {
				return failed(fmt.Errorf("no run records: %w; `ebim run` makes them", err))
			}
			for _, note := range notes {
				fmt.Fprintln(command.ErrOrStderr(), note)
			}
			return failed(errors.Join(err, results.Write(command.OutOrStdout(), spec.Fill(records), results.Format(format))))
		},
	}
	command.Flags().StringSliceVar(&runs, "runs", []string{experiment.DefaultRuns}, "folders of run records")
	command.Flags().StringVar(&format, "format", string(results.Text), "text, markdown, latex, csv or json")
	return command
}

func metricCommand() *cobra.Command {
	o := metrics.DefaultCompareOptions(0)
	help := "Compare two files of points, .csv, .tsv, .txt or .npy. Metrics:"
	for _, metric := range metrics.FileMetrics() {
		help += fmt.Sprintf("\n  %-20s %s", metric.Name, metric.Doc)
	}
	command := &cobra.Command{
		Use:   "metric NAME A B",
		Short: "Compare two files of points",
		Long:  help,
		Args:  cobra.ExactArgs(3),
		RunE: func(command *cobra.Command, a []string) error {
			return failed(metrics.CompareFiles(command.Context(), command.OutOrStdout(), a[0], a[1], a[2], o))
		},
	}
	command.Flags().BoolVar(&o.Weights, "weights", false, "the last column of both files holds weights")
	command.Flags().IntVar(&o.Samples, "samples", o.Samples, "most points of each file that wasserstein compares; larger files are thinned")
	command.Flags().IntVar(&o.Directions, "directions", o.Directions, "random directions of sliced-wasserstein")
	return command
}

func backendCommand() *cobra.Command {
	command := &cobra.Command{Use: "backend", Short: "List and install the engines that compute"}
	command.AddCommand(&cobra.Command{
		Use: "list", Short: "List the backends and whether they are there", Args: cobra.NoArgs,
		Run: func(command *cobra.Command, _ []string) {
			for _, b := range backend.List() {
				state := "available"
				if !b.Available {
					state = "not installed; " + b.Hint
				}
				fmt.Fprintf(command.OutOrStdout(), "%-9s %s (%s)\n", b.Name, b.Doc, state)
			}
		},
	}, &cobra.Command{
		Use: "install NAME", Short: "Fetch the plugin of an XLA backend", Args: cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, a []string) error {
			return failed(backend.Install(a[0], command.OutOrStdout()))
		},
	})
	return command
}

func dataCommand() *cobra.Command {
	command := &cobra.Command{Use: "data", Short: "List, fetch and verify the public data files; EBIM_DATA says where they are kept"}
	show := func(inspect func(folder string) []download.Status) func(*cobra.Command, []string) error {
		return func(command *cobra.Command, _ []string) error {
			folders, err := download.Folders(os.Getenv, os.UserCacheDir)
			for _, folder := range folders {
				err = errors.Join(err, showFiles(command, folder, inspect(folder)))
			}
			return failed(err)
		}
	}
	command.AddCommand(&cobra.Command{
		Use: "list", Short: "List the known files and whether they are there", Args: cobra.NoArgs, RunE: show(download.List),
	}, &cobra.Command{
		Use: "verify", Short: "Read the files that are there and check their SHA-256", Args: cobra.NoArgs, RunE: show(download.Verify),
	}, &cobra.Command{
		Use: "get NAME...", Short: "Download files", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, names []string) error { return getFiles(command, names) },
	})
	return command
}

// showFiles lists the files of a folder; a damaged one is an error.
func showFiles(command *cobra.Command, folder string, files []download.Status) error {
	fmt.Fprintln(command.OutOrStdout(), folder)
	var errs []error
	for _, f := range files {
		fmt.Fprintf(command.OutOrStdout(), "  %-12s %-8s %s\n", f.File.Name, f.State, f.File.Description)
		errs = append(errs, f.Err)
	}
	return errors.Join(errs...)
}

func getFiles(command *cobra.Command, names []string) error {
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		return failed(err)
	}
	var files []download.File
	for _, name := range names {
		file, err := download.Find(name)
		if err != nil {
			return err
		}
		files = append(files, file)
	}
	for _, file := range files {
		bar := progressbar.DefaultBytes(file.Size, file.Name)
		err := download.Get(command.Context(), file, folders[0], http.DefaultClient, func(done, _ int64) { _ = bar.Set64(done) })
		if err != nil {
			return failed(err)
		}
		_ = bar.Finish()
		fmt.Fprintf(command.OutOrStdout(), "%s is in %s\n", file.Name, folders[0])
	}
	return nil
}
