package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"ebim/experiments"
	"ebim/framework/backend"
	"ebim/framework/dataset/download"
	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/stage"
	"ebim/metrics"
	"ebim/registry"
	"ebim/results"
)

// The commands that train nothing.

func listCommand() *cobra.Command {
	kinds := registry.Standard().Names()
	return &cobra.Command{
		Use:       "list [KIND]",
		Short:     "List what experiments may name: " + strings.Join(kinds, ", "),
		Args:      need(0, 1),
		ValidArgs: kinds,
		RunE: func(command *cobra.Command, arguments []string) error {
			return registry.Standard().List(command.OutOrStdout(), strings.Join(arguments, ""))
		},
	}
}

func describeCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "describe KIND NAME",
		Short:   "Describe a component: its settings, their defaults and ranges, and an example",
		Example: "  ebim describe model ebim",
		Args:    need(2, 2),
		ValidArgsFunction: func(_ *cobra.Command, arguments []string, _ string) ([]string, cobra.ShellCompDirective) {
			known := registry.Standard().Names()
			if len(arguments) > 0 {
				known = nil
				kinds, _ := registry.Standard().Family(arguments[0])
				for _, kind := range kinds {
					known = append(known, kind.Names()...)
				}
			}
			return known, cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(command *cobra.Command, arguments []string) error {
			return registry.Standard().Describe(command.OutOrStdout(), arguments[0], arguments[1])
		},
	}
}

func schemaCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON schema of experiment files, for editors",
		Args:  need(0, 0),
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
	known := experiments.Tables()
	command := &cobra.Command{
		Use:   "table NAME|FILE",
		Short: "Make a table from run records: " + strings.Join(known, ", ") + ", or a table file",
		Long: "Make a table from run records. The program comes with the tables " + strings.Join(known, ", ") + ".\n\n" +
			"Numbers of runs whose settings are not those of their experiment's file (beside the table file, or shipped with the program)\n" +
			"say \"other settings\", and are never marked as best. A dagger marks numbers that their metric has something to say against.",
		Args:      need(1, 1),
		ValidArgs: known,
		RunE: func(command *cobra.Command, arguments []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			file, folder := arguments[0], filepath.ToSlash(filepath.Dir(arguments[0]))
			if path.Ext(file) == "" {
				if !slices.Contains(known, file) {
					return unknown("table", file, append(known, "or a file.yaml"))
				}
				file, folder = experiments.TableFile(file), ""
			}
			spec, err := results.OpenSpec(experiments.Files, filepath.ToSlash(filepath.Clean(file)))
			if err != nil {
				return err
			}
			records, err := loadRecords(command, runs)
			if errors.Is(err, fs.ErrNotExist) {
				return err
			}
			spec.JudgedBy(newFileSettings(nil, folder).judge)
			return failed(errors.Join(err, results.Write(command.OutOrStdout(), spec.Fill(records), results.Format(format))))
		},
	}
	addRecords(command, &runs, &format)
	return command
}

func bestCommand() *cobra.Command {
	var runs, sets []string
	var format string
	command := &cobra.Command{
		Use:   "best FILE",
		Short: "Choose among the runs of a sweep: for each model, its variants from best to worst",
		Long: "Choose among the runs of a sweep, each model by itself, by the metric that the file names under `select`. The line below a\n" +
			"table has the best variant's settings, as `ebim run` takes them. Runs with other settings than the file's come last.",
		Example: "  ebim run experiments/search/von_mises_search.yaml --figures=false\n  ebim best experiments/search/von_mises_search.yaml",
		Args:    need(1, 1),
		RunE: func(command *cobra.Command, files []string) error {
			if err := checkFormat(format); err != nil {
				return err
			}
			loaded, err := loadAll(files, sets)
			if err != nil {
				return err
			}
			choice := loaded[0].Select
			if choice == nil {
				return fmt.Errorf("%s does not say by what to choose; add `select: {metric: noisy_likelihood.value, best: highest}`, or the like", files[0])
			}
			records, err := loadRecords(command, runs)
			if errors.Is(err, fs.ErrNotExist) {
				return err
			}
			var variants []results.Variant
			for _, e := range loaded {
				variants = append(variants, results.Variant{Experiment: e.Name, Name: e.Variant, Swept: e.Swept})
			}
			judge := newFileSettings(loaded, "").judge
			for _, model := range loaded[0].ModelLabels() {
				table := results.Choose(model, variants, results.Choice{Metric: choice.Metric, Best: results.Best(choice.Best), Judge: judge}, records)
				if table == nil {
					continue
				}
				err = errors.Join(err, results.Write(command.OutOrStdout(), table, results.Format(format)))
				if format == string(results.Text) || format == string(results.Markdown) {
					fmt.Fprintln(command.OutOrStdout())
				}
			}
			return failed(err)
		},
	}
	addSets(command, &sets)
	addRecords(command, &runs, &format)
	return command
}

// addRecords adds the flags of commands that make tables from records.
func addRecords(command *cobra.Command, runs *[]string, format *string) {
	command.Flags().StringSliceVar(runs, "runs", []string{experiment.DefaultRuns}, "folders of run records, separated by commas")
	command.Flags().StringVar(format, "format", string(results.Text), "text, markdown, latex, csv or json")
}

func checkFormat(format string) error {
	if slices.Contains(results.Formats(), results.Format(format)) {
		return nil
	}
	return unknown("--format", format, []string{"text", "markdown", "latex", "csv", "json"})
}

// loadRecords reads what there is, and prints what is to be said of it; damaged records are an error beside the others.
func loadRecords(command *cobra.Command, runs []string) ([]stage.Record, error) {
	records, notes, err := results.Load(runs...)
	for _, note := range notes {
		fmt.Fprintln(command.ErrOrStderr(), plaintext.OneLine(note))
	}
	return records, failed(err)
}

func metricCommand() *cobra.Command {
	o := metrics.DefaultCompareOptions(0)
	help := "Compare two files of points, .csv, .tsv, .txt or .npy. Metrics:"
	var known []string
	for _, metric := range metrics.FileMetrics() {
		help += fmt.Sprintf("\n  %-20s %s", metric.Name, metric.Doc)
		known = append(known, metric.Name)
	}
	command := &cobra.Command{
		Use:     "metric NAME A B",
		Short:   "Compare two files of points: " + strings.Join(known, ", "),
		Long:    help,
		Example: "  ebim metric wasserstein samples.npy truth.csv",
		Args:    need(3, 3),
		RunE: func(command *cobra.Command, a []string) error {
			if name := strings.ReplaceAll(a[0], "_", "-"); !slices.Contains(known, name) {
				return unknown("metric of files", a[0], known)
			}
			return failed(metrics.CompareFiles(command.Context(), command.OutOrStdout(), a[0], a[1], a[2], o))
		},
	}
	command.Flags().BoolVar(&o.Weights, "weights", false, "the last column of both files holds weights")
	command.Flags().IntVar(&o.Samples, "samples", o.Samples, "most points of each file that wasserstein and optimal-transport compare; larger files are thinned")
	command.Flags().StringVar((*string)(&o.Cost), "cost", string(o.Cost), "cost of optimal-transport: squared or euclidean")
	command.Flags().IntVar(&o.Directions, "directions", o.Directions, "random directions of sliced-wasserstein")
	return command
}

func backendCommand() *cobra.Command {
	var digest string
	list := &cobra.Command{
		Use: "list", Short: "List the backends and whether they are there", Args: need(0, 0),
		Run: func(command *cobra.Command, _ []string) {
			for _, b := range backend.List() {
				state := "available"
				if !b.Available {
					state = b.Problem + "; " + b.Hint
				}
				fmt.Fprintf(command.OutOrStdout(), "%-9s %s\n          %s\n", b.Name, state, b.Doc)
			}
		},
	}
	install := &cobra.Command{
		Use: "install NAME", Short: "Fetch the plugin of an XLA backend", Args: need(1, 1), ValidArgs: backend.Names(),
		RunE: func(command *cobra.Command, a []string) error {
			if !slices.Contains(backend.Names(), a[0]) {
				return unknown("backend", a[0], backend.Names())
			}
			return failed(backend.Install(command.Context(), a[0], digest, command.OutOrStdout()))
		},
	}
	install.Flags().StringVar(&digest, "sha256", "", "digest that the archive of xla:cpu must have, 64 hexadecimal digits")
	return group("backend", "List and install the engines that compute", list, install)
}

func dataCommand() *cobra.Command {
	show := func(inspect func(folder string) []download.Status) func(*cobra.Command, []string) error {
		return func(command *cobra.Command, _ []string) error {
			folders, err := download.Folders(os.Getenv, os.UserCacheDir)
			for _, folder := range folders {
				err = errors.Join(err, showFiles(command.OutOrStdout(), folder, inspect(folder)))
			}
			return failed(err)
		}
	}
	var names []string
	for _, file := range download.Catalogue() {
		names = append(names, file.Name)
	}
	return group("data", "List, fetch and verify the public data files; "+download.Variable+" says where they are kept", &cobra.Command{
		Use: "list", Short: "List the known files and whether they are there", Args: need(0, 0), RunE: show(download.List),
	}, &cobra.Command{
		Use: "verify", Short: "Read the files that are there and check their SHA-256", Args: need(0, 0), RunE: show(download.Verify),
	}, &cobra.Command{
		Use: "get NAME...", Short: "Download files: " + strings.Join(names, ", "), Args: need(1, many), ValidArgs: names,
		RunE: func(command *cobra.Command, wanted []string) error {
			for _, name := range wanted {
				if !slices.Contains(names, name) {
					return unknown("data file", name, names)
				}
			}
			return failed(getFiles(command.Context(), command.OutOrStdout(), command.ErrOrStderr(), wanted))
		},
	})
}

// showFiles lists the files of a folder; a damaged one is an error.
func showFiles(out io.Writer, folder string, files []download.Status) error {
	fmt.Fprintln(out, folder)
	var errs []error
	absent := false
	for _, f := range files {
		fmt.Fprintf(out, "  %-12s %-8s %s\n", f.File.Name, f.State, f.File.Description)
		errs = append(errs, f.Err)
		absent = absent || f.State == download.Absent
	}
	if absent {
		fmt.Fprintln(out, "`ebim data get NAME...` fetches what is absent.")
	}
	return errors.Join(errs...)
}

func getFiles(ctx context.Context, out, messages io.Writer, names []string) error {
	folders, err := download.Folders(os.Getenv, os.UserCacheDir)
	if err != nil {
		return err
	}
	for _, name := range names {
		file, err := download.Find(name)
		if err != nil {
			return err
		}
		bar := progressbar.NewOptions64(file.Size, progressbar.OptionSetWriter(messages), progressbar.OptionSetDescription(name),
			progressbar.OptionShowBytes(true), progressbar.OptionClearOnFinish(), progressbar.OptionSetVisibility(isTerminal(messages)))
		err = download.Get(ctx, file, folders[0], http.DefaultClient, func(done, _ int64) { _ = bar.Set64(done) })
		_ = bar.Finish()
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "%s is in %s\n", name, filepath.Join(folders[0], file.FileName))
	}
	return nil
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
