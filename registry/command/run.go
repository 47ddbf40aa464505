package command

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"ebim/experiments"
	"ebim/framework/experiment"
	"ebim/framework/figure"
	"ebim/framework/progress"
)

func (p *Program) runCommand() *cobra.Command {
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
		Args: usage(cobra.MinimumNArgs(1)),
		RunE: func(command *cobra.Command, files []string) error {
			loaded, err := p.load(files, sets)
			if err != nil {
				return err
			}
			if command.Flags().Changed("seeds") {
				if o.Seeds, err = experiment.ParseSeeds(seeds); err != nil {
					return fmt.Errorf("--seeds: %w", err)
				}
			}
			o.Progress = progress.New(command.ErrOrStderr(), quiet, p.Now)
			if !quiet {
				o.Log = o.Progress.Message
			}
			o.Previews = figure.Previews
			found, err := experiment.Run(command.Context(), loaded, o)
			o.Progress.Close()
			if err != nil && len(found) == 0 {
				return failed(err)
			}
			err = errors.Join(err, summarize(command, loaded, found, o.Fresh, quiet))
			if !quiet {
				tellFolders(command, found)
			}
			if pictures && command.Context().Err() == nil {
				err = errors.Join(err, p.drawAll(command, loaded, found, o, quiet))
			}
			return failed(err)
		},
	}
	flags := command.Flags()
	flags.StringVar(&seeds, "seeds", "", "seeds instead of the experiments' own, such as 0-4 or 0,1,7")
	flags.StringSliceVar(&o.Only, "only", nil, "labels of the models to run, separated by commas")
	addSets(command, &sets)
	addRunning(command, &o, &quiet)
	addMemory(command, &o)
	flags.BoolVar(&o.Fresh, "fresh", false, "compute finished stages again")
	flags.BoolVar(&pictures, "figures", true, "draw figures, and write the report of these runs, "+latestReport+", at the end")
	return command
}
