package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/framework/progress"
	"ebim/framework/stage"
	"ebim/registry"
	"ebim/results"
	"ebim/results/report"
)

// The commands that draw, and what `ebim run` draws at its end.

const figureForm = `A figure file is a grid of panels, each one of the kinds that "ebim list figure" names:

  title: Two models
  columns: 2
  panels:
    - {experiment: my.yaml, model: truth, figure: scatter}
    - {experiment: my.yaml, model: ebim, seed: 1, title: EBIM, figure: {density_2d: {data: true}}}

Panels of the kind quality_time have no experiment and no model: they compare the runs that are there, and train nothing.

An experiment draws its own at the end of a run: "figures: {LABEL: {panels: [...]}}", without "experiment".`

func figureCommand() *cobra.Command {
	var o experiment.Options
	var output string
	var quiet bool
	known := experiments.Figures()
	command := &cobra.Command{
		Use:   "figure NAME|FILE",
		Short: "Draw a figure: " + strings.Join(known, ", ") + ", or a figure file",
		Long: "Draw a figure, as PNG and SVG. What its models lack is trained first; what is trained already is used as it is.\n" +
			"The program comes with the figures " + strings.Join(known, ", ") + ".\n\n" + figureForm,
		Example:   "  ebim figure figure_1 --output figure_1.png",
		Args:      need(1, 1),
		ValidArgs: known,
		RunE: func(command *cobra.Command, arguments []string) error {
			file := arguments[0]
			if path.Ext(file) == "" {
				if !slices.Contains(known, file) {
					return unknown("figure", file, append(known, "or a file.yaml"))
				}
				file = experiments.FigureFile(file)
			}
			drawing, err := figure.Open(registry.Standard(), experiments.Files, filepath.ToSlash(filepath.Clean(file)))
			if err != nil {
				return err
			}
			if output == "" {
				output = filepath.Join(o.Runs, stage.FiguresFolder, strings.TrimSuffix(path.Base(file), path.Ext(file))+".png")
			}
			if extension := strings.ToLower(filepath.Ext(output)); extension != ".png" {
				return fmt.Errorf("--output %s; a name that ends in .png is needed (the same picture as .svg goes beside it)", output)
			}
			if err := checkData(drawing, o); err != nil {
				return failed(err)
			}
			if err := os.MkdirAll(filepath.Dir(output), 0o755); err != nil { // before anything is trained
				return failed(fmt.Errorf("--output %s: %w", output, err))
			}
			o.Progress = progress.New(command.ErrOrStderr(), quiet, time.Now)
			err = runNeeded(command.Context(), drawing, o)
			o.Progress.Close()
			if err != nil {
				return failed(err)
			}
			return failed(draw(command.Context(), drawing, o, output, command.OutOrStdout()))
		},
	}
	flags := command.Flags()
	flags.StringVar(&output, "output", "", "PNG file to write; below the runs unless given")
	addBackend(command, &o)
	flags.StringVar(&o.Runs, "runs", experiment.DefaultRuns, "folder of run records")
	flags.IntVar(&o.Jobs, "jobs", 0, "stages computed side by side; 0 for one on each core")
	flags.BoolVar(&quiet, "quiet", false, "show no progress")
	return command
}

// checkData refuses, before anything is trained, panels that don't fit the data of their experiments.
func checkData(drawing *figure.Drawing, o experiment.Options) error {
	opened, err := experiment.Open(o)
	if err != nil {
		return err
	}
	defer opened.Close()
	return drawing.CheckData(func(e *experiment.Experiment) (int, error) {
		truth, err := opened.Subject(e, experiment.Truth, e.Seeds[0])
		if err != nil {
			return 0, fmt.Errorf("%s: data: %w", e.File, err)
		}
		return truth.Nature.Ambient, nil
	})
}

// runNeeded runs the models that a drawing shows. A run that fails is no error here: its panel says so.
func runNeeded(ctx context.Context, drawing *figure.Drawing, o experiment.Options) error {
	for _, group := range drawing.Runs() {
		o.Only, o.Seeds = group.Labels, group.Seeds
		if _, err := experiment.Run(ctx, group.Experiments, o); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	return nil
}

var errInterrupted = errors.New("interrupted; what was finished is saved, and the same command goes on from there")

// draw opens the models of a drawing and writes it.
func draw(ctx context.Context, drawing *figure.Drawing, o experiment.Options, output string, out io.Writer) error {
	opened, err := experiment.Open(o)
	if err != nil {
		return err
	}
	defer opened.Close()
	picture, problems := drawing.Draw(ctx, func(s figure.Subject) (*experiment.Subject, error) {
		if s.Experiment == nil {
			records, _, err := results.Load(o.Runs)
			return &experiment.Subject{Records: records}, err
		}
		return opened.Subject(s.Experiment, s.Label, s.Seed)
	})
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err := picture.Save(output); err != nil {
		return errors.Join(problems, err)
	}
	fmt.Fprintln(out, output)
	return problems
}

// latestReport is the page of what has been run last. It is not the one that `ebim report` writes, which may hold more.
const latestReport = "latest.html"

// drawAll draws the figures of experiments that have just been run, and the report of them, and says where they are.
func drawAll(command *cobra.Command, loaded []*experiment.Experiment, found []stage.Result, o experiment.Options, quiet bool) error {
	ctx := command.Context()
	opened, err := experiment.Open(o)
	if err != nil {
		return err
	}
	defer opened.Close()
	var errs []error
	var names []string
	for _, e := range loaded {
		runs, seed := shown(e, found)
		if len(runs) == 0 {
			continue
		}
		names = append(names, e.Name)
		folder := filepath.Join(o.Runs, stage.FiguresFolder, e.Name)
		if err := figure.Album(ctx, opened, e, seed, runs, folder); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", e.Name, err))
		}
	}
	if ctx.Err() != nil {
		return errInterrupted
	}
	if len(names) == 0 {
		return errors.Join(errs...)
	}
	page := filepath.Join(o.Runs, latestReport)
	err = writeReport(page, report.Options{Runs: o.Runs, Experiments: names})
	if _, missing := os.Stat(page); missing == nil && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) {
		fmt.Fprintf(command.ErrOrStderr(), "The report is left as it was: %v\n", err)
		return errors.Join(errs...)
	}
	if err != nil {
		return errors.Join(append(errs, err)...)
	}
	if !quiet {
		fmt.Fprintf(command.ErrOrStderr(), "Figures are in %s, the report is %s\n", filepath.Join(o.Runs, stage.FiguresFolder), page)
	}
	return errors.Join(errs...)
}

// shown are the keys of an experiment's finished runs, and the seed of the first of them.
func shown(e *experiment.Experiment, found []stage.Result) (runs []string, seed int) {
	seed = -1
	for _, result := range found {
		if result.Record.Experiment != e.Name || result.Record.Status != stage.Done {
			continue
		}
		runs = append(runs, result.Record.Key)
		if seed < 0 {
			seed = result.Record.Seed
		}
	}
	return runs, seed
}

func reportCommand() *cobra.Command {
	var o report.Options
	var output string
	command := &cobra.Command{
		Use:   "report [EXPERIMENT...]",
		Short: "Write one HTML file with tables, figures, interactive views and run records",
		Long: "Write one HTML file with tables, figures, interactive views and run records, of all experiments that have runs or of those\n" +
			"that are named. The page of what was run last is " + latestReport + ", which `ebim run` writes and this command leaves alone.",
		Example: "  ebim report von_mises sphere --output sphere.html",
		Args:    need(0, many),
		RunE: func(command *cobra.Command, names []string) error {
			o.Experiments = names
			if output == "" {
				output = filepath.Join(o.Runs, "report.html")
			}
			if err := writeReport(output, o); err != nil {
				return failed(err)
			}
			fmt.Fprintln(command.OutOrStdout(), output)
			return nil
		},
	}
	command.Flags().StringVar(&o.Runs, "runs", experiment.DefaultRuns, "folder of run records")
	command.Flags().StringVar(&output, "output", "", "HTML file to write; report.html among the runs unless given")
	return command
}

// writeReport writes a page that leaves nothing out, or one that names what it leaves out, which is an error as well.
func writeReport(file string, o report.Options) error {
	o.Version, o.Now, o.Declared = experiment.Versions()["ebim"], time.Now(), &results.Declared{ByType: experiment.OutputsOf(registry.Standard())}
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
