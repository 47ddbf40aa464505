package show

import (
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/config"
	"ebim/framework/experiment/plan"
	"ebim/framework/figure"
	"ebim/framework/runs/progress"
	"ebim/framework/runs/stage"
	"ebim/registry/command/cli"
)

const figureForm = `A figure file is a grid of panels, each with a figure that "ebim list figure" names:

  title: Two models
  columns: 2
  panels:
    - {experiment: my.yaml, model: truth, figure: scatter}
    - {experiment: my.yaml, model: ebim, seed: 1, title: EBIM, figure: {density_2d: {data: true}}}

--set changes settings of all experiments, as in "ebim run".

An experiment draws its own figures at the end of a run: "figures: {LABEL: {panels: [...]}}", without "experiment".`

func figureCommand(p *cli.Program) *cobra.Command {
	var o plan.Options
	var output string
	var sets []string
	var quiet bool
	known := experiments.Figures()
	command := &cobra.Command{
		Use:   "figure NAME|FILE",
		Short: "Draw a figure, by its name or by a file",
		Long: "Draw a figure, as PNG and SVG. What its models lack is trained first; what is trained already is " +
			"used as it is.\n" +
			"The program comes with the figures " + strings.Join(known, ", ") + ".\n\n" + figureForm,
		Example:   "  ebim figure figure_1 --output figure_1.png",
		Args:      cli.Usage(cobra.ExactArgs(1)),
		ValidArgs: known,
		RunE: func(command *cobra.Command, arguments []string) error {
			file, err := cli.Single(arguments[0], cli.FilesOf(known, experiments.FigureFile))
			if err != nil {
				return err
			}
			if path.Ext(file) == "" {
				if !slices.Contains(known, file) {
					return config.Unknown("figure", file, append(known, "or a file.yaml"))
				}
				file = experiments.FigureFile(file)
			}
			drawing, err := figure.Open(p.Registry, experiments.Files, filepath.ToSlash(filepath.Clean(file)), sets...)
			if err != nil {
				return cli.Hinted(err, file)
			}
			if output == "" {
				output = filepath.Join(o.Runs, stage.FiguresFolder,
					strings.TrimSuffix(path.Base(file), path.Ext(file))+".png")
			}
			if extension := strings.ToLower(filepath.Ext(output)); extension != ".png" {
				return fmt.Errorf(
					"--output %s; a name that ends in .png is needed (the same figure as .svg goes beside it)", output)
			}
			o.Progress = progress.New(p.Messages, quiet, p.Now)
			made, err := drawing.Make(command.Context(), o, output)
			o.Progress.Close()
			if made {
				fmt.Fprintln(command.OutOrStdout(), output)
			}
			return cli.Failed(err)
		},
	}
	command.Flags().StringVar(&output, "output", "", "PNG `file` to write; in the folder of runs unless given")
	cli.AddSets(command, &sets)
	cli.AddRunning(command, &o, &quiet)
	return command
}
