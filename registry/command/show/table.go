// Package show has the commands that present runs: tables, figures, reports and pages.
package show

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/plaintext"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
	"ebim/results"
)

func tableCommand(p *cli.Program) *cobra.Command {
	var t tabulating
	var format string
	known := experiments.Tables()
	command := &cobra.Command{
		Use:   "table NAME|FILE...",
		Short: "Make a table from run records, by its name or by a file",
		Long: "Make a table from run records. The program comes with the tables " + strings.Join(known,
			", ") + ".\n\n" +
			"It has the runs with the settings of their experiments' files (beside the table file, or shipped with " +
			"the program), changed by\n" +
			"--set as in `ebim run`; footnotes say which of these have not been run. A dagger marks numbers " +
			"that\n" +
			"their metric doubts.",
		Example: "  ebim table wasserstein --format markdown\n  ebim table my_table.yaml --set " +
			"models.ebim.manifold.training.epochs=100\n  ebim table 'zoo*'",
		Args:      cli.Usage(cobra.MinimumNArgs(1)),
		ValidArgs: known,
		RunE: func(command *cobra.Command, names []string) error {
			files, err := cli.Expanded(names, cli.FilesOf(known, experiments.TableFile))
			if err != nil {
				return err
			}
			var tables []*results.Table
			var errs []error
			for _, file := range files {
				table, err := t.table(p, command, file)
				if table == nil {
					return err
				}
				tables, errs = append(tables, table), append(errs, err)
			}
			write := writeTables
			if len(tables) == 1 {
				write = func(out io.Writer, tables []*results.Table, format results.Format) error {
					return cli.WriteTable(out, tables[0], format)
				}
			}
			return cli.Failed(errors.Join(append(errs, write(command.OutOrStdout(), tables,
				results.Format(format)))...))
		},
	}
	cli.AddSets(command, &t.sets)
	cli.AddRecords(command, &t.runs, &format)
	return command
}

// tabulating is how tables are made.
type tabulating struct {
	runs, sets []string
}

// table makes the table of a name or a file; beside it the error is of records that can't be read.
func (t *tabulating) table(p *cli.Program, command *cobra.Command, file string) (*results.Table, error) {
	known, folder := experiments.Tables(), filepath.ToSlash(filepath.Dir(file))
	if path.Ext(file) == "" {
		if !slices.Contains(known, file) {
			return nil, config.Unknown("table", file, append(known, "or a file.yaml"))
		}
		file, folder = experiments.TableFile(file), ""
	}
	if slices.Contains(cli.FilesOf(known, experiments.TableFile), file) {
		folder = ""
	}
	settings := p.FileSettings(nil, folder, t.sets)
	spec, err := results.OpenSpec(experiments.Files, filepath.ToSlash(filepath.Clean(file)), settings.Declared())
	if err != nil {
		return nil, cli.Hinted(err, file)
	}
	notes, err := settings.FittedTo(spec)
	if err != nil {
		return nil, err
	}
	for _, note := range append(spec.Notes(), notes...) {
		fmt.Fprintf(command.ErrOrStderr(), "Note: %s: %s\n", file, plaintext.OneLine(note))
	}
	records, err := cli.LoadRecords(command, t.runs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	records = settings.Arrange(spec, records)
	return spec.Fill(records), err
}

func bestCommand(p *cli.Program) *cobra.Command {
	var runs, sets []string
	var format string
	command := &cobra.Command{
		Use:   "best FILE",
		Short: "Choose among the runs of a sweep: for each model, its variants from best to worst",
		Long: "Choose among the runs of a sweep, for each model, by the metric that the file names under " +
			"`select`. The lines below\n" +
			"the table have the best variants' settings, as `ebim run` takes them. It looks at the runs with the " +
			"file's settings, changed\n" +
			"by --set as in `ebim run`.",
		Example: "  ebim run experiments/search/von_mises_search.yaml --figures=false\n  ebim best " +
			"experiments/search/von_mises_search.yaml",
		Args: cli.Usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			file, err := cli.Single(files[0], experiments.Names())
			if err != nil {
				return err
			}
			loaded, err := p.Load([]string{file}, sets)
			if err != nil {
				return err
			}
			if loaded[0].Select == nil {
				return fmt.Errorf(
					"%s does not say by what to choose; add `select: {metric: noisy_likelihood.value}`, or the like",
					file)
			}
			records, err := cli.LoadRecords(command, runs)
			if errors.Is(err, fs.ErrNotExist) {
				return err
			}
			tables := chosen(loaded, p.FileSettings(loaded, "", sets), records)
			return cli.Failed(errors.Join(err, writeTables(command.OutOrStdout(), tables, results.Format(format))))
		},
	}
	cli.AddSets(command, &sets)
	cli.AddRecords(command, &runs, &format)
	return command
}

// chosen is the table of the variants, each model's from best to worst.
func chosen(loaded []*experiment.Experiment, settings *cli.FileSettings, records []stage.Record) []*results.Table {
	choice, picked := loaded[0].Select, results.Pick(records, settings)
	var points []results.Variant // of the sweep
	for _, e := range loaded {
		points = append(points, results.Variant{Experiment: e.Name, Name: e.Variant, Swept: e.Swept})
	}
	table := results.Variants(strings.TrimSpace(strings.TrimSuffix(loaded[0].Title, loaded[0].Variant)), points,
		results.Choice{Metric: choice.Metric, Best: results.Best(loaded[0].SelectedDirection()),
			Declared: settings.Declared(), Others: picked.Others, Origin: settings}, picked.Records)
	if table == nil {
		return nil
	}
	return []*results.Table{table}
}

// writeTables writes tables one below the other; as JSON they are one list.
func writeTables(out io.Writer, tables []*results.Table, format results.Format) (err error) {
	if format == results.JSON {
		return cli.WriteJSON(out, tables)
	}
	for _, table := range tables {
		err = errors.Join(err, cli.WriteTable(out, table, format))
		if format == results.Text || format == results.Markdown {
			fmt.Fprintln(out)
		}
	}
	return err
}

// Commands are those of this package.
func Commands(p *cli.Program) []*cobra.Command {
	return []*cobra.Command{tableCommand(p), bestCommand(p), figureCommand(p), reportCommand(p), serveCommand(p)}
}
