package show

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/experiment/plan"
	"ebim/framework/figure"
	"ebim/framework/plaintext"
	"ebim/framework/runs/disk"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
	"ebim/results"
	"ebim/results/page"
	"ebim/results/report"
)

// ReportFile is the report of a folder of runs, within it.
const ReportFile = "report.html"

// DrawAll draws the figures of experiments that have just been run, adds the runs to the folder's report, and says
// where they are. It returns the report's file, empty where there is none.
func DrawAll(p *cli.Program, command *cobra.Command, loaded []*experiment.Experiment, found []stage.Result,
	o plan.Options, quiet bool) (file string, err error) {
	names, undrawn := figure.Albums(command.Context(), loaded, found, o)
	if len(names) == 0 || command.Context().Err() != nil {
		return "", undrawn
	}
	file = filepath.Join(o.Runs, ReportFile)
	err = addToReport(p, file, o.Runs, loaded, found)
	if _, missing := os.Stat(file); missing == nil && (errors.Is(err, fs.ErrPermission) ||
		errors.Is(err, syscall.EROFS) || errors.Is(err, report.ErrForeign)) {
		fmt.Fprintf(command.ErrOrStderr(), "The report is left as it was: %v\n", err)
		return "", undrawn
	}
	if err == nil && !quiet {
		fmt.Fprintf(command.ErrOrStderr(), "Figures are in %s, the report is %s\n",
			filepath.Join(o.Runs, stage.FiguresFolder), file)
	}
	if _, missing := os.Stat(file); missing != nil {
		file = ""
	}
	return file, errors.Join(undrawn, err)
}

// addToReport writes the report of the runs that it showed and of those that were made now, each settings as an
// experiment of its own. A report that does not say what it showed showed all.
func addToReport(p *cli.Program, file, runs string, loaded []*experiment.Experiment, found []stage.Result) error {
	before, says, err := report.Shown(file)
	if err != nil {
		return err
	}
	records, _, err := results.Load(runs)
	if records == nil {
		return err
	}
	var files []string
	for _, e := range loaded {
		if !slices.Contains(files, e.File) {
			files = append(files, e.File)
		}
	}
	plain, err := p.Load(files, nil)
	if err != nil {
		plain = loaded // of a file that has changed meanwhile
	}
	settings := p.FileSettings(plain, "", nil)
	if !says {
		for _, record := range results.Pick(records, settings).Records {
			before = append(before, page.ID(record.Folder))
		}
	}
	return writeReport(p, file, report.Options{Runs: runs, Exactly: added(before, records, found), Origin: settings})
}

// added returns the IDs of runs that were shown before and of those that are new, which replace earlier versions of
// themselves.
func added(before []string, records []stage.Record, found []stage.Result) []string {
	type settings struct {
		experiment, model, backend, overrides string
		seed                                  int
	}
	of := func(r *stage.Record) settings {
		return settings{r.Experiment, r.Model, r.Backend, strings.Join(r.Overrides, "\n"), r.Seed}
	}
	shown, now := map[string]bool{}, map[settings]bool{}
	for _, id := range before {
		shown[id] = true
	}
	var ids []string
	for i := range found {
		now[of(&found[i].Record)] = true
		ids = append(ids, page.ID(found[i].Folder))
	}
	for i := range records {
		if id := page.ID(records[i].Folder); shown[id] && !now[of(&records[i])] {
			ids = append(ids, id)
		}
	}
	return ids
}

func reportCommand(p *cli.Program) *cobra.Command {
	var o report.Options
	var output string
	var sets []string
	command := &cobra.Command{
		Use:   "report [EXPERIMENT|FILE...]",
		Short: "Write one HTML file with tables, figures, interactive views and run records",
		Long: "Write one HTML file with tables, figures, interactive views and run records, of all experiments that " +
			"have runs, or of those\n" +
			"that are given by name or file. It has the runs with the settings of the experiments' files (given, or " +
			"shipped with the\n" +
			"program), changed by --set as in `ebim run`, and the newest runs where no file is known. With --all, " +
			"runs with\n" +
			"other settings are shown, too, as experiments of their own. `ebim run` adds its runs to " + ReportFile +
			" in the folder of runs.",
		Example: "  ebim report 'zoo/*'\n  ebim report von_mises sphere --output sphere.html",
		Args:    cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, names []string) error {
			settings, err := reported(p, &o, names, sets)
			if err != nil {
				return err
			}
			notes, err := settings.Fitted()
			if err != nil {
				return err
			}
			for _, note := range notes {
				fmt.Fprintf(command.ErrOrStderr(), "Note: %s\n", plaintext.OneLine(note))
			}
			output = cmp.Or(output, filepath.Join(o.Runs, ReportFile))
			if err := writeReport(p, output, o); err != nil {
				return cli.Failed(err)
			}
			fmt.Fprintln(command.OutOrStdout(), output)
			return nil
		},
	}
	cli.AddSets(command, &sets)
	cli.AddEvery(command, &o.Every)
	cli.AddRuns(command, &o.Runs)
	command.Flags().StringVar(&output, "output", "", "HTML `file` to write; "+ReportFile+
		" in the folder of runs unless given")
	return command
}

// reported fills in which experiments are reported, by their names or files, and what is known of them.
func reported(p *cli.Program, o *report.Options, names, sets []string) (*cli.FileSettings, error) {
	var files []string
	for _, name := range names {
		if cli.IsYAML(name) || cli.IsPattern(name) {
			files = append(files, name)
		} else {
			o.Experiments = append(o.Experiments, name)
		}
	}
	if len(sets) > 0 && len(names) == 0 {
		return nil, errors.New("--set without experiments; give the names or files of those whose runs are to be shown")
	}
	loaded, err := p.Load(files, sets)
	if err != nil {
		return nil, err
	}
	settings := p.FileSettings(loaded, "", sets)
	for _, e := range loaded {
		o.Experiments = append(o.Experiments, e.Name)
	}
	for _, name := range o.Experiments {
		settings.Of(name)
	}
	o.Origin = settings
	return settings, nil
}

// writeReport writes a page that leaves nothing out, or one that names what it leaves out, which is an error as well.
func writeReport(p *cli.Program, file string, o report.Options) error {
	o.Version, o.Now = experiment.Versions()["ebim"], p.Now()
	o.Known = knownOf(p)
	var text bytes.Buffer
	incomplete := report.Write(&text, o)
	if incomplete != nil && !errors.Is(incomplete, report.ErrIncomplete) {
		return incomplete
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return errors.Join(incomplete, err)
	}
	return errors.Join(incomplete, disk.WriteFile(file, func(w io.Writer) error {
		_, err := text.WriteTo(w)
		return err
	}))
}

// knownOf is what this program knows of runs beside their records.
func knownOf(p *cli.Program) page.Known {
	return page.Known{Declared: &results.Declared{ByType: experiment.OutputsOf(p.Registry)},
		Unmeasured: experiment.Unmeasured()}
}
