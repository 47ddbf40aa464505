package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/framework/progress"
	"ebim/framework/stage"
	"ebim/results"
)

const figureForm = `A figure file is a grid of panels, each one of the kinds that "ebim list figure" names:

  title: Two models
  columns: 2
  panels:
    - {experiment: my.yaml, model: truth, figure: scatter}
    - {experiment: my.yaml, model: ebim, seed: 1, title: EBIM, figure: {density_2d: {data: true}}}

Panels of the kind quality_time have no experiment and no model: they compare the runs that are there, and train nothing.

An experiment draws its own at the end of a run: "figures: {LABEL: {panels: [...]}}", without "experiment".`

func (p *Program) figureCommand() *cobra.Command {
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
		Args:      usage(cobra.ExactArgs(1)),
		ValidArgs: known,
		RunE: func(command *cobra.Command, arguments []string) error {
			file := arguments[0]
			if path.Ext(file) == "" {
				if !slices.Contains(known, file) {
					return config.Unknown("figure", file, append(known, "or a file.yaml"))
				}
				file = experiments.FigureFile(file)
			}
			drawing, err := figure.Open(p.Registry, experiments.Files, filepath.ToSlash(filepath.Clean(file)))
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
			o.Progress = progress.New(command.ErrOrStderr(), quiet, p.Now)
			err = runNeeded(command.Context(), drawing, o)
			o.Progress.Close()
			if err != nil {
				return failed(err)
			}
			return failed(draw(command.Context(), drawing, o, output, command.OutOrStdout()))
		},
	}
	command.Flags().StringVar(&output, "output", "", "PNG file to write; below the runs unless given")
	addRunning(command, &o, &quiet)
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
