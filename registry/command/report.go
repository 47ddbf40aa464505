package command

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/framework/stage"
	"ebim/results"
	"ebim/results/report"
)

// latestReport is the page of what has been run last. It is not the one that `ebim report` writes, which may hold more.
const latestReport = "latest.html"

// drawAll draws the figures of experiments that have just been run, and the report of them, and says where they are.
func (p *Program) drawAll(command *cobra.Command, loaded []*experiment.Experiment, found []stage.Result, o experiment.Options, quiet bool) error {
	names, undrawn := figure.Albums(command.Context(), loaded, found, o)
	if len(names) == 0 || command.Context().Err() != nil {
		return undrawn
	}
	page := filepath.Join(o.Runs, latestReport)
	err := p.writeReport(page, report.Options{Runs: o.Runs, Experiments: names})
	if _, missing := os.Stat(page); missing == nil && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) {
		fmt.Fprintf(command.ErrOrStderr(), "The report is left as it was: %v\n", err)
		return undrawn
	}
	if err == nil && !quiet {
		fmt.Fprintf(command.ErrOrStderr(), "Figures are in %s, the report is %s\n", filepath.Join(o.Runs, stage.FiguresFolder), page)
	}
	return errors.Join(undrawn, err)
}

func (p *Program) reportCommand() *cobra.Command {
	var o report.Options
	var output string
	command := &cobra.Command{
		Use:   "report [EXPERIMENT...]",
		Short: "Write one HTML file with tables, figures, interactive views and run records",
		Long: "Write one HTML file with tables, figures, interactive views and run records, of all experiments that have runs or of those\n" +
			"that are named. The page of what was run last is " + latestReport + ", which `ebim run` writes and this command leaves alone.",
		Example: "  ebim report von_mises sphere --output sphere.html",
		Args:    cobra.ArbitraryArgs,
		RunE: func(command *cobra.Command, names []string) error {
			o.Experiments = names
			if output == "" {
				output = filepath.Join(o.Runs, "report.html")
			}
			if err := p.writeReport(output, o); err != nil {
				return failed(err)
			}
			fmt.Fprintln(command.OutOrStdout(), output)
			return nil
		},
	}
	addRuns(command, &o.Runs)
	command.Flags().StringVar(&output, "output", "", "HTML file to write; report.html among the runs unless given")
	return command
}

// writeReport writes a page that leaves nothing out, or one that names what it leaves out, which is an error as well.
func (p *Program) writeReport(file string, o report.Options) error {
	o.Version, o.Now = experiment.Versions()["ebim"], p.Now()
	o.Declared = &results.Declared{ByType: experiment.OutputsOf(p.Registry)}
	var page bytes.Buffer
	incomplete := report.Write(&page, o)
	if incomplete != nil && !errors.Is(incomplete, report.ErrIncomplete) {
		return incomplete
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return errors.Join(incomplete, err)
	}
	return errors.Join(incomplete, stage.WriteFile(file, func(w io.Writer) error {
		_, err := page.WriteTo(w)
		return err
	}))
}
