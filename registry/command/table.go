package command

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/plaintext"
	"ebim/framework/stage"
	"ebim/results"
)

func (p *Program) tableCommand() *cobra.Command {
	var runs, sets []string
	var format string
	var every bool
	known := experiments.Tables()
	command := &cobra.Command{
		Use:   "table NAME|FILE",
		Short: "Make a table from run records: " + strings.Join(known, ", ") + ", or a table file",
		Long: "Make a table from run records. The program comes with the tables " + strings.Join(known, ", ") + ".\n\n" +
			"It has the runs with the settings of their experiments' files (beside the table file, or shipped with the program), changed by\n" +
			"--set as in `ebim run`; footnotes say which of these have not been run. With --all each other settings that have been run get a\n" +
			"row of their own. A dagger marks numbers that their metric has something to say against.",
		Example:   "  ebim table wasserstein --format markdown\n  ebim table my_table.yaml --set models.ebim.manifold.training.epochs=100",
		Args:      usage(cobra.ExactArgs(1)),
		ValidArgs: known,
		RunE: func(command *cobra.Command, arguments []string) error {
			file, folder := arguments[0], filepath.ToSlash(filepath.Dir(arguments[0]))
			if path.Ext(file) == "" {
				if !slices.Contains(known, file) {
					return config.Unknown("table", file, append(known, "or a file.yaml"))
				}
				file, folder = experiments.TableFile(file), ""
			}
			settings := p.fileSettings(nil, folder, sets)
			spec, err := results.OpenSpec(experiments.Files, filepath.ToSlash(filepath.Clean(file)), settings.declared())
			if err != nil {
				return err
			}
			notes, err := settings.fittedTo(spec)
			if err != nil {
				return err
			}
			for _, note := range append(spec.Notes(), notes...) {
				fmt.Fprintf(command.ErrOrStderr(), "Note: %s: %s\n", file, plaintext.OneLine(note))
			}
			records, err := loadRecords(command, runs)
			if errors.Is(err, fs.ErrNotExist) {
				return err
			}
			records = settings.arrange(spec, records, every)
			return failed(errors.Join(err, results.Write(command.OutOrStdout(), spec.Fill(records), results.Format(format))))
		},
	}
	addSets(command, &sets)
	addEvery(command, &every)
	addRecords(command, &runs, &format)
	return command
}

func (p *Program) bestCommand() *cobra.Command {
	var runs, sets []string
	var format string
	var every bool
	command := &cobra.Command{
		Use:   "best FILE",
		Short: "Choose among the runs of a sweep: for each model, its variants from best to worst",
		Long: "Choose among the runs of a sweep, each model by itself, by the metric that the file names under `select`. The line below a\n" +
			"table has the best variant's settings, as `ebim run` takes them. It looks at the runs with the file's settings, changed by --set as\n" +
			"in `ebim run`; with --all each other settings that have been run are variants, too.",
		Example: "  ebim run experiments/search/von_mises_search.yaml --figures=false\n  ebim best experiments/search/von_mises_search.yaml",
		Args:    usage(cobra.ExactArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.load(files, sets)
			if err != nil {
				return err
			}
			choice := loaded[0].Select
			if choice == nil {
				return fmt.Errorf("%s does not say by what to choose; add `select: {metric: noisy_likelihood.value}`, or the like", files[0])
			}
			if loaded, err = searched(loaded, runs); err != nil {
				return failed(err)
			}
			records, err := loadRecords(command, runs)
			if errors.Is(err, fs.ErrNotExist) {
				return err
			}
			var variants []results.Variant
			for _, e := range loaded {
				variants = append(variants, results.Variant{Experiment: e.Name, Name: e.Variant, Swept: e.Swept})
			}
			settings := p.fileSettings(loaded, "", sets)
			rule := results.Choice{Metric: choice.Metric, Best: results.Best(loaded[0].SelectedDirection()), Judge: settings.judge, Declared: settings.declared()}
			if every {
				records, variants = results.EveryVariant(records, variants, settings)
				rule.Judge = results.NoJudge
			} else {
				picked := results.Pick(records, settings)
				records, rule.Others, rule.Origin = picked.Records, picked.Others, settings
			}
			for _, model := range loaded[0].ModelLabels() {
				table := results.Choose(model, variants, rule, records)
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
	addEvery(command, &every)
	addRecords(command, &runs, &format)
	return command
}

// loadRecords reads what there is, and prints what is to be said of it; damaged records are an error beside the others.
func loadRecords(command *cobra.Command, runs []string) ([]stage.Record, error) {
	records, notes, err := results.Load(runs...)
	for _, note := range notes {
		fmt.Fprintln(command.ErrOrStderr(), plaintext.OneLine(note))
	}
	return records, failed(err)
}
